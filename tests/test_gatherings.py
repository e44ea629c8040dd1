"""A long deck printed a few sheets at a time is the deck printed as one: what is seen, what is read, what is told."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from pnp import build
from pnp.build.gatherings import ALONE, SHEETS, Gatherings, Means, gathered, long_decks
from pnp.build.order import Order
from pnp.build.printers import corrected
from pnp.build.reprints import Only
from pnp.build.writing import ROUGH
from pnp.data import load
from pnp.data.game import Game
from pnp.data.paper import Paper
from pnp.data.printer import Printer
from pnp.errors import DataError
from pnp.layout.cutting import Cutting
from pnp.layout.geometry import Backs, How
from pnp.render.png import coverage
from tests import long_deck as long
from tests import small_folder
from tests.shipped import SHARED, words
from tests.small_press import LETTER

PRINTER = Printer("office", (210.0, 297.0), (169.0, 240.6, 0.3, -0.1, 0.5, 4.0))
PICTURES = ("boat", "fading", "pixels", "")


SMALL = (
    small_folder.FRAMES.replace("width = 40", "width = 30")
    + """
[card.slots.picture]
kind = "art"
column = "picture"
x = 10
y = 16
width = 20
height = 20
needed = false

[back.slots.ground]
kind = "panel"
x = 4
y = 4
width = 30
height = 20
fill = "#1f2a44"
"""
)


def pictured() -> list[dict[str, str]]:
    return [{**row, "picture": PICTURES[at % 4]} for at, row in enumerate(long.rows())]


def with_backs(*without: int) -> list[dict[str, str]]:
    """Return cards with backs but for those with these numbers."""
    return [{**row, "back": "" if at in without else "back"} for at, row in enumerate(pictured(), 1)]


def agree(game: Game, order: Order) -> None:
    """Check that both ways of making a game's first deck come to the same."""
    (piece, parts), (alike, whole) = long.by_parts(game, order), long.whole(game, order)
    assert replace(parts, pages=()) == replace(whole, pages=())
    assert (parts.two_sided, len(parts.pages)) == (whole.two_sided, len(whole.pages))
    for one, other in zip(parts.pages, whole.pages, strict=True):
        assert replace(one, shapes=(), written=None) == replace(other, shapes=())
    assert piece.notes == alike.notes
    assert (piece.count, piece.two_sided, piece.faces[0]) == (alike.count, alike.two_sided, alike.faces[0])
    assert [face.outline for face in piece.faces] == [face.outline for face in alike.faces]
    made, wanted = long.pdf(parts), long.pdf(whole)
    assert long.looks(made) == long.looks(wanted)
    assert long.reads(made) == long.reads(wanted)


@pytest.mark.parametrize("ink", ["full", "low"])
@pytest.mark.parametrize("backs", ["duplex", "none", "stacked", "reversed", "fold"])
def test_every_page_is_as_it_is_without_gatherings(tmp_path: Path, ink: build.Ink, backs: Backs) -> None:
    agree(long.long_game(tmp_path, with_backs(1, 60)), long.order(ink=ink, how=How(backs=backs)))


ORDERS: dict[str, Order] = {
    "short edge": long.order(how=How("short")),
    "short edge, by hand": long.order(how=How("short", backs="reversed")),
    "from the third slot": long.order(how=How(from_slot=3)),
    "a measured printer": corrected(long.order(), PRINTER, "printers.toml"),
    "a measured printer, by hand": corrected(long.order(how=How(backs="stacked")), PRINTER, "printers.toml"),
    "lines": long.order(how=How(cutting=Cutting(marks="lines"))),
    "no marks, corners": long.order(how=How(cutting=Cutting(marks="none", corners=5.0))),
    "bleed apart": long.order(how=How(cutting=Cutting(bleed="own"))),
    "letter": long.order(paper=LETTER),
}


@pytest.mark.parametrize("name", ORDERS)
def test_it_is_so_however_it_is_printed(tmp_path: Path, name: str) -> None:
    agree(long.long_game(tmp_path, with_backs(2)), ORDERS[name])


@pytest.mark.parametrize("size", ["120x70mm", "70x120mm"])
def test_it_is_so_on_labels_upright_and_sideways(tmp_path: Path, size: str) -> None:
    game = long.long_game(tmp_path, pictured(), game=small_folder.GAME.replace("63x88mm", size), frames=SMALL)
    agree(game, long.order(paper=load.paper("avery-5388", SHARED), how=How(from_slot=2)))


def test_copies_of_a_card_may_be_on_the_sheets_of_two_gatherings(tmp_path: Path) -> None:
    cards = [{**row, "copies": "5" if at == 55 else "1"} for at, row in enumerate(with_backs(55, 56), 1)]
    game = long.long_game(tmp_path, cards)
    agree(game, long.order())
    made = Gatherings(next(long_decks(game, long.order())), game, long.order(), long.slug(game, long.order()))
    first, second = (made.scheme.on(sheet) for sheet in (SHEETS - 1, SHEETS))
    assert 54 in first
    assert 54 in second


@pytest.mark.parametrize("backs", ["duplex", "stacked", "fold", "none"])
def test_a_gathering_without_backs_has_the_room_of_those_with_backs(tmp_path: Path, backs: Backs) -> None:
    cards = with_backs(*range(50, 105))
    agree(long.long_game(tmp_path, cards), long.order(how=How(backs=backs)))


@pytest.mark.parametrize("shape", ["round", "hex", "mixed"])
def test_tokens_keep_their_outlines(tmp_path: Path, shape: str) -> None:
    """In the mixed ones all of the first gathering are round and straight cuts free some of the second."""
    shapes = [("round" if at < 60 else "square") if shape == "mixed" else "" for at in range(long.CARDS)]
    cards = [{**row, "shape": each} for row, each in zip(pictured(), shapes, strict=True)]
    text = small_folder.GAME.replace("[[decks]]", "[[tokens]]").replace("63x88mm", "90x90mm")
    text = text.replace('frame = "card"', f'frame = "card"\nback = "back"\nshape = "{shape.replace("mixed", "hex")}"')
    game = long.long_game(tmp_path, cards, game=text, frames=SMALL)
    for how in (How(), How(backs="fold", cutting=Cutting(marks="both"))):
        agree(game, long.order(how=how))


SECOND = """
[[decks]]
id = "more"
title.en = "More cards"
size = "95x130mm"
table = "more.csv"
frame = "card"
back = "back"

[[sheets]]
id = "sheet"
title.en = "Sheet"
size = "190x264mm"
frame = "card"
"""


PLAIN = """
[plain.slots.title]
kind = "text"
x = 9
y = 9
width = 99
height = 20
text = "Sheet"
"""


def several(folder: Path, cards: list[dict[str, str]]) -> Game:
    """Return a game of two long decks and a sheet."""
    more = {"more.csv": long.table([{**row, "title": f"More {row['title']}"} for row in pictured()])}
    frames = long.FRAMES + PLAIN
    sheet = SECOND.replace('264mm"\nframe = "card"', '264mm"\nframe = "plain"')
    return small_folder.game(folder, {**long.files(cards, long.GAME + sheet, frames), **more})


@pytest.mark.parametrize("backs", ["duplex", "reversed"])
def test_the_whole_game_and_its_plan_are_as_without_gatherings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, backs: Backs
) -> None:
    game, order = several(tmp_path, pictured()), long.order(how=How(backs=backs), cut_plan=True)
    made = build.plan([game], order, words)
    files = long.printed(game, order)
    monkeypatch.setattr("pnp.build.gatherings.FEWEST", 1000)
    wanted = build.plan([game], order, words)
    assert [_about(job) for job in made] == [_about(job) for job in wanted]
    for name, data in long.printed(game, order).items():
        assert long.looks(files[name]) == long.looks(data), name
        assert long.reads(files[name]) == long.reads(data), name


DARK = """
[card.slots.dark]
kind = "panel"
x = -3
y = -3
width = 101
height = 136
fill = "#202020"
when = "dark"
"""


def test_the_ink_of_a_deck_that_gets_darker_is_weighed_on_sheets_from_all_over_it(tmp_path: Path) -> None:
    cards = [{**row, "dark": "yes" if at > 60 else ""} for at, row in enumerate(long.rows(), 1)]
    files = long.printed(long.long_game(tmp_path, cards, frames=long.FRAMES + DARK), long.order())
    (deck, _, plan) = (files[name] for name in sorted(files, key=lambda name: ("plan" in name, "all" in name)))
    shares = coverage(deck, ROUGH)
    (said,) = (int(found) for found in re.findall(r"(\d+)\s?%", "".join(long.reads(plan))) if found != "100")
    assert abs(said - 100 * sum(shares) / len(shares)) < 3
    assert (shares[0] < 0.3, shares[-2] > 0.6) == (True, True)


def _about(job: build.Job) -> object:
    bare = replace(job.document, pages=tuple(replace(page, shapes=(), written=None) for page in job.document.pages))
    imposed = job.imposed and replace(job.imposed, pages=())
    return replace(job, document=bare, parts=(), imposed=imposed, finished=None)


NOTED = """
[card.slots.words]
kind = "text"
column = "words"
x = -2
y = 100
width = 79
height = 20
color = "#dddddd"
"""


def noted(folder: Path) -> Game:
    """Return a deck with notes on its frame, once on words that a late card repeats, and on late cards alone."""
    said = {2: ":suun: and :moon:", 70: ":suun: and :moon:", 90: "Take {sunn|two}", 99: "Take {sunn|two}"}
    cards = [{**row, "words": said.get(at, "")} for at, row in enumerate(pictured(), 1)]
    return long.long_game(folder, cards, frames=long.FRAMES + NOTED)


def test_what_is_told_once_is_told_of_the_first_card_whoever_drew_it(tmp_path: Path) -> None:
    game, order = noted(tmp_path), long.order()
    wanted = long.whole(game, order)[0].notes
    assert len(wanted) > 2
    assert any("Card 90" in str(note) for note in wanted)
    assert any("Card 2" in str(note) and "past the edge" in str(note) for note in wanted)
    assert not any("Card 70" in str(note) or "Card 99" in str(note) for note in wanted)
    for presses in (1, 2, 3):
        assert long.by_parts(game, order, Means(presses))[0].notes == wanted


def told(game: Game, order: Order, presses: int = 1) -> list[str]:
    with pytest.raises(DataError) as caught:
        list(build.printed([((game,), order)], words, presses))
    return str(caught.value).splitlines()


def test_faults_of_late_cards_are_told_as_without_gatherings_and_with_those_of_other_pieces(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cards = pictured()
    cards[2]["title"] = cards[101]["title"] = "Antidisestablishmentarianism " * 20
    cards[90]["title"] = "A letter that no font has: \U00012000"
    game = several(tmp_path, cards)
    found = [told(game, long.order(), presses) for presses in (1, 2)]
    monkeypatch.setattr("pnp.build.gatherings.FEWEST", 1000)
    assert found == [told(game, long.order())] * 2
    assert [line.split(":")[1] for line in found[0] if "g/cards.csv" in line] == ["4", "92", "103"]


def test_a_deck_that_does_not_fit_is_told_of_as_ever(tmp_path: Path) -> None:
    game = long.long_game(tmp_path)
    small = Paper("custom", 90.0, 90.0, 4.5)
    (fault,) = told(game, long.order(paper=small))
    assert "Cards does not fit: card 95 × 130 mm" in fault
    (fault,) = told(game, long.order(how=How(from_slot=5)))
    assert "there is no slot 5" in fault


WHOLE = {
    "only": long.order(only=(Only("cards", ((3, 1), (80, 2))),)),
    "pack": long.order(pack=True),
    "serials": long.order(serials=("ABC",)),
    "cutter": long.order(how=How(cutting=Cutting(cutter="silhouette"))),
    "another piece": long.order(pieces=("other",)),
}


@pytest.mark.parametrize("name", WHOLE)
def test_what_is_told_of_whole_decks_alone_is_printed_from_whole_decks(tmp_path: Path, name: str) -> None:
    assert not list(long_decks(long.long_game(tmp_path), WHOLE[name]))


def test_a_short_deck_and_one_on_few_sheets_are_no_long_ones(tmp_path: Path) -> None:
    short = long.long_game(tmp_path / "short", long.rows(100))
    assert not list(long_decks(short, long.order()))
    tiny = small_folder.GAME.replace("63x88mm", "40x40mm")
    few = long.long_game(tmp_path / "few", long.rows(101), game=tiny, frames=SMALL)
    (deck,) = long_decks(few, long.order())
    assert gathered(deck, few, long.order(), long.slug(few, long.order()), ALONE) is None
