"""How a piece lies on its paper: orientation, offsets, and who gets the room outside the pieces. Before pages are made.

Bleed comes first, then the page furniture, then the crop marks with what is left; nothing goes beyond the printer's
margin without a notice. Knows no faces. All lengths are mm.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.layout.cutting import Cutting
from pnp.layout.folding import said
from pnp.layout.furniture import Sheet, Slug, Strips, settle
from pnp.layout.geometry import Axis, How, Sides, Stock, axis, measure, outside, paper_name
from pnp.layout.grids import Grid, best, holds, own_page, roomier
from pnp.layout.guides import depths, shortened
from pnp.layout.labels import label_notices
from pnp.layout.machine import Machine
from pnp.layout.marks import NEAR, SHORTEST
from pnp.layout.piece import Piece
from pnp.layout.trimming import with_bleed
from pnp.scene import Rect
from pnp.units import fits, tidy
from pnp.values import dataclass, replace

APART = 0.4  # between the furniture and anything that belongs to a piece
AROUND_SHEET = 1.0  # left free round a sheet that is not cut
BEYOND = 2.5  # how far marks go out from the pieces when the printer's margin leaves them no room


@dataclass(frozen=True, slots=True)
class Room:
    """What all pages of a piece have in common.

    `fronts` and `backs` are the grids with the offsets, `axis` what backs mirror, `own` whether the page is the piece.
    `bleed` and `reach` say how far ink and crop marks may go out from the block of cells on each side of a page.
    `number` counts the slots in use, with those that are passed over before the first. `notices` tell what is not as it
    should be, `wishes` what was asked for and has no room.
    """

    fronts: Grid
    backs: Grid
    axis: Axis
    two_sided: bool
    own: bool
    bleed: Sides
    reach: Sides
    number: int
    strips: Strips | None = None
    notices: tuple[str, ...] = ()
    wishes: tuple[str, ...] = ()


def survey(piece: Piece, stock: Stock, how: How, slug: Slug, machine: Machine | None = None) -> Room:
    """Return how `piece` lies on `stock`: as many on a page as fit.

    Where that leaves no room for marks, bleed or rulers and one sheet holds them all, they lie closer to its middle;
    but cards keep to the full grid, so that few lie where many would. A `machine` has its own grid.
    Raises DoesNotFit.
    """
    if machine:
        return _furnished(_bare(machine.grid, piece, stock, how), piece, stock, how, slug, machine)
    page = own_page(piece, stock)
    if page is not None:
        return _bare(page, piece, stock, how, own=True)
    fullest = _fullest(piece, stock)
    full = _furnished(_bare(fullest, piece, stock, how), piece, stock, how, slug)
    if not (full.notices or full.wishes) or piece.kind == "cards" or stock.cells:
        return full
    good = None if full.notices else full
    number = how.whole or piece.count
    if piece.fold:  # the words on how to fold are worth a sheet that is not quite full
        number = -(-number // -(-number // fullest.count))
    for grid in roomier(fullest, number):
        room = _furnished(_bare(grid, piece, stock, how), piece, stock, how, slug)
        if not (room.notices or room.wishes):
            return room
        good = good or (None if room.notices else room)
    return good or full


def _fullest(piece: Piece, stock: Stock) -> Grid:
    """Return the fullest grid, with all bleed inside the margins where neighbours do not share it and there is room."""
    inked = with_bleed(piece)
    if inked is piece or stock.cells or not holds(inked, stock):
        return best(piece, stock)
    grid, bleed = best(inked, stock), piece.bleed
    made = replace(grid, width=piece.width, height=piece.height, gutter=piece.gutter)
    return made.moved(bleed, bleed)


def _bare(grid: Grid, piece: Piece, stock: Stock, how: How, *, own: bool = False) -> Room:
    """Return a grid with its back and the ways out of its block, without furniture."""
    turning = axis(grid.page_width, grid.page_height, how.flip)
    fronts, backs = offset(grid, stock, turning)
    two_sided = piece.two_sided
    within = Rect(0.0, 0.0, grid.page_width, grid.page_height).grown(0.0 if own else -stock.margin)
    out = outside(fronts.block, within)
    if two_sided:
        out = out.least(outside(backs.block, within))
    bleed = out.each(lambda room: max(0.0, min(piece.bleed, room)))
    return Room(fronts, backs, turning, two_sided, own, bleed, out, piece.count + how.from_slot - 1)


def offset(grid: Grid, stock: Stock, turning: Axis) -> tuple[Grid, Grid]:
    """Return the grids of fronts and backs where the offsets of the paper put them.

    A layout offset stays with the paper, so the flip turns it round on the back; the others belong to the printer.
    """
    (right, down), (all_right, all_down) = stock.layout_offset, stock.printer_offset
    fronts = grid.moved(right + all_right, down + all_down)
    behind = grid.behind(turning).moved(*((-right, down) if turning == "columns" else (right, -down)))
    return fronts, behind.moved(all_right, all_down).moved(*stock.back_offset)


def _furnished(room: Room, piece: Piece, stock: Stock, how: How, slug: Slug, machine: Machine | None = None) -> Room:
    """Return the room with its furniture, with what that leaves to the crop marks, and with the notices."""
    marked, out = is_marked(piece, stock, how.cutting), room.reach
    sheet = Sheet(
        width=room.fronts.page_width,
        height=room.fronts.page_height,
        block=room.fronts.block,
        margin=stock.margin,
        free=out,
        pages=-(-room.number // room.fronts.count) * (2 if room.two_sided else 1),
        flip=("flip_long" if how.flip == "long" else "flip_short") if room.two_sided else None,
        axis=room.axis if room.two_sided else None,
        paper=paper_line(stock),
        corners=machine.corners(room.fronts) if machine else 0.0,
        backs=how.backs,
        said=said(room.fronts, piece.fold),
    )
    ways: list[Sides] = []
    for kept in depths(how.cutting) if marked else (0.0 if piece.cut else AROUND_SHEET,):
        needed = Sides(*(max(piece.bleed, kept),) * 4)
        ways.append(out.each(lambda side, needed: side - needed - APART, needed))
    if machine:
        outer = Sides(*(machine.outside(stock.margin),) * 4)
        ways = [*(way.least(outer) for way in ways), *ways]
    strips = next(filter(None, (settle(replace(sheet, free=free), slug) for free in ways)), None)
    depth = strips.taken if strips else Sides(0.0, 0.0, 0.0, 0.0)
    reach = out.each(lambda side, taken: side - (taken + APART if taken else 0.0), depth)
    narrow = reach.each(lambda side: 0.0 if fits(NEAR + SHORTEST, side) else 1.0)
    reach = reach.each(lambda side, none: min(BEYOND, side + stock.margin) if none else side, narrow)
    notices = tuple(_notices(room, piece, stock, strips, marked and any(narrow.all)))
    wishes = tuple(shortened(piece, reach, room.bleed, how.cutting)) if marked else ()
    return replace(room, reach=reach, strips=strips, notices=notices, wishes=wishes)


def is_marked(piece: Piece, stock: Stock, cutting: Cutting) -> bool:
    """Say whether the piece gets marks or lines: labels are cut already, and some pieces show the line themselves."""
    wanted = stock.crop_marks and (cutting.crop or cutting.lines)
    return wanted and piece.cut and not piece.lined and not stock.cells


def paper_line(stock: Stock) -> str:
    """Return a paper as the notes of a page tell it: its name and its size."""
    name, size = paper_name(stock), measure(stock.width, stock.height)
    return size if name == size else f"{name} {size}"


def _notices(room: Room, piece: Piece, stock: Stock, strips: Strips | None, unmarked: bool) -> Iterator[str]:
    title, paper = piece.title, paper_name(stock)
    if stock.cells:
        yield from label_notices(piece, stock, stock.cells, room.reach)
        return
    least = min(room.reach.all)
    if not fits(0.0, least):
        yield f"{title}: with the offsets of {paper} the pieces reach {tidy(-least)} mm into the printer's margin"
    short = {side: length for side, length in _touched(room) if not fits(piece.bleed, length)}
    if short and piece.cut:
        left = tidy(min(short.values()))
        yield (
            f"{title}: {'none' if left == '0' else f'only {left} mm'} of the {tidy(piece.bleed)} mm bleed is printed"
            f" at the {_joined(list(short))} of the page, where the printable part of {paper} ends"
        )
    if unmarked:
        yield f"{title}: the crop marks have no room inside the margins of {paper}; some may not be printed"
    if not strips:
        yield f"{title}: the margins of {paper} have no room for the rulers and the notes of the page"


def _joined(words: list[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def _touched(room: Room) -> Iterator[tuple[str, float]]:
    """Yield the sides of the block that any page's pieces lie at, with the bleed there."""
    grid, bleed = room.fronts, room.bleed
    full, deep = room.number >= grid.columns, room.number > grid.count - grid.columns
    turned = (room.two_sided and room.axis == "columns", room.two_sided and room.axis == "rows")
    sides = {"left": (True, bleed.left), "right": (full or turned[0], bleed.right)}
    sides |= {"top": (True, bleed.top), "bottom": (deep or turned[1], bleed.bottom)}
    yield from ((name, length) for name, (touched, length) in sides.items() if touched)
