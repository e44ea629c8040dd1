"""How the words of a text slot are set beyond font and size, as a frozen value. Beside `pnp.data.frame`."""

from __future__ import annotations

from typing import Literal, TypeAlias

from pnp.values import dataclass

Direction: TypeAlias = Literal["auto", "ltr", "rtl"]
IconAlign: TypeAlias = Literal["capitals", "baseline"]


@dataclass(frozen=True, slots=True)
class Setting:
    """The defaults set words as they are written.

    A blank line adds `paragraph` × line distance and indents the next line by `indent` × size. `lists`: lines that
    begin with a mark hang. `hyphenate`: words may be broken by the rules of the language. `typographer` None: as the
    game says. Icons are `icon_height` × the capitals high.
    """

    paragraph: float = 0.5
    indent: float = 0.0
    lists: bool = False
    hyphenate: bool = False
    typographer: bool | None = None
    direction: Direction = "auto"
    icon_height: float = 1.15
    icon_align: IconAlign = "capitals"


PLAIN = Setting()
