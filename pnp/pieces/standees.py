"""Standees: figures on a strip that folds at the heads and stands on two feet. Between data and paper; knows no game.

A strip from the top: one foot, the back upside down, the fold, the front, the other foot. Printed on one side. Lengths
are mm.
"""

from __future__ import annotations

from pnp.data.game import Game
from pnp.data.prints import Card, Standees
from pnp.errors import Problem
from pnp.layout.contrast import GUIDE
from pnp.layout.nets import creases, hatched
from pnp.layout.piece import Face, Piece
from pnp.pieces.cards import brief, named
from pnp.pieces.context import Context, start
from pnp.pieces.slots import draw
from pnp.scene import WHITE, Group, Path, Rect, Segment, Shape, Stroke, line, moved, rectangle, times, turned

SIGN, SIGN_SHARE = 5.0, 0.55  # mm and of the foot's depth: the fold sign's size
SIGN_LINE = 0.4  # mm
SIGN_ROOM = 0.8  # mm of paper round the sign


def standees(found: Standees, game: Game, lang: str, problems: list[Problem]) -> Piece:
    """Return the strips drawn in `lang`, in the order of the table. What is wrong is added to `problems`."""
    ctx = start(game, lang, problems)
    base = _base(found)
    return Piece(
        id=found.id,
        title=found.title.get(lang),
        kind="standees",
        width=found.width,
        height=2 * (found.height + found.base),
        bleed=0.0,
        gutter=found.gutter,
        cut=True,
        faces=tuple(_face(card, number, found, base, ctx) for number, card in enumerate(found.cards, 1)),
    )


def _face(card: Card, number: int, found: Standees, base: Group, ctx: Context) -> Face:
    name = named(card.row, found.columns, ctx) or f"{found.title.get(ctx.lang)} {number}"
    where = f'figure "{brief(name)}" (row {number})'
    upright, over = moved(0, found.base + found.height), turned(2, found.width / 2, found.height / 2)
    here = ctx.at(where, found.table, card.row.line).on(number, lies=upright)
    front = draw(card.front, card.row, here, once=True)
    back = front
    if card.back is not None and card.back is not card.front:
        behind = here.at(f"{where}, back", found.table, card.row.line)
        back = draw(card.back, card.row, behind.on(number, lies=times(moved(0, found.base), over)), once=True)
    inside = Path(rectangle(Rect(0, 0, found.width, found.height)))
    strip: tuple[Shape, ...] = (
        base,
        Group((back,), times(moved(0, found.base), over), clip=inside),
        Group((front,), upright, clip=inside),
        creases(_folds(found)),
    )
    return Face(name, Group(strip), None, card.copies)


def _folds(found: Standees) -> tuple[tuple[tuple[float, float], tuple[float, float]], ...]:
    """Return the folds: feet off the back, back off the front at the heads, feet off the front."""
    downs = (found.base, found.base + found.height, found.base + 2 * found.height)
    return tuple(((0.0, y), (found.width, y)) for y in downs)


def _base(found: Standees) -> Group:
    """Return both feet, hatched and with the fold sign, each as it is seen when the figure stands."""
    box = Rect(0, 0, found.width, found.base)
    foot = (hatched(rectangle(box), box), *_sign(found))
    below = Group(foot, moved(0, found.base + 2 * found.height))
    return Group((Group(foot, turned(2, found.width / 2, found.base / 2)), below), once=True)


def _sign(found: Standees) -> tuple[Shape, ...]:
    """Return a figure seen from the side: two leaves back to back, whose feet spread to both sides."""
    size = min(SIGN, SIGN_SHARE * found.base, found.width / 2)
    gap, half = 0.12 * size, 0.5 * size
    cx, top = found.width / 2, (found.base - size) / 2
    bottom = top + size
    room = Rect(cx - half, top, size, size).grown(SIGN_ROOM)
    segments: list[Segment] = []
    for way in (-1, 1):
        x = cx + way * gap
        segments += (*line(x, top, x, bottom), ("L", cx + way * half, bottom))
    stroke = Stroke(GUIDE, SIGN_LINE, join="round", cap="round")  # grey: what is black here is cut
    return Path(rectangle(room), fill=WHITE), Path(tuple(segments), stroke=stroke)
