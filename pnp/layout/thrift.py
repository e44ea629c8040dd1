"""The low-ink twin of a drawing: same places and sizes, areas become outlines on white paper.

Between pieces and pages. Knows shapes, no game and no renderer. A lighter design, not a grey filter: silhouettes turn
into line art with their white cuts as lines, what covered something still covers it, light words turn dark, small marks
and thin lines stay as they are.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from itertools import chain
from typing import assert_never

from pnp.extent import area, backwards, bounds, extent, scale, union
from pnp.layout.contrast import READABLE, darkened, flat, is_paper
from pnp.layout.grounds import Ground, under
from pnp.layout.piece import Piece
from pnp.layout.silhouettes import covers, halo, has_white, largest, lettering, runs, slender, widened
from pnp.scene import (
    IDENTITY,
    WHITE,
    Color,
    Group,
    Image,
    Layer,
    Link,
    Path,
    Rect,
    Shape,
    Stroke,
    Text,
    rectangle,
)
from pnp.values import replace

LINE = 0.3  # mm: width of outlines
SMALL = 4.0  # mm²: filled areas up to this stay filled
SPECK = 1.0  # mm²: white details up to this turn to solid ink, as an outline would close up
THIN = 1.0  # mm: lines, bars and rings up to this breadth stay; white ones turn to the ink they were cut into
LARGE, BOLD = 12.0, 0.5  # mm: letters of this size become outlines, drawn with this line
HALO = 1.6  # mm: a white margin of up to this breadth round a silhouette stays a bare margin
FADE = 0.35  # opacity of pictures made of pixels, and of what is masked
VISIBLE = 3.0  # least contrast with paper for lines (WCAG 2.2, 1.4.11)
_KEPT = 4096


_Made = tuple[Group, tuple[Ground, ...]]
_made: OrderedDict[tuple[int, float, Color | None, Rect | None], tuple[Group, _Made]] = OrderedDict()


def low_ink(shape: Shape, trim: Rect | None = None) -> Shape:
    """Return the low-ink twin of `shape` (mm); a group that is stored once stays a shared object.

    A fill that covers all of `trim` is the ground of a card and turns to bare paper. None: what reaches over the
    origin to the left and above is taken as bleed, the same on all sides.
    """
    reach = extent(shape)
    if trim is None and reach is not None and max(reach.x, reach.y) < 0:
        trim = Rect(0, 0, reach.right + reach.x, reach.bottom + reach.y)
    found = _drawn((shape,), 1.0, [], trim)
    if trim is not None and reach is not None and covers(reach, trim) and reach != trim:
        return Group(
            found, clip=Path(rectangle(reach.grown(-2 * LINE)))
        )  # outlines along the edge of the bleed mean nothing
    return found[0] if len(found) == 1 else Group(found)


def thrifty(piece: Piece) -> Piece:
    """Return the low-ink twin of `piece`: same measures, less ink; what faces share stays one object."""
    trim = Rect(0, 0, piece.width, piece.height)
    twins: dict[int, Shape] = {}

    def twin(shape: Shape) -> Shape:
        if id(shape) not in twins:
            twins[id(shape)] = low_ink(shape, trim)
        return twins[id(shape)]

    faces = tuple(
        replace(face, front=twin(face.front), back=None if face.back is None else twin(face.back))
        for face in piece.faces
    )
    return replace(piece, faces=faces, plain=thrifty(piece.plain) if piece.plain else None)


def _drawn(shapes: Iterable[Shape], at: float, grounds: list[Ground], trim: Rect | None) -> tuple[Shape, ...]:
    """Draw siblings in order; `at` is mm for a unit, `grounds` what was drawn before and is added to."""
    found: list[Shape] = []
    order = tuple(runs(shapes, trim, THIN / at))
    for run, after in zip(order, (*order[1:], ()), strict=False):
        paths = [shape for shape in run if isinstance(shape, Path)]
        if halo(run, after, HALO / at):
            found += run
        elif len(paths) > 1 and any(largest(path, at) > SMALL for path in paths):
            found += _union(paths, at, grounds)
        else:
            found += [twin for shape in run for twin in _one(shape, at, grounds, trim)]
    return tuple(found)


def _one(shape: Shape, at: float, grounds: list[Ground], trim: Rect | None) -> tuple[Shape, ...]:
    match shape:
        case Path():
            return _path(shape, at, grounds, trim)
        case Text():
            return (_text(shape, at, grounds),)
        case Image():
            return (replace(shape, opacity=shape.opacity * FADE),)
        case Group():
            group, left = _group(shape, at, grounds, trim)
            grounds += left
            return (group,)
        case Layer():
            return (replace(shape, children=_drawn(shape.children, at, grounds, trim)),)
        case Link():
            return (shape,)
        case _:
            assert_never(shape)


def _text(text: Text, at: float, grounds: list[Ground]) -> Shape:
    """Return words in an ink that can be read on paper: their own, or that of the ground they were white on."""
    reach = extent(text)
    beneath = under(grounds, rectangle(reach)) if reach and is_paper(text.fill) else None
    if beneath is not None and beneath.ink is None:
        return text
    ink = darkened(beneath.ink if beneath and beneath.ink else text.fill, READABLE)
    if text.size * at < LARGE:
        return replace(text, fill=ink)
    return Group((Path(lettering(text), WHITE, Stroke(ink, BOLD / at, join="round")),), label=text.run.text)


def _group(group: Group, at: float, grounds: list[Ground], trim: Rect | None) -> _Made:
    """Return a group's twin and what it leaves beneath later shapes. What is stored once is made once."""
    reach = extent(group)
    at *= scale(group.matrix)
    if reach is None or at == 0:
        return group, ()
    if group.mask or _layered(group):  # edges of the mask: outlines would be hidden, or end anywhere
        return replace(group, opacity=group.opacity * FADE), ()
    beneath = under(grounds, rectangle(reach.grown(-min(reach.width, reach.height) / 4)))
    trim = trim if group.matrix == IDENTITY else None
    key = (id(group), round(at, 4), beneath.ink if beneath else None, trim)
    if key in _made:
        _made.move_to_end(key)
        return _made[key][1]
    inside = [Ground(None, beneath.ink)] if beneath else []
    first = len(inside)
    children = _drawn(group.children, at, inside, trim)
    if group.clip is not None:
        children += _frame(group.clip, at, inside[first:], trim)
    twin = replace(group, children=children)
    made = twin, tuple(ground.cut(group.clip).seen(group.matrix) for ground in inside[first:])
    if group.once:
        _made[key] = group, made  # holds the group, so that its id stays its own
        if len(_made) > _KEPT:
            _made.popitem(last=False)
    return made


def _layered(group: Group) -> bool:
    """Say whether a group is nothing but pictures made of pixels, and several: faded one by one they would add up."""
    pixels = _pixels(group)
    return pixels is not None and pixels > 1


def _pixels(shape: Shape) -> int | None:
    """Return how many pictures made of pixels a shape consists of, None where there is anything else."""
    if isinstance(shape, Image):
        return 1
    if not isinstance(shape, Group):
        return None
    total = 0
    for child in shape.children:
        count = _pixels(child)
        if count is None:
            return None
        total += count
    return total


def _frame(clip: Path, at: float, grounds: list[Ground], trim: Rect | None) -> tuple[Shape, ...]:
    """Return the edge of a clip as a line where ink filled it to the edge: the area's own outline is cut away."""
    box = bounds(clip.segments)
    inks = [ground.ink for ground in grounds if box and ground.ink and ground.box and covers(ground.box, box)]
    if not inks or (box and trim and covers(box, trim)):
        return ()
    return (replace(clip, stroke=Stroke(inks[-1], 2 * LINE / at)),)  # its outer half is cut away


def _path(path: Path, at: float, grounds: list[Ground], trim: Rect | None) -> tuple[Shape, ...]:
    box = bounds(path.segments)
    beneath = under(grounds, path.segments) if has_white(path) else None
    lines = _lines(path, at, beneath)
    if path.fill is None or box is None:
        return lines
    color = flat(path.fill, path.fill_opacity)
    white = replace(path, fill=WHITE, stroke=None, fill_opacity=1.0)
    edge = replace(path, fill=None, stroke=None)
    if is_paper(color):
        grounds.append(Ground(box, None, edge))
        if beneath is None or beneath.ink is None or lines:
            return (replace(path, stroke=None), *lines)
        if largest(path, at) <= SPECK or slender(path, at, THIN):
            return (replace(white, fill=beneath.ink),)
        return white, _cut(path, at, beneath)
    ink = darkened(color, VISIBLE)
    if largest(path, at) <= SMALL or slender(path, at, THIN):
        if largest(path, at) > SPECK:
            grounds.append(Ground(box, None, edge))
        return (replace(path, stroke=None, fill=darkened(flat(path.fill), VISIBLE)), *lines)
    grounds.append(Ground(box, ink, edge))
    if (path.stroke is None or has_white(path)) and not (trim is not None and covers(box, trim)):
        lines = (*lines, replace(edge, stroke=Stroke(ink, LINE / at)))
    return (white, *lines) if path.fill_opacity > 0.5 else lines


def _cut(path: Path, at: float, beneath: Ground) -> Shape:
    """Return the edge of a white area as a line in the ink it was cut into, only as far as that ink reached."""
    line = replace(path, fill=None, stroke=Stroke(beneath.ink or WHITE, LINE / at, join="round"))
    return Group((line,), clip=beneath.edge) if beneath.edge else line


def _lines(path: Path, at: float, beneath: Ground | None) -> tuple[Path, ...]:
    """Return the line along a path: thin ones as they are, broad ones as two edges, white ones on ink as thin ones."""
    stroke = path.stroke
    if stroke is None:
        return ()
    line = replace(path, fill=None, fill_opacity=1.0)
    color = flat(stroke.paint)
    if is_paper(color):
        if beneath is None or beneath.ink is None:
            return (line,)
        color = beneath.ink
        if stroke.width * at <= THIN:
            return (replace(line, stroke=replace(stroke, paint=color, width=LINE / at)),)
    inked = replace(stroke, paint=darkened(color, VISIBLE))
    if stroke.width * at <= THIN:
        return (replace(line, stroke=inked),)
    inner = replace(stroke, paint=WHITE, width=stroke.width - 2 * LINE / at, opacity=1.0)
    return replace(line, stroke=inked), replace(line, stroke=inner)


def _union(run: list[Path], at: float, grounds: list[Ground]) -> list[Shape]:
    """Draw overlapping parts of one ink as one outline: all their edges first, then white over all the insides."""
    color = flat(run[0].fill or (run[0].stroke.paint if run[0].stroke else WHITE))
    clockwise = [backwards(path.segments) if area(path.segments) < 0 else path.segments for path in run]
    whole = not any(path.evenodd or path.stroke for path in run)
    edge = Path(tuple(chain.from_iterable(clockwise))) if whole else None
    ink: Color | None = darkened(color, VISIBLE)
    clip = None
    if is_paper(color):
        beneath = under(grounds, chain.from_iterable(path.segments for path in run))
        ink, clip = (beneath.ink, beneath.edge) if beneath else (None, None)
    grounds.append(Ground(union(extent(path) for path in run), None if is_paper(color) else ink, edge))
    if ink is None:
        return list(run)
    edges = tuple(widened(path, ink, 2 * LINE / at) for path in run)
    return [*((Group(edges, clip=clip),) if clip else edges), *(widened(path, WHITE, 0) for path in run)]
