"""Rules booklets: cover, contents, the rules as running text, page numbers. Between the data and the paper.

A folded booklet is also made as plain pages; there the same text is laid out anew. Knows no game by name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from math import ceil, inf

from pnp.art import ArtProblem
from pnp.data.frame import Frame
from pnp.data.game import Game, Rules
from pnp.data.prints import Booklet
from pnp.errors import Problem
from pnp.fonts import FontProblem
from pnp.layout import text
from pnp.layout.columns import Placed, Strip, balanced, feathered, fill
from pnp.layout.contrast import GUIDE, READABLE, darkened
from pnp.layout.piece import Face, Laying, Piece
from pnp.pieces import galley
from pnp.pieces.context import Context, start
from pnp.pieces.front_matter import BELOW, Front, front
from pnp.pieces.galley import Look, TooWide
from pnp.pieces.lettering import unprintable
from pnp.pieces.slots import draw
from pnp.scene import Group, Path, Shape, Stroke, line, moved
from pnp.units import fits, tidy
from pnp.values import dataclass, replace

LEAST, FOOTED = 9.0, 10.0  # head and foot are at least so high, for the page number; and on plain pages
GAP = 7.0  # between two columns
STEP = 0.1  # pt
FOLDED, TWO_SIDED = 4, 2  # the number of pages should be a multiple of this
FOOT = 0.5  # × margin: how far the foot's baseline stands above the edge of the page
NUMBER, RUNNING = 10.0, 7.0  # pt: the page number and the title beside it
STRETCH = 1.8  # the most that room between two paragraphs grows to fill a column
NOTES = 8.0  # distance of the lines on a page for notes
CREDIT, SMALLEST = 0.85, 6.5  # × size of the text, and pt: the game's credit below the rules
CONTENTS = 3  # plain pages: from so many on there is a list of contents
NARROWEST = 20.0  # a column is at least so wide and high
SPARSE = 0.2  # plain pages: a last one that is filled less than that is not worth having
_KEPT = 64
_sizes: dict[tuple[object, ...], tuple[Game, Booklet, float]] = {}
"""The sizes found lately. Games never change; each is held here, so that its `id` stays its own."""


@dataclass(frozen=True, slots=True)
class _Format:
    """The pages to fill: size, margins (sides, head and foot), columns."""

    width: float
    height: float
    margin: tuple[float, float]
    columns: int

    @property
    def column(self) -> float:
        """The width of a column."""
        return (self.width - 2 * self.margin[0] - GAP * (self.columns - 1)) / self.columns

    @property
    def depth(self) -> float:
        """How high the text of a page may be."""
        return self.height - 2 * self.margin[1]


@dataclass(frozen=True, slots=True)
class _Fault:
    """What cannot be set at some size, in a section."""

    here: Context
    message: str
    hint: str


@dataclass(frozen=True, slots=True)
class _Made:
    """The text on its pages: for each its columns; `front` stands above those of the first."""

    pages: list[list[list[Placed]]]
    look: Look
    front: Front


def booklet(booklet: Booklet, game: Game, lang: str, problems: list[Problem]) -> Piece:
    """Return the rules in `lang` as pages in reading order. What is wrong is added to `problems`."""
    told: list[Problem] = []  # several sizes are tried, so one fault may be met several times
    piece = _piece(booklet, start(game, lang, told, f'booklet "{booklet.id}"', game.file, booklet.line))
    problems += dict.fromkeys(told)
    return piece


def _piece(booklet: Booklet, ctx: Context) -> Piece:
    game, lang, folded = ctx.game, ctx.lang, booklet.form == "folded"
    title, size = booklet.title.get(lang), (booklet.width, booklet.height)
    laying: Laying = "booklet" if folded else "grid"
    piece = Piece(booklet.id, title, "booklet", *size, 0.0, 0.0, False, (), laying)
    shape = _Format(*size, (booklet.margin, max(booklet.margin, LEAST)), booklet.columns)
    rules = game.rules_in(lang)
    if rules is None or not rules.sections:
        ctx.problem("", "the game has no rules to print", f"write rules.{lang}.md")
        return piece
    pages = _pages(booklet, ctx, shape, folded)
    if not folded:
        return replace(piece, faces=_leaves(pages, title))
    if not pages:
        return piece
    faces = tuple(Face(f"{title}, {number}", page, None, 1) for number, page in enumerate(pages, 1))
    (width, height), margin = booklet.plain_size, booklet.plain_margin
    large = _Format(width, height, (margin, max(margin, FOOTED)), booklet.plain_columns)
    here = replace(ctx, where=f"{ctx.where}, plain pages")
    again = _pages(booklet, here, large, False)
    plain = replace(piece, id=f"{booklet.id}-plain", kind="sheet", width=width, height=height, laying="grid")
    return replace(piece, faces=faces, plain=replace(plain, faces=_leaves(again, title)))


def _pages(booklet: Booklet, ctx: Context, shape: _Format, folded: bool) -> list[Group]:
    """Return the pages at the size that the language with the most words needs; nothing after a problem.

    The plain pages of a folded booklet have neither cover nor last page.
    """
    if min(shape.column, shape.depth) < NARROWEST:
        left = " × ".join(tidy(round(max(side, 0.0), 1)) for side in (shape.column, shape.depth))
        message = f"the margins leave {left} mm for a column of text; {tidy(NARROWEST)} × {tidy(NARROWEST)} are needed"
        ctx.problem("", message, "make the margin smaller, the columns fewer or the page larger")
        return []
    made = booklet if folded or booklet.form != "folded" else replace(booklet, cover=None, end=None)
    presses = {
        lang: _Press(made, rules, ctx if lang == ctx.lang else replace(ctx, lang=lang, problems=[]), shape, folded)
        for lang in ctx.game.languages
        if (rules := ctx.game.rules_in(lang))
    }
    key = (id(ctx.game), id(booklet), shape, folded)
    known = _sizes.get(key)
    if known is None:
        size = booklet.size
        for press in presses.values():  # always in this order, so that each build finds the same size
            size = press.best(size)
        if len(_sizes) >= _KEPT:
            _sizes.clear()
        known = _sizes[key] = ctx.game, booklet, size
    return presses[ctx.lang].pages(known[2])


def _leaves(pages: Sequence[Group], title: str) -> tuple[Face, ...]:
    """Return plain pages two by two, front and back of a sheet."""
    backs = (*pages[1::2], None)
    return tuple(Face(f"{title}, {2 * number + 1}", page, backs[number], 1) for number, page in enumerate(pages[::2]))


class _Press:
    """Makes the pages of a booklet in one format."""

    def __init__(self, booklet: Booklet, rules: Rules, ctx: Context, shape: _Format, folded: bool) -> None:
        self.booklet, self.rules, self.ctx, self.shape, self.folded = booklet, rules, ctx, shape, folded
        self.multiple = FOLDED if folded else TWO_SIDED
        self.others = sum(frame is not None for frame in (booklet.cover, booklet.end))
        self.before = len(ctx.problems)
        self.known: dict[float, _Made | None] = {}
        self.faults: list[_Fault] = []  # at the size that is being tried

    def pages(self, size: float) -> list[Group]:
        """Return all pages in reading order, the text at `size`; nothing when there is a problem."""
        self.faults.clear()
        made = self.set(round(size, 3), drawn=True)
        cover, end = self.framed(self.booklet.cover, "cover"), self.framed(self.booklet.end, "end")
        for fault in self.faults:
            fault.here.problem("", fault.message, fault.hint)
        if made is None or len(self.ctx.problems) > self.before:
            return []
        first = 2 if self.booklet.cover else 1
        places = {
            placed.strip.name: first + number
            for number, page in enumerate(made.pages)
            for column in page
            for placed in column
            if placed.strip.name
        }
        pages = [self.page(number, first, made, places) for number in range(len(made.pages))]
        if self.folded:
            blanks = -(len(pages) + self.others) % FOLDED
            pages += [self.notes(first + len(pages) + number, made.look) for number in range(blanks)]
        return [*([cover] if cover else []), *pages, *([end] if end else [])]

    def framed(self, frame: Frame | None, name: str) -> Group | None:
        """Return the cover or the last page."""
        if frame is None:
            return None
        here = self.ctx.at(f"{self.ctx.where}, {name}", frame.file, frame.line)
        return draw(frame, None, here.on(1 if name == "cover" else 0))

    def best(self, largest: float) -> float:
        """Return the size, at most `largest`, that leaves no page of the last sheet blank; else `largest` itself."""
        wanted, smallest = self.booklet.size, self.booklet.smallest
        most = self.most(self.laid(wanted))
        if most is None or self.within(largest, most) or not self.within(smallest, most):
            return largest
        low, high = round((wanted - largest) / STEP), ceil((wanted - smallest) / STEP - 1e-6)
        while high - low > 1:  # steps below the wanted size: at `low` there are too many pages, at `high` not
            middle = (low + high) // 2
            if self.within(wanted - middle * STEP, most):
                high = middle
            else:
                low = middle
        return max(wanted - high * STEP, smallest)

    def most(self, largest: _Made | None) -> float | None:
        """Return how many pages the text should take at most, None when it may stay as large as it is."""
        if largest is None:
            return inf  # what is too high for a page may fit in smaller letters
        count = len(largest.pages) + self.others
        if not self.folded and len(largest.pages) > 1 and self.filling(largest) < SPARSE:
            return count - 1
        if count % self.multiple == 0 or (count < self.multiple and not self.folded):
            return None
        return count // self.multiple * self.multiple

    def filling(self, made: _Made) -> float:
        """Return what part of the last page of text is filled."""
        down = sum(column[-1].y + column[-1].strip.height for column in made.pages[-1] if column)
        return down / (self.shape.depth * self.shape.columns)

    def within(self, size: float, most: float) -> bool:
        """Say whether the text takes at most so many pages."""
        made = self.laid(size)
        return made is not None and len(made.pages) + self.others <= most

    def laid(self, size: float) -> _Made | None:
        """Return the text on pages at `size`, to count them, not yet drawn; None when a part is larger than a page."""
        size = round(size, 3)
        if size not in self.known:
            self.faults.clear()
            made = self.set(size)
            self.known[size] = None if self.faults else made
        return self.known[size]

    def set(self, size: float, drawn: bool = False) -> _Made | None:
        """Set the text at `size`; what cannot be set at it is then in `faults`."""
        booklet, shape = self.booklet, self.shape
        inks = (darkened(booklet.ink, READABLE), darkened(booklet.accent, READABLE))
        look = Look(booklet.family, booklet.heading, size, *inks, shape.column, drawn)
        strips = self.strips(look)
        made = self.filled(strips, look, self.folded)
        if made and not self.folded and len(made.pages) >= CONTENTS:
            made = self.filled(strips, look, True)
        return made

    def filled(self, strips: list[Strip], look: Look, listed: bool) -> _Made | None:
        """Return the strips on pages, the first of them with a list of contents if `listed`."""
        top = self.front(look, listed)
        if top is None or not strips:
            return None
        if not fits(top.height, self.shape.depth + BELOW):
            if listed:  # so many sections that a list of them is of no help
                return self.filled(strips, look, False)
            self.faults.append(_Fault(self.ctx, "title and introduction are higher than a page", "make them shorter"))
        columns = fill(strips, lambda number: self.room(number, top))
        if columns is None:
            return None
        across = self.shape.columns
        pages = [columns[at : at + across] for at in range(0, len(columns), across)]
        return _Made(self.finished(pages, top), look, top)

    def strips(self, look: Look) -> list[Strip]:
        """Return all sections, and the game's credit, as strips."""
        icons, file = self.ctx.icons, self.ctx.game.file.removesuffix("game.toml")
        strips: list[Strip] = []
        for section in self.rules.sections:
            where = f'{self.ctx.where}, section "{section.title}"'
            here = self.ctx.at(where, f"{file}rules.{self.rules.lang}.md", section.line)
            made = self.told(here, partial(galley.section, section, look, icons))
            highest = max((strip.height for strip in made), default=0.0)
            if not fits(highest, self.shape.depth):
                message = f"a row of a table, or the heading, is {tidy(round(highest, 1))} mm high at {look.size:g} pt"
                room = f"a page has room for {tidy(round(self.shape.depth, 1))} mm"
                self.faults.append(_Fault(here, f"{message}; {room}", "make it shorter"))
            strips += made
        small = replace(look, size=max(look.size * CREDIT, SMALLEST))
        credit = self.told(self.ctx, partial(galley.running, self.ctx.game.credit.get(self.ctx.lang), small, icons))
        if strips and credit:
            first, *others = (replace(strip, kept=True) for strip in credit)
            strips += (replace(first, room=look.line * 2, give=3.0), *others)
        return strips

    def told(self, here: Context, make: Callable[[], Sequence[Strip]]) -> Sequence[Strip]:
        """Return what `make` returns; what cannot be printed is noted."""
        try:
            return make()
        except TooWide as error:
            self.faults.append(_Fault(here, f"{error}", "shorten its words, or take fewer columns of text"))
        except (FontProblem, ArtProblem) as error:
            here.problem("", *unprintable(error))
        return ()

    def front(self, look: Look, listed: bool) -> Front | None:
        """Return what stands above the text of the first page."""
        return front(
            self.rules, look, self.shape.width - 2 * self.shape.margin[0], self.booklet.cover is None, listed, self.ctx
        )

    def room(self, column: int, top: Front) -> float:
        """Return how high a column may be, counted through all pages."""
        return self.shape.depth - (top.height if column < self.shape.columns else 0.0)

    def finished(self, pages: list[list[list[Placed]]], top: Front) -> list[list[list[Placed]]]:
        """Return the columns spread down to the foot; those of the last page all about as high."""
        full = [
            [feathered(column, self.room(at * self.shape.columns, top), STRETCH) for column in page]
            for at, page in enumerate(pages[:-1])
        ]
        last = [placed.strip for column in pages[-1] for placed in column]
        room = self.room((len(pages) - 1) * self.shape.columns, top)
        even = balanced(last, self.shape.columns, room) if self.shape.columns > 1 else None
        return [*full, even or pages[-1]]

    def page(self, index: int, first: int, made: _Made, places: dict[str, int]) -> Group:
        """Return one page of text with its foot."""
        shape, number = self.shape, first + index
        across, down = shape.margin
        shapes: list[Shape] = []
        if not index:
            shapes.append(Group(made.front.draw(places), moved(across, down)))
            down += made.front.height
        for column, strips in enumerate(made.pages[index]):
            x = across + column * (shape.column + GAP)
            shapes += [Group(placed.strip.shapes, moved(x, down + placed.y)) for placed in strips]
        return Group((*shapes, *self.foot(number, made.look)))

    def foot(self, number: int, look: Look) -> Iterator[Shape]:
        """Yield the page number at the outer edge and the game's title beside it."""
        y = self.shape.height - FOOT * self.shape.margin[1]
        left = number % 2 == 0
        x, way = (self.shape.margin[0], 1) if left else (self.shape.width - self.shape.margin[0], -1)
        said = str(number)
        yield text.label(
            said, x, y, family=look.heading, size=NUMBER, color=look.ink, align="left" if left else "right"
        )
        beside = x + way * (text.width(said, family=look.heading, size=NUMBER) + 2.5)
        yield text.label(
            self.ctx.game.title.get(self.ctx.lang),
            beside,
            y,
            family=look.family,
            size=RUNNING,
            align="left" if left else "right",
        )

    def notes(self, number: int, look: Look) -> Group:
        """Return a page of lines to write on: what a folded sheet has left."""
        across, down = self.shape.margin
        count = int(self.shape.depth / NOTES)
        lines = [
            Path(
                line(across, down + at * NOTES, self.shape.width - across, down + at * NOTES), stroke=Stroke(GUIDE, 0.3)
            )
            for at in range(1, count + 1)
        ]
        return Group((*lines, *self.foot(number, look)))
