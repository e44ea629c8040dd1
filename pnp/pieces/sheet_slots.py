"""What a sheet has and a card has not, in one place: `slots.draw` asks here. Names no game."""

from __future__ import annotations

from pnp.pieces.box_rows import boxes
from pnp.pieces.rungs import bands
from pnp.pieces.running import running_rules

__all__ = ["bands", "boxes", "running_rules"]
