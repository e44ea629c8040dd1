"""Kinds of damage to the files of a template folder, each by chance that is given; what they meet is in `mutations`.

A damage changes `files` and returns a sentence about it, "" where there is nothing that it could harm.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TypeAlias

from tests.damage_files import bytes_changed, drawing_changed, encoded, file_changed, header_changed
from tests.damage_lines import (
    Files,
    cell_changed,
    circle,
    key_added,
    key_renamed,
    line_changed,
    markdown_changed,
    other_value,
    scaled,
    spoilt_text,
    table_changed,
    token_changed,
    value_of_another,
)

Damage: TypeAlias = Callable[[Files, Random], str]

ALL: Sequence[tuple[Damage, int]] = (
    (other_value, 14), (value_of_another, 10), (scaled, 12), (spoilt_text, 6), (key_added, 12), (key_renamed, 3),
    (table_changed, 6), (circle, 3), (line_changed, 6), (cell_changed, 10), (token_changed, 6), (markdown_changed, 4),
    (drawing_changed, 14), (header_changed, 2), (bytes_changed, 5), (encoded, 3), (file_changed, 6),
)  # fmt: skip
"""Every kind of damage, and how often it is done."""
