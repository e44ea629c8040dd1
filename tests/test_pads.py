"""Score pads: every field of the score stands on them once for each player, in order, with room to write."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path as File

import pytest

from pnp.data.boards import Lattice
from pnp.data.game import Band, Field, Game, Option, Rung, Scoring, Variant
from pnp.data.prints import Pad
from pnp.errors import Problem
from pnp.extent import bounds, through
from pnp.layout.piece import Piece
from pnp.pieces.pad_look import BOX, RING, THIN
from pnp.pieces.pads import pad, pages
from pnp.scene import WHITE, Group, Path, Rect, Shape, Text
from tests import shipped
from tests.small_folder import GAME
from tests.small_folder import game as loaded
from tests.small_folder import problems as refused
from tests.small_game import LABEL, frame, game, line, panel, words
from tests.small_game import place as at
from tests.test_sheets import leaves, outside, texts

SHIPPED = shipped.GAMES
PADS = [(made_for, made) for made_for in SHIPPED for made in made_for.prints if isinstance(made, Pad)]
INK, ACCENT = "#1d4e89", "#c98a2b"


def made(seats: int = 4, top: float = 20.0, **changes: object) -> Pad:
    plain = Pad("pad", words(en="Pad", fr="Bloc"), 190, 264, seats, None, top, INK, ACCENT, LABEL, 1, words(en="Total"))
    return replace(plain, **changes)  # type: ignore[arg-type]


def count(id: str, title: str = "", help: str = "", **changes: object) -> Field:
    named = words(en=title or id.title(), fr=title or id.title())
    return replace(Field(id, named, words(en=help, fr=help), "count", low=0), **changes)  # type: ignore[arg-type]


STANDARD = (Variant("standard", words(en="Standard")),)


def scored(*fields: Field, variants: tuple[Variant, ...] = STANDARD, **changes: object) -> Game:
    rungs = (Rung("total", "high", words(en="highest total", fr="le plus grand total")),)
    scoring = replace(Scoring((1, 8), variants, fields, rungs, ()), **changes)  # type: ignore[arg-type]
    return replace(game(languages=("en", "fr")), scoring=scoring)


def drawn(wanted: Pad, of: Game, lang: str = "en") -> tuple[Piece, list[Problem]]:
    problems: list[Problem] = []
    return pad(wanted, of, lang, problems), problems


def said(shape: Shape) -> list[tuple[str, float, float]]:
    """Return every run of words with the start of its baseline, in drawing order."""
    return [
        (leaf.run.text, leaf.x + matrix[4], leaf.y + matrix[5])
        for leaf, matrix in leaves(shape)
        if isinstance(leaf, Text)
    ]


def areas(shape: Shape, fill: str) -> list[Rect]:
    """Return the bounds of every area of this colour."""
    found = [
        bounds(through(leaf.segments, matrix))  # type: ignore[arg-type]
        for leaf, matrix in leaves(shape)
        if isinstance(leaf, Path) and leaf.fill == fill
    ]
    return [box for box in found if box]


def same_size(box: Rect, size: float) -> bool:
    return max(abs(box.width - size), abs(box.height - size)) < 1e-6


KINDS = (
    count("chips", points=2),
    replace(count("home"), kind="flag", points=-5),
    replace(count("ending"), kind="choice", options=(Option("a", words(en="won")), Option("b", words(en="lost")))),
    replace(count("ranks"), kind="list", most=3),
)


def test_a_ledger_has_a_row_for_each_field_in_order_and_the_total_below() -> None:
    piece, problems = drawn(made(top=30.0), scored(*KINDS))
    assert problems == []
    assert (piece.kind, piece.cut, piece.count, piece.faces[0].back) == ("pad", False, 1, None)
    found = [word for word, _, _ in said(piece.faces[0].front)]
    first = found[: found.index("Total") + 1]
    assert [word for word in first if word in ("Chips", "Home", "Ending", "Ranks", "Total")] == [
        "Chips",
        "Home",
        "Ending",
        "Ranks",
        "Total",
    ]
    assert [word for word in first if word[0] in "×−+"] == ["× 2", "−5"]
    assert min(y for _, _, y in said(piece.faces[0].front)) > 30


def test_every_player_has_a_name_and_a_total_of_at_least_the_size_of_a_box() -> None:
    piece, _ = drawn(made(seats=6), scored(*KINDS))
    tags = [box for box in areas(piece.faces[0].front, WHITE) if box.height > 8 - 1e-6 and box.width > BOX + 1]
    blocks = sum(1 for word, _, _ in said(piece.faces[0].front) if word == "Total")
    assert len(tags) == 2 * 6 * blocks
    assert len({round(box.x, 6) for box in tags}) == 6


def test_a_flag_has_a_box_to_tick_for_each_player_and_a_choice_a_ring_for_each_option() -> None:
    piece, _ = drawn(made(seats=3, height=110), scored(*KINDS))
    front = piece.faces[0].front
    ticks = [box for box in areas(front, WHITE) if same_size(box, BOX - THIN)]  # the line lies inside
    rings = [box for box in areas(front, WHITE) if same_size(box, 2 * RING)]
    assert (len(ticks), len(rings)) == (3, 3 * 2)
    assert [word for word, _, _ in said(front) if word in ("won", "lost")] == ["won", "lost"] * 3


def test_a_page_is_filled_with_as_many_blocks_as_it_holds_and_each_bears_its_number() -> None:
    few, many = scored(count("a"), count("b")), scored(*(count(letter) for letter in "abcdefghijkl"))
    for of, blocks in ((few, 4), (many, 1)):
        piece, problems = drawn(made(), of)
        found = [word for word, _, _ in said(piece.faces[0].front)]
        assert problems == []
        assert found.count("Total") == blocks
        assert [str(number) in found for number in range(2, 5)] == [number <= blocks for number in range(2, 5)]


def test_what_only_breaks_ties_stands_below_the_total() -> None:
    piece, _ = drawn(made(height=90, after=("hand",)), scored(count("missing"), count("hand")))
    found = [word for word, _, _ in said(piece.faces[0].front)]
    assert found.index("Missing") < found.index("Hand")
    heights = {word: y for word, _, y in said(piece.faces[0].front)}
    assert heights["Missing"] < heights["Total"] < heights["Hand"]


def test_each_set_of_fields_that_variants_ask_for_has_a_page_and_the_longer_way_to_say_the_same_none() -> None:
    variants = tuple(Variant(id, words(en=id.title())) for id in ("simple", "short", "elimination"))
    fields = (
        count("missing"),
        count("outlets", variants=("simple", "short")),
        count("own", variants=("elimination",)),
        count("distance", variants=("elimination",), aside=("elimination",)),
    )
    of = scored(*fields, variants=variants)
    piece, problems = drawn(made(), of)
    assert problems == []
    assert pages(of) == len(piece.faces) == 2
    assert [face.name for face in piece.faces] == ["Pad, Simple", "Pad, Elimination"]
    found = [{word for word, _, _ in said(face.front)} for face in piece.faces]
    assert [sorted(each & {"Missing", "Outlets", "Own", "Distance"}) for each in found] == [
        ["Missing", "Outlets"],
        ["Missing", "Own"],
    ]
    assert ["Simple" in found[0], "Elimination" in found[1]] == [True, True]


def test_variants_without_fields_of_their_own_share_a_page_without_a_title() -> None:
    of = scored(count("chips"), variants=(Variant("a", words(en="Alpha")), Variant("b", words(en="Beta"))))
    piece, _ = drawn(made(), of)
    assert (pages(of), [face.name for face in piece.faces]) == (1, ["Pad"])
    assert not {"Alpha", "Beta"} & {word for word, _, _ in said(piece.faces[0].front)}


def runs(rows: int = 4) -> Field:
    inner = (count("distance"), replace(count("lion"), kind="flag"), count("horns", help="Two points each."))
    return replace(count("runs"), kind="records", most=rows, fields=inner)


def test_records_give_each_player_a_block_with_a_line_for_each() -> None:
    piece, problems = drawn(made(seats=4), scored(runs()))
    found = said(piece.faces[0].front)
    assert problems == []
    heads = [word for word, _, _ in found if word in ("Distance", "Lion", "Horns", "=")]
    assert heads[:4] == ["Distance", "Lion", "Horns", "="]
    assert [[word for word, _, _ in found].count(word) for word in ("Total", "=", "3", "4")] == [4, 4, 4, 4]
    ticks = [box for box in areas(piece.faces[0].front, WHITE) if same_size(box, BOX - THIN)]
    assert len(ticks) == 4 * 4
    assert "each." in " ".join(word for word, _, _ in found)


def test_rows_are_called_by_the_boards_they_are_named_after_or_by_their_names() -> None:
    named = replace(runs(), most=None, rows=("A", "B"))
    piece, _ = drawn(made(seats=1), scored(named))
    found = [word for word, _, _ in said(piece.faces[0].front)]
    assert ("A" in found, "B" in found) == (True, True)


def test_fields_beside_records_stand_in_the_order_of_the_form() -> None:
    piece, problems = drawn(made(seats=2), scored(runs(), count("mallets"), count("bonus")))
    heights = {word: y for word, _, y in reversed(said(piece.faces[0].front))}
    assert problems == []
    assert heights["Distance"] < heights["Mallets"] == heights["Bonus"]


def test_the_foot_tells_how_results_are_compared_and_rated() -> None:
    bands = tuple(Band(low, words(en=f"Band {low}")) for low in (None, 40, 60))
    piece, _ = drawn(made(), scored(count("chips"), bands=bands))
    found = texts(piece.faces[0].front)
    assert {"highest total", "< 40", "40–59", "60+"} <= set(found)
    assert found["highest total"][1] > 240


def test_the_frame_is_drawn_first() -> None:
    head = frame(panel("head", at(0, 0, 190, 18), fill="#abcdef"), line(at=at(0, 19, 190, 0)))
    piece, _ = drawn(made(frame=head), scored(count("chips")))
    first = next(leaf for leaf, _ in leaves(piece.faces[0].front) if isinstance(leaf, Path))
    assert first.fill == "#abcdef"


def test_both_languages_have_their_rows_at_the_same_places() -> None:
    help = words(en="one two three", fr="un deux trois quatre cinq six sept huit neuf dix " * 6)
    long = words(en="Chips", fr="Jetons de courage gagnés")
    for of in (
        scored(replace(count("chips"), title=long, help=help), count("b")),
        scored(replace(runs(), fields=(replace(count("chips"), title=long, help=help), count("b")))),
        replace(scored(replace(runs(), most=None, rows=("A",))), boards=(Lattice("A", long, 3, 3, 10, 5),)),
    ):
        rules = [
            [box for box in areas(drawn(made(), of, lang)[0].faces[0].front, WHITE) if box.height > 8]
            for lang in ("en", "fr")
        ]
        assert rules[0] == rules[1]
        assert rules[0]


def test_help_texts_without_room_below_the_blocks_are_told() -> None:
    inner = tuple(replace(count(letter), help=words(en="word " * 60, fr="mot")) for letter in "abc")
    of = scored(replace(runs(), fields=inner))
    for lang in ("en", "fr"):
        problems = drawn(made(height=220, top=0), of, lang)[1]
        assert [problem.message for problem in problems] == [
            "the blocks of 4 players, 44.5 mm each, and 24.5 mm of help texts below them need 211.5 mm of 208 mm height"
        ]
        assert "shorter help texts" in problems[0].hint
    assert drawn(made(height=230, top=0), of)[1] == []


def test_the_sum_is_called_as_the_game_says() -> None:
    piece, problems = drawn(made(total=words(en="Sum", fr="Somme")), scored(count("chips")), "fr")
    found = [word for word, _, _ in said(piece.faces[0].front)]
    assert problems == []
    assert ("Somme" in found, "Total" in found) == (True, False)


def test_what_does_not_fit_is_told_with_the_figures() -> None:
    low = drawn(made(height=60), scored(*(count(letter) for letter in "abcdef")))[1]
    assert [problem.message for problem in low] == ["the fields need 77 mm of 28 mm height"]
    narrow = drawn(made(seats=8, width=100), scored(count("a")))[1]
    assert [problem.message for problem in narrow] == [
        "the column of one of 8 players is only 7 mm wide; 8 mm are needed to write in"
    ]
    plain = replace(runs(6), fields=(count("a"), count("b")))
    many = drawn(made(seats=8), scored(plain))[1]
    assert many[0].where == 'pad "pad"'
    assert many[0].message.startswith("the blocks of 8 players, 62.5 mm each, need 521 mm of 232 mm")


def test_a_fault_that_every_player_meets_is_told_once() -> None:
    options = tuple(Option(str(number), words(en=f"a very long option, number {number}")) for number in range(9))
    found = drawn(made(seats=8), scored(replace(count("a"), kind="choice", options=options)))[1]
    assert [problem.message.partition('" ')[0] for problem in found] == ['"a very long option, number 0']
    below = drawn(made(top=300), scored(count("a")))[1]
    assert [problem.message for problem in below] == ["the blocks begin 300 mm down, but there is room only to 252 mm"]


def test_records_inside_records_are_refused(tmp_path: File) -> None:
    table = '\n[[pads]]\nid = "pad"\ntitle = "Pad"\nsize = "190x264mm"\nseats = 2\n\n[score]\nseats = [1, 4]\n'
    field = '[[{0}]]\nid = "{1}"\nkind = "{2}"\ntitle = "A"\n'
    named = (
        ("score.fields", "runs", "records"),
        ("score.fields.fields", "in", "records"),
        ("score.fields.fields.fields", "n", "count"),
    )
    found = refused(tmp_path, {"game.toml": GAME + table + "".join(field.format(*each) for each in named)})
    assert [each.partition("pads[pad]: ")[2] for each in found] == [
        '"runs" has records inside its records, which no pad has room for'
    ]


@pytest.mark.parametrize(
    ("key", "file", "said"),
    [
        ("", '[en]\npad_total = "Sum"\n', "Sum"),
        ("", '[en]\npage = "leaf"\n', "Total"),
        ("", "[en\n", "Total"),  # told where pages are made
        ('total = "Total"\n', '[en]\npad_total = "Sum"\n', "Total"),
    ],
)
def test_a_pad_that_does_not_name_the_sum_takes_the_word_of_pages(
    key: str, file: str, said: str, tmp_path: File
) -> None:
    (tmp_path / "_shared").mkdir()
    (tmp_path / "_shared" / "furniture.toml").write_text(file)
    table = f'\n[[pads]]\nid = "pad"\ntitle = "Pad"\nsize = "190x264mm"\nseats = 2\n{key}'
    table += '[score]\nseats = [1, 4]\n[[score.fields]]\nid = "a"\nkind = "count"\ntitle = "A"\n'
    found = loaded(tmp_path, {"game.toml": GAME + table})
    assert [each.total.get("en") for each in found.prints if isinstance(each, Pad)] == [said]


def test_a_game_that_is_not_scored_is_told() -> None:
    piece, problems = drawn(made(), game())
    assert (piece.faces, pages(game())) == ((), 1)
    assert [problem.message for problem in problems] == ["the game has no score fields to fill a pad"]


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize(("made_for", "wanted"), PADS, ids=[f"{of.slug}-{each.id}" for of, each in PADS])
def test_a_shipped_pad_asks_for_every_field_and_keeps_the_house_measures(
    made_for: Game, wanted: Pad, lang: str
) -> None:
    piece, problems = drawn(wanted, made_for, lang)
    assert problems == []
    assert len(piece.faces) == pages(made_for)
    scoring = made_for.scoring
    assert scoring is not None
    asked = [each for each in scoring.fields if not each.aside]
    titles = {
        part.title.get(lang)
        for field in asked
        for part in (field.fields if field.kind == "records" else (field,))
        if not part.aside
    }
    everything = " ".join(word for face in piece.faces for word, _, _ in said(face.front))
    assert [title for title in titles if title.split()[0] not in everything] == []
    for face in piece.faces:
        assert isinstance(face.front, Group)
        for leaf, matrix in leaves(face.front):
            if isinstance(leaf, Text):
                assert leaf.size >= 6.5 * 25.4 / 72 - 1e-6, leaf.run.text
            elif isinstance(leaf, Path):
                stroke = leaf.stroke
                assert stroke is None or stroke.paint == WHITE or stroke.width >= 0.25 - 1e-9
                reach = bounds(through(leaf.segments, matrix))  # type: ignore[arg-type]
                assert reach is not None
                assert outside(reach, wanted.width, wanted.height) <= 0.5
