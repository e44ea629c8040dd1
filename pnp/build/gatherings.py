"""A long deck printed a few sheets at a time, so that it takes no more memory than a short one. Part of planning.

Which cards make a gathering depends on the deck and the paper alone, and a gathering on its own cards alone: what comes
out is the same however many processes draw it, and drawing one card anew is drawing one gathering anew.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from pnp.build.hands import shared_out
from pnp.build.kept import Part, packed, unpacked
from pnp.build.order import Order, language
from pnp.build.stamps import data_sum
from pnp.build.store import Store
from pnp.data.game import Game
from pnp.data.prints import Deck
from pnp.errors import Problem, faults, notes
from pnp.layout.folding import pairs, prepared
from pnp.layout.furniture import Slug
from pnp.layout.geometry import Imposed
from pnp.layout.impose import Press, Scheme, as_laid, scheme
from pnp.layout.laying import corrected
from pnp.layout.page_order import printed
from pnp.layout.piece import Face, Piece
from pnp.scene import Page
from pnp.values import dataclass, replace

if TYPE_CHECKING:
    from pnp.pieces.cards import Cards

SHEETS = 14
"""Sheets in a gathering: what all its cards share is drawn again for each, and what one card changes is one of them."""
FEWEST = 100  # cards of a deck that may be long
LOADED = (".csv", ".json", ".md", ".ods", ".toml", ".tsv", ".xlsx")
"""Ends of the files that are read when a game is: what is in them is in the game. Others are read while drawing."""


@dataclass(frozen=True, slots=True)
class Keeping:
    """Where gatherings are kept for the next build.

    `press` tells one press from another, `read` are the sums of the files by path as they were before they were read,
    and `still` says whether they are that now.
    """

    store: Store
    press: str
    read: Mapping[str, str]
    still: Callable[[], bool]


@dataclass(frozen=True, slots=True)
class Means:
    """What a long deck is made with: so many processes, and what earlier builds have kept, where anything is kept."""

    presses: int = 1
    keeping: Keeping | None = None


ALONE = Means()


def long_decks(game: Game, order: Order) -> Iterator[Deck]:
    """Yield the decks that may be printed in gatherings: all that is told of others is told of whole decks alone."""
    if order.only or order.pack or order.serials or order.how.cutting.cutter:
        return
    for found in game.prints:
        if isinstance(found, Deck) and len(found.cards) > FEWEST and found.id in (order.pieces or (found.id,)):
            yield found


class Gatherings:
    """The sheets of one long deck, drawn and written a gathering at a time."""

    def __init__(self, deck: Deck, game: Game, order: Order, slug: Slug) -> None:
        """Raises DoesNotFit and NoSuchSlot."""
        from pnp.pieces.cards import undrawn

        self.deck, self.game, self.order = deck, game, order
        self.lang = language(game, order.lang)
        self.piece = undrawn(deck, self.lang)
        ready, self.notices = prepared(self.piece, order.paper, order.how)
        self.fold = ready.fold
        self.scheme: Scheme = scheme(ready, order.paper, order.how, slug)

    @property
    def spans(self) -> tuple[range, ...]:
        """The sheets of each gathering, counted from 0."""
        sheets = self.scheme.sheets
        return tuple(range(first, min(first + SHEETS, sheets)) for first in range(0, sheets, SHEETS))

    def keys(self, keeping: Keeping) -> tuple[str, ...]:
        """Return for each gathering what decides how it looks: of the deck its own cards, and the room of all sheets.

        A single card with a back gives all sheets two sides.
        """
        game, deck, scheme = self.game, self.deck, self.scheme
        others = tuple(replace(each, cards=()) if isinstance(each, Deck) else each for each in game.prints)
        files = [(path, total) for path, total in sorted(keeping.read.items()) if not path.endswith(LOADED)]
        read = (keeping.press, replace(game, prints=others, examples=(), notes=()), files, deck.id)
        room = replace(scheme.room, number=0), replace(scheme.piece, faces=())  # the number: how full the last is
        start = data_sum(repr((*read, self.order, self.lang, scheme.slug, scheme.sheets, *room)).encode())
        frames = {id(frame): frame for card in deck.cards for frame in (card.front, card.back)}
        looks = {key: data_sum(repr(frame).encode()) for key, frame in frames.items()}
        rows = {line: row for row, line in enumerate(dict.fromkeys(card.row.line for card in deck.cards))}

        def seen(at: int | None) -> object:
            if at is None:
                return None
            card = deck.cards[at]
            cells = tuple(card.row.cells.items())
            return at, rows[card.row.line], card.row.line, cells, looks[id(card.front)], looks[id(card.back)]

        return tuple(
            data_sum(repr((start, span, [seen(at) for sheet in span for at in scheme.on(sheet)])).encode())
            for span in self.spans
        )

    def parts(self, spans: Iterable[range]) -> Iterator[Part]:
        """Yield gatherings as they are drawn."""
        from pnp.pieces.cards import Cards
        from pnp.render.gathering import gather

        cards, press = Cards(self.deck, self.game, self.lang, []), self.scheme.press()
        for span in spans:
            problems: list[Problem] = []
            cards.begin(problems)
            pages = gather(self._pages(span, cards, press))
            once = sorted((number, about) for about, number in cards.ctx.shared.told.items())
            yield Part(pages, tuple(problems), tuple(once))

    def shown(self, told: tuple[Problem, ...]) -> Piece:
        """Return the deck with what there is to tell, and its first face drawn where a print plan shows it in small."""
        from pnp.pieces.cards import Cards

        if self.order.pieces is not None:
            return replace(self.piece, notes=told)
        first = Cards(self.deck, self.game, self.lang, []).face(1)
        (first,) = self._inked(replace(self.piece, faces=(first,))).faces
        return replace(self.piece, faces=(first, *self.piece.faces[1:]), notes=told)

    def _pages(self, span: range, cards: Cards, press: Press) -> tuple[Page, ...]:
        on = [self.scheme.on(sheet) for sheet in span]
        counts = Counter(at for sheet in on for at in sheet if at is not None)
        drawn = tuple(replace(cards.face(at + 1), copies=copies) for at, copies in counts.items())
        laid = self._laid(replace(self.piece, faces=drawn))
        faces: dict[int | None, Face | None] = {None: None, **dict(zip(counts, laid.faces, strict=True))}
        press.begin(laid.faces)
        pages = self.scheme.pages(press, span.start, [[faces[at] for at in sheet] for sheet in on])
        return corrected(pages, self.order.how, self.scheme.room.two_sided)

    def _laid(self, piece: Piece) -> Piece:
        """Return some of the cards as they lie on the paper."""
        paper, how, piece = self.order.paper, self.order.how, self._inked(piece)
        piece = pairs(piece, self.fold) if self.fold else prepared(piece, paper, how)[0]
        return as_laid(piece, paper, how)

    def _inked(self, piece: Piece) -> Piece:
        if self.order.ink != "low":
            return piece
        from pnp.layout.thrift import thrifty

        return thrifty(piece)


def gathered(deck: Deck, game: Game, order: Order, slug: Slug, means: Means) -> tuple[Piece, Imposed] | None:
    """Return a long deck on its written pages, with nothing on its faces but the first.

    None where it is not long, or where it has faults: they are told when it is drawn as a whole. Raises DoesNotFit and
    NoSuchSlot.
    """
    made = Gatherings(deck, game, order, slug)
    spans = made.spans
    if len(spans) < 2:
        return None
    parts = _made(made, means)
    told = _told(parts)
    if faults(told):
        return None
    pages = tuple(page for part in parts for page in part.pages)
    two_sided = made.scheme.room.two_sided
    laid = made.scheme.imposed(printed(pages, order.how.backs) if two_sided else pages)
    notices = (*made.notices, *laid.notices)
    return made.shown(notes(told)), replace(laid, notices=notices, folded=made.fold is not None)


def _made(made: Gatherings, means: Means) -> tuple[Part, ...]:
    """Return all gatherings of a deck: those that are kept as they are, the others drawn."""
    spans, keeping = made.spans, means.keeping
    keys = dict(zip(spans, made.keys(keeping), strict=True)) if keeping else {}
    kept = {span: data for span, key in keys.items() if keeping and (data := keeping.store.get(key))}
    found: dict[range, Part] = {}

    def meanwhile() -> None:
        """Read what is kept, and load what binds all: it takes as long as to draw a gathering."""
        import pnp.render.pdf  # noqa: F401

        found.update((span, part) for span, data in kept.items() if (part := unpacked(data)))

    lacking = [span for span in spans if span not in kept]
    found |= zip(lacking, shared_out(lacking, made.parts, means.presses, meanwhile), strict=True)
    damaged = [span for span in spans if span not in found]
    found |= zip(damaged, made.parts(damaged), strict=True)
    drawn = [*lacking, *damaged]
    if keeping and drawn and keeping.still():
        for span in drawn:
            if not faults(found[span].problems):
                keeping.store.put(keys[span], packed(found[span]))
    return tuple(found[span] for span in spans)


def _told(parts: Sequence[Part]) -> tuple[Problem, ...]:
    """Return what there is to tell of all gatherings: what is told once a deck, for the first card of all."""
    found: dict[object, Problem] = {}
    for part in parts:
        once = dict(part.once)
        for number, problem in enumerate(part.problems):
            same = (problem.file, problem.line, problem.where, problem.message, problem.hint)
            found.setdefault(once.get(number, same), problem)
    return tuple(found.values())
