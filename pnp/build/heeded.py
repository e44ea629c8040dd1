"""Which choices of an order made a difference to what is printed, so that who chose in vain can be told.

After laying out: a choice is heeded when at least one file of all games is other for it. Options are called as they
are typed. Knows no page.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pnp.layout.cutting import AS_CUT
from pnp.layout.geometry import How, Imposed, Stock
from pnp.layout.grids import own_page
from pnp.layout.page_order import by_hand
from pnp.layout.piece import Piece
from pnp.layout.room import is_marked
from pnp.layout.trimming import NEIGHBOURS

if TYPE_CHECKING:
    from pnp.build.order import Job, Order

ONE_SIDED = "no sheet has two sides"
NO_MARKS = "no piece is cut out along marks"


def heeded(parts: Sequence[Piece], stock: Stock, how: How, imposed: Imposed, *, packed: bool) -> frozenset[str]:
    """Return the options that can make a difference to pieces on one paper; `parts` share its sheets if `packed`."""
    cut = [piece for piece in parts if piece.cut and piece.laying == "grid"]
    marked = any(is_marked(piece, stock, AS_CUT) and own_page(piece, stock) is None for piece in cut)
    bare = how.cutting.marks == "none" and any(piece.laying != "grid" for piece in parts)
    parted = how.cutting.bleed == "none" or not stock.cells
    two_sided = imposed.two_sided
    found = {
        "--backs": two_sided if by_hand(how.backs) else any(piece.two_sided for piece in cut),
        "--flip": two_sided,
        "--marks": marked or bare,
        "--mark-length": marked,
        "--mark-offset": marked,
        "--bleed": parted and any(piece.kind in NEIGHBOURS for piece in cut),
        "--corners": (marked or bool(imposed.cuts)) and any(piece.kind == "cards" for piece in cut),
        "--cutter": bool(imposed.cuts),
        "--cut-plan": bool(imposed.knife),
        "--pack": packed,
    }
    return frozenset(option for option, is_heeded in found.items() if is_heeded)


def in_vain(order: Order, jobs: Sequence[Job]) -> Iterator[str]:
    """Yield a sentence for each choice that made no difference to any of the jobs."""
    found = frozenset[str]().union(*(job.heeded for job in jobs))
    for option, typed, why in _chosen(order):
        if option not in found:
            yield f"{typed} changes nothing here: {why}"


def _chosen(order: Order) -> Iterator[tuple[str, str, str]]:
    """Yield each choice that is not as usual: its option, as it was typed, and why it may be in vain."""
    how, cutting = order.how, order.how.cutting
    if how.backs != "duplex":
        why = ONE_SIDED if by_hand(how.backs) else "no piece that is cut out has a back"
        yield "--backs", f"--backs {how.backs}", why
    if how.flip != "long" and order.printer is None and how.backs == "duplex":
        yield "--flip", f"--flip {how.flip}", ONE_SIDED
    if cutting.marks != AS_CUT.marks:
        yield "--marks", f"--marks {cutting.marks}", NO_MARKS
    if cutting.length != AS_CUT.length:
        yield "--mark-length", "--mark-length", NO_MARKS
    if cutting.offset is not None:
        yield "--mark-offset", "--mark-offset", NO_MARKS
    if cutting.bleed:
        yield "--bleed", f"--bleed {cutting.bleed}", "no piece is cut apart from a neighbour"
    if cutting.corners is not None:
        yield "--corners", "--corners", "no card is cut out"
    if cutting.cutter:
        yield "--cutter", f"--cutter {cutting.cutter}", "no piece can be cut by a machine"
    if order.cut_plan:
        yield "--cut-plan", "--cut-plan", "no piece is cut apart with a knife"
    if order.pack:
        yield "--pack", "--pack", "no pieces can share a sheet"
