"""Lost and changed pieces: which faces are asked for, from which slot on they print, and packed sheets as files."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Literal

import pypdf
import pytest

from pnp import build
from pnp.build.packed import groups
from pnp.build.reprints import Misread, Only, chosen, only_mark, read, some
from pnp.data.paper import Paper
from pnp.errors import DataError
from pnp.layout.geometry import How, Imposed, NoSuchSlot
from pnp.layout.impose import impose
from pnp.layout.piece import Piece
from pnp.scene import Rect
from tests.small_folder import write
from tests.small_press import A4, SLUG, deck, furniture_boxes, grid_of, numbered, seen
from tests.test_cli import pnp

CARDS = deck(numbered("F", 9), numbered("B", 9), copies=[5] * 9)


def again(piece: Piece, faces: str, slot: int = 1, flip: Literal["long", "short"] = "long") -> Imposed:
    some_faces = chosen(piece, read(f"cards:{faces}"))
    return impose(some_faces, A4, How(flip, from_slot=slot, whole=piece.count), SLUG)


@pytest.mark.parametrize(
    ("words", "faces"),
    [
        ("cards:3", ((3, 1),)),
        ("cards: 3, 7-9", ((3, 1), (7, 1), (8, 1), (9, 1))),
        ("cards:12x2,1", ((12, 2), (1, 1))),
        ("cards:2-3×4", ((2, 4), (3, 4))),
    ],
)
def test_faces_are_numbers_ranges_and_copies(words: str, faces: tuple[tuple[int, int], ...]) -> None:
    assert read(words) == Only("cards", faces)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("cards", 'found "cards"; allowed: a piece and its faces, such as bull-cards:3,7-9'),
        ("cards:", 'found "cards:"; allowed: a piece and its faces, such as bull-cards:3,7-9'),
        (":3", 'found ":3"; allowed: a piece and its faces, such as bull-cards:3,7-9'),
        ("cards:3,,4", '"" is no face; allowed: numbers such as 3, 7-9, or 3x2 for two of one'),
        ("cards:ferry", '"ferry" is no face; allowed: numbers such as 3, 7-9, or 3x2 for two of one'),
        ("cards:-3", '"-3" is no face; allowed: numbers such as 3, 7-9, or 3x2 for two of one'),
        ("cards:9-7", '"9-7" runs backwards; write 7-9'),
        ("cards:3x0", '"3x0" asks for 0 copies; allowed: 1 to 999'),
        ("cards:1-99999999", '"1-99999999" are too many faces'),
    ],
)
def test_what_is_no_face_is_told(words: str, told: str) -> None:
    with pytest.raises(Misread) as refused:
        read(words)
    assert str(refused.value) == told


def test_faces_that_a_piece_does_not_have_are_told_with_those_it_has() -> None:
    other = replace(deck(["F1"]), id="other")
    folded = replace(CARDS, id="rules", laying="booklet")
    wanted = [read("cards:0,3,12"), read("other:2"), read("rules:1")]
    with pytest.raises(DataError) as refused:
        some([CARDS, other, folded], wanted)
    assert str(refused.value).splitlines() == [
        "--only: cards: there is no face 0; it has faces 1 to 9",
        "--only: cards: there is no face 12; it has faces 1 to 9",
        "--only: other: there is no face 2; it has one face",
        "--only: rules: is printed as a whole; ask for it with --piece",
    ]


@pytest.mark.parametrize(
    ("words", "mark"),
    [
        (["cards:3,7,9"], "-only-3_7_9"),
        (["cards:2-5,7x2"], "-only-2-5_7x2"),
        (["cards:2,3,4,5"], "-only-2-5"),
        (["other:1"], ""),
        ([f"cards:{','.join(map(str, range(1, 99, 2)))}"], "-only-37c4dd4a"),
    ],
)
def test_a_file_is_named_by_its_faces_or_a_short_word_for_many(words: list[str], mark: str) -> None:
    assert only_mark([CARDS], [read(each) for each in words]) == mark


def test_packed_faces_of_one_piece_have_its_name_in_that_of_their_file() -> None:
    other = replace(CARDS, id="minis")
    wanted = [read("cards:2"), read("minis:2")]
    assert only_mark([CARDS], wanted, packed=True) == "-only-cards_2"
    assert only_mark([other], wanted, packed=True) == "-only-minis_2"
    assert only_mark([CARDS, other], wanted, packed=True) == "-only-4b23cb5f"


def test_lost_cards_fill_a_half_used_sheet_from_the_slot_asked_for() -> None:
    front, back = again(CARDS, "3,7,9x2", 4).pages
    assert grid_of(front, CARDS, 3, 3) == [[None] * 3, ["F3", "F7", "F9"], ["F9", None, None]]
    assert grid_of(back, CARDS, 3, 3) == [[None] * 3, ["B9", "B7", "B3"], [None, None, "B9"]]
    front, back = again(CARDS, "3,7", 5, "short").pages
    assert grid_of(front, CARDS, 3, 3)[1] == [None, "F3", "F7"]
    assert grid_of(back, CARDS, 3, 3)[1] == [None, "B3", "B7"]
    front, back = again(CARDS, "3", 2, "short").pages
    assert grid_of(back, CARDS, 3, 3) == [[None] * 3, [None] * 3, [None, "B3", None]]


def test_what_does_not_fit_on_the_half_used_sheet_goes_on_a_whole_one() -> None:
    laid = again(CARDS, "1-3", 8)
    assert (laid.sheets, len(laid.pages)) == (2, 4)
    assert grid_of(laid.pages[0], CARDS, 3, 3)[2] == [None, "F1", "F2"]
    assert grid_of(laid.pages[2], CARDS, 3, 3)[0] == ["F3", None, None]
    words = [text for text, _ in furniture_boxes(laid.pages[3])]
    assert any("page 4 of 4" in each for each in words)


def test_no_ink_goes_over_what_was_printed_before() -> None:
    (front, _) = again(CARDS, "1", 5).pages
    (card,) = seen(front, CARDS)
    assert card.ink is not None
    assert (card.ink.x, card.ink.y) == (pytest.approx(card.trim.x), pytest.approx(card.trim.y))
    assert (card.ink.right, card.ink.bottom) == (
        pytest.approx(card.trim.right + 3),
        pytest.approx(card.trim.bottom + 3),
    )


def test_slots_are_those_of_the_whole_piece_though_few_are_printed() -> None:
    few = deck(numbered("F", 6), size=(66.0, 94.0))  # six leave room for rulers, nine would not
    tokens = replace(few, kind="tokens")
    places = {card.name: (card.trim.x, card.trim.y) for card in seen(impose(tokens, A4, How(), SLUG).pages[0], few)}
    (card,) = seen(again(tokens, "1", 4).pages[0], few)
    assert (card.trim.x, card.trim.y) == places["F4"]


def test_a_slot_beyond_the_page_is_told_with_how_many_there_are() -> None:
    with pytest.raises(NoSuchSlot) as refused:
        again(CARDS, "1", 10)
    assert str(refused.value) == "there is no slot 10: a page of A4 has slots 1 to 9 for Bull cards"


def kinds(**changes: object) -> build.Order:
    return replace(build.Order(A4, pack=True), **changes)  # type: ignore[arg-type]


def test_what_is_cut_from_card_is_packed_and_what_is_to_choose_is_not() -> None:
    made = [
        CARDS,
        replace(CARDS, id="box", kind="box"),
        replace(CARDS, id="stickers", kind="stickers"),
        replace(CARDS, id="board", kind="board"),
        replace(CARDS, id="pad", kind="pad", cut=False),
        replace(CARDS, id="huge", width=400.0),
        replace(CARDS, id="nets", kind="nets", instead_of="stickers"),
    ]
    found = {name: [piece.id for piece in pieces] for name, pieces in groups(made, kinds()).items()}
    assert found == {"packed": ["cards", "box"], "packed-stickers": ["stickers"]}
    assert groups(made, kinds(pack=False)) == {}
    alone = [piece for piece in made if piece.id == "nets"]
    assert list(groups(alone, kinds())) == ["packed"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    more = """
[[tokens]]
id = "coins"
title.en = "Coins"
size = "20x20mm"
table = "cards.csv"
frame = "card"
"""
    from tests.small_folder import FRAMES, GAME

    game = GAME + more.replace("[[tokens]]", "[[decks]]")
    frames = FRAMES.replace("width = 40", "width = 14").replace("height = 10", "height = 6")
    write(tmp_path / "templates/small", {"game.toml": game, "frames.toml": frames})
    return tmp_path


def words(path: Path) -> str:
    return " ".join(page.extract_text() for page in pypdf.PdfReader(path).pages)


def test_pack_writes_one_file_for_all_cut_pieces_and_counts_it_in_the_plan(folder: Path) -> None:
    done = pnp("build", "small", "--pack", cwd=folder)
    assert done.returncode == 0, done.stderr
    names = [Path(line).name for line in done.stdout.splitlines()]
    assert names == ["packed-a4-en.pdf", "all-a4-en.pdf", "print-plan-a4-en.pdf"]
    out = folder / "output/small"
    assert "packed" in words(out / "packed-a4-en.pdf")
    plan = words(out / "print-plan-a4-en.pdf")
    assert "on the same sheets" in plan
    assert plan.count("packed-a4-en.pdf") == 2
    assert "1 sheet of a4 in all" in done.stderr


def test_only_writes_the_faces_asked_for_and_says_from_which_slot(folder: Path) -> None:
    done = pnp("build", "small", "--only", "cards:2", "--from-slot", "4", cwd=folder)
    assert done.returncode == 0, done.stderr
    (path,) = (folder / line for line in done.stdout.splitlines())
    assert path.name == "cards-only-2-a4-en.pdf"
    text = words(path)
    assert "Mill" in text
    assert "Ferry" not in text
    assert "from slot 4" in text


def test_faces_of_several_pieces_share_a_sheet_only_when_they_are_packed(folder: Path) -> None:
    asked = ("build", "small", "--only", "cards:1", "--only", "coins:2")
    apart = pnp(*asked, cwd=folder)
    assert [Path(line).name for line in apart.stdout.splitlines()] == [
        "cards-only-1-a4-en.pdf", "coins-only-2-a4-en.pdf"
    ]  # fmt: skip
    shared = pnp(*asked, "--pack", cwd=folder)
    (name,) = (Path(line).name for line in shared.stdout.splitlines())
    assert name.startswith("packed-only-")
    assert len(pypdf.PdfReader(folder / "output/small" / name).pages) == 1
    slots = pnp(*asked, "--pack", "--from-slot", "2", cwd=folder)
    assert slots.returncode == 1
    assert "--from-slot: packed: the pieces are of several sizes" in slots.stderr


@pytest.mark.parametrize(
    ("options", "status", "told"),
    [
        (["--only", "crads:1"], 1, '--only: no piece "crads"; there is cards, coins (did you mean cards?)'),
        (["--only", "cards:5"], 1, "--only: cards: there is no face 5; it has faces 1 to 2"),
        (["--only", "cards:x"], 1, '--only: "x" is no face'),
        (["--only", "cards:1", "--from-slot", "10"], 1, "--from-slot: cards: there is no slot 10"),
        (["--from-slot", "4"], 2, "--from-slot goes with one --only or --piece"),
        (["--only", "cards:1", "--only", "coins:1", "--from-slot", "4"], 2, "--from-slot goes with one --only"),
        (["--only", "cards:1", "--piece", "coins"], 2, "--only names its pieces itself"),
        (["--only", "cards:1", "--serial", "today"], 2, "--only does not go with --serial"),
        (["--pack", "--cut-plan"], 2, "--cut-plan knows sheets of one size"),
    ],
)
def test_faults_of_reprints_are_told_and_nothing_is_written(
    folder: Path, options: list[str], status: int, told: str
) -> None:
    done = pnp("build", "small", *options, cwd=folder)
    assert (done.returncode, done.stdout) == (status, "")
    assert told in done.stderr
    assert not (folder / "output").exists()


def test_labels_can_be_begun_at_a_slot(folder: Path) -> None:
    done = pnp("build", "small", "--piece", "coins", "--paper", "8293", "--from-slot", "20", cwd=folder)
    assert done.returncode == 0, done.stderr
    assert [Path(line).name for line in done.stdout.splitlines()] == ["coins-avery-8293-en.pdf"]
    assert "2 sheets of avery-8293" in done.stderr
    whole = pnp("build", "small", "--paper", "8293", cwd=folder)
    assert "(name pieces that fit with --piece)" in whole.stderr


def test_a_page_that_is_the_card_has_one_slot() -> None:
    own = Paper("63x88mm", 63, 88, 0)
    (page,) = impose(deck(["F1"]), own, How(), SLUG).pages
    assert page.trim == Rect(0, 0, 63, 88)
    with pytest.raises(NoSuchSlot, match="has one slot for Bull cards"):
        impose(deck(["F1"]), own, How(from_slot=2), SLUG)
