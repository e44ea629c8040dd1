"""Rules booklets: every word of the rules in order, pages that fill folded sheets, headings with what they head."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path as File

import pytest

from pnp.data.game import Game, Rules, Section
from pnp.data.prints import Booklet
from pnp.errors import Problem
from pnp.layout.columns import Strip, balanced, feathered, fill
from pnp.layout.piece import Piece
from pnp.pieces.booklets import booklet
from pnp.scene import Group, Path, Shape, Text
from tests import shipped
from tests.small_folder import GAME
from tests.small_folder import problems as refused
from tests.small_game import DISPLAY, FAMILY, frame, game, panel, words
from tests.small_game import text as slot
from tests.test_sheets import leaves

SHIPPED = shipped.GAMES
BOOKLETS = [(of, each) for of in SHIPPED for each in of.prints if isinstance(each, Booklet)]
INK, ACCENT = "#1d4e89", "#8a5a1b"
MARGIN = 12.0


def made(form: str = "folded", **changes: object) -> Booklet:
    plain = Booklet(
        id="booklet",
        title=words(en="Rules", fr="Règles"),
        form=form,  # type: ignore[arg-type]
        width=139,
        height=205,
        margin=MARGIN,
        columns=1,
        family=FAMILY,
        heading=DISPLAY,
        size=9,
        smallest=8,
        ink=INK,
        accent=ACCENT,
        cover=None,
        end=None,
        plain_size=(190, 264),
        plain_margin=2,
        plain_columns=2,
    )
    return replace(plain, **changes)  # type: ignore[arg-type]


def ruled(*bodies: str, intro: str = "", level: int = 2) -> Game:
    sections = tuple(
        Section(f"part-{number}", f"Part {number}", level, body, 10 * number) for number, body in enumerate(bodies, 1)
    )
    return replace(game(), rules=(Rules("en", "Small", intro, sections),))


def pressed(wanted: Booklet, of: Game, lang: str = "en") -> tuple[Piece, list[Problem]]:
    problems: list[Problem] = []
    return booklet(wanted, of, lang, problems), problems


def sides(piece: Piece) -> list[Shape]:
    return [side for face in piece.faces for side in (face.front, face.back) if side is not None]


def lines(page: Shape) -> list[tuple[float, float, Text]]:
    """Return (x, baseline, run) of all words of a page, in drawing order."""
    return [(leaf.x + m[4], leaf.y + m[5], leaf) for leaf, m in leaves(page) if isinstance(leaf, Text)]


def body(page: Shape, bottom: float = 205 - MARGIN) -> list[tuple[float, float, Text]]:
    """Return the words of a page without those of its foot."""
    return [each for each in lines(page) if each[1] <= bottom + 1e-6]


def read(page: Shape, bottom: float = 205 - MARGIN) -> str:
    return " ".join(" ".join(leaf.run.text for _, _, leaf in body(page, bottom)).split())


def prose(count: int) -> str:
    return "\n\n".join(f"Paragraph {number} " + "goes on and on " * 12 for number in range(count))


def test_what_lists_and_quotations_hold_stands_in_as_far_as_their_words() -> None:
    piece, problems = pressed(made(), ruled("1. one\n\n   more\n\n   - two\n\n> three\n\n#### Four\n\n---\n\n`five`"))
    assert problems == []
    at = {leaf.run.text.strip(): x for x, _, leaf in body(sides(piece)[0])}
    assert at["one"] == pytest.approx(at["more"]) == pytest.approx(at["•"]) == pytest.approx(at["three"])
    assert at["two"] > at["•"] > at["1."] == pytest.approx(MARGIN)
    assert at["Four"] == at["five"] == pytest.approx(MARGIN)


def test_all_words_stand_in_order_with_headings_marks_and_the_credit() -> None:
    of = ruled("Keep **bulls**\napart.\n\n- one\n- two", "1. first\n\n| a | b |\n|---|---|\n| c | d |", intro="Hello.")
    piece, problems = pressed(made("plain", width=190, height=264), of)
    assert problems == []
    assert read(piece.faces[0].front, 252) == (
        "Small Hello. Part 1 Keep bulls apart. • one • two Part 2 1. first a b c d A small game for tests."
    )


def test_headings_are_large_decisions_marked_and_small_headings_smaller() -> None:
    of = ruled("**Decision:** so be it.")
    sections = (*of.rules[0].sections, Section("sub", "Below", 3, "More.", 40))
    piece, _ = pressed(made(), replace(of, rules=(replace(of.rules[0], sections=sections),)))
    found = {leaf.run.text.strip(): leaf for _, _, leaf in body(sides(piece)[0])}
    assert found["Part 1"].size > found["Below"].size > found["More."].size
    assert (found["Part 1"].fill, found["Decision:"].fill, found["so be it."].fill) == (INK, ACCENT, "#000000")
    strokes = [leaf.stroke for leaf, _ in leaves(sides(piece)[0]) if isinstance(leaf, Path)]
    assert [stroke.paint for stroke in strokes if stroke] == [ACCENT]


@pytest.mark.parametrize("count", [1, 2, 9, 17, 26, 33])
def test_a_folded_booklet_fills_its_sheets_and_ends_with_pages_for_notes(count: int) -> None:
    cover = frame(slot(texts=(("en", "COVER"),)))
    end = frame(slot(texts=(("en", "END"),)))
    piece, problems = pressed(made(cover=cover, end=end), ruled(*[prose(3)] * count))
    pages = sides(piece)
    assert problems == []
    assert (piece.laying, piece.kind, len(pages) % 4) == ("booklet", "booklet", 0)
    assert (read(pages[0]), read(pages[-1])) == ("COVER", "END")
    empty = [number for number, page in enumerate(pages) if not read(page)]
    assert empty == list(range(len(pages) - 1 - len(empty), len(pages) - 1))
    assert len(empty) <= 3
    ruled_lines = [leaf for leaf, _ in leaves(pages[empty[0]]) if isinstance(leaf, Path)] if empty else [1] * 9
    assert len(ruled_lines) > 8


def test_the_text_shrinks_rather_than_begin_another_sheet() -> None:
    sizes = []
    for count in range(6, 24, 3):
        piece, _ = pressed(made(), ruled(*[prose(2)] * count))
        found = [leaf for page in sides(piece) for _, _, leaf in body(page) if "Paragraph" in leaf.run.text]
        texts = [leaf.size * 72 / 25.4 for leaf in found]
        assert len({round(size, 3) for size in texts}) == 1
        sizes.append(round(texts[0], 3))
    assert max(sizes) == 9
    assert 8 <= min(sizes) < 9


def test_page_numbers_stand_outside_and_the_contents_name_the_right_pages() -> None:
    piece, _ = pressed(made(cover=frame(panel())), ruled(*[prose(4)] * 8))
    pages = sides(piece)
    for number, page in enumerate(pages[1:], 2):
        feet = [(x, leaf) for x, y, leaf in lines(page) if y > 205 - MARGIN]
        (place, said), *_ = [(x, leaf) for x, leaf in feet if leaf.run.text == str(number)]
        edge = place if number % 2 == 0 else 139 - place - said.run.advance * said.size
        assert edge == pytest.approx(MARGIN)
        assert "Small" in [leaf.run.text for _, leaf in feet]
    listed = [(y, x, leaf.run.text) for x, y, leaf in body(pages[1])]
    for part in range(1, 9):
        heads = [number for number, page in enumerate(pages, 1) if (heading(page, f"Part {part}"))]
        y, x, _ = next(each for each in listed if each[2] == f"Part {part}")
        told = [int(word) for at, left, word in listed if at == y and word.isdigit() and 0 < x - left < 9]
        assert told == heads


def heading(page: Shape, title: str) -> bool:
    return any(leaf.run.text == title and leaf.size > 4 for _, _, leaf in body(page))


@pytest.mark.parametrize("columns", [1, 2])
def test_no_heading_ends_a_column_and_no_line_of_a_paragraph_stands_alone(columns: int) -> None:
    shape = made("plain", width=190, height=150, columns=columns, smallest=9)
    for count in range(4, 16):
        piece, _ = pressed(shape, ruled(*[f"Short.\n\n{prose(1)}\n\nEnd."] * count))
        for page in sides(piece):
            found = body(page, 150 - MARGIN)
            width = (190 - 2 * MARGIN - 7 * (columns - 1)) / columns
            for column in range(columns):
                left = MARGIN + column * (width + 7)
                inside = [each for each in found if left - 1 < each[0] < left + width]
                if not inside:
                    continue
                last = max(inside, key=lambda each: each[1])
                first = min(inside, key=lambda each: each[1])
                assert not last[2].run.text.startswith("Part ")
                assert not last[2].run.text.startswith("Paragraph ")
                assert first[2].run.text.strip() != "on"


def test_plain_pages_lie_two_on_a_sheet_and_come_with_every_folded_booklet() -> None:
    piece, _ = pressed(made(), ruled(*[prose(4)] * 12))
    plain = piece.plain
    assert plain is not None
    assert (plain.id, plain.kind, plain.laying, plain.cut) == ("booklet-plain", "sheet", "grid", False)
    assert (plain.width, plain.height) == (190, 264)
    assert all(face.back is not None for face in plain.faces[:-1])
    one, other = (" ".join(read(page, bottom) for page in sides(each)) for each, bottom in ((piece, 193), (plain, 254)))
    assert other.count("Paragraph") == one.count("Paragraph") == 48
    assert pressed(made("plain"), ruled("x"))[0].plain is None


def test_plain_pages_have_the_size_and_the_columns_that_are_asked_for() -> None:
    wanted = made(plain_size=(150, 100), plain_margin=20, plain_columns=1)
    plain = pressed(wanted, ruled(*[prose(4)] * 6))[0].plain
    assert plain is not None
    assert (plain.width, plain.height) == (150, 100)
    places = [x for page in sides(plain) for x, _, leaf in lines(page) if leaf.run.text.startswith("Paragraph ")]
    assert {round(x, 6) for x in places} == {20}


def test_letters_shrink_rather_than_leave_a_few_words_alone_on_the_last_plain_page() -> None:
    for count, wanted in ((1, 3), (2, 3), (3, 4)):
        of = ruled(*[prose(3)] * 14, prose(count))
        pages = sides(pressed(made("plain", width=190, height=264), of)[0])
        assert len(pages) == wanted
        assert len(body(pages[-1], 264 - MARGIN)) > 7


LONG = "A heading of uncommon length for a contents list with more words in it"


def titled(title: str, count: int = 14) -> Game:
    of = ruled(*[prose(4)] * count)
    last = replace(of.rules[0].sections[-1], title=title)
    return replace(of, rules=(replace(of.rules[0], sections=(*of.rules[0].sections[:-1], last)),))


def test_the_contents_take_fewer_columns_where_a_heading_is_long() -> None:
    piece, problems = pressed(made(width=130, height=200), titled(LONG))
    assert problems == []
    assert piece.plain is not None
    for each, other, bottom in ((piece, "Part 2", 200 - MARGIN), (piece.plain, "Part 9", 254)):
        found = {leaf.run.text: (x, leaf.size) for x, _, leaf in reversed(body(sides(each)[0], bottom))}
        assert (found[LONG][0] == found[other][0], found[LONG][1] == found[other][1]) == (True, True)


def test_what_does_not_fit_on_the_plain_pages_alone_is_told() -> None:
    _, problems = pressed(made(plain_size=(60, 264), plain_columns=1), titled(LONG))
    assert [(problem.where, problem.hint) for problem in problems] == [
        ('booklet "booklet", plain pages', "shorten the heading")
    ]


def test_all_languages_have_letters_of_the_same_size() -> None:
    english, french = (Rules(lang, "Small", "", ruled(*[prose(n)] * 9).rules[0].sections) for lang, n in TWO)
    of = replace(game(languages=("en", "fr")), rules=(english, french))
    pieces = [pressed(made(), of, lang)[0] for lang in ("en", "fr")]
    sizes = {leaf.size for piece in pieces for page in sides(piece) for leaf in words_of(page)}
    assert len(sizes) == 1
    assert sizes.pop() * 72 / 25.4 == pytest.approx(8.6)  # what French needs


TWO = (("en", 2), ("fr", 10))


def words_of(page: Shape) -> list[Text]:
    return [leaf for _, _, leaf in body(page) if leaf.run.text.startswith("Paragraph ")]


def test_what_is_too_large_for_a_page_is_told_when_it_is_so_at_the_smallest_size() -> None:
    table = "| a |\n|---|\n| " + "some words " * 60 + "|\n"
    low = made("plain", height=60, size=14, smallest=8)
    assert pressed(low, ruled(table))[1] == []
    assert [(problem.line, problem.message) for problem in pressed(replace(low, height=50), ruled("a", table))[1]] == [
        (20, "a row of a table, or the heading, is 101.5 mm high at 14 pt; a page has room for 26 mm")
    ]
    wide = "|" + " abcdefghij |" * 9 + "\n|" + "---|" * 9
    assert [problem.message for problem in pressed(made("plain", width=90), ruled(wide))[1]] == [
        "the words of a table need 141.7 mm of 46.8 mm width"
    ]


def test_a_long_word_makes_its_heading_smaller_and_its_column_of_a_table_wider() -> None:
    table = "| " + "a b c d e f g h i j " * 9 + "| unbreakableword |\n|---|---|"
    of = ruled(table)
    section = replace(of.rules[0].sections[0], title="Unbreakableheading of old")
    of = replace(of, rules=(replace(of.rules[0], sections=(section,)),))
    piece, problems = pressed(made("plain", width=70), of)
    assert problems == []
    found = [leaf.run.text.strip() for _, _, leaf in body(piece.faces[0].front)]
    assert ("unbreakableword" in found, any("Unbreakableheading" in word for word in found)) == (True, True)


def test_margins_that_leave_no_room_are_told_once() -> None:
    assert [problem.message for problem in pressed(made(margin=70), ruled("a"))[1]] == [
        "the margins leave 0 × 65 mm for a column of text; 20 × 20 are needed"
    ]


def test_a_list_of_contents_longer_than_a_page_is_left_out() -> None:
    piece, problems = pressed(made(), ruled(*["Short."] * 120))
    assert problems == []
    assert read(sides(piece)[0]).startswith("Small Part 1 Short. Part 2")
    told = pressed(made(), ruled("a", intro=prose(60)))[1]
    assert {problem.message for problem in told} == {"title and introduction are higher than a page"}


def test_sizes_in_the_wrong_order_and_plain_pages_of_plain_pages_are_refused(tmp_path: File) -> None:
    table = '\n[[booklets]]\nid = "rules"\ntitle = "Rules"\nform = "plain"\nsize = "90x130mm"\ntext_size = 7\n'
    for more, said in (
        ("smallest = 8\n", ["rules].smallest: found 8; allowed: not more than text_size, 7"]),
        ("plain_columns = 1\n", ["rules].plain_columns: only a folded booklet comes with plain pages of another size"]),
        ("", []),
    ):
        found = refused(tmp_path, {"game.toml": GAME + table + more})
        assert [each.partition("booklets[")[2] for each in found] == said


def test_text_stays_inside_the_margins_and_tables_inside_their_column() -> None:
    row = "| " + " | ".join(f"some words in cell {number}" for number in range(5)) + " |"
    table = f"{row}\n|{'---|' * 5}\n" + f"{row}\n" * 12
    piece, problems = pressed(made(), ruled(table, prose(2)))
    assert problems == []
    for page in sides(piece):
        for x, y, leaf in body(page):
            assert x >= MARGIN - 1e-6
            assert y >= MARGIN
            assert x + leaf.run.advance * leaf.size <= 139 - MARGIN + 1e-6 or leaf.run.text.endswith(" ")


def test_what_cannot_be_printed_is_told_once_with_its_line() -> None:
    _, problems = pressed(made(), ruled("Good.", "Bad \ufdfa."))
    assert [(problem.file, problem.line) for problem in problems] == [("templates/small/rules.en.md", 20)]
    assert problems[0].where == 'booklet "booklet", section "Part 2"'


def test_a_game_without_rules_is_told() -> None:
    piece, problems = pressed(made(), game())
    assert piece.faces == ()
    assert [(problem.message, problem.hint) for problem in problems] == [
        ("the game has no rules to print", "write rules.en.md")
    ]


def strip(height: float, room: float = 1.0, kept: bool = False, give: float = 0.0) -> Strip:
    return Strip((), height, room, give, kept)


def heights(columns: list[list[Strip]]) -> list[list[float]]:
    return [[one.height for one in column] for column in columns]


def test_columns_break_where_strips_allow_it() -> None:
    strips = [strip(3), strip(4), strip(2, kept=True), strip(5), strip(6)]
    found = fill(strips, lambda _: 11)
    assert found is not None
    assert heights([[placed.strip for placed in column] for column in found]) == [[3, 4], [2, 5], [6]]
    assert [[placed.y for placed in column] for column in found] == [[0, 4], [0, 3], [0]]


def test_a_column_without_room_is_left_empty_and_a_strip_higher_than_all_fits_nowhere() -> None:
    found = fill([strip(5)], lambda number: 2.0 if number < 2 else 9.0)
    assert found is not None
    assert [len(column) for column in found] == [0, 0, 1]
    assert fill([strip(12)], lambda _: 11.0) is None


def test_spread_columns_reach_the_foot_unless_that_tears_them_apart() -> None:
    filled = fill([strip(3), strip(3, give=1.0), strip(3, give=3.0)], lambda _: 15.0)
    assert filled is not None
    assert [placed.y for placed in feathered(filled[0], 15, 1.5)] == [0, 5, 12]
    assert [placed.y for placed in feathered(filled[0], 15, 0.9)] == [0, 4, 8]


def test_balanced_columns_are_as_low_as_they_can_be() -> None:
    found = balanced([strip(2)] * 6, 3, 50.0)
    assert found is not None
    assert [len(column) for column in found] == [2, 2, 2]
    assert balanced([strip(2)] * 6, 1, 10.0) is None


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize(("of", "wanted"), BOOKLETS, ids=[f"{of.slug}-{each.id}" for of, each in BOOKLETS])
def test_a_shipped_booklet_says_every_section_and_keeps_the_house_measures(
    of: Game, wanted: Booklet, lang: str
) -> None:
    piece, problems = pressed(wanted, of, lang)
    assert problems == []
    rules = of.rules_in(lang)
    assert rules is not None
    for each in filter(None, (piece, piece.plain)):
        assert len(sides(each)) % 4 == 0 or each.laying == "grid"
        found = [leaf for page in sides(each) for _, _, leaf in lines(page)]
        assert min(leaf.size for leaf in found) >= 6.5 * 25.4 / 72 - 1e-6
        everything = "".join(leaf.run.text for leaf in found).replace(" ", "")
        assert [s.title for s in rules.sections if s.title.replace(" ", "") not in everything] == []


def test_pages_are_groups_of_their_own_and_the_same_input_gives_the_same_pages() -> None:
    one, other = (pressed(made(), ruled(*[prose(3)] * 9))[0] for _ in range(2))
    assert sides(one) == sides(other)
    assert all(isinstance(page, Group) for page in sides(one))
    assert all(before is not after for before, after in pairwise(sides(one)))
