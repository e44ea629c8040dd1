"""Score pads made from the score fields that the tracker's form is made of. Between the data and the paper.

A page for each set of fields that the variants ask for: blocks to write in, as many as the page holds, and at its foot
how the results are compared. Knows the kinds of fields, no game by name. All lengths are mm, sizes of type in points.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pnp.art import ArtProblem
from pnp.data.game import Band, Field, Game, Rung, Scoring
from pnp.data.prints import Pad
from pnp.data.words import Words
from pnp.errors import Problem
from pnp.fonts import FontProblem
from pnp.layout import text
from pnp.layout.columns import Placed, Strip, balanced
from pnp.layout.piece import Face, Piece
from pnp.pieces import rungs
from pnp.pieces.context import Context, start
from pnp.pieces.ledgers import ledger
from pnp.pieces.lettering import unprintable
from pnp.pieces.pad_look import SMALLEST, Block, Look, filled, look, set_in
from pnp.pieces.record_blocks import block
from pnp.pieces.slots import draw
from pnp.scene import Group, Path, Rect, Shape, ellipse, moved
from pnp.units import MM_PER_PT, fits, tidy
from pnp.values import dataclass, replace

GAP, CLOSE = 6.0, 3.0  # between two blocks: two games; two players
MOST = 4  # blocks of one game on a page
GROWS, ALONE = 7.0, 12.0  # the most that a row grows to fill the page; and that of a block alone on it
ABOVE_FOOT = 5.0
RUNG, DISC = 7.0, 2.5  # a line of the ranking; the disc with its number
BAND = 11.0  # the rating bands
HELP, HELPING = 7.0, 1.24  # pt, and × size: line distance of what is said about the columns
LEGEND, BETWEEN, LEGEND_GAP = 3, 6.0, 4.5  # its columns; what is free between them, and above
ENDLESS = 10_000.0  # mm: a column long enough for all help texts


@dataclass(frozen=True, slots=True)
class _Page:
    """What one page asks for: the fields on it, and what it is called when there are several."""

    title: Words | None
    fields: tuple[Field, ...]
    ranking: tuple[Rung, ...]
    bands: tuple[Band, ...]


def pages(game: Game) -> int:
    """Return how many different pages a pad of `game` has."""
    return len(_pages(game.scoring)) if game.scoring else 1


def pad(pad: Pad, game: Game, lang: str, problems: list[Problem]) -> Piece:
    """Return the pad's pages drawn in `lang`. What is wrong is added to `problems`."""
    told: list[Problem] = []  # every player has the same cells, so one fault is met several times
    ctx = start(game, lang, told, f'pad "{pad.id}"', game.file, pad.line)
    title = pad.title.get(lang)
    found = _pages(game.scoring) if game.scoring else ()
    if not found or not any(page.fields for page in found):
        ctx.problem("", "the game has no score fields to fill a pad", "write [[score.fields]]")
    faces = []
    for number, page in enumerate(found, 1):
        name = f"{title}, {page.title.get(lang)}" if page.title else title
        here = replace(ctx, where=f'pad "{pad.id}", "{page.title.get(lang)}"') if page.title else ctx
        faces.append(Face(name, Group(tuple(_page(pad, page, here.on(number)))), None, pad.copies))
    problems += dict.fromkeys(told)
    return Piece(pad.id, title, "pad", pad.width, pad.height, 0.0, 0.0, False, tuple(faces))


def _pages(scoring: Scoring) -> tuple[_Page, ...]:
    """Return the pages: one for each different set of fields, in the order of the variants."""
    found: list[_Page] = []
    for variant in scoring.variants:
        fields = scoring.short_fields_in(variant.id)
        if any(page.fields == fields for page in found):
            continue
        bands = scoring.bands if variant.bands else ()
        found.append(_Page(variant.title, fields, scoring.ranking_in(variant.id), bands))
    return tuple(found) if len(found) > 1 else (replace(found[0], title=None),)


def _page(pad: Pad, page: _Page, ctx: Context) -> Iterator[Shape]:
    """Yield frame, blocks, legend and foot of one page."""
    if pad.frame is not None:
        frame = pad.frame
        yield draw(frame, None, ctx.at(f"{ctx.where}, frame", frame.file, frame.line))
    found = look(pad, ctx)
    foot, deep = _foot(page, pad.width, found, ctx)
    bottom = pad.height - (deep + ABOVE_FOOT if deep else 0.0)
    yield Group(tuple(foot), moved(0.0, pad.height - deep))
    if pad.top >= bottom:
        message = f"the blocks begin {tidy(pad.top)} mm down, but there is room only to {tidy(round(bottom, 1))} mm"
        ctx.problem("", message, "make `top` smaller or the page higher")
        return
    recorded = any(field.kind == "records" for field in page.fields)
    if recorded:
        made = block(page.fields, pad.width, found, ctx)
        legend, high = _legend(page.fields, pad.width, found, ctx)
        below = high + LEGEND_GAP if high else 0.0
        room = Rect(0.0, pad.top, pad.width, bottom - below - pad.top)
        yield from _stacked(made, pad.seats, CLOSE, room, below, ctx)
        yield Group(legend, moved(0.0, bottom - high))
    elif page.fields:
        made = ledger(page.fields, pad, page.title, found, ctx)
        count = max(1, min(MOST, int((bottom - pad.top + GAP) / (made.height + GAP) + 1e-6)))
        numbered = replace(made, draw=lambda grown, number: made.draw(grown, number if count > 1 else 0))
        yield from _stacked(numbered, count, GAP, Rect(0.0, pad.top, pad.width, bottom - pad.top), 0.0, ctx)


def _stacked(made: Block, count: int, gap: float, room: Rect, below: float, ctx: Context) -> Iterator[Shape]:
    """Yield `count` blocks below one another, their rows grown to fill the room; note it when they do not fit.

    `below` is the height of the help texts that stand under the room.
    """
    needed = count * made.height + (count - 1) * gap
    if not fits(needed, room.height):
        what = "the fields" if count == 1 else f"the blocks of {count} players, {tidy(round(made.height, 1))} mm each,"
        told = f"{what} and {tidy(round(below, 1))} mm of help texts below them" if below else what
        ctx.problem(
            "",
            f"{told} need {tidy(round(needed + below, 1))} mm of {tidy(round(room.height + below, 1))} mm height",
            f"take fewer {'fields' if count == 1 else 'seats'}, a smaller `top`, shorter help texts or a higher page",
        )
        return
    grown = min(GROWS if count > 1 else ALONE, (room.height - needed) / (count * made.rows)) if made.rows else 0.0
    step = made.height + made.rows * grown
    left = room.height - count * step - (count - 1) * gap
    more = min(gap, left / (count - 1)) if count > 1 else 0.0
    for number in range(count):
        y = room.y + number * (step + gap + more)
        yield Group(made.draw(grown, number + 1), moved(room.x, y))


def _foot(page: _Page, width: float, look: Look, ctx: Context) -> tuple[list[Shape], float]:
    """Return the ranking ladder and the rating bands, from (0, 0), and how high they are."""
    shapes: list[Shape] = []
    down = 0.0
    if page.ranking:
        shapes += _ranking(page.ranking, width, look, ctx)
        down += RUNG
    if page.bands:
        down += 2.0 if down else 0.0
        shapes.append(Group(tuple(_bands(page.bands, width, look, ctx)), moved(0.0, down)))
        down += BAND
    return shapes, down


def _ranking(ranking: Sequence[Rung], width: float, look: Look, ctx: Context) -> Iterator[Shape]:
    """Yield what decides, in order: a numbered disc and words for each."""
    across = width / len(ranking)
    style = text.Style(look.family, 600, size=10, smallest=SMALLEST, leading=1.0, valign="middle")
    number = text.Style(look.display, size=9, align="center", valign="middle", color=look.on_ink, wrap=False)
    for index, rung in enumerate(ranking):
        x = index * across
        yield Path(ellipse(x + DISC, RUNG / 2, DISC), fill=look.ink)
        yield from set_in(str(index + 1), Rect(x, RUNG / 2 - DISC, 2 * DISC, 2 * DISC), number, ctx)
        yield from set_in(rung.title, Rect(x + 2 * DISC + 2.0, 0.0, across - 2 * DISC - 6.0, RUNG), style, ctx)


def _bands(bands: tuple[Band, ...], width: float, look: Look, ctx: Context) -> Iterator[Shape]:
    """Yield the rating bands side by side, the lowest at the left."""
    across = width / len(bands)
    figures = text.Style(look.family, 700, size=10, smallest=SMALLEST, align="center", valign="middle", wrap=False)
    style = text.Style(look.family, 500, size=8, smallest=SMALLEST, align="center", valign="middle", wrap=False)
    for index, (band, span) in enumerate(zip(bands, rungs.spans(bands), strict=True)):
        box = Rect(index * across, 0.0, across - 1.0, BAND)
        yield filled(box, look.tint)
        yield from set_in(span, Rect(box.x, 0.6, box.width, BAND / 2), figures, ctx)
        yield from set_in(band.title, Rect(box.x + 0.5, BAND / 2 - 0.4, box.width - 1.0, BAND / 2), style, ctx)


def _legend(fields: Sequence[Field], width: float, look: Look, ctx: Context) -> tuple[tuple[Shape, ...], float]:
    """Return what helps with each column, in small type in columns, and how high it is in the tallest language."""
    placed = _helps(fields, width, look, ctx)
    others = (replace(ctx, lang=lang, problems=[]) for lang in ctx.game.languages if lang != ctx.lang)
    made = (placed, *(_helps(fields, width, look, other) for other in others))
    heights = (column[-1].y + column[-1].strip.height for columns in made for column in columns if column)
    across = (width + BETWEEN) / LEGEND
    shapes = tuple(
        Group(one.strip.shapes, moved(number * across, one.y)) for number, column in enumerate(placed) for one in column
    )
    return shapes, max(heights, default=0.0)


def _helps(fields: Sequence[Field], width: float, look: Look, ctx: Context) -> list[list[Placed]]:
    """Return the columns of the legend in one language."""
    told = [each for field in fields for each in (field.fields if field.kind == "records" else (field,))]
    room = (width - (LEGEND - 1) * BETWEEN) / LEGEND
    style = text.Style(look.body, size=HELP, leading=HELPING)
    step = HELPING * HELP * MM_PER_PT
    strips = []
    try:
        for each in told:
            said = f"**{each.title.get(ctx.lang)}**\u2002{each.help.get(ctx.lang)}"
            lines = text.lines(said, room, style, ctx.icons) if each.help.get(ctx.lang) else ()
            shapes = tuple(Group(one.shapes, moved(0.0, number * step)) for number, one in enumerate(lines))
            if lines:
                height = lines[0].height + (len(lines) - 1) * step
                strips.append(Strip(shapes, height, step * 1.35 - lines[0].height))
    except (FontProblem, ArtProblem) as error:
        ctx.problem("", *unprintable(error))
        return []
    return balanced(strips, LEGEND, ENDLESS) or []
