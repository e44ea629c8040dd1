"""A picture that was read: its own units, its shapes, and for drawings what is needed to draw them otherwise."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from pnp.scene import Group
from pnp.values import dataclass

if TYPE_CHECKING:
    from pnp.art.style import Dress


class Drawing(Protocol):
    """An SVG drawing that can be drawn again. `parts` are the classes in it, then the ids, each once."""

    @property
    def parts(self) -> tuple[str, ...]: ...

    def draw(self, dress: Dress | None = None) -> Group:
        """Return its shapes. Raises ArtProblem."""


@dataclass(frozen=True, slots=True, eq=False)
class Art:
    """A picture in its own units from (0, 0) to (width, height); `shape.once` is True.

    Equal only to itself: the same file read twice gives the same object, so that renderers store it a single time.
    `drawing` is None for pictures made of pixels. `notes` are sentences on what may look otherwise than was meant.
    """

    width: float
    height: float
    shape: Group
    drawing: Drawing | None = None
    notes: tuple[str, ...] = ()
