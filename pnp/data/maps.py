"""Maps: places joined by links, as in train games. Frozen values in mm; only `pnp.data.load` makes them."""

from __future__ import annotations

from typing import Literal, TypeAlias

from pnp.data.inks import Pattern
from pnp.data.words import Words
from pnp.values import dataclass

Side: TypeAlias = Literal["below", "above", "left", "right", "middle", "none"]


@dataclass(frozen=True, slots=True)
class MapPlace:
    """A place with its middle at (x, y) and `size` mm from side to side; its title stands on the `label` side.

    `ink` fills it ("" leaves it white), with `pattern` where that is not solid.
    """

    id: str
    title: Words
    x: float
    y: float
    size: float
    shape: Literal["circle", "square", "hex"]
    ink: str
    pattern: Pattern
    art: str
    label: Side


@dataclass(frozen=True, slots=True)
class MapLink:
    """A line between two places, bowed by `bend` mm to the right of its way (to the left below 0).

    With `spaces` so many circles or boxes lie along it. `arrows` point to the second place, or to both. `title` stands
    in its middle on a plate.
    """

    between: tuple[str, str]
    title: Words
    bend: float
    arrows: Literal["none", "one", "both"]
    style: Literal["solid", "dashed"]
    ink: str
    pattern: Pattern
    width: float
    spaces: int
    boxes: bool


@dataclass(frozen=True, slots=True)
class Map:
    """Places and links; spaces along links are `breadth` mm across the way. Places count from the slot's corner."""

    id: str
    title: Words
    places: tuple[MapPlace, ...]
    links: tuple[MapLink, ...]
    breadth: float
    kind: Literal["map"] = "map"
