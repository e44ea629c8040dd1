"""Pictures of pieces without paper round them: for designers, and for the phone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Literal, TypeAlias

from pnp.build.documents import document
from pnp.build.order import Order, language, pieces
from pnp.build.writing import pdf
from pnp.data.game import Game
from pnp.layout.piece import Piece
from pnp.layout.trimming import cornered
from pnp.scene import Group, Page, Rect, Shape, moved
from pnp.units import MM_PER_INCH

Form: TypeAlias = Literal["png", "svg"]
PREVIEW_DPI = 300.0
PREVIEW_PIXELS = 8000.0  # on the longer side; what is larger is shown with fewer dots an inch


def face_page(piece: Piece, shape: Shape) -> Page:
    """Return one side of a face as a page as large as its trim, without what lies outside rounded corners."""
    shown = Group((cornered(piece, shape),), moved(0, 0))
    return Page(piece.width, piece.height, (shown,), trim=Rect(0, 0, piece.width, piece.height))


def field_alone(game: Game, name: str) -> tuple[bytes, Mapping[str, tuple[float, float]]] | None:
    """Return a field of crossings by itself as SVG, as the sheets have it, and where its posts ("T3") and crossings
    ("3,4") are in it, in mm; the place "" is its far corner. None when no sheet has such a field."""
    from pnp.pieces.lone_fields import lone_field
    from pnp.render.svg import render

    found = lone_field(game, name)
    if found is None:
        return None
    return render(found.page).encode(), {**found.places, "": (found.page.width, found.page.height)}


def previews(game: Game, order: Order, form: Form) -> Iterator[tuple[Path, bytes]]:
    """Yield (path below the output folder, bytes) of each face of the pieces asked for, as PNG or SVG."""
    lang = language(game, order.lang)
    for piece in pieces(game, order):
        sides = [
            (f"{piece.id}-{number:02d}-{name}", face_page(piece, shape))
            for number, face in enumerate(piece.faces, 1)
            for name, shape in (("front", face.front), ("back", face.back))
            if shape is not None
        ]
        if form == "svg":
            from pnp.render.svg import render

            for name, page in sides:
                yield Path(game.slug, f"{name}.svg"), render(page).encode()
        else:
            from pnp.render.png import pages

            sheet = document(game, piece.title, lang, tuple(page for _, page in sides), None)
            dpi = min(PREVIEW_DPI, PREVIEW_PIXELS * MM_PER_INCH / max(piece.width, piece.height))
            for (name, _), data in zip(sides, pages(pdf(sheet), dpi), strict=True):
                yield Path(game.slug, f"{name}.png"), data
