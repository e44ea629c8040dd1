"""How colours look to eyes that lack a kind of cone, and in greys, and how far apart two of them are. Knows no game.

Beside `pnp.scene`; pure arithmetic on "#rrggbb". Colour blindness is simulated by Machado, Oliveira & Fernandes, "A
Physiologically-based Model for Simulation of Color Vision Deficiency", IEEE Transactions on Visualization and Computer
Graphics 15 (2009) 1291-1298, with their matrices for severity 1.0 on linear sRGB. Differences are CIEDE2000: Sharma, Wu
& Dalal, Color Research and Application 30 (2005) 21-30.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache
from typing import Literal, TypeAlias

Lab: TypeAlias = tuple[float, float, float]
Parts: TypeAlias = tuple[float, float, float]
"""Red, green and blue from 0 to 1, as sRGB bends them."""
Eye: TypeAlias = Literal["protanopia", "deuteranopia", "tritanopia"]
Seeing: TypeAlias = Eye | Literal["all", "grey"]
"""all: with every cone; grey: as a printer without colours makes it."""
SEEINGS: tuple[Seeing, ...] = ("all", "protanopia", "deuteranopia", "tritanopia", "grey")
EYES: Mapping[Eye, tuple[tuple[float, float, float], ...]] = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
LUMINANCE = (0.2126, 0.7152, 0.0722)  # of linear red, green and blue (IEC 61966-2-1)
APART = 5.0
"""CIEDE2000 from which two inks are told apart. ISO 12647-2 lets a press miss its own inks by 5: colours nearer than
that may come out the same."""


def apart(one: str, other: str, seeing: Seeing) -> float:
    """Return the CIEDE2000 difference of two colours "#rrggbb" as they are seen."""
    return difference(_seen(one, seeing), _seen(other, seeing))


@lru_cache(maxsize=1024)
def _seen(color: str, seeing: Seeing) -> Lab:
    found = parts(color)
    if seeing == "grey":
        return lab(greyed(found))
    return lab(found if seeing == "all" else simulated(found, seeing))


def parts(color: str) -> Parts:
    """Return "#rrggbb" as red, green and blue from 0 to 1."""
    red, green, blue = bytes.fromhex(color[1:])
    return red / 255, green / 255, blue / 255


def simulated(color: Parts, eye: Eye) -> Parts:
    """Return the sRGB colour (0 to 1) that looks to everyone as `color` looks to `eye`."""
    red, green, blue = map(_linear, color)
    found = [min(1.0, max(0.0, a * red + b * green + c * blue)) for a, b, c in EYES[eye]]
    return _bent(found[0]), _bent(found[1]), _bent(found[2])


def greyed(color: Parts) -> Parts:
    """Return the grey of the same luminance."""
    grey = _bent(luminance(color))
    return grey, grey, grey


def luminance(color: Parts) -> float:
    """Return how light a colour is, 0 (black) to 1 (white), as WCAG 2.2 counts it too."""
    return sum(share * _linear(part) for share, part in zip(LUMINANCE, color, strict=True))


def _linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def _bent(value: float) -> float:
    return 12.92 * value if value <= 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055


def lab(color: Parts) -> Lab:
    """Return CIELAB (white D65, IEC 61966-2-1) of an sRGB colour."""
    red, green, blue = map(_linear, color)
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    fx, fy, fz = (t ** (1 / 3) if t > (6 / 29) ** 3 else t * 841 / 108 + 4 / 29 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def difference(one: Lab, two: Lab) -> float:
    """Return the CIEDE2000 difference with all weights 1; about 1 is just seen between patches side by side."""
    (l1, a1, b1), (l2, a2, b2) = one, two
    mean7 = ((math.hypot(a1, b1) + math.hypot(a2, b2)) / 2) ** 7
    g = 1.5 - 0.5 * math.sqrt(mean7 / (mean7 + 25.0**7))
    c1, c2 = math.hypot(g * a1, b1), math.hypot(g * a2, b2)
    h1, h2 = (math.degrees(math.atan2(b, g * a)) % 360 for a, b in ((a1, b1), (a2, b2)))
    turn = 0.0 if c1 * c2 == 0 else (h2 - h1 + 180) % 360 - 180
    h = h1 + h2 if c1 * c2 == 0 else h1 + turn / 2
    light, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    weight = 1 - sum(
        part * math.cos(math.radians(times_h * h + shift))
        for part, times_h, shift in ((0.17, 1, -30), (-0.24, 2, 0), (-0.32, 3, 6), (0.20, 4, -63))
    )
    dl = (l2 - l1) / (1 + 0.015 * (light - 50) ** 2 / math.sqrt(20 + (light - 50) ** 2))
    dc = (c2 - c1) / (1 + 0.045 * chroma)
    dh = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2)) / (1 + 0.015 * chroma * weight)
    around = 30 * math.exp(-((((h % 360) - 275) / 25) ** 2))
    twist = -2 * math.sqrt(chroma**7 / (chroma**7 + 25.0**7)) * math.sin(math.radians(2 * around))
    return math.sqrt(dl**2 + dc**2 + dh**2 + twist * dc * dh)
