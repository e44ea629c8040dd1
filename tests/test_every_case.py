"""Every fault of other print-and-play tools that people told of has a test here that is named by it.

`csv-hash-row` is told by the name of its test, or by the first words of what the test says about itself. What is right
where several results would do is written in `templates/README.md`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
CASES = {
    "brd": (
        "cards-cut-by-seam", "half-missing", "hex-halves", "hex-odd-size", "hex-row-count", "no-overlap",
        "portrait-landscape-mix",
    ),
    "csv": (
        "bom-one-column", "braces-percent", "decimal-comma", "hash-row", "quantity-blank", "space-after-comma",
        "two-multiline-cells", "unknown-template",
    ),
    "cut": ("first-cut-removes", "gap-marks", "marks-off", "partial-page-marks", "white-edge-column"),
    "dup": (
        "back-offset", "booklet-five-pages", "centre-on-full-grid", "fold-back-rotation", "long-edge", "mixed-no-back",
        "partial-last-row", "short-edge",
    ),
    "img": (
        "16bit", "aspect", "backslash-n", "name-case", "none-set", "outside-project", "palette-alpha", "per-card",
        "repeat-size",
    ),
    "lay": (
        "a4-floored", "blank-first-page", "bleed-needs-room", "exact-fit-a4", "exact-fit-letter", "fixed-nine",
        "grid-offset", "one-per-page", "ruler-scale", "same-size-any-part", "single-card-spacing", "ten-up-letter-only",
        "tenth-card", "trim-one-up", "uneven-margins", "zero-cards",
    ),
    "pdf": ("rotate-flag",),
    "svg": (
        "base64-png", "clip-outside-defs", "compact-arc-flags", "css-class", "export-units", "external-entity",
        "gradient", "relative-image", "symbol-use", "tspan-tail", "viewbox-only",
    ),
    "tok": ("round-safe-area", "tts-last-slot"),
    "txt": (
        "arabic", "card-count-token", "cjk-rare", "czech-per-field", "double-escape", "emoji-first-breaks-rest",
        "long-word", "smart-quotes",
    ),
}  # fmt: skip
IDS = [f"{kind}-{name}" for kind, names in CASES.items() for name in names]
_TEST = re.compile(r'^def test_(\w+)|^    """([a-z]{3}-[a-z0-9-]+):', re.MULTILINE)


def named() -> Iterator[str]:
    """Give what tests are called, and the cases that they say they are about."""
    for path in sorted(TESTS.glob("test_*.py")):
        for match in _TEST.finditer(path.read_text(encoding="utf-8")):
            yield (match[1] or match[2]).replace("_", "-")


@pytest.fixture(scope="module")
def known() -> tuple[str, ...]:
    return tuple(named())


@pytest.mark.parametrize("case", IDS)
def test_a_test_is_named_by_every_case(case: str, known: tuple[str, ...]) -> None:
    assert [name for name in known if re.match(rf"{case}(?![a-z0-9])", name)] != []


def test_no_case_is_listed_twice() -> None:
    assert len(IDS) == len(set(IDS)) == 75
