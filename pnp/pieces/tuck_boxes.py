"""Tuck boxes: a net whose front and back are frames, with the game's name on its narrow sides. Between data and paper.

Knows no game. All lengths are mm.
"""

from __future__ import annotations

from pnp.art import ArtProblem
from pnp.data.game import Game
from pnp.data.prints import Box
from pnp.errors import Problem
from pnp.fonts import FontProblem
from pnp.layout import text
from pnp.layout.contrast import legible
from pnp.layout.nets import Leaf, Net, ground, hatched, sheet, sheet_size
from pnp.layout.nets import tuck_box as tuck_net
from pnp.layout.piece import Face, Piece
from pnp.pieces.context import Context, start
from pnp.pieces.lettering import lettered
from pnp.pieces.slots import draw
from pnp.scene import BLACK, Color, Group, Matrix, Path, Rect, Shape, Stroke, moved, rectangle, times, turned
from pnp.units import PT_PER_MM, fits
from pnp.values import replace

OVERLAP = 0.6  # mm: ink past a fold, so that no paper shows along it
INSIDE = 4.0  # mm: ink on tucks and dust flaps, as far as they are seen when the box is open
SAFE = 3.0  # mm between words and the ends of their panel
GAP = 4.0  # mm between the title and the number of cards
NAME_SHARE, COUNT_SHARE = 0.62, 0.5  # of the depth: heights of what stands on the sides
LARGEST = 34.0  # pt
LOWEST = 6.5  # pt: letters that can still be read; a box too thin for their capitals has bare sides
CARD = (0.7, 1.0)  # width and height of the little card, in heights
CARD_LINE = 0.35  # mm
NORMAL, BOLD = 400, 600


def tuck_box(found: Box, game: Game, lang: str, problems: list[Problem]) -> Piece:
    """Return the box drawn in `lang`. What is wrong is added to `problems`."""
    ctx = start(game, lang, problems)
    net = _net(found)
    title = found.title.get(lang)
    width, height = sheet_size(net)
    panels = (_panel("front", found, net, ctx), _panel("back", found, net, ctx))
    shapes: tuple[Shape, ...] = (
        hatched(net.leaf("glue").outline, net.leaf("glue").box),
        *_inks(net, found.ink),
        *panels,
        *_names(found, net, ctx.at(f'box "{found.id}"', game.file, found.line)),
    )
    return Piece(
        id=found.id,
        title=title,
        kind="box",
        width=width,
        height=height,
        bleed=0.0,
        gutter=0.0,
        cut=True,
        faces=(Face(title, sheet(net, shapes), None, 1),),
        lined=True,
    )


def size(found: Box) -> tuple[float, float]:
    """Return width and height of the rectangle round the net, its lines included."""
    return sheet_size(_net(found))


def _net(found: Box) -> Net:
    return tuck_net(found.width, found.height, found.depth)


def _panel(name: str, found: Box, net: Net, ctx: Context) -> Group:
    """Return the frame of the front or back on its panel, cut at the panel's edges."""
    frame = found.front if name == "front" else found.back
    leaf = net.leaf(name)
    at = moved(leaf.box.x, leaf.box.y)
    here = ctx.at(f'box "{found.id}", {name}', frame.file, frame.line).on(1, lies=at)
    drawn = draw(frame, None, here, once=True)
    return Group((Group((drawn,), at),), clip=Path(leaf.outline), label=name)


def _inks(net: Net, ink: Color) -> tuple[Shape, ...]:
    """Return the ink of sides and lids, which reaches a little over their folds and never past a cut."""
    inked = {name: net.leaf(name).box for name in ("left", "right", "top-lid", "bottom-lid")}
    panels = [leaf for leaf in net.leaves if leaf.kind == "panel"]
    hidden = [leaf for leaf in net.leaves if leaf.kind != "panel" and leaf.parent in inked]
    return (
        *(ground([inked[leaf.parent]], [leaf], ink, INSIDE) for leaf in hidden),
        ground(inked.values(), panels, ink, OVERLAP),
    )


def _names(found: Box, net: Net, ctx: Context) -> list[Shape]:
    """Return the game's name along both sides and on the upper lid, with the number of cards on the sides."""
    if not fits(_capital(found), found.depth):
        return []
    color = legible(found.ink)
    shapes: list[Shape] = []
    for name in ("left", "right"):
        shapes.append(_along(found, net.leaf(name), color, ctx))
    lid = net.leaf("top-lid").box
    box = Rect(SAFE, 0, lid.width - 2 * SAFE, lid.height)
    words = _name(found, box, "center", color, ctx)
    return [*shapes, Group(words, times(moved(lid.x, lid.y), turned(2, lid.width / 2, lid.height / 2)))]


def _along(found: Box, leaf: Leaf, color: Color, ctx: Context) -> Group:
    """Return name and number on a side, read from the top of the box down; a name that needs all of it stands alone."""
    length, depth = leaf.box.height, leaf.box.width
    sign, wide = _number(found, length - SAFE, depth, color, ctx.game.fonts["label"])
    whole = Rect(SAFE, 0, length - 2 * SAFE, depth)
    beside = replace(whole, width=whole.width - wide - GAP)
    alone = not _fits(found, beside, ctx)
    name = _name(found, whole if alone else beside, "left", color, ctx)
    return Group((Group(name if alone else (*name, sign)),), _down(leaf.box))


def _fits(found: Box, box: Rect, ctx: Context) -> bool:
    """Say whether the game's name fits in a strip in every language."""
    inner, style = _strip(found, box, "left", BLACK)
    try:
        for _, title in ctx.game.title.texts:
            text.fitted(title, inner, style, ctx.icons)
    except (text.Overfull, FontProblem, ArtProblem):  # told when the name is set
        return False
    return True


def _down(box: Rect) -> Matrix:
    """Return the matrix that lays a strip as long as the box is high along it, its start at the top."""
    return times(moved(box.right, box.y), turned(1, 0, 0))


def _capital(found: Box) -> float:
    """Return how high the smallest capitals of the name are, mm."""
    return text.capital(found.family, NORMAL, LOWEST)


def _name(found: Box, box: Rect, align: text.Align, color: Color, ctx: Context) -> tuple[Shape, ...]:
    """Return the game's name in a strip, as large as its height allows; what is in the way is told."""
    inner, style = _strip(found, box, align, color)
    hint = "give the box a narrower font; clearance makes it deeper"
    return lettered(ctx.game.title, inner, style, ctx, about="the name of the game:", hint=hint)


def _strip(found: Box, box: Rect, align: text.Align, color: Color) -> tuple[Rect, text.Style]:
    """Return where in a strip the game's name stands, and how it is set."""
    cap = max(box.height * NAME_SHARE, _capital(found))
    inner = Rect(box.x, box.y + (box.height - cap) / 2, box.width, cap)
    style = text.Style(
        family=found.family,
        weight=NORMAL,
        size=min(LARGEST, 2 * cap * PT_PER_MM),
        align=align,
        valign="middle",
        color=color,
        wrap=False,
    )
    return inner, style


def _number(found: Box, right: float, depth: float, color: Color, family: str) -> tuple[Group, float]:
    """Return the number of cards beside a little card, ending at `right` in the middle of a strip, and its width."""
    high = min(COUNT_SHARE * depth, 6.0)
    points = max(6.5, high * PT_PER_MM)
    words = str(found.count)
    cap = text.capital(family, BOLD, points)
    wide = text.width(words, family=family, weight=BOLD, size=points)
    card = Rect(right - CARD[0] * cap, (depth - cap) / 2, CARD[0] * cap, CARD[1] * cap).grown(-CARD_LINE / 2)
    number = text.label(
        words, card.x - cap / 3, (depth + cap) / 2, family=family, weight=BOLD, size=points, color=color, align="right"
    )
    sign = Path(rectangle(card, radius=0.12 * cap), stroke=Stroke(color, CARD_LINE))
    return Group((number, sign)), wide + cap / 3 + CARD[0] * cap
