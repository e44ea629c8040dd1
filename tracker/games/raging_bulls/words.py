"""Raging Bulls: what the modules of this package say, from the catalogues beside this file."""

from __future__ import annotations

from tracker.scoring import Referee

say = Referee(__file__)
