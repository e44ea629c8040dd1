"""The games' inks on a screen: which text can be read on an ink, and the ink as text by day and by night. Pure.

Contrast is that of WCAG 2.2 (1.4.3): relative luminance of sRGB, (lighter + 0.05) / (darker + 0.05).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from pnp.data.game import Game

DAY = "#fbf6ea"  # the darker of the two papers of the style sheet
NIGHT = "#212528"  # the lighter of the two at night
BLACK = "#191613"
PALE = "#fffaf0"
EXTREMES = ("#000000", "#ffffff")  # for inks half way, on which neither BLACK nor PALE can be read
READABLE = 4.6  # a little above the 4.5 that text needs


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours "#rrggbb", from 1 to 21."""
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@lru_cache(maxsize=256)  # every page asks for those of all games
def on(ink: str) -> str:
    """Return the colour of text printed on `ink`: nearly black or nearly white, or all so where it must be."""
    best = max((PALE, BLACK), key=lambda text: contrast(ink, text))
    return best if contrast(ink, best) >= 4.5 else max(EXTREMES, key=lambda text: contrast(ink, text))


@lru_cache(maxsize=1024)
def readable(ink: str, ground: str) -> str:
    """Return `ink`, moved towards black or white only as far as text on `ground` needs."""
    goal = on(ground)
    return next((mix for step in range(21) if contrast(mix := _mixed(ink, goal, step / 20), ground) >= READABLE), goal)


def sheet(games: Iterable[Game]) -> str:
    """Return CSS that gives each game its two inks and each ink of its dice its own class."""
    rules: list[str] = []
    dice: set[str] = set()
    for game in games:
        inks = [ink.color for ink in game.inks][:2] or [BLACK]
        one, two = inks[0], inks[-1]
        day = _variables(one, two, DAY)
        night = _variables(one, two, NIGHT)
        rules.append(f'[data-game="{game.slug}"]{{{day}}}')
        rules.append(f'@media(prefers-color-scheme:dark){{[data-game="{game.slug}"]{{{night}}}}}')
        dice.update(die.ink for die in game.dice)
    rules += (f".die-{ink.lstrip('#').lower()}{{--die:{ink};--on-die:{on(ink)}}}" for ink in sorted(dice))
    return "\n".join(rules)


def _variables(one: str, two: str, ground: str) -> str:
    return (
        f"--one:{one};--on-one:{on(one)};--two:{two};--on-two:{on(two)};"
        f"--one-text:{readable(one, ground)};--two-text:{readable(two, ground)};--two-on-one:{readable(two, one)}"
    )


def _channels(ink: str) -> tuple[int, int, int]:
    red, green, blue = bytes.fromhex(ink.lstrip("#"))
    return red, green, blue


def _luminance(ink: str) -> float:
    parts = [c / 255 for c in _channels(ink)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _mixed(ink: str, goal: str, share: float) -> str:
    pairs = zip(_channels(ink), _channels(goal), strict=True)
    return "#" + "".join(f"{round(own + (other - own) * share):02x}" for own, other in pairs)
