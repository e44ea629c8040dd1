"""How a build on this machine is known again, and what it tells: now, and once more when nothing has changed.

Decides from the words of the command line and a look at the files, before any game is read and any reader loaded.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import date
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pnp.build import records
from pnp.build.older import Whole, left
from pnp.build.records import Record
from pnp.build.stamps import Sight, Stamps, TooMany, data_sum, folder_stamps, press_stamp, sums
from pnp.cli.notes import aloud, counted
from pnp.cli.options import Command, given
from pnp.data import folders
from pnp.near import listed
from pnp.values import dataclass

if TYPE_CHECKING:
    from pnp.build.gatherings import Keeping

UNREAD = (".git",)  # what lies beside a game's files and is none of them


def cache_option(command: Command) -> Command:
    """Add --cache and --no-cache to a command."""
    text = f"Leave files alone that would become the same again; {records.FOLDER} in the output folder remembers them."
    return click.option("--cache/--no-cache", default=True, show_default=True, help=text)(command)


class Telling:
    """The lines of a build that writes below `out`: each is told at once and kept by its kind, to be told again."""

    def __init__(self, out: Path) -> None:
        self.out = out
        self.told: list[tuple[str, str]] = []

    def file(self, line: str) -> None:
        """Name a file that is written, on stdout."""
        self.told.append(("file", line))
        click.echo(line)

    def note(self, line: str) -> None:
        """Tell a line on stderr."""
        self.told.append(("note", line))
        aloud(line)

    def older(self, wholes: Iterable[Whole], made: Collection[str]) -> None:
        """Tell which files are older. What others leave in the folder is no part of the build: it is looked up now."""
        self.told.append(("older", ""))
        if found := left(wholes, made, self.out):
            named = listed((str(path.relative_to(self.out)) for path in found), 3)
            aloud(f"note: {counted(len(found), 'older file')} that this build did not make: {named}")

    def again(self, record: Record) -> None:
        """Tell what a build told."""
        tellers: Mapping[str, Callable[[str], None]] = {"file": self.file, "note": self.note}
        for kind, line in record.told:
            if kind in tellers:
                tellers[kind](line)
            else:
                self.older(record.wholes, [name for name, _ in record.made])


@dataclass(frozen=True, slots=True)
class Asked:
    """A build that is asked for: in which words, where it writes and what it reads; `dated`: the day counts too."""

    words: tuple[str, ...]
    out: Path
    sources: tuple[Path, ...]
    dated: bool

    @property
    def unread(self) -> tuple[str, ...]:
        """What lies among the sources and is none: also what builds keep, where they write into a game's folder."""
        kept = (Path.cwd() / self.out / records.FOLDER).resolve()
        around = ((source, (Path.cwd() / source).resolve()) for source in self.sources)
        return (*UNREAD, *(str(path / kept.relative_to(of)) for path, of in around if kept.is_relative_to(of)))

    def stamps(self) -> Stamps:
        """Return the stamps of all that the build reads. Raises TooMany."""
        return folder_stamps(self.sources, self.unread)

    def key(self, press: str, today: date) -> str:
        """Return under which key the build is known when it is made by this press today."""
        return data_sum("\0".join((press, today.isoformat() if self.dated else "", *self.words)).encode())


@dataclass(frozen=True, slots=True)
class Look:
    """A look at all that a build depends on, at a time in nanoseconds: the key by which it is known, and its files.

    `press` tells one press from another.
    """

    press: str
    key: str
    at: int
    read: Sight


def asked(root: Path, out: Path, names: Sequence[str], profile: str | None, values: Mapping[str, Any]) -> Asked | None:
    """Return the build of these games with these options; None for one that can only be refused."""
    try:
        known, here = folders.names(root), Path.cwd()
    except OSError:
        return None
    if not set(names) <= set(known):
        return None
    typed = sorted((name, repr(value), given(name)) for name, value in values.items())
    words = tuple(map(repr, (here, root, out, names, profile, typed)))
    sources = [*(root / name for name in names or known), root / folders.SHARED, folders.packaged() / folders.SHARED]
    if values["printer"] or profile:
        sources.append(values["printers"])
    return Asked(words, out, tuple(dict.fromkeys(sources)), bool(profile) or "today" in values["codes"])


def seen(asked: Asked) -> tuple[Look, Record | None]:
    """Look at what a build reads; return that, and its record if nothing has changed since. Raises TooMany."""
    at, press, stamps = time.time_ns(), press_stamp(), asked.stamps()
    key = _key(asked, press)
    record = records.known(asked.out, key)
    read = sums(stamps, record.read, record.at) if record else sums(stamps)
    return Look(press, key, at, read), record if record and records.holds(record, asked.out, read) else None


def keeping(asked: Asked, before: Look) -> Keeping:
    """Return where the build keeps parts of long decks, as long as all is as it was before anything was read."""
    from pnp.build.gatherings import Keeping

    read = {path: total for path, (_, total) in before.read.items()}
    return Keeping(records.sheets(asked.out), before.press, read, partial(_still, asked, before))


def keep(asked: Asked, before: Look, telling: Telling, made: Mapping[str, str], wholes: Sequence[Whole]) -> None:
    """Keep what a build made (sums of files by name) and told, if all that it depends on is as it was before."""
    if _key(asked, press_stamp()) == before.key and _still(asked, before):
        record = Record(before.at, before.read, tuple(made.items()), tuple(telling.told), tuple(wholes))
        records.keep(asked.out, before.key, record)
    records.sheets(asked.out).prune(records.SHEETS_LIMIT)


def _still(asked: Asked, before: Look) -> bool:
    """Say whether all that a build reads is as it was."""
    try:
        return sums(asked.stamps(), before.read, before.at) == before.read
    except TooMany:
        return False


def _key(asked: Asked, press: str) -> str:
    return asked.key(press, date.today())  # noqa: DTZ011 (the player's day)
