"""Build profiles: options of `pnp build` under a name of the game's own. A frozen value; knows no command line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from pnp.values import dataclass

Option: TypeAlias = "str | float | bool | tuple[str, ...]"


@dataclass(frozen=True, slots=True)
class Profile:
    """What one profile asks for, by option, with what it takes from those it extends. Lengths are mm.

    `line` is where it stands in the manifest.
    """

    name: str
    options: Mapping[str, Option]
    line: int
