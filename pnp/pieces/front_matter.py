"""What stands above the rules on their first page: title, introduction, list of contents. Between galley and pages.

Its height does not depend on the page numbers, so that the text below can be laid out before they are known. All
lengths are mm, sizes of type in points.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pnp.art import ArtProblem
from pnp.data.game import Rules, Section
from pnp.fonts import FontProblem
from pnp.layout import text
from pnp.pieces import galley
from pnp.pieces.context import Context
from pnp.pieces.galley import Look
from pnp.pieces.lettering import lettered, unprintable
from pnp.scene import Group, Path, Rect, Shape, moved, rectangle
from pnp.units import MM_PER_PT
from pnp.values import dataclass, replace

TITLE = 3.0  # × size of the text: the title
INTRO = 1.12
BELOW = 7.0  # free between this and the text
BETWEEN = 6.0  # between title, introduction and contents
ENTRY = 5.2  # from one line of the contents to the next
FIGURES = 7.0  # width of the page numbers in the contents
NARROW = 52.0  # a column of the contents is at least so wide
APART = 5.0  # between two of them
ENDLESS = 10_000.0  # a line long enough for any heading
SMALLEST, LEAST = 6.5, 0.85  # pt, and × size of the text: rather fewer columns than smaller headings in the contents
HEAVY = 1.0  # the bar above the contents


@dataclass(frozen=True, slots=True)
class Front:
    """What stands above the text, `height` mm high with the room below it; `draw` knows the pages of the sections."""

    shapes: tuple[Shape, ...]
    height: float
    entries: tuple[tuple[str, float, float], ...]
    look: Look

    def draw(self, pages: Mapping[str, int]) -> tuple[Shape, ...]:
        """Return the shapes with the page of each section, by anchor, in the list of contents."""
        look = self.look
        numbers = tuple(
            text.label(str(pages[anchor]), x, y, family=look.heading, size=look.size, color=look.ink, align="right")
            for anchor, x, y in self.entries
            if anchor in pages
        )
        return (*self.shapes, *numbers)


def front(rules: Rules, look: Look, width: float, titled: bool, listed: bool, ctx: Context) -> Front | None:
    """Return title (if `titled`), introduction and contents (if `listed`), `width` mm wide; None after a problem."""
    shapes: list[Shape] = []
    down = 0.0
    try:
        if titled:
            size = look.size * TITLE
            lines = text.lines(
                rules.title, width, text.Style(look.heading, size=size, leading=1.05, color=look.ink), ctx.icons
            )
            step = 1.05 * size * MM_PER_PT
            shapes += [Group(one.shapes, moved(0.0, at * step)) for at, one in enumerate(lines)]
            down += (len(lines) - 1) * step + lines[0].height
        if rules.intro:
            down += BETWEEN if down else 0.0
            large = replace(look, size=look.size * INTRO, width=width)
            drawn, height = galley.joined(galley.running(rules.intro, large, ctx.icons))
            shapes.append(Group(drawn, moved(0.0, down)))
            down += height
        entries: list[tuple[str, float, float]] = []
        if listed:
            down += BETWEEN if down else 0.0
            chapters = [section for section in rules.sections if section.level == 2]
            shapes.append(Path(rectangle(Rect(0.0, down, width, HEAVY)), fill=look.ink))
            down += HEAVY + ENTRY
            titles, entries, height = _contents(chapters, look, width, down, ctx)
            shapes += titles
            down += height
            shapes.append(Path(rectangle(Rect(0.0, down, width, HEAVY)), fill=look.ink))
            down += HEAVY
    except (FontProblem, ArtProblem) as error:
        ctx.problem("", *unprintable(error))
        return None
    return Front(tuple(shapes), down + BELOW if down else 0.0, tuple(entries), look)


def _contents(
    chapters: Sequence[Section], look: Look, width: float, top: float, ctx: Context
) -> tuple[list[Shape], list[tuple[str, float, float]], float]:
    """Return the titles, the places of their page numbers, and how high the list is."""
    columns = _columns(chapters, look, width, ctx)
    rows = -(-len(chapters) // columns)
    across = (width + APART) / columns
    size = min((_fitted(section.title, across, look, ctx) for section in chapters), default=look.size)
    style = replace(_entry(look), size=max(size, SMALLEST))
    shapes: list[Shape] = []
    entries: list[tuple[str, float, float]] = []
    for number, section in enumerate(chapters):
        x, y = number // rows * across, top + number % rows * ENTRY
        room = Rect(x + FIGURES, y - ENTRY, across - APART - FIGURES, ENTRY)
        about = f'in the contents, "{section.title}"'
        shapes += lettered(section.title, room, style, ctx, about=about, hint="shorten the heading")
        entries.append((section.anchor, x + FIGURES - 2.2, y))
    return shapes, entries, rows * ENTRY - ENTRY / 2


def _columns(chapters: Sequence[Section], look: Look, width: float, ctx: Context) -> int:
    """Return in how many columns the headings of the contents stand: as many as hold them in letters of good size."""
    most = max(1, int((width + APART) / (NARROW + APART)))
    least = max(look.size * LEAST, SMALLEST)
    for columns in range(most, 1, -1):
        across = (width + APART) / columns
        if all(_fitted(section.title, across, look, ctx) >= least for section in chapters):
            return columns
    return 1


def _entry(look: Look) -> text.Style:
    return text.Style(look.family, size=look.size, smallest=SMALLEST, wrap=False, valign="baseline")


def _fitted(title: str, across: float, look: Look, ctx: Context) -> float:
    """Return the size of a heading in a column of the contents, 0 when it does not fit. Raises FontProblem."""
    room = across - APART - FIGURES
    lines = text.lines(title, ENDLESS, _entry(look), ctx.icons, drawn=False)
    width = max((one.width for one in lines), default=0.0)
    size = look.size if width <= room else look.size * room / width
    return size if size >= SMALLEST else 0.0
