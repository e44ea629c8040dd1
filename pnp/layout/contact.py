"""The contact sheet: every face of a game small, with its number and name. Part of layout; names no game.

The faces of a piece stand together, small pieces side by side. Where faces share a back it is shown once, else beside
each front.
All lengths are mm.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import ceil

from pnp.layout import text
from pnp.layout.geometry import Stock, measure
from pnp.layout.masthead import (
    FAMILY,
    HEAD,
    MARGIN,
    QUIET,
    RUNNING,
    Masthead,
    cut_short,
    folio,
    masthead,
    running,
    small,
)
from pnp.layout.piece import Face, Piece
from pnp.scene import Group, Page, Path, Rect, Shape, Stroke, line, moved
from pnp.units import count, fits
from pnp.values import dataclass, replace

GAP = 3.8  # between pictures
LABEL = 7.6  # under a picture: its number and its name
TITLE = 7.6  # over the pictures of a piece
BELOW = 4.6  # under a piece
ROW = 1.6  # under a row, when another of the same piece follows
CARD = (22.6, 32.0)  # a small picture of what is held in the hand
LARGE = (41.6, 44.0)  # of what lies on the table
SMALLER = 15.0  # of a token
HELD = 130.0  # what is longer than this lies on the table
LEAST = 13.0  # the width that a label needs


@dataclass(frozen=True, slots=True)
class _Cell:
    """One picture with the words under it."""

    face: Face
    shape: Shape
    number: str
    name: str


@dataclass(frozen=True, slots=True)
class _Block:
    """The pictures of one piece that stand in one row, with the heading over them ("" for none)."""

    piece: Piece
    cells: tuple[_Cell, ...]
    size: tuple[float, float]
    step: float
    title: str
    about: str
    width: float

    @property
    def height(self) -> float:
        return (TITLE if self.title else 0.0) + self.size[1] + LABEL


def contact(pieces: Sequence[Piece], head: Masthead, stock: Stock, word: Callable[[str], str]) -> tuple[Page, ...]:
    """Return the contact sheet of `pieces` as upright pages of `stock`; `word` gives words by key."""
    width, height = min(stock.width, stock.height), max(stock.width, stock.height)
    shelves = list(_shelves([block for piece in pieces for block in _blocks(piece, width, word)], width))
    pages: list[list[Shape]] = []
    y = height
    for number, shelf in enumerate(shelves):
        needed = max(block.height for block, _ in shelf)
        if not fits(y + needed, height - MARGIN):
            top = HEAD if not pages else RUNNING
            pages.append(list(running(head, width) if pages else masthead(head, width)))
            y = top + BELOW
            shelf = [(_again(block), x) for block, x in shelf]  # noqa: PLW2901 (the same shelf, with a heading)
        for block, x in shelf:
            pages[-1].append(Group(tuple(_drawn(block, head)), moved(MARGIN + x, y)))
        goes_on = number + 1 < len(shelves) and not shelves[number + 1][0][0].title
        y += max(block.height for block, _ in shelf) + (ROW if goes_on else BELOW)
    return tuple(
        Page(width, height, (*shapes, folio(number, len(pages), width, height)), label=str(number))
        for number, shapes in enumerate(pages, 1)
    )


def _again(block: _Block) -> _Block:
    """Return a row that begins a page under the heading of its piece."""
    if block.title:
        return block
    width = max(block.width, _wide(f"{block.piece.title} …", 700, 10.0) + 2)
    return replace(block, title=block.piece.title, about="…", width=width)


def _blocks(piece: Piece, width: float, word: Callable[[str], str]) -> Iterator[_Block]:
    """Yield the rows of a piece, the first with its heading."""
    most = LARGE if max(piece.width, piece.height) > HELD else CARD
    most = (SMALLER, SMALLER) if piece.kind == "tokens" else most
    scale = min(most[0] / piece.width, most[1] / piece.height, 1.0)
    size = piece.width * scale, piece.height * scale
    step = max(size[0], LEAST)
    cells = tuple(_cells(piece, word))
    room = max(1, count(step, width - 2 * MARGIN, GAP))
    about = f"{_number(len(piece.faces), word)} · {piece.count} × {measure(piece.width, piece.height)}"
    room = ceil(len(cells) / ceil(len(cells) / room))  # rows of about one length
    for start in range(0, len(cells), room):
        row = cells[start : start + room]
        title = "" if start else piece.title
        wide = len(row) * (step + GAP) - GAP
        if title:
            wide = max(wide, _wide(title, 700, 10.0) + 2 + _wide(about, 400, 7.5))
        yield _Block(piece, row, size, step, title, about, wide)


def _number(faces: int, word: Callable[[str], str]) -> str:
    return f"{faces} {word('contact_face' if faces == 1 else 'contact_faces')}"


def _wide(words: str, weight: int, size: float) -> float:
    return text.width(words, family=FAMILY, weight=weight, size=size)


def _cells(piece: Piece, word: Callable[[str], str]) -> Iterator[_Cell]:
    """Yield the fronts with their own backs beside them, or with the backs they share at the end."""
    backs = {id(face.back): face.back for face in piece.faces if face.back is not None}
    own = len(backs) == len(piece.faces) > 1
    for number, face in enumerate(piece.faces, 1):
        copies = f" ×{face.copies}" if face.copies > 1 else ""
        yield _Cell(face, face.front, f"{number}{copies}", _short(face.name, piece.title, number))
        if own and face.back is not None:
            yield _Cell(face, face.back, str(number), word("back"))
    for key, back in () if own else backs.items():
        of = [number for number, face in enumerate(piece.faces, 1) if id(face.back) == key]
        first = piece.faces[of[0] - 1]
        yield _Cell(first, back, "" if len(of) == len(piece.faces) else ranges(of), word("back"))


def _short(name: str, title: str, number: int) -> str:
    """Return what a face is called under the heading of its piece: not that again, no number twice, no folder."""
    own = name.removeprefix(title).lstrip(", ·")
    if own == str(number):
        return ""
    return own if " " in own else own.rpartition("/")[2]


def ranges(numbers: Sequence[int]) -> str:
    """Write numbers as people do: "1–4, 7"."""
    parts: list[list[int]] = []
    for number in numbers:
        if parts and parts[-1][-1] == number - 1:
            parts[-1].append(number)
        else:
            parts.append([number])
    return ", ".join(str(part[0]) if len(part) == 1 else f"{part[0]}–{part[-1]}" for part in parts)


def _shelves(blocks: Sequence[_Block], width: float) -> Iterator[list[tuple[_Block, float]]]:
    """Yield rows of blocks with where each begins: what needs one row alone stands beside its like."""
    shelf: list[tuple[_Block, float]] = []
    x = 0.0
    for number, block in enumerate(blocks):
        after = blocks[number + 1] if number + 1 < len(blocks) else None
        alone = bool(block.title) and (after is None or bool(after.title))
        if shelf and alone and fits(x + block.width, width - 2 * MARGIN) and _alike(shelf[0][0], block):
            shelf.append((block, x))
        else:
            if shelf:
                yield shelf
            shelf, x = [(block, 0.0)], 0.0
        x = x + block.width + 3 * GAP if alone else width
    if shelf:
        yield shelf


def _alike(one: _Block, other: _Block) -> bool:
    """Say whether two rows look well beside each other: neither is much higher."""
    return max(one.height, other.height) <= 1.6 * min(one.height, other.height)


def _drawn(block: _Block, head: Masthead) -> Iterator[Shape]:
    """Yield a row of pictures, from its own top left corner."""
    top = 0.0
    if block.title:
        top = TITLE
        yield cut_short(block.title, 0, 3.4, block.width, weight=700, size=10)
        at = _wide(block.title, 700, 10.0) + 2
        yield cut_short(block.about, at, 3.4, max(block.width - at, 0.0), size=7.5, color=QUIET)
        yield Path(line(0, 5.2, block.width, 5.2), stroke=Stroke(head.color, 0.5))
    for index, cell in enumerate(block.cells):
        x = index * (block.step + GAP)
        yield small(block.piece, cell.face, cell.shape, Rect(x, top, *block.size))
        y = top + block.size[1] + 3.2
        yield cut_short(cell.number, x, y, block.step, weight=700)
        yield cut_short(cell.name, x, y + 2.8 if cell.number else y, block.step + GAP - 1, color=QUIET)
