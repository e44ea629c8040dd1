"""The page that shows how the parts of a poster go together: the face made small, its parts, its seams, what to do.

Part of laying tiles; knows no game. All lengths are mm.
"""

from __future__ import annotations

from pnp.layout import text
from pnp.layout.furniture import FAMILY, Slug
from pnp.layout.piece import Piece
from pnp.layout.tile_marks import BOLD, disc
from pnp.layout.tilings import Tile, Tiling
from pnp.scene import BLACK, WHITE, Group, Path, Rect, Segment, Shape, Stroke, line, moved, rectangle
from pnp.units import MM_PER_PT

TITLE, STEP = 20.0, 11.0  # pt
LEADING = 1.35
ABOVE = 8.0  # mm: from the steps to the picture
STEPS = ("tile_step_cut", "tile_step_glue", "tile_step_trim")
EDGE, DASH = 0.35, (1.6, 1.0)  # mm: lines of the picture
LARGEST = 0.5  # of its own size: a picture is no second poster
NAME, RING = 13.0, 4.2  # pt and mm: the names of the parts
SMALLEST_RING = RING / 2  # mm: names of 6.5 pt
SEAM, DISC = 6.5, 1.8  # pt and mm: the letters of the seams


def assembly(piece: Piece, tiling: Tiling, face: Shape, slug: Slug) -> Group:
    """Return the drawing inside the room of the first part: words at the top, the picture beneath them."""
    room = tiling.block
    y = room.y + TITLE * MM_PER_PT
    shapes: list[Shape] = [*_title(slug.word("tile_picture"), Rect(room.x, y, room.width, 0.0))]
    y += 2.0
    for number, key in enumerate(STEPS, 1):
        style = text.Style(FAMILY, size=STEP, smallest=8.0, leading=LEADING)
        box = Rect(room.x + 6.0, y + 2.4, room.width - 6.0, room.bottom - y)
        try:
            block = text.fit(slug.word(key), box, style, {})
        except text.Overfull:  # a page so small that it has room for the picture alone
            break
        baseline = box.y + text.capital(FAMILY, style.weight, STEP)
        shapes.append(text.label(f"{number}", room.x, baseline, family=FAMILY, weight=BOLD, size=STEP))
        shapes += block.shapes
        y = box.y + block.height
    below = Rect(room.x, y + ABOVE, room.width, max(1.0, room.bottom - y - ABOVE))
    return Group((*shapes, _picture(piece, tiling, face, below)), label=slug.word("tile_picture"))


def _title(words: str, box: Rect) -> tuple[Shape, ...]:
    style = text.Style(FAMILY, BOLD, size=TITLE, smallest=8.0, wrap=False, valign="baseline")
    try:
        return text.fit(words, box, style, {}).shapes
    except text.Overfull:
        return ()


def _picture(piece: Piece, tiling: Tiling, face: Shape, room: Rect) -> Group:
    """Return the face made small at the top left of `room`, with its parts, their names and the letters of seams.

    Names and letters are left out where the parts are too small for them.
    """
    scale = min(LARGEST, room.width / piece.width, room.height / piece.height)
    trim = Rect(0.0, 0.0, piece.width, piece.height)
    small = Group((face,), (scale, 0.0, 0.0, scale, 0.0, 0.0), clip=Path(rectangle(trim)))
    outline = rectangle(Rect(0.0, 0.0, piece.width * scale, piece.height * scale))
    shapes: list[Shape] = [small, Path(outline, stroke=Stroke(BLACK, EDGE))]
    seen = {tile: _seen(tile, tiling, trim, scale) for tile in tiling.tiles}
    cuts: list[Segment] = []
    for _, one, other in tiling.seams():
        box = seen[other]
        upright = one.row == other.row
        cuts += line(box.x, box.y, box.x, box.bottom) if upright else line(box.x, box.y, box.right, box.y)
    shapes += (Path(tuple(cuts), stroke=Stroke(WHITE, 3 * EDGE)), Path(tuple(cuts), stroke=Stroke(BLACK, EDGE, DASH)))
    least = min(min(box.width, box.height) for box in seen.values()) / 2
    lettered = least - DISC >= SMALLEST_RING
    ring = min(RING, least - (DISC if lettered else EDGE))
    if ring >= SMALLEST_RING:
        shapes += (disc(tile.name, *_middle(box), ring, NAME * ring / RING) for tile, box in seen.items())
    for letter, one, other in tiling.seams() if lettered else ():
        box, (x, y) = seen[other], _middle(seen[other])
        shapes.append(disc(letter, *((box.x, y) if one.row == other.row else (x, box.y)), DISC, SEAM))
    return Group(tuple(shapes), moved(room.x, room.y))


def _seen(tile: Tile, tiling: Tiling, trim: Rect, scale: float) -> Rect:
    """Return what is seen of a part when all are glued, made small: up to where the next ones lie on it."""
    right = tiling.tile(tile.row, tile.column + 1).part.x if tile.column + 1 < tiling.columns else trim.right
    bottom = tiling.tile(tile.row + 1, tile.column).part.y if tile.row + 1 < tiling.rows else trim.bottom
    x, y = max(tile.part.x, trim.x), max(tile.part.y, trim.y)
    return Rect(x * scale, y * scale, (right - x) * scale, (bottom - y) * scale)


def _middle(box: Rect) -> tuple[float, float]:
    return box.x + box.width / 2, box.y + box.height / 2
