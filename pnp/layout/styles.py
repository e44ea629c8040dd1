"""How a text is set, as one value. Beside `pnp.layout.text`, which sets it; knows no text."""

from __future__ import annotations

from typing import Literal, TypeAlias

from pnp.layout.bidi import Direction
from pnp.scene import BLACK, Color
from pnp.values import dataclass

Align: TypeAlias = Literal["left", "center", "right"]
VAlign: TypeAlias = Literal["top", "middle", "bottom", "baseline"]
IconAlign: TypeAlias = Literal["capitals", "baseline"]

ICON_HEIGHT = 1.15  # × cap height: an icon needs a little more than a capital to look as large
BLANK_LINE = 0.5  # × line distance: room between paragraphs


@dataclass(frozen=True, slots=True)
class Style:
    """How a text is set. Sizes in points; `leading` × size is the line distance; `tracking` in em after each glyph.

    `family` may be a stack. The size is the largest between `size` and `smallest` that fits. `wrap` False keeps
    everything on one line. `left` is where reading starts: at the right in a paragraph that runs right to left.

    A blank line adds `paragraph` × line distance, and the paragraph after it starts `indent` em further in. `lists`
    hangs lines that begin with a mark; `inks` are the colours that `{name|words}` may name. `hyphenate` and
    `typographer` (None: whoever asks decides, else off) go by `lang`. Icons are `icon_height` × cap height high,
    centred on the capitals or on the baseline.
    """

    family: str
    weight: int = 400
    italic: bool = False
    size: float = 9.0
    smallest: float = 6.5
    leading: float = 1.25
    align: Align = "left"
    valign: VAlign = "top"
    color: Color = BLACK
    wrap: bool = True
    tracking: float = 0.0
    upper: bool = False
    paragraph: float = BLANK_LINE
    indent: float = 0.0
    lists: bool = False
    hyphenate: bool = False
    typographer: bool | None = None
    lang: str = "en"
    direction: Direction = "auto"
    icon_height: float = ICON_HEIGHT
    icon_align: IconAlign = "capitals"
    inks: tuple[tuple[str, Color], ...] = ()

    @property
    def look(self) -> tuple[object, ...]:
        """All that decides how words are measured, and nothing else."""
        spoken = self.lang if self.hyphenate or self.typographer else ""
        return (
            self.family,
            self.weight,
            self.italic,
            self.color,
            self.wrap,
            self.tracking,
            self.upper,
            self.indent,
            self.lists,
            self.hyphenate,
            bool(self.typographer),
            spoken,
            self.direction,
            self.icon_height,
            self.inks,
        )
