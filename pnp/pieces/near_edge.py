"""Looks for words that the cut takes, in a proof also for those so near to it that it may. Knows no kind of piece."""

from __future__ import annotations

from pnp.data.frame import TextSlot
from pnp.extent import moved_box, union
from pnp.layout.ink_of_words import words
from pnp.layout.trimming import clearance
from pnp.pieces import spots
from pnp.pieces.context import Context, box_of
from pnp.scene import Matrix, Shape
from pnp.units import MM_PER_PT, tidy

SEEN = 0.05  # mm: no knife is that true, and nobody sees it
HANGS = 0.5  # em: accents and descenders may stand out of a slot by so much
LONGEST = 40  # characters of the words in a message


def look(slot: TextSlot, shapes: tuple[Shape, ...], turn: Matrix, ctx: Context) -> None:
    """Note words of a slot that reach past what the face is cut to, in a proof also those nearer to it than is safe."""
    safe = ctx.proof.safe if ctx.proof else 0.0
    kept = ctx.shared.inside.get(id(slot))
    inside = kept[2] if kept is not None and kept[1] is ctx.edge else _inside(slot, turn, ctx)
    if inside >= safe:
        return
    found = [(said, box, clearance(ctx.edge, box)) for shape in shapes for said, box in words(shape, turn)]
    if not found:
        return
    least = min(distance for _, _, distance in found)
    limit = safe - SEEN if least >= -SEEN else -SEEN
    close = [(said, box) for said, box, distance in found if distance < limit]
    if not close:
        return
    said = " ".join(said for said, _ in close)
    shown = said if len(said) <= LONGEST else f"{said[:LONGEST].rsplit(' ', 1)[0]} …"
    if least < -SEEN:
        message, hint = f'"{shown}" reaches {_mm(-least)} past the edge and is cut off', "move the slot inwards"
    else:
        message = f'"{shown}" stands {_mm(max(least, 0.0))} from the edge; {_mm(safe)} are safe'
        hint = "a cut that is a little off takes some of it"
    told = len(ctx.problems)
    ctx.note_once(slot.name, said, message, hint)
    spots.narrow(union(box for _, box in close), ctx, told)


def _inside(slot: TextSlot, turn: Matrix, ctx: Context) -> float:
    """Return how far the slot, with what may hang out of it, lies inside the edge."""
    kept = ctx.shared.inside.get(id(slot))
    if kept is None or (kept[1] is not ctx.edge and kept[1] != ctx.edge):
        box = box_of(slot.place).grown(HANGS * slot.size * MM_PER_PT)
        kept = ctx.shared.inside[id(slot)] = slot, ctx.edge, clearance(ctx.edge, moved_box(box, turn))
    return kept[2]


def _mm(length: float) -> str:
    return f"{tidy(round(length, 1))} mm"
