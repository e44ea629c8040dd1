"""Files for cutting: what a machine cuts of each sheet, and the plan of strokes for a knife."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from pnp.build.documents import document, over_plan
from pnp.build.order import Job, Order
from pnp.build.reprints import only_mark, short
from pnp.data.game import Game
from pnp.layout.geometry import Imposed
from pnp.layout.piece import Piece
from pnp.values import replace


def cut_files(job: Job, imposed: Imposed) -> Iterator[Job]:
    """Yield an SVG beside the PDF of a piece for each sheet that a machine cuts differently."""
    for number, page in enumerate(imposed.cuts, 1):
        name = f"{job.path.stem}-cut{f'-{number}' if number > 1 else ''}.svg"
        alone = replace(job.document, pages=(page,), duplex=None)
        yield Job(job.path.with_name(name), alone, "", 0, 0, (), form="svg")


def cut_plan(
    game: Game,
    order: Order,
    lang: str,
    laid: Sequence[tuple[Piece, Imposed]],
    words: Mapping[str, str],
    mark: str = "",
) -> Iterator[Job]:
    """Yield the plan of strokes for all that a knife cuts apart, nothing where there is no such thing.

    A plan for some pieces has their names in its own, and then `mark`, so that it does not take the whole game's place.
    """
    from pnp.layout.cut_plan import Laid
    from pnp.layout.cut_plan import cut_plan as drawn

    found = [Laid(piece.title, imposed.knife) for piece, imposed in laid if imposed.knife]
    if not found:
        return
    pages = drawn(found, over_plan(game, order, lang, words), order.paper, lambda key: words.get(key, ""))
    some = f"-{short('_'.join(order.pieces))}" if order.pieces else ""
    mark += only_mark([piece for piece, _ in laid], order.only)
    path = Path(game.slug, f"cut-plan{some}{mark}-{order.paper.id}-{lang}.pdf")
    yield Job(path, document(game, words.get("cut_plan", ""), lang, pages, None), "", 0, 0, ())
