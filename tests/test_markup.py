"""Bold, italic and icons: checked against another reader of the same rules where there is one."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from pnp.layout.markup import Span, parse, plain

ICONS = {"bull", "post-2"}
INKS = {"sun": "#f00", "sea": "#00f"}
READER = MarkdownIt("zero").enable(["emphasis", "newline"])


def styled(text: str) -> list[tuple[str, bool, bool]]:
    return [(sign, span.bold, span.italic) for span in parse(text) for sign in span.text]


def read_elsewhere(text: str) -> list[tuple[str, bool, bool]]:
    found: list[tuple[str, bool, bool]] = []
    depth = {"strong": 0, "em": 0}
    for token in READER.parseInline(text)[0].children or ():
        kind, _, end = token.type.partition("_")
        if kind in depth:
            depth[kind] += 1 if end == "open" else -1
        else:
            signs = token.content if token.type == "text" else "\n"
            found += [(sign, depth["strong"] > 0, depth["em"] > 0) for sign in signs]
    return found


def test_plain_text_is_one_span() -> None:
    assert parse("Take two pipes.") == (Span("Take two pipes."),)


def test_nothing_is_no_span() -> None:
    assert parse("") == ()


def test_stars_make_bold_italic_and_both() -> None:
    assert parse("**a** *b* ***c***") == (
        Span("a", bold=True),
        Span(" "),
        Span("b", italic=True),
        Span(" "),
        Span("c", bold=True, italic=True),
    )


def test_italic_may_stand_inside_bold() -> None:
    assert parse("**a *b* c**") == (Span("a ", bold=True), Span("b", bold=True, italic=True), Span(" c", bold=True))


def test_a_star_between_spaces_is_a_star() -> None:
    assert parse("2 * 3 * 4") == (Span("2 * 3 * 4"),)


def test_stars_that_pair_with_nothing_print_as_written() -> None:
    for text in ("**open", "close**", "****", "* list", "5*", "** x **"):
        assert parse(text) == (Span(text),)


def test_emphasis_ends_with_its_paragraph() -> None:
    assert parse("*one\n\ntwo*") == (Span("*one\n\ntwo*"),)


def test_emphasis_may_go_on_over_a_line_end() -> None:
    assert parse("*one\ntwo*") == (Span("one\ntwo", italic=True),)


def test_a_backslash_takes_the_meaning_from_stars_and_colons_only() -> None:
    assert parse(r"\*a\* \:bull: art\new \<", ICONS) == (Span(r"*a* :bull: art\new \<"),)


def test_a_name_between_colons_is_an_icon_when_there_is_one() -> None:
    assert parse("Gain 2 :bull:, or :ox:.", ICONS) == (
        Span("Gain 2 "),
        Span("bull", icon=True),
        Span(", or :ox:."),
    )


def test_a_time_before_an_icon_does_not_hide_it() -> None:
    assert parse("12:30:bull:", ICONS) == (Span("12:30"), Span("bull", icon=True))


def test_icons_side_by_side_are_told_apart() -> None:
    assert parse(":bull::post-2:", ICONS) == (Span("bull", icon=True), Span("post-2", icon=True))


def test_an_icon_may_be_all_that_is_bold() -> None:
    assert parse("**:bull:**", ICONS) == (Span("bull", bold=True, icon=True),)


def test_words_take_an_ink_of_the_game() -> None:
    assert parse("Gain {sun|two **{sea|bulls}** a {b}}.", (), INKS) == (
        Span("Gain "),
        Span("two ", ink="#f00"),
        Span("bulls", bold=True, ink="#00f"),
        Span(" a {b}", ink="#f00"),
        Span("."),
    )
    assert plain("{sun|Torro} {gold}", (), INKS) == "Torro {gold}"


def test_braces_without_an_ink_and_inks_that_do_not_close_print_as_written() -> None:
    for text in ("{gold}", "{sun}", "{sun|open", "{sun|a {b}", "{moon|x}", "a|b}", "}{", "{|x}", r"\{gold|x}"):
        assert parse(text, (), INKS) == (Span(text),)
    assert parse("{sun|x}") == (Span("{sun|x}"),)
    assert parse(r"\{sun|x}", (), INKS) == (Span("{sun|x}"),)


def test_everything_else_prints_as_written() -> None:
    for text in ("x < y & z", "&lt;b&gt;", "{gold} 50% %(name)s", "_a_ `b` [c](d) ~~e~~", "# a", '<font color="red">'):
        assert parse(text) == (Span(text),)


def test_plain_forgets_marks_and_line_ends() -> None:
    assert plain("**Torro**\ncharges :bull:", ICONS) == "Torro charges bull"


@given(st.lists(st.sampled_from(("*", "**", "***", "a", "b.", " ", "(")), max_size=10).map("".join))
def test_stars_pair_as_in_commonmark(text: str) -> None:
    text = text.strip()
    assert styled(text) == (read_elsewhere(text) if text else [])
