"""`tracker sheet` and `tracker simulate`: sheets that say their par, and games that a program plays."""

from __future__ import annotations

import json
import re
from datetime import date
from pathlib import Path

import pypdf
import pypdfium2 as pdfium
import pytest
import zxingcpp
from click.testing import CliRunner, Result

from pnp.data import serials
from tests.phones import GAMES
from tracker.cli import main
from tracker.games import coach_of

TEMPLATES = str(Path(__file__).parent.parent / "templates")
(BULLS,) = (game for game in GAMES if game.slug == "raging-bulls")
PARS = {"A": 21, "B": 27, "C": 26, "D": 40, "": 6}  # of 7F3K-2: a change of the partner may change them, nothing else


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, [*arguments, "--templates", TEMPLATES])


def test_the_parts_of_a_par_add_up_to_it_and_stay_the_same() -> None:
    coach = coach_of("raging-bulls")
    assert coach is not None
    stones, number = serials.placed("7F3K-2", BULLS.boards), serials.number("7F3K-2")
    assert coach.pars(stones, number) == PARS
    assert sum(PARS.values()) == 120
    fields = tuple(stones.values())
    assert coach.partner.par(fields, number, 2) == sum(coach.partner.pars(fields, number, 2))


def test_a_sheet_is_printed_with_the_pars_of_its_fields_and_of_the_whole(tmp_path: Path) -> None:
    done = run("sheet", "raging-bulls", "--serial", "7f3k2", "--link", "http://bull:8", "--out", str(tmp_path))
    (path,) = done.stdout.split()
    assert (done.exit_code, path) == (0, str(tmp_path / "raging-bulls" / "sheet-7F3K-2-a4-en.pdf"))
    assert done.stderr == "7F3K-2: par 120\n"
    (page,) = pypdf.PdfReader(path).pages
    text = page.extract_text()
    assert "7F3K-2" in text
    assert sorted(map(int, re.findall(r"par\s+(\d+)", text))) == [21, 26, 27, 40, 120]
    (code,) = zxingcpp.read_barcodes(pdfium.PdfDocument(path)[0].render(scale=2).to_pil())
    assert code.text == "http://bull:8/s/raging-bulls/7F3K-2"


def test_a_pad_has_different_sheets_each_with_its_own_par(tmp_path: Path) -> None:
    arguments = ("--count", "2", "--lang", "fr", "--ink", "low", "--piece", "sheet-left", "--paper", "letter")
    done = run("sheet", "raging-bulls", "--serial", "today", *arguments, "--out", str(tmp_path))
    first = serials.of_day(date.today().toordinal())  # noqa: DTZ011 (as the command)
    codes = [line.partition(":")[0] for line in done.stderr.splitlines()]
    assert codes == [first, serials.following(first)]
    assert len(pypdf.PdfReader(done.stdout.strip()).pages) == 2


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("raging-bulls", "--serial", "7F3K-3"), "7F3K would end in 2"),
        (("bulp", "--serial", "7F3K-2"), "bulp: nobody here plays this game well enough to say a par"),
        (("raging-bull", "--serial", "7F3K-2"), 'did you mean "raging-bulls"?'),
        (("raging-bulls", "--serial", "7F3K-2", "--piece", "rules"), "no serial is possible on rules"),
        (("raging-bulls", "--serial", "7F3K-2", "--link", "home"), '"home" is no address'),
    ],
)
def test_what_cannot_be_is_told_and_nothing_is_written(
    tmp_path: Path, arguments: tuple[str, ...], sentence: str
) -> None:
    done = run("sheet", *arguments, "--out", str(tmp_path))
    assert (done.exit_code, done.stdout) == (1, "")
    assert sentence in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_the_same_seed_gives_the_same_games() -> None:
    told = json.loads(run("simulate", "raging-bulls", "--games", "8", "--seed", "3", "--json").stdout)
    assert {key: told[key] for key in ("games", "seed", "player", "5%", "median", "95%")} == {
        "games": 8, "seed": 3, "player": "partner", "5%": 107, "median": 120, "95%": 124,
    }  # fmt: skip
    assert told["mean"] == 115.62
    assert list(told["bands"]) == [band.title.get("en") for band in (BULLS.scoring.bands if BULLS.scoring else ())]
    assert sum(told["bands"].values()) == pytest.approx(1)
    assert list(told["fences"]) == ["A", "B", "C", "D"]


def test_the_plain_player_can_be_seen_beside_the_partner() -> None:
    said = run("simulate", "raging-bulls", "--games", "4", "--seed", "3", "--player", "greedy").stdout.splitlines()
    assert said[0].startswith("greedy, 4 games, seed 3: mean ")
    assert len(said) == 10


def test_a_player_that_is_not_there_is_refused() -> None:
    done = run("simulate", "raging-bulls", "--player", "wild")
    assert done.exit_code == 2
    assert "found wild; allowed partner, greedy" in done.stderr
