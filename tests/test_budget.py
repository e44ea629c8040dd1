"""`pnp budget`: sheets, ink, strokes, minutes and money, counted from what would be printed."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pnp import build
from pnp.build import budget
from pnp.build.budget import INK, Item, Prices
from pnp.data import load
from pnp.layout.handwork import EACH, SHAPE, Laid, seconds
from pnp.layout.piece import Face, Piece, PieceKind
from pnp.layout.strokes import SECONDS
from pnp.scene import Group, Rect, ellipse, rectangle
from tests import small_folder
from tests.test_cli import pnp

A4 = build.Order(load.paper("a4", load.shared_folder(Path("nowhere"))))
GROUND = """[black.slots.ground]
kind = "panel"
x = -3
y = -3
width = 69
height = 94
fill = "black"

[ring.slots.ground]
kind = "panel"
width = 20
height = 20
shape = "ellipse"
fill = "black"
"""
GAME = (
    small_folder.GAME.replace('frame = "card"', 'frame = "black"\nback = "card"')
    + """
[[tokens]]
id = "coins"
title.en = "Coins"
size = "20x20mm"
shape = "round"
table = "coins.csv"
frame = "ring"
"""
)
FILES: small_folder.Changes = {
    "game.toml": GAME,
    "frames.toml": small_folder.FRAMES + GROUND,
    "cards.csv": "copies,title\n9,Ferry\n3,Mill\n",
    "coins.csv": "copies,title\n10,One\n",
}


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A template folder with one game: twelve black cards with light backs, ten round coins."""
    folder = tmp_path_factory.mktemp("budget")
    small_folder.write(folder / "templates" / "small", FILES)
    return folder


def items(root: Path, order: build.Order = A4) -> dict[str, Item]:
    games = load.load_all(root / "templates")
    words = load.words(root / "templates", "en")
    return {item.id: item for item in budget.items(budget.jobs(games, order, lambda _: words), order)}


@pytest.fixture(scope="module")
def usual(root: Path) -> dict[str, Item]:
    return items(root)


def asked(root: Path, *words: str) -> Any:
    done = pnp("budget", *words, "--json", cwd=root)
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


def test_sheets_sides_and_things_are_those_of_the_build(usual: dict[str, Item], root: Path) -> None:
    found = {name: (item.sheets, item.pages, item.both, item.load) for name, item in usual.items()}
    assert found == {"cards": (2, 4, True, "card"), "coins": (1, 1, False, "card")}
    assert {part.title: part.things for item in usual.values() for part in item.parts} == {"Cards": 12, "Coins": 10}


def test_ink_is_the_inked_share_of_the_pages(usual: dict[str, Item]) -> None:
    cards, coins = usual["cards"], usual["coins"]
    trim = 12 * 63 * 88 / (210 * 297)
    assert trim < cards.full < 1.2 * trim  # bleed, marks, words and rulers come on top
    disc = 10 * 3.14159 * 10**2 / (210 * 297)
    assert disc < coins.full < disc + 0.03
    assert cards.low < cards.full / 5
    assert cards.area == pytest.approx(4)


def test_strokes_are_those_of_the_cut_plan(usual: dict[str, Item], root: Path) -> None:
    jobs = build.plan(load.load_all(root / "templates"), replace(A4, cut_plan=True), lambda c: load.words(root, c))
    (plan,) = (job for job in jobs if job.path.name.startswith("cut-plan"))
    (shown,) = (int(found[1]) for found in [re.search(r"\b(\d+)\b", plan_total(plan))] if found)
    assert shown == sum(item.strokes for item in usual.values())


def plan_total(job: build.Job) -> str:
    """Return the largest figure on the cut plan's last page: its sum of strokes."""
    from pnp.scene import Text
    from tests.colours import leaves

    texts = [leaf for shape in job.document.pages[-1].shapes for leaf, _ in leaves(shape) if isinstance(leaf, Text)]
    return max(texts, key=lambda text: (text.size, text.y)).run.text


def test_round_things_take_hands_and_cards_none(usual: dict[str, Item]) -> None:
    assert (usual["coins"].hands, usual["cards"].hands) == (10 * SHAPE, 0)
    assert usual["cards"].cut == usual["cards"].strokes * SECONDS


def test_pieces_that_share_sheets_are_one_item_with_its_parts(root: Path, usual: dict[str, Item]) -> None:
    (shared,) = items(root, replace(A4, pack=True)).values()
    assert (shared.id, shared.sheets, [part.id for part in shared.parts]) == ("packed", 2, ["cards", "coins"])
    assert shared.hands == 10 * SHAPE
    assert shared.strokes >= usual["cards"].strokes
    inks = sum(item.full for item in usual.values())
    assert shared.full == pytest.approx(inks, abs=0.1)


def test_backs_that_are_left_out_or_folded_count_so(root: Path, usual: dict[str, Item]) -> None:
    bare = items(root, replace(A4, how=build.How(backs="none")))["cards"]
    assert (bare.sheets, bare.pages) == (2, 2)
    folded = items(root, replace(A4, how=build.How(backs="fold")))["cards"]
    assert (folded.sheets, folded.pages, folded.hands) == (3, 3, 3 * 60)


def test_labels_are_peeled_and_never_cut(root: Path) -> None:
    paper = load.paper("avery-8293", load.shared_folder(root))
    coins = items(root, replace(A4, paper=paper, pieces=("coins",)))["coins"]
    assert (coins.load, coins.strokes, coins.hands) == ("label", 0, 10 * EACH["stickers"])


def test_a_machine_takes_over_strokes_and_shapes(root: Path) -> None:
    cutting = build.Cutting(cutter="silhouette")
    coins = items(root, replace(A4, how=build.How(cutting=cutting), pieces=("coins",)))["coins"]
    assert (coins.machined, coins.strokes, coins.hands) == (True, 0, 0)


def test_prices_count_by_kind_of_sheet_and_millilitre(usual: dict[str, Item]) -> None:
    found = list(usual.values())
    cost = budget.total(found, Prices({"card": 0.2}, 0.5)).cost
    ink = sum(item.full for item in found) * INK * 0.5
    assert (cost.paper, cost.full) == (pytest.approx(0.6), pytest.approx(ink))
    assert budget.total(found, Prices({"plain": 0.2})).cost == budget.Cost(None, None, None)


def test_what_stands_for_another_piece_is_not_added_up(usual: dict[str, Item]) -> None:
    spare = replace(usual["coins"], counted=False, instead_of="Cards")
    found = budget.total([usual["cards"], spare], Prices({}))
    assert (dict(found.sheets), found.strokes) == ({("card", "a4"): 2}, usual["cards"].strokes)


def thing(kind: PieceKind, count: int = 3, round_: bool = False) -> Piece:
    outline = ellipse(10, 10, 10) if round_ else rectangle(Rect(0, 0, 20, 20))
    return Piece("p", "P", kind, 20, 20, 0, 0, True, (Face("p", Group(()), None, count, outline),))


@pytest.mark.parametrize(
    ("piece", "way", "laid", "expected"),
    [
        (thing("tokens", round_=True), "tokens", Laid(1), 3 * SHAPE),
        (thing("tokens"), "tokens", Laid(1), 0),
        (thing("standees"), "standees", Laid(1), 75),
        (thing("nets"), "nets", Laid(2), 540),
        (thing("poster", 1), "poster", Laid(4, parts=4), 240),
        (thing("booklet", 1), "booklet", Laid(3), 60),
        (thing("booklet", 1), "pages", Laid(3), 0),
        (thing("cards"), "cards", Laid(2, folded=True), 120),
        (thing("tokens", round_=True), "tokens", Laid(1, peeled=True), 24),
        (thing("tokens", round_=True), "tokens", Laid(1, machined=True), 0),
    ],
)
def test_hands_take_as_long_as_the_rates_say(piece: Piece, way: Any, laid: Laid, expected: int) -> None:
    assert seconds(piece, way, laid) == expected


def test_json_holds_pieces_sums_and_the_model(root: Path) -> None:
    found = asked(
        root, "small", "--price-sheet", "0.1", "--price-card", "0.25", "--price-ink", "1", "--ink-page", "0.5"
    )
    (game,) = found["games"]
    assert [piece["piece"] for piece in game["pieces"]] == ["cards", "coins"]
    assert game["pieces"][0]["ink"]["full"] == pytest.approx(0.3, abs=0.05)
    assert game["total"] == found["total"]
    assert found["total"]["sheets"] == [{"paper": "a4", "stock": "card", "sheets": 3}]
    assert found["total"]["cost"]["paper"] == 0.75
    assert found["total"]["cost"]["ink_full"] == pytest.approx(found["total"]["ink"]["full"]["pages"] / 2, abs=0.01)
    assert found["model"] == {"ink_ml_per_page": 0.5, "seconds_per_stroke": 20}


def test_the_table_lines_up_and_ends_with_sums(root: Path) -> None:
    done = pnp("budget", "--price-sheet", "0.1", "--price-ink", "0.2", cwd=root)
    lines = done.stdout.splitlines()
    assert lines[0] == "Small"
    assert lines[1].split() == [
        "piece",
        "things",
        "on",
        "sheets",
        "sides",
        "ink",
        "low",
        "ink",
        "strokes",
        "cutting",
        "hands",
    ]
    assert {line.rstrip()[-3:] for line in lines[3:5] if "Coins" in line} == {"min"}
    assert re.fullmatch(r"  paper  3 sheets: 3 of a4 card; 5 sides to print", lines[5])
    assert re.fullmatch(r"  ink    1\.\d A4 pages covered all over, about 0\.\d+ ml; low ink .*", lines[6])
    assert re.fullmatch(r"  time   \d+ strokes \d+ min, shapes, folds and glue 3 min: about \d+ min", lines[7])
    assert re.fullmatch(r"  cost   paper 0\.30 \+ ink 0\.\d\d = 0\.\d\d; low ink 0\.\d\d, roughly", lines[8])
    assert not (root / "output").exists()


def test_it_does_not_ask_for_what_it_shows_anyway(root: Path) -> None:
    assert pnp("budget", "--ink", "low", cwd=root).returncode == 2
    assert pnp("budget", "--cut-plan", cwd=root).returncode == 2


def test_without_marks_it_says_that_strokes_are_not_counted(root: Path) -> None:
    done = pnp("budget", "--marks", "none", "--piece", "coins", cwd=root)
    assert done.stderr == "note: without marks to cut along no strokes are counted\n"
    assert "no strokes" in done.stdout


def test_prices_may_have_a_comma_and_nothing_else_is_a_price(root: Path) -> None:
    with_comma = pnp("budget", "--piece", "coins", "--price-sheet", "0,1", cwd=root)
    assert with_comma.stdout == pnp("budget", "--piece", "coins", "--price-sheet", "0.1", cwd=root).stdout
    told = [pnp("budget", "--price-sheet", price, cwd=root).stderr.splitlines()[-1] for price in ("a lot", "-1", "nan")]
    assert told == [
        "Error: Invalid value for '--price-sheet': \"a lot\" is not a number; allowed: 0 or more, such as 0.02 or 0,02",
        "Error: Invalid value for '--price-sheet': found -1; allowed: 0 or more",
        "Error: Invalid value for '--price-sheet': found nan; allowed: 0 or more",
    ]
