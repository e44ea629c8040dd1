"""What every drawing function of a piece is handed: the game, the language, and where to put problems.

Between the data and the drawings; draws nothing itself and knows no renderer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from pnp import art
from pnp.art import Art, ArtProblem
from pnp.data.frame import Frame, Slot, Texts
from pnp.data.game import Game
from pnp.data.prints import Row
from pnp.errors import Problem
from pnp.near import listed, meant
from pnp.scene import Group


class Pictures(Mapping[str, Art]):
    """Pictures by name, read on first use: a game may own many more than one build needs.

    What a picture refers to must lie in the game's folder `root`, or beside the picture if that lies elsewhere.
    A file that cannot be read raises `pnp.art.ArtProblem` at the look-up.
    """

    def __init__(self, paths: Mapping[str, Path], root: Path) -> None:
        self._paths = paths
        self._root = root
        self._read: dict[str, Art] = {}

    def __getitem__(self, name: str) -> Art:
        found = self._read.get(name)
        if found is None:
            path = self._paths[name]
            root = self._root if path.is_relative_to(self._root) else None
            found = self._read[name] = art.read(path, root)
        return found

    def __contains__(self, name: object) -> bool:
        return name in self._paths

    def __iter__(self) -> Iterator[str]:
        return iter(self._paths)

    def __len__(self) -> int:
        return len(self._paths)


@dataclass(frozen=True, slots=True)
class Plan:
    """A frame made ready: the columns that change it, and its parts in order, drawn where no row can change them.

    Holds on to the frame, so that its `id` stays its own.
    """

    frame: Frame
    columns: tuple[str, ...]
    parts: tuple[Group | Slot, ...]


@dataclass(frozen=True, slots=True)
class Shared:
    """What the drawings of one build have in common, so that equal things are one object and are stored once."""

    pictures: Mapping[str, Art]
    plans: dict[int, Plan] = field(default_factory=dict)
    drawn: dict[tuple[object, ...], Group] = field(default_factory=dict)
    unreadable: set[str] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class Context:
    """Where a drawing stands. `where` names the card or sheet in messages; `file` and `line` are the author's.

    Problems are appended to `problems` and drawing goes on, so that one run tells them all. `stones` are the crossings
    that the serial of this sheet fills, by board.
    """

    game: Game
    lang: str
    where: str
    problems: list[Problem]
    icons: Mapping[str, Art]
    file: str
    line: int
    shared: Shared
    stones: Mapping[str, tuple[tuple[int, int], ...]] = field(default_factory=dict)

    def at(self, where: str, file: str, line: int) -> Context:
        """Return the same context for another card or sheet."""
        return replace(self, where=where, file=file, line=line)

    def picture(self, name: str, slot: str) -> Art | None:
        """Return the game's picture; None, noted for `slot`, when there is none. An unreadable one is told once."""
        try:
            return self.shared.pictures[name]
        except KeyError:
            self.problem(slot, f'no picture "{name}" in the folder art', near(name, self.shared.pictures))
        except ArtProblem as error:
            if name not in self.shared.unreadable:
                self.shared.unreadable.add(name)
                self.problem(slot, unreadable(self.game.art[name], error), error.hint)
        return None

    def problem(self, slot: str, message: str, hint: str = "") -> None:
        """Note what is wrong with `slot` ("" for the whole drawing) of this card or sheet."""
        self.problems.append(Problem(self.file, self.line, self._named(slot), message, hint))

    def note(self, slot: str, message: str, hint: str = "") -> None:
        """Note what to look at in `slot`; it stops nothing."""
        self.problems.append(Problem(self.file, self.line, self._named(slot), message, hint, note=True))

    def _named(self, slot: str) -> str:
        named = f'slot "{slot}"' if slot else ""
        return ", ".join(part for part in (self.where, named) if part)


def start(game: Game, lang: str, problems: list[Problem], where: str = "", file: str = "", line: int = 0) -> Context:
    """Return a fresh context for drawings of `game` in `lang`."""
    icons, pictures = (Pictures(paths, game.folder) for paths in (game.icons, game.art))
    return Context(game, lang, where, problems, icons, file, line, Shared(pictures))


def text_in(texts: Texts, lang: str) -> str:
    """Return the fixed text in `lang`, else in the first language it has, else ""."""
    return next((text for code, text in texts if code == lang), texts[0][1] if texts else "")


def cell(row: Row | None, column: str, lang: str) -> str:
    """Return the row's cell, "" without a row (sheets have none)."""
    return row.cell(column, lang) if row is not None else ""


def unreadable(path: Path, problem: ArtProblem) -> str:
    """Return the sentence that says which picture cannot be read, where and why."""
    line = f", line {problem.line}" if problem.line else ""
    return f"picture {path.name}{line}: {problem.message}"


def near(name: str, names: Mapping[str, object]) -> str:
    """Return the hint that offers the nearest of `names`, or all of them when none is near."""
    return meant(name, names) or (f"there is {listed(sorted(names))}" if names else "")
