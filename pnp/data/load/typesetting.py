"""The keys of a text slot that say how its words are set, beyond font and size. Part of reading.

No `from __future__ import annotations` here: the annotations are used.
"""

from typing import Annotated, Literal

from pnp.data.frame_text import Setting
from pnp.data.load.table import Table
from pnp.data.load.types import Number
from pnp.data.load.words import Flag


class TypesettingTable(Table):
    paragraph: Annotated[float, Number(0, 5)] = 0.5
    indent: Annotated[float, Number(0, 10)] = 0.0
    lists: Flag = False
    hyphenate: Flag = False
    typographer: Flag | None = None
    direction: Literal["auto", "ltr", "rtl"] = "auto"
    icon_height: Annotated[float, Number(0.5, 4)] = 1.15
    icon_align: Literal["capitals", "baseline"] = "capitals"

    def setting(self) -> Setting:
        """Return the frozen value."""
        return Setting(
            paragraph=self.paragraph,
            indent=self.indent,
            lists=self.lists,
            hyphenate=self.hyphenate,
            typographer=self.typographer,
            direction=self.direction,
            icon_height=self.icon_height,
            icon_align=self.icon_align,
        )
