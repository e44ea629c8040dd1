"""What every drawing function of a piece is handed: the game, the language, and where to put problems.

Between the data and the drawings; draws nothing itself and knows no renderer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from pathlib import Path

from pnp import art
from pnp.art import Art, ArtProblem
from pnp.data.frame import Frame, Place, Slot, Texts, TextSlot
from pnp.data.game import Game, Ink
from pnp.data.inks import named
from pnp.data.prints import Row
from pnp.errors import Problem, Side, Spot
from pnp.layout.styles import Style
from pnp.near import listed, meant
from pnp.scene import IDENTITY, Group, Matrix, Rect, Segment, Text
from pnp.values import dataclass, field, replace


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
            try:
                found = self._read[name] = art.read(path, root)
            except ArtProblem as error:
                error.file = path.name
                raise
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

    `heads` are what those columns are called, in each language, in rows of certain columns. Holds on to the frame and
    its slots, so that their `id` stays their own.
    """

    frame: Frame
    columns: tuple[str, ...]
    parts: tuple[Group | Part, ...]
    heads: dict[tuple[str, ...], tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Part:
    """A slot that a row may change, and its turn round its middle; `turned` unless that leaves it as it is."""

    slot: Slot
    turn: Matrix
    turned: bool


@dataclass(frozen=True, slots=True)
class Lettering:
    """A text slot made ready: where its words stand, and their style in the language that is drawn.

    `known` are short words that were set there without a problem, by what they say, in each language of a game that has
    several: costs and kinds of cards come again and again.
    """

    box: Rect
    style: Style
    known: dict[Texts | str, tuple[Text, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Shared:
    """What the drawings of one build have in common, so that equal things are one object and are stored once.

    `drawn` has what was filled in from a row, and boards; `placed` pictures in their slots, by all that decides how
    they look there or by the `id` of the slot. `told` has which number among the problems each note got that is told
    once.
    """

    pictures: Mapping[str, Art]
    plans: dict[int, Plan] = field(default_factory=dict)
    drawn: dict[tuple[object, ...], Group] = field(default_factory=dict)
    placed: dict[tuple[object, ...], Group] = field(default_factory=dict)
    unreadable: set[str] = field(default_factory=set)
    told: dict[tuple[str, ...], int] = field(default_factory=dict)
    styles: dict[int | TextSlot, Lettering] = field(default_factory=dict)
    inside: dict[int, tuple[TextSlot, tuple[Segment, ...], float]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Proof:
    """What is drawn for its author alone; words should stand `safe` mm inside the edge."""

    safe: float


_proofs: ContextVar[Proof | None] = ContextVar("proofs", default=None)


@contextmanager
def proofs(proof: Proof) -> Iterator[None]:
    """Have everything drawn inside this as a proof."""
    token = _proofs.set(proof)
    try:
        yield
    finally:
        _proofs.reset(token)


@dataclass(frozen=True, slots=True)
class Context:
    """Where a drawing stands. `where` names the card or sheet in messages; `file` and `line` are the author's.

    Problems are appended to `problems` and drawing goes on, so that one run tells them all. `stones` are the crossings
    that the serial of this sheet fills, by board. `trim` is what is cut out of the paper (None: nothing is), with ink
    up to `bleed` mm past it, and `edge` the outline it is cut to.

    The drawing shows on one side of face `face` (from 1; 0: nobody knows yet), moved there by `lies`. A `proof` is
    drawn for its author: also what does not fit, and words nearer than its `safe` mm to the edge are told of.
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
    trim: Rect | None = None
    bleed: float = 0.0
    edge: tuple[Segment, ...] = ()
    face: int = 0
    side: Side = "front"
    lies: Matrix = IDENTITY
    proof: Proof | None = None

    @property
    def inks(self) -> tuple[tuple[str, str], ...]:
        """The colours that a text may name, by name."""
        return _inks(self.game.inks)

    def at(self, where: str, file: str, line: int) -> Context:
        """Return the same context for another card or sheet."""
        return replace(self, where=where, file=file, line=line)

    def of(self, where: str, file: str, line: int, face: int, edge: tuple[Segment, ...]) -> Context:
        """Return the same context for the front of another card, which is cut to `edge`."""
        return Context(
            self.game,
            self.lang,
            where,
            self.problems,
            self.icons,
            file,
            line,
            self.shared,
            self.stones,
            self.trim,
            self.bleed,
            edge,
            face,
            proof=self.proof,
        )

    def on(self, face: int, side: Side = "front", lies: Matrix = IDENTITY) -> Context:
        """Return the same context for a side of a face, counted from 1, on which the drawing is moved by `lies`."""
        return replace(self, face=face, side=side, lies=lies)

    def picture(self, name: str, slot: str) -> Art | None:
        """Return the game's picture; None, noted for `slot`, when there is none. An unreadable one is told once."""
        try:
            return self.shared.pictures[name]
        except KeyError:
            self.problem(slot, f'no picture "{name}" in the folder art', near(name, self.shared.pictures))
        except ArtProblem as error:
            if name not in self.shared.unreadable:
                self.shared.unreadable.add(name)
                self.problem(slot, unreadable(self.game.art[name].name, error), error.hint)
        return None

    def problem(self, slot: str, message: str, hint: str = "", lost: float = 0.0) -> None:
        """Note what is wrong with `slot` ("" for the whole drawing); `lost` mm are missing where something is full."""
        told = Problem(self.file, self.line, self._named(slot), message, hint, spot=self._spot, lost=lost)
        self.problems.append(told)

    def note(self, slot: str, message: str, hint: str = "") -> None:
        """Note what to look at in `slot`; it stops nothing."""
        told = Problem(self.file, self.line, self._named(slot), message, hint, note=True, spot=self._spot)
        self.problems.append(told)

    def note_once(self, slot: str, about: str, message: str, hint: str = "") -> None:
        """Note what to look at in `about`, such as a picture: in each slot for the first row alone."""
        key = (slot, about, message)
        if key not in self.shared.told:
            self.shared.told[key] = len(self.problems)
            self.note(slot, message, hint)

    @property
    def _spot(self) -> Spot | None:
        """Somewhere on the face; slots say where, and whoever asked for the piece what it is called."""
        return Spot("", self.face, self.side, 0.0, 0.0, 0.0, 0.0) if self.face else None

    def _named(self, slot: str) -> str:
        named = f'slot "{slot}"' if slot else ""
        return ", ".join(part for part in (self.where, named) if part)


def start(game: Game, lang: str, problems: list[Problem], where: str = "", file: str = "", line: int = 0) -> Context:
    """Return a fresh context for drawings of `game` in `lang`."""
    icons, pictures = (Pictures(paths, game.folder) for paths in (game.icons, game.art))
    return Context(game, lang, where, problems, icons, file, line, Shared(pictures), proof=_proofs.get())


@lru_cache(maxsize=16)
def _inks(inks: tuple[Ink, ...]) -> tuple[tuple[str, str], ...]:
    return tuple(named({ink.id: ink.color for ink in inks}).items())


def box_of(place: Place) -> Rect:
    """Return the rectangle of a slot, not turned."""
    return Rect(place.x, place.y, place.width, place.height)


def text_in(texts: Texts, lang: str) -> str:
    """Return the fixed text in `lang`, else in the first language it has, else ""."""
    return next((text for code, text in texts if code == lang), texts[0][1]) if texts else ""


def cell(row: Row | None, column: str, lang: str) -> str:
    """Return the row's cell, "" without a row (sheets have none)."""
    return row.cell(column, lang) if row is not None else ""


def unreadable(name: str, problem: ArtProblem, what: str = "picture") -> str:
    """Return the sentence that says which picture, the file `name`, cannot be read, where and why."""
    line = f", line {problem.line}" if problem.line else ""
    return f"{what} {name}{line}: {problem.message}"


def near(name: str, names: Mapping[str, object]) -> str:
    """Return the hint that offers the nearest of `names`, or all of them when none is near."""
    return meant(name, names) or (f"there is {listed(sorted(names))}" if names else "")
