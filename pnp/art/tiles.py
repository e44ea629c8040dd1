"""Fills that repeat: a <pattern> as copies of one tile over a shape. Lends the drawing of elements from the reader."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, floor

from pnp.art.geometry import fitted, region, transform, viewbox
from pnp.art.paint import Ids
from pnp.art.problem import ArtProblem
from pnp.art.style import Sheet, Where
from pnp.art.tree import Node
from pnp.extent import bounds, extent, moved_box, union
from pnp.scene import IDENTITY, Group, Matrix, Path, Rect, Segment, Shape, inverse, moved, rectangle, times

_MOST = 4000  # copies: a fine pattern over a large shape would make pages that no printer finishes
_LAP = 200  # tiles that stick out overlap by this part of their size
_EDGE = 1e-6  # parts of a tile: a copy that only touches the shape is none


def tiled(
    node: Node,
    outline: tuple[Segment, ...],
    where: Where,
    ids: Ids,
    sheet: Sheet,
    draw: Callable[[Node, Where], list[Shape]],
) -> tuple[Shape, ...]:
    """Return the copies of the pattern's tile that cover `outline`, uncut. Raises ArtProblem."""
    if node in where.used:
        raise ArtProblem("is filled with itself in a circle", line=node.line)
    values, owner = _inherited(node, ids)
    box = bounds(outline) or Rect(0, 0, 0, 0)
    tile = region(values, "patternUnits", box, (where.width, where.height), ("0", "0", "0", "0"))
    matrix = transform(values.get("patternTransform", ""))
    back = inverse(matrix)
    if tile.width <= 0 or tile.height <= 0 or back is None:
        return ()
    inside = Where(sheet.of(owner, None), where.width, where.height, (*where.used, node))
    shapes = tuple(shape for child in owner.children for shape in draw(child, inside))
    drawn = _one(shapes, _inner(values, tile, box), tile)
    reach = moved_box(box, back)
    columns = _steps(reach.x - tile.x, reach.right - tile.x, tile.width)
    rows = _steps(reach.y - tile.y, reach.bottom - tile.y, tile.height)
    if len(columns) * len(rows) > _MOST:
        many = f"<pattern> repeats {len(columns) * len(rows)} times over one shape"
        raise ArtProblem(many, f"at most {_MOST}: draw more into one tile", node.line)
    if drawn is None:
        return ()
    copies = (Group((drawn,), times(matrix, moved(tile.x + x * tile.width, tile.y + y * tile.height)))
              for y in rows for x in columns)  # fmt: skip
    return tuple(copies)


def _inherited(node: Node, ids: Ids) -> tuple[dict[str, str], Node]:
    """Follow `href` from pattern to pattern: attributes that one leaves open, and the first with something in it."""
    values: dict[str, str] = {}
    seen: list[Node] = []
    owner = None
    while True:
        values = {name: value for name, value in node.attrib.items() if name != "href"} | values
        seen.append(node)
        if owner is None and any(child.tag for child in node.children):
            owner = node
        if "href" not in node.attrib:
            return values, owner or node
        node = ids.find(node.attrib["href"], "pattern")
        if node in seen:
            raise ArtProblem("patterns refer to each other in a circle", line=node.line)


def _inner(values: dict[str, str], tile: Rect, box: Rect) -> Matrix:
    """Return the matrix from the coordinates of the content to those of a tile at (0, 0)."""
    node = Node("pattern", values, 0)
    seen = viewbox(node)
    if seen is not None:
        return fitted(seen, Rect(0, 0, tile.width, tile.height), values.get("preserveAspectRatio", ""))[0]
    if values.get("patternContentUnits") == "objectBoundingBox":
        return (box.width, 0.0, 0.0, box.height, 0.0, 0.0)
    return IDENTITY


def _one(shapes: tuple[Shape, ...], matrix: Matrix, tile: Rect) -> Group | None:
    """Return one tile from (0, 0), cut at its edges where something sticks out."""
    if not shapes:
        return None
    whole = Group(shapes, matrix)
    reach = extent(whole)
    room = Rect(0, 0, tile.width, tile.height)
    out = reach is None or union((reach, room)) != room
    edge = room.grown(min(tile.width, tile.height) / _LAP)  # or a hairline would show between copies
    return Group((whole,), clip=Path(rectangle(edge)) if out else None, once=True)


def _steps(low: float, high: float, step: float) -> range:
    return range(floor(low / step + _EDGE), ceil(high / step - _EDGE))
