"""What a build will take before it is printed: sheets, ink in full and in the low-ink twin, strokes, minutes, money.

Counts from the very jobs that `plan` makes, so whatever an order asks for is in it. Pages are drawn to weigh their ink
as for the print plan; nothing is written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from pnp.build.order import Job, Order
from pnp.build.planning import plan
from pnp.build.writing import ROUGH, pdf
from pnp.data.game import Game
from pnp.layout.geometry import Imposed
from pnp.layout.handwork import Laid, seconds
from pnp.layout.page_order import by_hand
from pnp.layout.piece import Piece
from pnp.layout.print_plan import LOADS, Entry, Load
from pnp.layout.strokes import SECONDS, strokes
from pnp.values import dataclass, replace

A4 = 210.0 * 297.0  # mm²: ink is told in A4 pages that are covered all over
INK = 0.4
"""Millilitres of ink for an A4 page covered all over, a rule of thumb. Makers tell for how many pages of ISO/IEC 24712
a bottle lasts; on these an ink covers about a twentieth. 127 ml for 7,500 pages make 0.34 ml, 135 ml for 6,000 make
0.45 ml. A colour that is mixed of two inks takes more, and cleaning the heads is not in it."""


@dataclass(frozen=True, slots=True)
class Part:
    """One piece on sheets: how many finished things, and the seconds that hands take over them."""

    id: str
    title: str
    things: int
    hands: int


@dataclass(frozen=True, slots=True)
class Item:
    """One job: `sheets` of `paper` (its id) for `load`, printed on `pages` sides, parted by so many `strokes`.

    `full` and `low` are the ink on it, in A4 pages covered all over; `area` is that of its pages, in A4. It is not
    `counted` when it takes the place of the piece called `instead_of`. `machined`: a machine cuts it.
    """

    game: str
    id: str
    title: str
    paper: str
    load: Load
    parts: tuple[Part, ...]
    sheets: int
    pages: int
    both: bool
    area: float
    full: float
    low: float
    strokes: int
    counted: bool
    instead_of: str
    machined: bool = False

    @property
    def cut(self) -> int:
        """The seconds that the strokes take."""
        return self.strokes * SECONDS

    @property
    def hands(self) -> int:
        """The seconds that hands take after that."""
        return sum(part.hands for part in self.parts)


@dataclass(frozen=True, slots=True)
class Prices:
    """What a sheet for each load and a millilitre of ink cost, in any money; None: not asked for."""

    sheets: Mapping[Load, float]
    ink: float | None = None
    per_page: float = INK


@dataclass(frozen=True, slots=True)
class Cost:
    """What paper and ink cost, None for what has no price."""

    paper: float | None
    full: float | None
    low: float | None


@dataclass(frozen=True, slots=True)
class Total:
    """What is counted of a game."""

    sheets: Mapping[tuple[Load, str], int]
    pages: int
    full: float
    low: float
    strokes: int
    cut: int
    hands: int
    cost: Cost


def jobs(games: Sequence[Game], order: Order, words: Callable[[str], Mapping[str, str]]) -> tuple[tuple[Job, Job], ...]:
    """Return each job that holds pieces, in full ink and as its low-ink twin. Raises DataError."""
    wanted = replace(order, cut_plan=False)
    full, low = (plan(games, replace(wanted, ink="full"), words), plan(games, replace(wanted, ink="low"), words))
    pairs = zip(_of_pieces(full), _of_pieces(low), strict=True)
    return tuple(pairs)


def _of_pieces(planned: Sequence[Job]) -> list[Job]:
    return [job for job in planned if job.parts]


def items(found: Sequence[tuple[Job, Job]], order: Order) -> Iterator[Item]:
    """Yield what each pair of jobs takes; both are drawn to weigh their ink, so it takes as long as two builds."""
    for full, low in found:
        if full.imposed is not None:
            yield _item(full, low, full.imposed, order)


def _item(full: Job, low: Job, imposed: Imposed, order: Order) -> Item:
    peeled = order.paper.cells is not None and full.paper == order.paper.id
    sheets = imposed.knife or imposed.blocks
    entries = [_entry(piece, full, imposed, order) for piece in full.parts]
    laid = Laid(
        sheets=imposed.sheets,
        parts=imposed.sheets,
        peeled=peeled,
        folded=imposed.folded,
        machined=bool(imposed.cuts),
    )
    parts = tuple(
        Part(
            entry.piece.id,
            entry.piece.title,
            entry.piece.count,
            seconds(entry.piece, entry.way, replace(laid, folded=laid.folded and not number)),
        )
        for number, entry in enumerate(entries)
    )
    return Item(
        game=full.path.parts[0],
        id=full.parts[0].id if len(full.parts) == 1 else full.path.name.partition(f"-{full.paper}")[0],
        title=full.title,
        paper=full.paper,
        load="label" if peeled else entries[0].load,
        parts=parts,
        sheets=imposed.sheets,
        pages=len(imposed.pages),
        both=imposed.two_sided,
        area=sum(page.width * page.height for page in imposed.pages) / A4,
        full=_ink(full, ROUGH),
        low=_ink(low, None),
        strokes=sum(strokes(sheet).piled for sheet in sheets),
        counted=full.counted,
        instead_of=full.instead_of,
        machined=bool(imposed.cuts),
    )


def _entry(piece: Piece, job: Job, imposed: Imposed, order: Order) -> Entry:
    """Return the piece as the print plan has it, which knows what becomes of it."""
    return Entry(
        piece=piece,
        sheets=imposed.sheets,
        both=imposed.two_sided,
        paper=job.paper,
        folded=imposed.folded,
        by_hand=by_hand(order.how.backs),
        parts=imposed.per_page if piece.kind == "booklet" else imposed.sheets,
    )


def _ink(job: Job, dpi: float | None) -> float:
    from pnp.render.png import coverage

    data = pdf(job.document)
    shares = coverage(data) if dpi is None else coverage(data, dpi)
    pages = zip(shares, job.document.pages, strict=True)
    return sum(share * page.width * page.height for share, page in pages) / A4


def total(found: Sequence[Item], prices: Prices) -> Total:
    """Return the sum of what is counted."""
    counted = [item for item in found if item.counted]
    sheets: dict[tuple[Load, str], int] = {}
    for item in sorted(counted, key=lambda item: LOADS.index(item.load)):
        sheets[item.load, item.paper] = sheets.get((item.load, item.paper), 0) + item.sheets
    full, low = sum(item.full for item in counted), sum(item.low for item in counted)
    priced = {load for load, _ in sheets} <= set(prices.sheets)
    paper = sum(number * prices.sheets[load] for (load, _), number in sheets.items()) if priced and sheets else None
    inks = [None if prices.ink is None else pages * prices.per_page * prices.ink for pages in (full, low)]
    return Total(
        sheets=sheets,
        pages=sum(item.pages for item in counted),
        full=full,
        low=low,
        strokes=sum(item.strokes for item in counted),
        cut=sum(item.cut for item in counted),
        hands=sum(item.hands for item in counted),
        cost=Cost(paper, *inks),
    )
