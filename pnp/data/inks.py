"""What colour a word in a table means, and how an ink may cover an area. Knows the inks of a game by id alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from pnp.expressions import expression

Pattern: TypeAlias = Literal["solid", "hatch", "cross", "dots", "chequer", "rings", "waves", "backhatch"]
"""How an ink covers an area: all of it, or in lines, dots or figures."""

FIXED: Mapping[str, str] = {"black": "#000000", "white": "#ffffff"}
ACCENT = "accent"  # the ink of that name, else the game's first ink, else black: so shared frames find a colour
COLOR = expression(r"#[0-9A-Fa-f]{6}")


def named(inks: Mapping[str, str]) -> Mapping[str, str]:
    """Return every name of a colour that a game may use, and its colour; `inks` are the game's own."""
    return {**FIXED, ACCENT: next(iter(inks.values()), FIXED["black"]), **inks}


def color(word: str, inks: Mapping[str, str]) -> str | None:
    """Return "#rrggbb" for a named colour or for #rrggbb itself; None for any other word."""
    return named(inks).get(word) or (word if COLOR.fullmatch(word) else None)
