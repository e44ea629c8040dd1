"""Reads the game again when its files change, and draws again what that changes. Knows no browser.

A desk has a view for each language and ink somebody looks at. A view draws piece by piece, the quick ones first, so
that a page shows a changed card before a booklet is set again.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Condition, Lock
from typing import TypeAlias

from pnp.build.order import Ink
from pnp.build.proof import SAFE, Proof, proof, sides_of
from pnp.data import load
from pnp.data.frame import RulesSlot
from pnp.data.game import Game
from pnp.data.prints import Booklet, Box, Deck, Poster, Print, Sheet, Standees
from pnp.errors import DataError, Problem, Side
from pnp.scene import Shape
from pnp.values import dataclass, field, replace
from pnp.watch.folder import Stamps, pictures, stamps

AT_ONCE = 0.15  # seconds of drawing before a page is shown what there is
SETTLED = 0.03  # seconds in which nothing is written: editors empty a file before they fill it
TRIES = 10

Key: TypeAlias = tuple[str, Ink]
Place: TypeAlias = tuple[int, Side]


@dataclass(frozen=True, slots=True)
class Clock:
    """The time in seconds that only grows, and how to wait."""

    ticks: Callable[[], float]
    sleep: Callable[[float], None]


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read of the folder: the last sound game (None: there was none yet), and why there is no newer one.

    `number` grows with each change; `art` stands for what is in pictures and fonts.
    """

    number: int
    game: Game | None
    problems: tuple[Problem, ...]
    art: Stamps

    @property
    def stale(self) -> bool:
        """Whether the game is older than its files."""
        return bool(self.problems)


@dataclass(frozen=True, slots=True)
class Drawn:
    """A proof with what it was made from, when each of its sides last changed, and how long it took in seconds."""

    basis: object
    proof: Proof
    versions: dict[Place, int]
    seconds: float


@dataclass(slots=True)
class View:
    """A game in one language and ink, as far as it is drawn."""

    lang: str
    ink: Ink
    pieces: dict[str, Drawn] = field(default_factory=dict)
    waiting: list[str] = field(default_factory=list)
    number: int = 0  # of the reading that it shows
    lock: Lock = field(default_factory=Lock)
    pictures: dict[tuple[str, Place], tuple[int, bytes]] = field(default_factory=dict)

    def side(self, piece: str, place: Place) -> tuple[Proof, Shape, int] | None:
        """Return a side with its proof and version, None when there is no such side."""
        drawn = self.pieces.get(piece)
        faces = drawn.proof.piece.faces if drawn else ()
        if drawn is None or not 1 <= place[0] <= len(faces):
            return None
        shape = dict(sides_of(faces[place[0] - 1])).get(place[1])
        return (drawn.proof, shape, drawn.versions[place]) if shape is not None else None


class Desk:
    """One game's folder, watched. `wanted` are the ids of the pieces to draw, none for all."""

    def __init__(
        self, folder: Path, shared: Path, shown: str, clock: Clock, wanted: tuple[str, ...] = (), safe: float = SAFE
    ) -> None:
        self.folder, self.shared, self.shown = folder, shared, shown
        self.clock, self.wanted, self.safe = clock, wanted, safe
        self.changed = Condition()
        self.closed = False
        self.known: dict[Key, View] = {}
        self._stamps = self._settled()
        self.reading = self._read(1, None)

    @property
    def pieces(self) -> tuple[str, ...]:
        """The ids of all that the game prints, none before it could be read."""
        return tuple(found.id for found in self.reading.game.prints) if self.reading.game else ()

    def look(self) -> bool:
        """Read the game again if a file changed, and wake who waits for it; say whether one did."""
        if stamps((self.folder, self.shared)) == self._stamps:
            return False
        self._stamps = self._settled()
        made = self._read(self.reading.number + 1, self.reading.game)
        with self.changed:
            self.reading = made
            self.changed.notify_all()
        return True

    def watch(self, pause: float) -> None:
        """Look again every `pause` seconds until the desk is closed."""
        while not self.closed:
            self.look()
            self.clock.sleep(pause)

    def close(self) -> None:
        """Let nobody wait any longer."""
        self.closed = True
        with self.changed:
            self.changed.notify_all()

    def wait(self, seen: int, seconds: float) -> bool:
        """Wait until there is a newer reading than number `seen`; False when there is none after so long."""
        with self.changed:
            return self.changed.wait_for(lambda: self.closed or self.reading.number != seen, seconds)

    def view(self, lang: str, ink: Ink, first: str = "") -> View | None:
        """Return the newest view, drawn for a moment longer if it is not complete; None before a game was read.

        The piece `first` is drawn before others. A language that the game does not have becomes its first.
        """
        reading = self.reading
        if reading.game is None:
            return None
        if lang not in reading.game.languages:
            lang = "en" if "en" in reading.game.languages else reading.game.languages[0]
        with self.changed:
            view = self.known.setdefault((lang, ink), View(lang, ink))
        with view.lock:
            self._draw(view, reading, reading.game, first)
        return view

    def _settled(self) -> Stamps:
        """Return the stamps of all files once nobody writes any more."""
        found = stamps((self.folder, self.shared))
        for _ in range(TRIES):
            self.clock.sleep(SETTLED)
            before, found = found, stamps((self.folder, self.shared))
            if found == before:
                break
        return found

    def _read(self, number: int, before: Game | None) -> Reading:
        art = pictures(self._stamps)
        try:
            return Reading(number, load.load(self.folder, self.shared, self.shown), (), art)
        except DataError as error:
            return Reading(number, before, error.problems, art)

    def _draw(self, view: View, reading: Reading, game: Game, first: str) -> None:
        """Draw what the reading changes, for a moment."""
        prints = {found.id: found for found in game.prints if not self.wanted or found.id in self.wanted}
        rest = replace(game, prints=(), notes=(), examples=(), rules=(), profiles=())
        bases = {name: _basis(found, game, rest, reading.art) for name, found in prints.items()}
        old = [name for name in prints if name not in view.pieces or view.pieces[name].basis != bases[name]]
        old.sort(key=lambda name: (name != first, _seconds(view.pieces.get(name), prints[name])))
        began = start = self.clock.ticks()
        while old and (start == began or start - began + _seconds(view.pieces.get(old[0]), prints[old[0]]) < AT_ONCE):
            name = old.pop(0)
            made = proof(game, prints[name], view.lang, view.ink, self.safe)
            versions = _versions(made, view.pieces.get(name), reading.number)
            done = self.clock.ticks()
            view.pieces[name] = Drawn(bases[name], made, versions, done - start)
            start = done
        view.pieces = {name: view.pieces[name] for name in prints if name in view.pieces}
        view.waiting, view.number = old, reading.number


def _basis(found: Print, game: Game, rest: Game, art: Stamps) -> object:
    """Return all that the drawing of a print depends on."""
    of = next(sheet for sheet in game.sheets if sheet.id == found.of) if isinstance(found, Poster) else None
    return found, of, game.rules if _shows_rules(of or found) else (), rest, art


def _shows_rules(found: Print) -> bool:
    """Say whether rules stand on a print."""
    match found:
        case Deck() | Sheet() | Standees():
            frames = [frame for card in found.cards for frame in (card.front, card.back) if frame]
        case Box():
            frames = [found.front, found.back]
        case _:
            return True  # booklets do, and others have few words
    return any(
        isinstance(slot, RulesSlot) for frame in {id(frame): frame for frame in frames}.values() for slot in frame.slots
    )


def _seconds(before: Drawn | None, found: Print) -> float:
    """Return how long a piece will take to draw; text that runs over pages takes longest."""
    if before is not None:
        return before.seconds
    return 1.0 if isinstance(found, Booklet) else 0.0


def _versions(made: Proof, before: Drawn | None, number: int) -> dict[Place, int]:
    """Return for each side the number of the reading that last changed it."""
    known = _shapes(before.proof) if before and _size(before.proof) == _size(made) else {}
    old = before.versions if before else {}
    return {place: old[place] if known.get(place) == shape else number for place, shape in _shapes(made).items()}


def _shapes(made: Proof) -> dict[Place, Shape]:
    return {(at, side): shape for at, face in enumerate(made.piece.faces, 1) for side, shape in sides_of(face)}


def _size(made: Proof) -> tuple[float, float, float, float | None]:
    piece = made.piece
    return piece.width, piece.height, piece.bleed, piece.radius
