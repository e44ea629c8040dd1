"""Page furniture: the quiet slug in the margins that lets a person check a print before cutting it.

Two strips, above and below the pieces or to their left and right, carry a ruler in centimetres and one in inches, the
side and how to flip the paper, the piece and its data version, and the paper. Part of imposition, which says how much
room there is; knows nothing of what is on the pieces. All lengths are mm, sizes of type in points.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import product
from typing import Literal

from pnp.layout import text
from pnp.layout.geometry import Axis, Backs, Sides
from pnp.layout.page_order import about, by_hand, place_of
from pnp.layout.rows import apart
from pnp.layout.rulers import WIDTH, arrow_width, centimetre_ruler, flip_arrow, inch_ruler
from pnp.scene import IDENTITY, Group, Layer, Rect, Shape, moved
from pnp.units import MM_PER_INCH, MM_PER_PT, fits
from pnp.values import dataclass

LAYER = "page furniture"
INK = "#6b6b6b"
FAMILY = "Barlow Condensed"
WEIGHT = 400
GAP = 4.0  # between a ruler and the words beside it, and the least between two texts
NEAR = 1.2  # between a ruler or an arrow and its own word
PITCH = 4.0  # from one baseline to the next
SIZES = (7.0, 6.5)
RISE, FALL, CAPITAL = 0.9, 0.21, 0.7  # em of the family: accented capitals, descenders, capitals
RULERS = ((10, 4), (9, 3), (8, 3), (7, 2), (6, 2), (5, 2), (4, 1), (3, 1))  # cm and in; shorter ones on small papers
ROWS = 4
DOT = " · "

FURNITURE_WORDS: Mapping[str, str] = {
    "page": "page",
    "of": "of",
    "front": "front",
    "back": "back",
    "flip_long": "flip on the long edge",
    "flip_short": "flip on the short edge",
    "one_sided": "one side only",
    "printer": "printer",
    "of_sheet": "of sheet",
    "fronts_first": "first all fronts",
    "pile_again": "put the pile in again",
    "pile_again_last": "put the pile in again, last sheet first",
    "fold_here": "fold here",
    "fold_once": "fold on the dashed line, glue, then cut",
    "fold_strips": "cut the strips apart, fold on the dashed lines, glue, then cut",
    "data": "data",
    "print_at": "print at 100\u202f%",
    "millimetres": "mm",
    "inches": "in",
    "packed": "packed",
    "from_slot": "from slot {}",
    "tile_cut": "cut along this line",
    "tile_glue": "glue here, under the neighbour",
    "tile_picture": "How the sheets go together",
    "tile_step_cut": "Cut each sheet along the solid lines at its left and at its top.",
    "tile_step_glue": "Lay it on the edge of its neighbour, up to the dashed marks: equal letters meet. Glue.",
    "tile_step_trim": "When all are glued, trim the whole at the marks of its four corners.",
    "layout": "layout",
    "marks_inset": "{} marks, {} mm inside",
    "marks_arm": "arms {} mm",
    "marks_line": "line {} mm",
}
"""What a translation may replace, in English. The data of a paper set carries the other languages."""


@dataclass(frozen=True, slots=True)
class Slug:
    """What the furniture says about its piece; `words` translates FURNITURE_WORDS, key by key; `also` comes last."""

    piece: str
    game: str
    version: str
    words: Mapping[str, str]
    also: tuple[str, ...] = ()

    def word(self, key: str) -> str:
        """Return one word of the furniture, in English where the translation has none."""
        return self.words.get(key, FURNITURE_WORDS[key])


@dataclass(frozen=True, slots=True)
class Sheet:
    """What the furniture of all pages of a piece has in common: the page, its pieces, and what to say.

    `free` is how deep a strip may be on each side, counted inwards from the printer's `margin`. `flip` is the word for
    the flip, `axis` what it mirrors; both None on one-sided pages. `paper` names the paper with its size. Nothing comes
    nearer than `corners` to two edges of the page at once. `backs` says in which order sides are printed, `said` is
    the word for what to do with a one-sided page.
    """

    width: float
    height: float
    block: Rect
    margin: float
    free: Sides
    pages: int
    flip: Literal["flip_long", "flip_short"] | None
    axis: Axis | None
    paper: str
    corners: float = 0.0
    backs: Backs = "duplex"
    said: str = "one_sided"


@dataclass(frozen=True, slots=True)
class Strips:
    """The furniture of a piece, settled: the same strips on every page.

    `turned` strips stand to the left and right of the pieces and read upwards. Then the page is thought of as turned,
    with its `width` and `height` exchanged. Strips reach from `left` to `right` in these coordinates.
    """

    sheet: Sheet
    slug: Slug
    turned: bool
    width: float
    height: float
    left: float
    right: float
    size: float
    rows: int
    centimetres: int
    inches: int

    @property
    def depth(self) -> float:
        """How deep each of the two strips is, from the printer's margin inwards."""
        return (RISE + FALL) * self.size * MM_PER_PT + (self.rows - 1) * PITCH

    @property
    def taken(self) -> Sides:
        """How deep the strips are on each side of the page, from the printer's margin inwards."""
        return Sides(self.depth, 0.0, self.depth, 0.0) if self.turned else Sides(0.0, self.depth, 0.0, self.depth)

    @property
    def tick(self) -> float:
        """The longest tick of a ruler: as high as the capitals beside it."""
        return CAPITAL * self.size * MM_PER_PT

    def wide(self, words: str) -> float:
        """Return the width of some words of the furniture."""
        return text.width(words, family=FAMILY, weight=WEIGHT, size=self.size, shaped=apart)

    def label(self, words: str, x: float, y: float, align: Literal["left", "right"] = "left") -> Group:
        """Return some words of the furniture, set."""
        return text.label(
            words, x, y, family=FAMILY, weight=WEIGHT, size=self.size, color=INK, align=align, shaped=apart
        )

    def baseline(self, row: int, *, top: bool) -> float:
        """Return the baseline of a row, counted from the edge of the page inwards."""
        if top:
            return self.sheet.margin + RISE * self.size * MM_PER_PT + row * PITCH
        return self.height - self.sheet.margin - FALL * self.size * MM_PER_PT - row * PITCH


def settle(sheet: Sheet, slug: Slug) -> Strips | None:
    """Return the strips for a piece where there is most room, None when they fit nowhere.

    Tried in this order: full rulers before shorter ones; the sides with more room; one row, then several; from edge to
    edge of the pieces, then from margin to margin; 7 pt, then 6.5 pt.
    """
    return next((strips for strips in _choices(sheet, slug) if _suits(strips)), None)


def _choices(sheet: Sheet, slug: Slug) -> Iterator[Strips]:
    free, block = sheet.free, sheet.block
    flat, tall = min(free.top, free.bottom), min(free.left, free.right)
    directions = (False, True) if fits(tall, flat) else (True, False)
    for (centimetres, inches), turned, rows in product(RULERS, directions, range(1, ROWS + 1)):
        width, height = (sheet.height, sheet.width) if turned else (sheet.width, sheet.height)
        pieces = (sheet.height - block.bottom, sheet.height - block.y) if turned else (block.x, block.right)
        first = max(sheet.margin, sheet.corners) + WIDTH / 2  # the end tick of a ruler stands inside the margin
        last = width - first
        spans = ((max(pieces[0], first), min(pieces[1], last)), (first, last))
        for (left, right), size in product(spans, SIZES):
            yield Strips(sheet, slug, turned, width, height, left, right, size, rows, centimetres, inches)


def _suits(strips: Strips) -> bool:
    free, length = strips.sheet.free, strips.right - strips.left
    depth = min(free.left, free.right) if strips.turned else min(free.top, free.bottom)
    if not fits(strips.depth, depth):
        return False
    for ruler, parts, indent in (
        (10.0 * strips.centimetres + NEAR + strips.wide(_scale(strips)), _about_page(strips, strips.sheet.pages), True),
        (MM_PER_INCH * strips.inches + NEAR + strips.wide(_inches(strips)), _about_piece(strips), False),
        *_on_fronts(strips),
    ):
        before = _indent(strips) if indent else 0.0
        if strips.rows == 1:
            suits = fits(ruler + GAP + before + strips.wide(DOT.join(parts)), length)
        else:
            lines = _wrapped(strips, parts, before)
            widest = max(strips.wide(line) for line in lines)
            suits = fits(ruler, length) and len(lines) < strips.rows and fits(before + widest, length)
        if not suits:
            return False
    return True


def _on_fronts(strips: Strips) -> Iterator[tuple[float, tuple[str, ...], bool]]:
    """Yield what stands on fronts, where that may be longer than on backs: the ruler, the words, whether an arrow."""
    if by_hand(strips.sheet.backs) and strips.sheet.flip:
        ruler = 10.0 * strips.centimetres + NEAR + strips.wide(_scale(strips))
        yield ruler, _about_page(strips, strips.sheet.pages - 1), True


def furniture(strips: Strips) -> tuple[Layer, ...]:
    """Return the layer of each page of the piece, in order."""
    slips = Slips(strips)
    return tuple(slips.layer(number) for number in range(1, strips.sheet.pages + 1))


class Slips:
    """Makes the furniture of the pages of a piece; what is the same on all pages is one shared group."""

    def __init__(self, strips: Strips) -> None:
        self._strips = strips
        self._matrix = (0.0, -1.0, 1.0, 0.0, 0.0, strips.width) if strips.turned else IDENTITY
        self._lasting = Group((*_rulers(strips), *_texts(strips, _about_piece(strips), 0.0, top=False)), once=True)

    def layer(self, number: int) -> Layer:
        """Return the layer of a page; its number, from 1, is that of the side: front 1, back 2, front 3 …"""
        strips = self._strips
        parts = _about_page(strips, number)
        words = _texts(strips, parts, _indent(strips), top=True)
        return Layer(LAYER, (Group((self._lasting, *_arrow(strips, parts), *words), self._matrix),))


def _rulers(strips: Strips) -> Iterator[Shape]:
    top, bottom = strips.baseline(0, top=True), strips.baseline(0, top=False)
    yield centimetre_ruler(strips.left, top, strips.centimetres, strips.tick, INK)
    yield strips.label(_scale(strips), strips.left + 10.0 * strips.centimetres + NEAR, top)
    yield inch_ruler(strips.left, bottom, strips.inches, strips.tick, INK)
    yield strips.label(_inches(strips), strips.left + MM_PER_INCH * strips.inches + NEAR, bottom)


def _texts(strips: Strips, parts: tuple[str, ...], indent: float, *, top: bool) -> Iterator[Shape]:
    """Yield the words of one strip: at its right end in the ruler's row, or in rows of their own from the left."""
    if strips.rows == 1:
        yield strips.label(DOT.join(parts), strips.right, strips.baseline(0, top=top), "right")
        return
    lines = _wrapped(strips, parts, indent)
    for index, words in enumerate(lines):
        row = 1 + index if top else len(lines) - index
        yield strips.label(words, strips.left + indent, strips.baseline(row, top=top))


def _arrow(strips: Strips, parts: tuple[str, ...]) -> tuple[Shape, ...]:
    axis = strips.sheet.axis
    if axis is None:
        return ()
    x = strips.left if strips.rows > 1 else strips.right - strips.wide(DOT.join(parts)) - _indent(strips)
    upright, axis = _seen(strips, axis)
    y = strips.baseline(0 if strips.rows == 1 else 1, top=True)
    return (Group((_arrow_at_origin(strips.tick, upright, axis),), moved(x, y)),)


@lru_cache(maxsize=16)
def _arrow_at_origin(height: float, upright: bool, axis: Axis) -> Group:
    return Group(flip_arrow(0.0, 0.0, height, upright, axis, INK), once=True)


def _indent(strips: Strips) -> float:
    """Return the room that the flip arrow takes before the words."""
    if strips.sheet.axis is None:
        return 0.0
    return arrow_width(strips.tick, *_seen(strips, strips.sheet.axis)) + NEAR


def _seen(strips: Strips, axis: Axis) -> tuple[bool, Axis]:
    """Return whether the page is upright and what its flip mirrors, as a reader of the strips sees it."""
    if strips.turned:
        return strips.width <= strips.height, "rows" if axis == "columns" else "columns"
    return strips.width <= strips.height, axis


def _wrapped(strips: Strips, parts: tuple[str, ...], indent: float) -> tuple[str, ...]:
    """Return `parts` on as few lines as the strip's length allows; a part is never broken."""
    lines: list[str] = []
    for part in parts:
        longer = f"{lines[-1]}{DOT}{part}" if lines else part
        if lines and fits(indent + strips.wide(longer), strips.right - strips.left):
            lines[-1] = longer
        else:
            lines.append(part)
    return tuple(lines)


def _scale(strips: Strips) -> str:
    word = strips.slug.word
    return f"{10 * strips.centimetres}\u00a0{word('millimetres')}{DOT}{word('print_at')}"


def _inches(strips: Strips) -> str:
    return f"{strips.inches}\u00a0{strips.slug.word('inches')}"


def _about_page(strips: Strips, number: int) -> tuple[str, ...]:
    sheet, word = strips.sheet, strips.slug.word
    shown = number if sheet.flip is None else place_of(number, sheet.pages, sheet.backs)
    place = f"{word('page')} {shown} {word('of')} {sheet.pages}"
    if sheet.flip is None:
        return (place, word(sheet.said))
    return (place, *about(number, sheet.backs, word, word(sheet.flip)))


def _about_piece(strips: Strips) -> tuple[str, ...]:
    slug = strips.slug
    return (slug.game, slug.piece, f"{slug.word('data')} {slug.version}", strips.sheet.paper, *slug.also)
