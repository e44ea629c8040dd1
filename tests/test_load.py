"""From a folder to a Game: what each file becomes, papers, and where folders are found."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.data import load
from pnp.data.boards import Lattice
from pnp.data.game import Band, Component, Die, Example, Field, Ink, Option, Rung, Side, Variant
from pnp.data.paper import Paper
from pnp.data.words import Words
from pnp.errors import DataError
from tests.small_folder import CARDS, FILES, FRAMES, GAME, RULES, SVG, Changes, game, problems, refused, write

ROOT = Path(__file__).parent.parent / "templates"
SHARED = ROOT / "_shared"
ALLOWED = (
    "allowed: a4, letter, a3, a5, a2, legal, tabloid, avery-5371, avery-5388, avery-3111, avery-8293, avery-5293"
    " and 4 more, or a size such as 210x297mm or 8.5x11in"
)


def en(text: str) -> Words:
    return Words((("en", text),))


def test_the_head_of_a_game_is_kept(tmp_path: Path) -> None:
    found = game(tmp_path)
    assert (found.slug, found.folder, found.data_version, found.title) == (
        "small",
        tmp_path / "small",
        "1.0",
        en("Small"),
    )
    assert (found.publisher, found.year, found.players, found.minutes, found.age) == ("", None, (1, 4), (10, 20), 8)
    assert (found.inks, found.credit) == ((Ink("sun", "#F2B632", en("sun")),), en("A game for tests."))
    assert found.fonts == {"display": "Alfa Slab One", "text": "Atkinson Hyperlegible", "label": "Barlow Condensed"}


def test_one_plain_text_stands_for_every_language_and_languages_keep_their_order(tmp_path: Path) -> None:
    text = (
        GAME.replace('["en"]', '["fr", "en"]')
        .replace('title.en = "sun"', 'title = "sun"')
        .replace('title.en = "Small"', 'title.en = "Small"\ntitle.fr = "Petit"')
        .replace("credit.en", "credit")
        .replace('title.en = "Cards"', 'title = " Cards "')
    )
    found = game(tmp_path, {"game.toml": text, "rules.fr.md": RULES})
    assert found.languages == ("fr", "en")
    assert found.title == Words((("fr", "Petit"), ("en", "Small")))
    assert found.decks[0].title == Words((("fr", "Cards"), ("en", "Cards")))
    assert [rules.lang for rules in found.rules] == ["fr", "en"]


def test_components_dice_and_boards_become_values(tmp_path: Path) -> None:
    more = """
[[components]]
id = "dice"
title.en = "dice"
count = 2

[[dice]]
id = "light"
title.en = "light die"
ink = "sun"
count = 2
role.en = "column"
sides = [-1, "star", { title.en = "arrow", choices = [0, 6] }, { value = 9 }]

[[boards]]
id = "A"
kind = "lattice"
title.en = "Field A"
columns = 6
rows = 5
pitch = "0.5in"
strip = 5
"""
    found = game(tmp_path, {"game.toml": GAME + more})
    sides = (Side(-1, en("-1")), Side(None, en("star")), Side(None, en("arrow"), (0, 6)), Side(9, en("9")))
    assert found.components == (Component("dice", en("dice"), 2, ""),)
    assert found.dice == (Die("light", en("light die"), "#F2B632", 2, sides, en("column")),)
    assert found.boards == (Lattice("A", en("Field A"), 6, 5, 12.7, 5.0),)


SCORE = """
[score]
seats = [2, 5]

[[score.fields]]
id = "fields"
kind = "records"
title.en = "Fields"
rows = ["A", "B"]
row_key = "field"

  [[score.fields.fields]]
  id = "isolated"
  kind = "count"
  title.en = "Isolated"
  low = 0
  highs = [3, 4]

[[score.fields]]
id = "how"
kind = "choice"
title.en = "How"
help.en = "Choose."
needed = true
rule = "play"

  [[score.fields.options]]
  id = "left"
  title.en = "left"

[[score.ranking]]
measure = "total"
best = "low"
title.en = "least"

[[score.bands]]
title.en = "low"

[[score.bands]]
low = 10
title.en = "high"
"""


def test_score_fields_ranking_and_bands_become_values(tmp_path: Path) -> None:
    scoring = game(tmp_path, {"game.toml": GAME + SCORE}).scoring
    assert scoring is not None
    assert (scoring.seats, scoring.variants) == ((2, 5), (Variant("standard", en("Standard"), True),))
    options = (Option("left", en("left")),)
    inner = Field("isolated", en("Isolated"), Words(()), "count", low=0, highs=(3, 4))
    assert scoring.fields == (
        Field("fields", en("Fields"), Words(()), "records", rows=("A", "B"), row_key="field", fields=(inner,)),
        Field("how", en("How"), en("Choose."), "choice", options=options, needed=True, rule="play"),
    )
    assert scoring.ranking == (Rung("total", "low", en("least")),)
    assert scoring.bands == (Band(None, en("low")), Band(10, en("high")))


def test_examples_keep_their_tables_and_their_line(tmp_path: Path) -> None:
    text = """# worked
[[examples]]
id = "E-1"
kind = "final"
rule = "play"
title.en = "One"
given = { seats = [{ name = "A", eggs = 2.5, ok = true }] }
[examples.expect]
scores = [{ name = "A", total = 3 }]
"""
    given_, expect = {"seats": [{"name": "A", "eggs": 2.5, "ok": True}]}, {"scores": [{"name": "A", "total": 3}]}
    expected = Example("E-1", "final", en("One"), "play", given_, expect, 2)
    assert game(tmp_path, {"examples.toml": text}).examples == (expected,)


def test_a_row_chooses_its_frames_and_a_card_with_no_copies_is_left_out(tmp_path: Path) -> None:
    frames = FRAMES + FRAMES.replace("[card.", "[token.")
    table = "title,frame,back,copies\nA,,,2\nB,token,card,1\nC,,,0\n"
    (deck,) = game(tmp_path, {"cards.csv": table, "frames.toml": frames}).decks
    found = [(card.front.name, card.back and card.back.name, card.copies, card.row.line) for card in deck.cards]
    assert found == [("card", None, 2, 2), ("token", "card", 1, 3)]
    assert (deck.table, deck.bleed, deck.gutter) == ("g/cards.csv", 3.0, 0.0)


def test_a_deck_without_a_column_back_has_the_same_back_on_every_card(tmp_path: Path) -> None:
    (deck,) = game(tmp_path, {"game.toml": GAME + 'back = "card"\n'}).decks
    assert [card.back.name for card in deck.cards if card.back] == ["card", "card"]


def test_a_game_without_rules_is_a_game(tmp_path: Path) -> None:
    assert game(tmp_path, {"rules.en.md": None}).rules == ()


def test_icons_of_the_game_hide_shared_ones_of_the_same_name(tmp_path: Path) -> None:
    for name in ("star", "moon"):
        write(tmp_path / "_shared", dict.fromkeys(FILES) | {f"icons/{name}.svg": SVG})
    found = game(tmp_path, {"art/icons/star.svg": SVG, "art/icons/photo.png": b""})
    assert dict(found.icons) == {
        "moon": tmp_path / "_shared/icons/moon.svg",
        "star": tmp_path / "small/art/icons/star.svg",
    }


def test_pictures_go_by_name_in_order_and_by_nothing_else(tmp_path: Path) -> None:
    art = game(tmp_path, {"art/b.png": b"", "art/new/a.JPG": b"", "art/notes.txt": b""}).art
    assert list(art) == ["b", "boat", "new/a"]
    assert [name in art for name in ("b.png", "art/b", "b.svg", "B", "notes", "", "..", "new")] == [
        True,
        True,
        False,
        False,
        False,
        False,
        False,
        False,
    ]


def test_a_byte_order_mark_is_dropped_from_every_file(tmp_path: Path) -> None:
    marked = {name: "\ufeff" + text for name, text in FILES.items() if not name.startswith("art")}
    assert game(tmp_path, marked).rules == game(tmp_path / "plain").rules


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"game.toml": None}, ["g: the folder has no game.toml"]),
        (
            {"game.toml": GAME.replace("format = 1", 'format = "1"')},
            ['g/game.toml:1: format: found "1"; this version of the press reads format 1'],
        ),
        ({"game.toml": GAME.replace("format = 1\n", "")}, ["g/game.toml:1: format: is missing; allowed: 1"]),
        (
            {"game.toml": GAME.replace('["en"]', "[]")},
            ['g/game.toml:4: languages: found an empty list; allowed: at least one language such as ["en"]'],
        ),
        (
            {"game.toml": GAME.replace('"cards.csv"', '"../cards.csv"')},
            [
                'g/game.toml:19: decks[cards].table: there is no table "../cards.csv" in the game\'s folder '
                '(did you mean "cards.csv"?)'
            ],
        ),
        (
            {"game.toml": GAME.replace('frame = "card"\n', "")},
            [
                "g/game.toml:15: decks[cards].frame: is missing, and the table has no column frame "
                '(write frame = "…" there, or give the table a column frame)'
            ],
        ),
        (
            {"game.toml": b"\xff\xfef\x00"},
            [
                "g/game.toml: found UTF-16; allowed: text in UTF-8 "
                "(save the file as UTF-8; spreadsheets call it CSV UTF-8)"
            ],
        ),
        (
            {"rules.en.md": b"# T\n\xff", "game.toml": GAME + SCORE},
            [
                "g/rules.en.md:2: found the byte 0xff; allowed: text in UTF-8 "
                "(save the file as UTF-8; spreadsheets call it CSV UTF-8)"
            ],
        ),
        ({"cards.csv": "title\n\0"}, ["g/cards.csv:2: this is not a text file"]),
        ({"frames.toml": "[card]\n"}, ["g/frames.toml:1: card: the frame has no slots (write [card.slots.title])"]),
    ],
)
def test_single_mistakes_are_told_in_full(tmp_path: Path, changes: Changes, expected: list[str]) -> None:
    assert problems(tmp_path, changes) == expected


def test_mistakes_of_all_games_are_told_in_one_run_under_the_name_of_the_folder(tmp_path: Path) -> None:
    for slug in ("one", "two"):
        write(tmp_path / slug, {"game.toml": GAME.replace('"63x88mm"', '"big"')})
    with pytest.raises(DataError) as caught:
        load.load_all(tmp_path, shared=tmp_path, shown="t")
    assert str(caught.value).splitlines() == [
        f't/{slug}/game.toml:18: decks[cards].size: "big" is not a size; write for example 63x88mm or 2.5x3.5in '
        '(did you mean "bridge"?)'
        for slug in ("one", "two")
    ]


def test_games_come_in_order_of_name_and_each_once(tmp_path: Path) -> None:
    for slug in ("b", "a", "c"):
        write(tmp_path / slug)
    (tmp_path / "_shared").mkdir()
    assert [found.slug for found in load.load_all(tmp_path)] == ["a", "b", "c"]
    assert [found.slug for found in load.load_all(tmp_path, ["c", "a", "c"])] == ["c", "a"]


def test_an_unknown_game_is_told_with_the_near_one_or_all(tmp_path: Path) -> None:
    for slug in ("hens", "boats"):
        write(tmp_path / slug)
    with pytest.raises(DataError) as caught:
        load.load_all(tmp_path, ["hnes", "x"], shown="t")
    assert str(caught.value).splitlines() == [
        't: hnes: there is no such game (did you mean "hens"?)',
        "t: x: there is no such game (the games are boats, hens)",
    ]


def test_a_folder_without_games_is_told(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="there are no games in this folder"):
        load.load_all(tmp_path / "nothing")


@pytest.mark.parametrize(
    ("name", "id_", "width", "height"),
    [
        ("a4", "a4", 210, 297),
        ("A4", "a4", 210, 297),
        (" Letter ", "letter", 215.9, 279.4),
        ("a3", "a3", 297, 420),
        ("a5", "a5", 148, 210),
        ("200x300", "200x300mm", 200, 300),
        ("300X200mm", "300x200mm", 300, 200),
        ("8.5 x 11in", "8.5x11in", 215.9, 279.4),
        ("20×30cm", "20x30cm", 200, 300),
        ("63,5x88,9", "63.5x88.9mm", 63.5, 88.9),
    ],
)
def test_a_paper_goes_by_name_in_any_case_or_by_size(name: str, id_: str, width: float, height: float) -> None:
    found = load.paper(name, SHARED)
    assert found == Paper(id_, pytest.approx(width), pytest.approx(height), 4.5)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("leter", f'--paper: "leter" is not a paper; {ALLOWED} (did you mean "letter"?)'),
        ("custom", f'--paper: "custom" is not a paper; {ALLOWED}'),
        ("0x9", f'--paper: "0x9" is not a paper; {ALLOWED}'),
        ("6000x9", '--paper: "6000x9" is too large; allowed: up to 5000 mm'),
    ],
)
def test_an_unknown_paper_is_told_with_the_valid_names(name: str, expected: str) -> None:
    with pytest.raises(DataError) as caught:
        load.paper(name, SHARED)
    assert str(caught.value) == expected


def test_papers_of_one_s_own_have_settings_and_faults_are_told(tmp_path: Path) -> None:
    file = tmp_path / "papers.toml"
    file.write_text(
        '[Mine]\nsize = "100x200mm"\nmargin = "1cm"\nback_offset = [0.5, "-1mm"]\ncrop_marks = false\n'
        "[custom]\nmargin = 7\n"
    )
    assert load.papers(tmp_path) == {"mine": Paper("mine", 100, 200, 10, back_offset=(0.5, -1.0), crop_marks=False)}
    assert load.paper("10x20", tmp_path) == Paper("10x20mm", 10, 20, 7)
    text = "a4 = 1\n[a5]\nmargin = 5\nback_offset = [1]\n"
    shown = f"{tmp_path.name}/papers.toml"
    assert refused(tmp_path, file.name, text, load.papers) == [
        f'{shown}:1: a4: a paper is a table (write [a4] and below it size = "210x297mm")',
        f'{shown}:2: a5.size: is missing (write size = "63x88mm")',
        f"{shown}:4: a5.back_offset: found a list of 1; allowed: two lengths such as [0.5, -1]",
    ]


def test_the_template_folder_is_the_one_asked_for_then_that_of_the_place_then_the_packaged(tmp_path: Path) -> None:
    (tmp_path / "here/templates").mkdir(parents=True)
    (tmp_path / "other").mkdir()
    assert load.roots(tmp_path / "other", tmp_path / "here") == tmp_path / "other"
    assert load.roots(None, tmp_path / "here") == tmp_path / "here/templates"
    assert load.roots(None, tmp_path) == ROOT
    with pytest.raises(DataError, match="there is no such template folder"):
        load.roots(tmp_path / "none", tmp_path)


def test_the_shared_folder_is_the_one_beside_the_games_or_the_packaged(tmp_path: Path) -> None:
    assert load.shared_folder(tmp_path) == SHARED
    (tmp_path / "_shared").mkdir()
    assert load.shared_folder(tmp_path) == tmp_path / "_shared"
    assert load.papers(tmp_path / "_shared") == load.papers(SHARED)


JUNK = ("[", "]]", "= 1", "3", "true", "[{}]", "{}", "nan", ",,", "", '"+=2"', "{ en = 1 }", '"none"', "kind = 'text'")


@given(
    st.sampled_from([name for name in FILES if "." in name and "art" not in name]),
    st.integers(0, 40),
    st.sampled_from(JUNK),
    st.booleans(),
)
def test_whatever_a_line_is_changed_to_there_is_a_game_or_a_list_of_problems(
    tmp_path_factory: pytest.TempPathFactory, name: str, number: int, junk: str, whole: bool
) -> None:
    text = {**FILES, "game.toml": GAME + SCORE, "cards.csv": CARDS}[name]
    lines = text.splitlines()
    line = number % len(lines)
    head = lines[line].partition("=")[0]
    lines[line] = junk if whole or "=" not in lines[line] else f"{head}= {junk}"
    told = problems(tmp_path_factory.mktemp("changed"), {"game.toml": GAME + SCORE, name: "\n".join(lines)})
    assert all(problem.startswith("g/") for problem in told)


def test_a_folder_of_anything_else_beside_the_games_is_nobody_s_game(tmp_path: Path) -> None:
    write(tmp_path / "g")
    (tmp_path / "out" / "g").mkdir(parents=True)
    (tmp_path / "out" / "g" / "all-a4-en.pdf").write_bytes(b"%PDF")
    assert load.names(tmp_path) == ["g"]
    (tmp_path / "begun").mkdir()
    (tmp_path / "begun" / "cards.csv").write_text("name\nWell\n", encoding="utf-8")
    assert load.names(tmp_path) == ["begun", "g"]
