"""Dice to make: nets to cut, fold and glue, and stickers for blank dice. Between data and paper; knows no game.

All lengths are mm.
"""

from __future__ import annotations

from pnp import art
from pnp.data.game import Die, Game, Side
from pnp.data.prints import DicePieces
from pnp.errors import Problem
from pnp.layout import text
from pnp.layout.contrast import legible
from pnp.layout.nets import cube, ground, hatched, sheet, sheet_size
from pnp.layout.piece import Face, Piece
from pnp.pieces.context import Context, start
from pnp.pieces.lettering import lettered
from pnp.scene import Color, Group, Path, Rect, Shape, moved, rectangle
from pnp.units import PT_PER_MM

STICKER = 1.5  # mm: how much smaller a sticker is than the side it lies on, for the die's round edges
STICKER_BLEED = 1.0
OVERLAP = 0.6  # mm: how far a side's ink goes onto its tabs, so that no paper shows in the seam
MARK = 0.64  # of a side: what a number may take up
PICTURE = 0.74  # of a side: what a picture may take up
WORD = 0.84  # of a side: what words may take up
PLACES = ("front", "top", "left", "right", "bottom", "back")
"""Where the sides of a die lie in its net, in order: first against last, second against fifth, third against fourth."""


def dice_pieces(found: DicePieces, game: Game, lang: str, problems: list[Problem]) -> Piece:
    """Return the dice drawn in `lang`: a face for each die (nets) or side (stickers), in the order asked for.

    What is wrong is added to `problems`.
    """
    ctx = start(game, lang, problems)
    faces: list[Face] = []
    for die in _dice(found, game):
        here = ctx.at(f'dice "{found.id}", die "{die.id}"', game.file, found.line)
        if found.form == "nets":
            faces.append(_net(die, found, here))
        else:
            faces += _stickers(die, found, here)
    width, height = size(found)
    return Piece(
        id=found.id,
        title=found.title.get(lang),
        kind=found.form,
        width=width,
        height=height,
        bleed=0.0 if found.form == "nets" else STICKER_BLEED,
        gutter=found.gutter,
        cut=True,
        faces=tuple(faces),
        lined=found.form == "nets",
        instead_of=found.instead_of,
    )


def count(found: DicePieces, game: Game) -> int:
    """Return how many things are printed: dice as nets, sides as stickers."""
    each = (1 if found.form == "nets" else len(die.sides) for die in _dice(found, game))
    return sum(number * die.count for number, die in zip(each, _dice(found, game), strict=True))


def size(found: DicePieces) -> tuple[float, float]:
    """Return width and height of a net or a sticker."""
    if found.form == "stickers":
        return found.edge - STICKER, found.edge - STICKER
    return sheet_size(cube(found.edge))


def _dice(found: DicePieces, game: Game) -> tuple[Die, ...]:
    known = {die.id: die for die in game.dice}
    return tuple(known[name] for name in found.dice if name in known)


def _net(die: Die, found: DicePieces, ctx: Context) -> Face:
    """Return the net of one die; a die without six sides is told and left bare."""
    net = cube(found.edge)
    if len(die.sides) != len(PLACES):
        ctx.problem("", f"a net needs {len(PLACES)} sides; the die has {len(die.sides)}", 'form = "stickers" takes any')
    panels = [leaf.box for leaf in net.leaves if leaf.kind == "panel"]
    shapes: list[Shape] = [hatched(leaf.outline, leaf.box) for leaf in net.leaves if leaf.kind == "glue"]
    shapes.append(ground(panels, net.leaves, die.ink, OVERLAP))
    for place, side in zip(PLACES, die.sides, strict=False):
        box = net.leaf(place).box
        shapes.append(Group((side_mark(side, die, found.family, found.edge, ctx),), moved(box.x, box.y)))
    return Face(die.title.get(ctx.lang), sheet(net, shapes), None, die.count)


def _stickers(die: Die, found: DicePieces, ctx: Context) -> list[Face]:
    edge = found.edge - STICKER
    area = Path(rectangle(Rect(0, 0, edge, edge).grown(STICKER_BLEED)), fill=die.ink)
    return [
        Face(
            f"{die.title.get(ctx.lang)} · {side.title.get(ctx.lang)}",
            Group((area, side_mark(side, die, found.family, edge, ctx))),
            None,
            die.count,
        )
        for side in die.sides
    ]


def side_mark(
    side: Side, die: Die, family: str, edge: float, ctx: Context, *, slot: str = "", largest: float = 300.0
) -> Group:
    """Return what stands on a side of `edge` × `edge`: its picture, number or words, to be read on the die's ink.

    Letters are at most `largest` points high; problems name `slot`.
    """
    ink = legible(die.ink)
    if side.art:
        return _picture(side, edge, ink, die.ink, ctx, slot)
    words = side.title.get(ctx.lang)
    large = side.value is not None and words == str(side.value)
    share = MARK if large else WORD
    box = Rect(edge * (1 - share) / 2, edge * (1 - share) / 2, edge * share, edge * share)
    style = text.Style(
        family=family,
        size=min(edge * PT_PER_MM, largest),
        leading=1.1,
        align="center",
        valign="middle",
        color=ink,
        wrap=not large,
    )
    hint = "shorten the word, give the side a picture, or enlarge edge"
    shapes = lettered(side.title, box, style, ctx, slot, about=f'side "{words}":', hint=hint)
    return Group((*shapes, *_foot(side, die, box, ink)) if shapes else ())


def _foot(side: Side, die: Die, box: Rect, ink: Color) -> tuple[Shape, ...]:
    """Return the bar below a number that tells 6 from 9 on a die that has both."""
    if side.value not in (6, 9) or not {6, 9} <= {other.value for other in die.sides}:
        return ()
    bar = Rect(box.x + box.width / 4, box.bottom + 0.05 * box.height, box.width / 2, 0.07 * box.height)
    return (Path(rectangle(bar), fill=ink),)


def _picture(side: Side, edge: float, ink: Color, on: Color, ctx: Context, slot: str) -> Group:
    picture = ctx.picture(side.art, slot)
    if picture is None:
        return Group(())
    room = edge * PICTURE
    box = Rect((edge - room) / 2, (edge - room) / 2, room, room)
    return art.placed(art.recolored(picture, ink, on), box, "contain")
