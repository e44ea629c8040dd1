"""Posters: a face over several pages that overlap, to be cut and glued, with a picture of how they go together.

Beside imposition; knows no game. All lengths are mm.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.layout.assembly import assembly
from pnp.layout.furniture import Sheet, Slug, Strips, furniture, settle
from pnp.layout.geometry import AS_USUAL, Imposed, Stock, outside, paper_name
from pnp.layout.grids import holds
from pnp.layout.impose import impose
from pnp.layout.piece import Piece
from pnp.layout.room import APART, paper_line
from pnp.layout.tile_marks import join_marks, trim_marks
from pnp.layout.tilings import JOIN, Tile, Tiling, tiling
from pnp.scene import Group, Page, Path, Rect, Shape, moved, rectangle
from pnp.units import fits, tidy
from pnp.values import replace

__all__ = ["impose_tiles"]


def impose_tiles(piece: Piece, stock: Stock, slug: Slug, *, marked: bool = True) -> Imposed:
    """Lay each side of each copy on as few pages as possible, after a page that shows how they go together.

    A piece that the paper holds in one part is laid as it is. Raises DoesNotFit with the arithmetic, ValueError for a
    piece without a single copy.
    """
    if not piece.count:
        raise ValueError(f"{piece.title}: nothing to print, not one copy")
    if holds(piece, stock):
        return impose(replace(piece, laying="grid"), stock, AS_USUAL, slug)
    parts = tiling(piece, stock)
    sides = tuple(_sides(piece))
    strips = _strips(stock, slug, parts, 1 + len(sides) * parts.count)
    picture = Page(*parts.page, (assembly(piece, parts, sides[0][1], slug),), label=slug.word("tile_picture"))
    marked = marked and stock.crop_marks
    pages = (picture, *(page for side in sides for page in _pages(*side, piece, parts, slug, marked)))
    slips = furniture(strips) if strips else ()
    finished = tuple(
        replace(page, shapes=page.shapes + slips[index : index + 1], outline="" if index else piece.title)
        for index, page in enumerate(pages)
    )
    return Imposed(finished, len(finished), 1, tuple(_notices(piece, stock, parts, strips)))


def _sides(piece: Piece) -> Iterator[tuple[str, Shape]]:
    """Yield name and drawing of every side to be tiled, copies one after the other."""
    for face in piece.faces:
        for _ in range(face.copies):
            yield from ((face.name, _once(shape)) for shape in (face.front, face.back) if shape is not None)


def _once(shape: Shape) -> Shape:
    return shape if isinstance(shape, Group) and shape.once else Group((shape,), once=True)


def _pages(name: str, shape: Shape, piece: Piece, parts: Tiling, slug: Slug, marked: bool) -> Iterator[Page]:
    """Yield the pages of one side, row by row."""
    trim = Rect(0.0, 0.0, piece.width, piece.height)
    for tile in parts.tiles:
        crops = trim_marks(parts, tile, trim, piece.bleed) if marked else None
        marks = (join_marks(parts, tile, slug), *((crops,) if crops else ()))
        yield Page(*parts.page, (_shown(name, shape, tile), *marks), label=tile.name)


def _shown(name: str, shape: Shape, tile: Tile) -> Group:
    """Return the part of a face that a tile shows, at its place on the page, cut off exactly at its edges."""
    clipped = Group((shape,), clip=Path(rectangle(tile.part)))
    place = moved(tile.window.x - tile.part.x, tile.window.y - tile.part.y)
    return Group((clipped,), place, label=f"{name}, {tile.name}")


def _strips(stock: Stock, slug: Slug, parts: Tiling, pages: int) -> Strips | None:
    """Return the page furniture, outside the parts and their marks; None when it has no room."""
    sheet = Sheet(
        width=parts.page[0],
        height=parts.page[1],
        block=parts.block,
        margin=stock.margin,
        free=outside(parts.block, parts.inside).each(lambda side: side - JOIN - APART),
        pages=pages,
        flip=None,
        axis=None,
        paper=paper_line(stock),
    )
    return settle(sheet, slug)


def _notices(piece: Piece, stock: Stock, parts: Tiling, strips: Strips | None) -> Iterator[str]:
    title, paper = piece.title, paper_name(stock)
    least = min(outside(parts.block, parts.inside).all)
    if not fits(0.0, least):
        yield f"{title}: with the offsets of {paper} the parts reach {tidy(-least)} mm into the printer's margin"
    elif not fits(JOIN - 0.5, least):
        yield f"{title}: with the offsets of {paper} some join marks may not be printed"
    if strips is None:
        yield f"{title}: the margins of {paper} have no room for the rulers and the notes of the page"
