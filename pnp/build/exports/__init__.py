"""What leaves the press for other tools: pictures, contact sheets, sheets for a simulator, files for a print shop.

Each module turns an order for one game into files below the output folder, as pairs of path and bytes; nothing is
written here. Same order, same bytes.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pnp.values import dataclass


@dataclass(frozen=True, slots=True)
class Parcel:
    """Files on their way (path below the output folder, bytes), and what to tell who sends or loads them."""

    files: Iterator[tuple[Path, bytes]]
    notices: tuple[str, ...]
