"""One card a page, as print shops want it: the page is the card with its bleed. Part of layout; knows no shop by name.

A card is never scaled. All lengths are mm.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.errors import Side, Spot
from pnp.extent import moved_box
from pnp.layout.geometry import measure
from pnp.layout.ink_of_words import words
from pnp.layout.piece import Piece
from pnp.layout.trimming import clearance, edge
from pnp.scene import IDENTITY, Group, Matrix, Page, Path, Rect, Shape, moved, rectangle, times, turned
from pnp.units import fits, tidy
from pnp.values import dataclass

NEAR = 0.25  # mm: cards that differ less are one size; inches are rounded, and no knife is truer
FILLED = 1.0  # mm: so much missing bleed is made up from the edge of the art
LAP = 0.1  # mm: what is made up reaches under the art, so that no light line shows between the two


@dataclass(frozen=True, slots=True)
class Format:
    """What a page is: `size` is the card to be cut from it, both width and height."""

    size: tuple[float, float]
    page: tuple[float, float]

    def turns(self, piece: Piece) -> bool | None:
        """Say whether a piece must be turned to be this size; None where it is another size."""
        for turned_round in (False, True):
            width, height = (piece.height, piece.width) if turned_round else (piece.width, piece.height)
            if abs(width - self.size[0]) <= NEAR and abs(height - self.size[1]) <= NEAR:
                return turned_round
        return None

    def bleed(self, piece: Piece) -> tuple[float, float]:
        """Return how much bleed a piece of this size needs at its own left and top."""
        width, height = self.page[::-1] if self.turns(piece) else self.page
        return (width - piece.width) / 2, (height - piece.height) / 2


def lacking(piece: Piece, form: Format) -> float:
    """Return how many mm of bleed the piece has less than the page needs, at most over its sides; 0 for none."""
    return max(0.0, *(need - piece.bleed for need in form.bleed(piece)))


def told(piece: Piece, form: Format) -> str:
    """Say what is not as the page needs it, "" where the little that is missing can be made up from the edge."""
    if form.turns(piece) is None:
        return f"it is {measure(piece.width, piece.height)}, not {measure(*form.size)}"
    short = lacking(piece, form)
    if fits(short, FILLED):
        return ""
    need = max(form.bleed(piece))
    return f"it has {tidy(piece.bleed)} mm of bleed; {tidy(round(need, 2))} mm are needed"


def page_of(piece: Piece, shape: Shape | None, form: Format, *, back: bool = False) -> Page:
    """Return one side of a face as a page; nothing is drawn on that of None. The piece must be of the page's size.

    A piece that lies is turned to stand: its back the other way round, so that it lies behind its front.
    """
    width, height = form.page
    across, down = form.bleed(piece)
    matrix = moved(across, down)
    trim = Rect(across, down, piece.width, piece.height)
    if form.turns(piece):
        quarter = _turned(width, height, 3 if back else 1)
        matrix, trim = times(quarter, matrix), moved_box(trim, quarter)
    shapes = (Group(_filled(piece, shape, (across, down)), matrix),) if shape is not None else ()
    return Page(width, height, shapes, trim=trim, bleed=Rect(0, 0, width, height))


def _turned(width: float, height: float, quarters: int) -> Matrix:
    """Return the matrix that turns a lying page (height × width) onto a standing one."""
    shift = moved((width - height) / 2, (height - width) / 2)
    return times(turned(quarters, width / 2, height / 2), shift)


def _filled(piece: Piece, shape: Shape, need: tuple[float, float]) -> tuple[Shape, ...]:
    """Return a side within its bleed; what is missing round it is its own outer edge, drawn a little larger."""
    card = Rect(0, 0, piece.width, piece.height)
    own = card.grown(piece.bleed)
    page = Rect(-need[0], -need[1], card.width + 2 * need[0], card.height + 2 * need[1])
    side = Group((shape,), clip=Path(rectangle(own)))
    if fits(need[0], piece.bleed) and fits(need[1], piece.bleed):
        return (side,)
    wide, high = max(1.0, page.width / own.width), max(1.0, page.height / own.height)
    larger: Matrix = (wide, 0.0, 0.0, high, card.width / 2 * (1 - wide), card.height / 2 * (1 - high))
    rim = Path((*rectangle(page), *rectangle(own.grown(-LAP))), evenodd=True)
    return Group((Group((side,), larger),), clip=rim), side


@dataclass(frozen=True, slots=True)
class Near:
    """Words of a face that stand nearer to the cut than they should: what they say, how near, and where."""

    face: str
    words: str
    distance: float
    spot: Spot


def near_the_cut(piece: Piece, safe: float) -> Iterator[Near]:
    """Yield the words that stand clearly nearer to the trim than `safe` mm, side by side, each drawing once.

    Letters are measured by their ink; words outside the trim are not meant to be read.
    """
    seen: set[int] = set()
    for number, face in enumerate(piece.faces, 1):
        for back, shape in ((False, face.front), (True, face.back)):
            if shape is None or id(shape) in seen:
                continue
            seen.add(id(shape))
            for said, box in words(shape, IDENTITY):
                distance = clearance(edge(piece, face), box)
                outside = box.right < 0 or box.bottom < 0 or box.x > piece.width or box.y > piece.height
                if not fits(safe - NEAR, distance) and not outside:
                    side: Side = "back" if back else "front"
                    yield Near(
                        face.name, said, distance, Spot(piece.id, number, side, box.x, box.y, box.width, box.height)
                    )
