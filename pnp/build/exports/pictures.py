"""Pictures of faces as files: PNG or SVG, cut to their outline or with their bleed. Beside `faces`, which previews use.

Knows no paper. All lengths are mm.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from pnp.build.documents import document
from pnp.build.faces import PREVIEW_DPI, PREVIEW_PIXELS, Form, face_page
from pnp.build.order import Order, language, pieces
from pnp.build.writing import pdf
from pnp.data.game import Game
from pnp.errors import DataError, Problem
from pnp.layout.cutouts import cut_out, shaped
from pnp.layout.piece import Face, Piece
from pnp.scene import Group, Page, Rect, Shape, moved
from pnp.units import MM_PER_INCH
from pnp.values import dataclass

MOST_PIXELS = 16_000.0  # on the longer side: more than any shop asks for, and what a machine at home can still hold


@dataclass(frozen=True, slots=True)
class Sight:
    """One side of a face as a page of its own; `clear`: what is outside its outline is nothing, not paper."""

    name: str
    page: Page
    clear: bool


def faces(game: Game, order: Order, form: Form, dpi: float | None, bleed: bool) -> Iterator[tuple[Path, bytes]]:
    """Yield (path below the output folder, bytes) of each side of the faces asked for, `bleed` with their bleed.

    Without `dpi` pictures have as many dots an inch as previews. Tokens are cut out along their line, if not for
    `bleed`. Raises DataError when a picture would have too many pixels.
    """
    lang = language(game, order.lang)
    made = pieces(game, order)
    _check(made, dpi, bleed)
    for piece in made:
        sights = tuple(sides(piece, bleed))
        if form == "svg":
            from pnp.render.svg import render

            for sight in sights:
                yield Path(game.slug, f"{sight.name}.svg"), render(sight.page).encode()
            continue
        longest = max((max(sight.page.width, sight.page.height) for sight in sights), default=1.0)
        wanted = dpi or min(PREVIEW_DPI, PREVIEW_PIXELS * MM_PER_INCH / longest)
        for sight, data in pictures(game, lang, piece.title, sights, wanted):
            yield Path(game.slug, f"{sight.name}.png"), data


def pictures(game: Game, lang: str, title: str, sights: Sequence[Sight], dpi: float) -> Iterator[tuple[Sight, bytes]]:
    """Yield each side as a PNG; what is drawn alike is drawn once."""
    from pnp.render.png import pages

    for clear in (False, True):
        alike: dict[tuple[object, ...], list[Sight]] = {}
        for sight in sights:
            if sight.clear == clear:
                alike.setdefault((sight.page.width, sight.page.height, _key(sight.page)), []).append(sight)
        if not alike:
            continue
        sheet = document(game, title, lang, tuple(group[0].page for group in alike.values()), None)
        for group, data in zip(alike.values(), pages(pdf(sheet), dpi, clear=clear), strict=True):
            for sight in group:
                yield sight, data


def sides(piece: Piece, bleed: bool = False) -> Iterator[Sight]:
    """Yield both sides of all faces as pages as large as the trim, `bleed` with the bleed around it.

    Names are those of previews, with as many digits as the last face needs, so that files sort as faces do.
    """
    for number, face in enumerate(piece.faces, 1):
        for side, shape in (("front", face.front), ("back", face.back)):
            if shape is not None:
                page, clear = _bled(piece, shape) if bleed else _cut(piece, face, shape)
                yield Sight(f"{numbered(piece, number)}-{side}", page, clear)


def numbered(piece: Piece, number: int) -> str:
    """Return the name of a face's files: the piece and its number, from 1."""
    return f"{piece.id}-{number:0{max(2, len(str(len(piece.faces))))}d}"


def _cut(piece: Piece, face: Face, shape: Shape) -> tuple[Page, bool]:
    """Return a side within its trim, or within its outline on nothing."""
    trim = Rect(0, 0, piece.width, piece.height)
    if not shaped(piece, face):
        return face_page(piece, shape), False
    return Page(piece.width, piece.height, (cut_out(piece, face, shape),), trim=trim), True


def _bled(piece: Piece, shape: Shape) -> tuple[Page, bool]:
    """Return a side with its bleed."""
    by = piece.bleed
    width, height = piece.width + 2 * by, piece.height + 2 * by
    trim = Rect(by, by, piece.width, piece.height)
    return Page(width, height, (Group((shape,), moved(by, by)),), trim=trim, bleed=Rect(0, 0, width, height)), False


def _key(page: Page) -> tuple[object, ...]:
    """Return what makes two pages the same picture: the one drawing on them, and what cuts it."""
    group = page.shapes[0]
    if not isinstance(group, Group):
        return (id(page),)
    return (id(group.children[-1]), group.matrix, group.clip and group.clip.segments)


def _check(made: Sequence[Piece], dpi: float | None, bleed: bool) -> None:
    problems = []
    for piece in made:
        longest = max(piece.width, piece.height) + 2 * piece.bleed * bleed
        if dpi and longest * dpi / MM_PER_INCH > MOST_PIXELS:
            most = int(MOST_PIXELS * MM_PER_INCH / longest)
            message = f"{piece.id} would be {longest * dpi / MM_PER_INCH:.0f} pixels long; allowed: {MOST_PIXELS:.0f}"
            problems.append(Problem("--dpi", 0, "", message, f"up to {most} dpi it fits"))
    if problems:
        raise DataError(problems)
