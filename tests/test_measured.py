"""Words of texts, measured once for all sizes: the short way of plain texts against the long one of all others."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from pnp import fonts
from pnp.layout.markup import Span
from pnp.layout.measured import look, measured
from pnp.layout.rows import Manner, plain, rows
from pnp.layout.styles import Style
from pnp.layout.text import lines
from pnp.layout.words import Inline, joined, placed, shaped_in
from pnp.layout.wrap import wrap
from pnp.scene import Run
from tests.small_game import DISPLAY, FAMILY

TEXTS = st.lists(
    st.sampled_from(["ox", "well-known", "soft\u00adly", "3/4", "—", "Ω", "aΩb", "W" * 12, "é", " ", "  ", "\t", "\n"]),
    max_size=24,
).map("".join) | st.lists(st.sampled_from(["ox", "Torro", "Ω,", "half-time", "\n"]), max_size=24).map(" ".join)


def nothing(name: str, ink: str) -> Inline:
    raise AssertionError(f"there is no icon {name} to ink in {ink}")


@given(TEXTS, st.sampled_from([0.0, 0.05]), st.sampled_from([0.0, 1.5]), st.sampled_from([FAMILY, DISPLAY]))
def test_the_short_way_measures_a_plain_text_as_the_long_one_does(
    text: str, tracking: float, indent: float, family: str
) -> None:
    faces = fonts.stack(family)
    short = plain(text, shaped_in(faces, tracking), indent)
    long = rows([Span(text)], lambda bold, italic: faces, nothing, Manner(tracking, indent))
    assert tuple(replace(row, face="") for row in short) == long


@given(TEXTS, st.floats(1.0, 30.0), st.booleans())
def test_a_line_of_one_face_is_one_run_and_others_have_no_face(text: str, room: float, force: bool) -> None:
    for line in wrap(plain(text, shaped_in(fonts.stack(DISPLAY), 0.0), 0.0), room, 0.0, force) or ():
        runs = [bit for bit in line.bits if isinstance(bit, Run)]
        assert len(runs) == len(line.bits)
        if line.face:
            assert {run.face for run in runs} == {line.face}
            assert list(placed(line.bits)) == [(0.0, joined(runs))]


def test_a_sign_of_another_face_parts_its_line_and_no_other() -> None:
    found = wrap(plain("ox bull\nan Ω\nox", shaped_in(fonts.stack(DISPLAY), 0.0), 0.0), 30.0, 0.0)
    assert found is not None
    first = fonts.stack(DISPLAY)[0]
    assert [line.face for line in found] == [first, "", first]


def test_a_style_of_another_size_has_the_same_look_and_one_of_another_colour_has_not() -> None:
    style = Style(FAMILY)
    same, other = replace(style, size=12.0, align="center", leading=2.0), replace(style, color="#ff0000")
    icons: dict[str, object] = {}
    assert look(same, icons) is look(style, icons)  # type: ignore[arg-type]
    assert look(other, icons) is not look(style, icons)  # type: ignore[arg-type]
    assert measured("ox", look(same, icons)) is measured("ox", look(style, icons))  # type: ignore[arg-type]


def test_helpers_of_a_game_make_another_look() -> None:
    style = Style(DISPLAY)
    alone = lines("Ω", 50.0, style, {})
    with fonts.helped("Barlow Condensed"):
        helped = lines("Ω", 50.0, style, {})
    assert alone != helped
    assert lines("Ω", 50.0, style, {}) == alone
