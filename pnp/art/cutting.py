"""What an element is cut to and what hides it: clip paths as outlines, masks as light and dark shapes.

Between the reader of SVG, which lends it the drawing of elements, and the scene.
"""

from __future__ import annotations

from collections.abc import Callable

from pnp.art.geometry import SHAPES, measure, region, shape_outline, transform
from pnp.art.paint import Ids
from pnp.art.problem import ArtProblem
from pnp.art.recolor import painted
from pnp.art.style import Sheet, Style, Where
from pnp.art.tree import WORDS, Node
from pnp.extent import area, backwards, extent, through, union
from pnp.scene import IDENTITY, WHITE, Group, Image, Matrix, Path, Rect, Segment, Shape, moved, rectangle, times
from pnp.values import dataclass, replace

_MASK = ("-10%", "-10%", "120%", "120%")  # where a mask shows anything, unless it says so
_PASSED = frozenset(("", WORDS, "title", "desc", "metadata", "style"))


@dataclass(frozen=True, slots=True)
class Cut:
    """Outlines that an element is cut to, the first outermost, and masks; in the element's own coordinates."""

    clips: tuple[Path, ...] = ()
    masks: tuple[tuple[Shape, ...], ...] = ()


class Cutter:
    """Reads `clip-path` and `mask` of the elements of one file; `draw` returns the shapes of an element."""

    def __init__(self, root: Node, ids: Ids, sheet: Sheet, draw: Callable[[Node, Where], list[Shape]]) -> None:
        self.root, self.ids, self.sheet, self.draw = root, ids, sheet, draw
        self._parents: dict[int, Node] | None = None

    def cut(self, style: Style, shapes: list[Shape], where: Where) -> Cut | None:
        """Return what the drawn `shapes` of an element are cut to; None: nothing of them is left. Raises ArtProblem."""
        clips: list[Path] = []
        masks: list[tuple[Shape, ...]] = []
        value, seen = style["clip-path"], where
        while value != "none":
            node = self.ids.url(value, "clipPath")
            if node in seen.used:
                raise ArtProblem("clips itself in a circle", line=node.line)
            own = self.sheet.of(node, None)
            seen = Where(None, where.width, where.height, (*seen.used, node))
            try:
                parts = self._parts(node, own, seen, _over(node, "clipPathUnits", shapes))
            except ArtProblem as problem:
                raise problem.at(node.line, "<clipPath>") from None
            if not parts:
                return None
            clip = _united(parts)
            if clip is None:
                masks.append(tuple(parts))
            else:
                clips.append(clip)
            value = own["clip-path"]
        if style["mask"] != "none":
            mask = self._mask(style["mask"], shapes, where)
            if not mask:
                return None
            masks.append(mask)
        return Cut(tuple(clips), tuple(masks))

    def _parts(self, node: Node, own: Style, where: Where, matrix: Matrix) -> list[Shape]:
        matrix = times(matrix, transform(own["transform"]))
        return [part for child in node.children for part in self._part(child, own, where, matrix)]

    def _part(self, node: Node, parent: Style, where: Where, matrix: Matrix) -> list[Shape]:
        """Return what a child of a <clipPath> leaves to be seen, in white."""
        style = self.sheet.of(node, parent)
        if node.tag in _PASSED or style["display"] == "none" or style["visibility"] != "visible":
            return []
        matrix = times(matrix, transform(style["transform"]))
        if node.tag == "use":
            target = self.ids.find(node.attrib.get("href", ""), *SHAPES)
            place = moved(measure(node, "x", where.width), measure(node, "y", where.height))
            parts = self._part(target, style, where, times(matrix, place))
        elif node.tag in SHAPES:
            outline = through(shape_outline(node, where.width, where.height), matrix)
            parts = [Path(outline, WHITE, evenodd=style["clip-rule"] == "evenodd")] if outline else []
        else:
            raise ArtProblem(f"<{node.tag}> cannot stand inside <clipPath>", "use shapes and paths", node.line)
        if style["clip-path"] == "none" or not parts:
            return parts
        back: list[Shape] = [Path(shape_outline(node, where.width, where.height))] if node.tag in SHAPES else parts
        cut = self.cut(style, back, where)
        if cut is None:
            return []
        for clip in cut.clips:
            parts = [Group(tuple(parts), clip=replace(clip, segments=through(clip.segments, matrix)))]
        for mask in cut.masks:
            parts = [Group(tuple(parts), mask=(Group(mask, matrix),))]
        return parts

    def _mask(self, value: str, shapes: list[Shape], where: Where) -> tuple[Shape, ...]:
        """Return what is light where an element shows: the colours as greys of their lightness, as SVG weighs them."""
        node = self.ids.url(value, "mask")
        if node in where.used:
            raise ArtProblem("masks itself in a circle", line=node.line)
        style = self.sheet.of(node, self._inherited(node))
        if style["color-interpolation"] == "linearRGB":
            raise ArtProblem("<mask>: color-interpolation linearRGB is not supported", "use sRGB", node.line)
        over = _over(node, "maskContentUnits", shapes, "userSpaceOnUse")
        boxed = over != IDENTITY or node.attrib.get("maskContentUnits") == "objectBoundingBox"
        width, height = (1.0, 1.0) if boxed else (where.width, where.height)
        inside = Where(style, width, height, (*where.used, node))
        by_alpha = style["mask-type"] == "alpha"
        drawn = [shape for child in node.children for shape in self.draw(child, inside)]
        if by_alpha and any(map(_has_pixels, drawn)):
            raise ArtProblem("<mask>: pixels in a mask by alpha are not supported", "cut the picture itself", node.line)
        lit = tuple(painted(shape, _white if by_alpha else _grey) for shape in drawn)
        room = region(node.attrib, "maskUnits", _box(shapes), (where.width, where.height), _MASK)
        if not lit or room.width <= 0 or room.height <= 0:
            return ()
        mask: tuple[Shape, ...] = (Group((Group(lit, over),), clip=Path(rectangle(room))),)
        cut = self.cut(style, shapes, replace(where, used=(*where.used, node)))
        if cut is None:
            return ()
        for clip in cut.clips:
            mask = (Group(mask, clip=clip),)
        for other in cut.masks:
            mask = (Group(mask, mask=other),)
        return mask

    def _inherited(self, node: Node) -> Style | None:
        """Return the style of what `node` stands in, by its place in the file."""
        if self._parents is None:
            self._parents = {id(child): parent for parent in self.root.everything() for child in parent.children}
        parent = self._parents.get(id(node))
        return None if parent is None else self.sheet.of(parent, self._inherited(parent))


def _box(shapes: list[Shape]) -> Rect:
    return union(extent(shape, strokes=False) for shape in shapes) or Rect(0, 0, 0, 0)


def _over(node: Node, units: str, shapes: list[Shape], otherwise: str = "userSpaceOnUse") -> Matrix:
    """Return the matrix from the coordinates of a clip's or mask's content to those of the element."""
    if node.attrib.get(units, otherwise) != "objectBoundingBox":
        return IDENTITY
    box = _box(shapes)
    return (box.width, 0.0, 0.0, box.height, box.x, box.y)


def _has_pixels(shape: Shape) -> bool:
    return isinstance(shape, Image) or (isinstance(shape, Group) and any(map(_has_pixels, shape.children)))


def _white(_: str) -> str:
    return WHITE


def _grey(color: str) -> str:
    """Return the grey of a colour's luminance (SVG 1.1, 14.4): PDF weighs colours otherwise, greys alike."""
    red, green, blue = bytes.fromhex(color[1:])
    return "#" + 3 * f"{round(0.2125 * red + 0.7154 * green + 0.0721 * blue):02x}"


def _united(parts: list[Shape]) -> Path | None:
    """Return one outline that covers what any of the parts covers; None when that takes more than one outline.

    With the non-zero rule outlines that run the same way round unite; so all are turned clockwise first.
    """
    if len(parts) == 1 and isinstance(parts[0], Path):
        return replace(parts[0], fill=None)
    segments: list[Segment] = []
    for part in parts:
        if not isinstance(part, Path) or (part.evenodd and sum(segment[0] == "M" for segment in part.segments) > 1):
            return None
        segments += backwards(part.segments) if area(part.segments) < 0 else part.segments
    return Path(tuple(segments))
