"""A printer that does not print true, measured with the page that is made for it, prints true afterwards."""

from __future__ import annotations

import io
import math
import tomllib
from dataclasses import replace
from functools import cache
from pathlib import Path

import pypdf
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp import build
from pnp.build.printers import calibration, corrected, measured
from pnp.data import load
from pnp.data.load.printers import printer, printers, written
from pnp.data.printer import Printer
from pnp.errors import DataError
from pnp.layout.correction import Crosses
from pnp.layout.correction import measured as correction
from pnp.layout.geometry import How
from pnp.layout.laying import lay
from pnp.render import listing, pdf, svg
from pnp.scene import Document, Layer, Link, Page, Rect, apply
from tests.measuring import Faulty, Flip, drawn, faulty, read_off
from tests.small_press import A4, SLUG, deck, furniture_boxes, inside, numbered
from tests.test_cli import pnp

ROOT = Path(__file__).parent.parent / "templates"
SHARED = ROOT / "_shared"
A3, LETTER = (297.0, 420.0), (215.9, 279.4)
SIX = ("169", "240.6", "0.3", "-0.1", "0,5", "4")
OFFICE = Printer("office/manual", (210.0, 297.0), (169.0, 240.6, 0.3, -0.1, 0.5, 4.0))


@cache
def page(size: tuple[float, float], flip: Flip, lang: str = "en") -> bytes:
    """Return the calibration page as a PDF."""
    return build.pdf(calibration(size, flip, "pnp calibrate …", load.words(ROOT, lang), lang))


def off(made: object, printer: Faulty, size: tuple[float, float], *, labels: bool) -> float:
    """Return how far at most the points of a page come out beside their place, fronts and what is behind them.

    Without the numbers for labels all may be shifted alike, fronts and backs together.
    """
    assert isinstance(made, type(correction((170, 240, 0, 0, 0, 4), (210, 297), "long")))
    width, height = size
    printer = replace(printer, width=min(size), height=max(size))
    upright = printer.printed(width, height, back=False), printer.printed(width, height, back=True)
    fronts, backs = (made.matrix(width, height, back=back) for back in (False, True))
    true = replace(printer, across=1.0, down=1.0, lean=0.0, front=(0.0, 0.0), back=(0.0, 0.0))
    true_front, true_back = true.printed(width, height, back=False), true.printed(width, height, back=True)
    worst = 0.0
    middle, wanted = upright[0](*apply(fronts, width / 2, height / 2)), true_front(width / 2, height / 2)
    shift = (0.0, 0.0) if labels else (middle[0] - wanted[0], middle[1] - wanted[1])
    for x in (0.0, width / 3, width):
        for y in (0.0, height / 4, height):
            came, place = upright[0](*apply(fronts, x, y)), true_front(x, y)
            worst = max(worst, math.dist(came, (place[0] + shift[0], place[1] + shift[1])))
            came, place = printer.through(*upright[1](*apply(backs, x, y))), true.through(*true_back(x, y))
            worst = max(worst, math.dist(came, (place[0] + shift[0], place[1] + shift[1])))
    return worst


@given(faulty, st.booleans())
def test_six_numbers_make_a_printer_print_true_and_two_more_put_labels_in_their_place(
    printer: Faulty, labels: bool
) -> None:
    size = (printer.width, printer.height)
    numbers, edges = read_off(page(size, printer.flip), printer)
    made = correction(numbers, size, printer.flip, edges if labels else (), printer.landscape)
    for other in (size, size[::-1], A3, LETTER[::-1]):
        assert off(made, printer, other, labels=labels and other in (size, size[::-1])) < 0.02


@given(faulty)
def test_numbers_read_to_a_tenth_leave_less_than_two_tenths(printer: Faulty) -> None:
    size = (printer.width, printer.height)
    numbers, edges = read_off(page(size, printer.flip), printer)
    made = correction([round(n, 1) for n in numbers], size, printer.flip, [round(n, 1) for n in edges])
    assert off(made, printer, size, labels=True) < 0.3


def test_a_printer_that_prints_true_changes_nothing() -> None:
    made = correction((170, 240, 0, 0, 0, 4), (210, 297), "long", (20, 28.5))
    assert made.matrix(210, 297, back=False) == pytest.approx((1, 0, 0, 1, 0, 0), abs=1e-12)
    assert made.matrix(297, 210, back=True) == pytest.approx((1, 0, 0, 1, 0, 0), abs=1e-12)
    assert made.outwards(210, 297) == pytest.approx(0, abs=1e-9)


def test_what_is_at_the_edge_moves_outwards_by_no_more_than_is_told() -> None:
    made = correction((168.3, 240, 0, 0, 0, 4), (210, 297), "long")
    assert made.outwards(210, 297) == pytest.approx((210 / 0.99 - 210) / 2, abs=1e-9)


# The page


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("size", [(148.0, 210.0), (210.0, 297.0), LETTER, A3])
def test_the_page_holds_its_words_beside_what_is_measured(size: tuple[float, float], lang: str) -> None:
    for flip in ("long", "short"):
        made = calibration(size, flip, "pnp calibrate --paper a5 --printer NAME", load.words(ROOT, lang), lang)
        assert (made.duplex, [(one.width, one.height) for one in made.pages]) == (flip, [size, size])
        for one in made.pages:
            words = replace(one, shapes=tuple(shape for shape in one.shapes if not isinstance(shape, Layer)))
            (layer,) = (shape for shape in one.shapes if isinstance(shape, Layer))
            boxes = [box for _, box in furniture_boxes(replace(one, shapes=(Layer("page furniture", words.shapes),)))]
            assert all(inside(box, Crosses(*size).box.grown(-12)) for box in boxes)
            assert layer.name == "measures"


def test_the_page_is_told_in_its_language_and_says_what_to_type() -> None:
    reader = pypdf.PdfReader(io.BytesIO(page((210.0, 297.0), "long", "fr")))
    front, back = (" ".join(one.extract_text().split()) for one in reader.pages)
    for wanted in ("Largeur", "Hauteur", "échelle 3", "échelle 4", "échelle 5", "Marge", "pnp calibrate …"):
        assert wanted in front
    assert "contre-jour" in back


def test_the_page_is_written_for_any_paper_that_is_large_enough(tmp_path: Path) -> None:
    done = pnp("calibrate", "--paper", "letter", "--flip", "short", "--lang", "fr", "--out", str(tmp_path))
    assert (done.returncode, done.stdout) == (0, f"{tmp_path}/calibration-letter-fr.pdf\n")
    text = pypdf.PdfReader(tmp_path / "calibration-letter-fr.pdf").pages[0].extract_text()
    assert "pnp calibrate --paper letter --flip short --printer NAME --numbers 1 2 3 4 5 6" in " ".join(text.split())
    foreign = pnp("calibrate", "--lang", "xx", "--out", str(tmp_path))
    assert 'note: the words in the margins have no "xx"; they print in English' in foreign.stderr.splitlines()
    small = pnp("calibrate", "--paper", "100x150mm", "--out", str(tmp_path))
    assert small.stderr.splitlines()[0] == (
        "--paper: paper of 100 × 150 mm is too small to measure a printer; A5 is the smallest"
    )


def test_each_step_of_the_stairs_stands_as_far_from_its_edge_as_its_figure_says() -> None:
    for lines in drawn(page((210.0, 297.0), "long")):
        steps = [line for line in lines if math.dist(*line) == pytest.approx(4.4, abs=0.005)]
        away = {"left": [], "top": [], "right": [], "bottom": []}  # type: ignore[var-annotated]
        for (x1, y1), (x2, y2) in steps:
            if y1 == pytest.approx(y2, abs=0.001):
                away["top" if y1 < 100 else "bottom"].append(min(y1, 297 - y1))
            else:
                away["left" if x1 < 100 else "right"].append(min(x1, 210 - x1))
            assert (x1, y1) != (x2, y2)
        for found in away.values():
            assert sorted(found) == pytest.approx(range(1, 15), abs=0.001)


# What is kept


def keep(folder: Path, *more: str, name: str = "office") -> tuple[int, str]:
    done = pnp("calibrate", "--printer", name, "--numbers", *SIX, *more, cwd=folder)
    return done.returncode, done.stderr


def test_numbers_are_kept_by_printer_and_tray_beside_the_others(tmp_path: Path) -> None:
    assert keep(tmp_path, "--tray", "manual")[0] == 0
    assert keep(tmp_path, "--edges", "20.4", "28,1", "--flip", "short", "--landscape", "right", name="home")[0] == 0
    status, told = keep(tmp_path, "--tray", "MANUAL", name="Office")
    assert status == 0
    assert told.splitlines() == [
        "Office/MANUAL: prints widths at 99.41 % and heights at 100.25 %; turned by 0.05°;"
        " backs move 0.1 mm right and 0.64 mm down; margin 4 mm.",
        "Now build with --printer Office/MANUAL.",
    ]
    assert tomllib.loads((tmp_path / "printers.toml").read_text()) == {
        "Office/MANUAL": {"paper": "210x297mm", "numbers": [169, 240.6, 0.3, -0.1, 0.5, 4]},
        "home": {
            "paper": "210x297mm",
            "numbers": [169, 240.6, 0.3, -0.1, 0.5, 4],
            "edges": [20.4, 28.1],
            "flip": "short",
            "landscape": "right",
        },
    }


def test_what_was_written_is_read_again(tmp_path: Path) -> None:
    file = tmp_path / "printers.toml"
    home = Printer("home", LETTER, (170.0, 220.0, 0.0, 0.0, 0.0, 3.0), "short", (22.9, 29.7), "right")
    file.write_text(written({"home": home}, OFFICE))
    assert printers(file) == {"home": home, OFFICE.name: OFFICE}
    assert written(printers(file), OFFICE) == file.read_text()
    assert printer("HOME", file) == home


def test_impossible_numbers_are_refused_all_at_once_and_nothing_is_kept(tmp_path: Path) -> None:
    done = pnp("calibrate", "--printer", "p", "--numbers", "150", "240", "9", "0", "0", "40", cwd=tmp_path)
    assert (done.returncode, (tmp_path / "printers.toml").exists()) == (1, False)
    again = "(measure again: pnp calibrate writes the page)"
    assert done.stderr.splitlines() == [
        f"--numbers: p: number 1, the width: found 150; allowed: 164.9 to 175.1 mm {again}",
        f"--numbers: p: number 3, the top scale: found 9; allowed: -8 to 8 mm {again}",
        f"--numbers: p: number 6, the margin: found 40; allowed: 0 to 25 mm {again}",
        "3 problems; nothing was written.",
    ]


def test_names_and_options_that_cannot_be_are_told(tmp_path: Path) -> None:
    assert keep(tmp_path, name="my printer") == (
        1,
        '--printer: "my printer" is not a name; allowed: letters, digits, dots, hyphens and underscores, a tray after'
        " one slash (did you mean my-printer?)\n1 problem; nothing was written.\n",
    )
    for words, wanted in (
        (("--numbers", *SIX), "--numbers, --edges and --tray go with --printer"),
        (("--printer", "p"), "--printer goes with --numbers: six of them, in the order of the page"),
        (("--printer", "p", "--numbers", "wide", *SIX[1:]), '"wide" is not a length'),
        (("--landscape", "right"), "--landscape goes with --printer: the page is the same for both"),
        (("--printer", "p", "--numbers", *SIX, "--lang", "fr"), "--out and --lang are for the page"),
    ):
        done = pnp("calibrate", *words, cwd=tmp_path)
        assert (done.returncode, wanted in done.stderr) == (2, True)


def test_faults_in_the_file_are_told_with_their_lines(tmp_path: Path) -> None:
    file = tmp_path / "printers.toml"
    file.write_text(
        '[a]\npaper = "a4"\nnumbers = [1, 2]\n[b]\npaper = "210x297mm"\nnumber = 3\n["c d"]\nflip = "side"\n'
    )
    with pytest.raises(DataError) as caught:
        printers(file, "printers.toml")
    found = [str(problem) for problem in caught.value.problems]
    assert [line.split(":")[:3] for line in found] == [
        ["printers.toml", "2", " a.paper"],
        ["printers.toml", "3", " a.numbers"],
        ["printers.toml", "4", " b.numbers"],
        ["printers.toml", "6", " b.number"],
        ["printers.toml", "7", " c d"],
        ["printers.toml", "7", " c d.numbers"],
        ["printers.toml", "7", " c d.paper"],
        ["printers.toml", "8", " c d.flip"],
    ]


def test_a_printer_that_nobody_measured_is_told_with_those_that_are_known(tmp_path: Path) -> None:
    def told(name: str) -> str:
        return pnp("build", "bulp", "--piece", "caps", "--printer", name, cwd=tmp_path).stderr.splitlines()[0]

    unknown = '--printer: "office" is not known: printers.toml holds no printer (measure it first: pnp calibrate)'
    assert told("office") == unknown
    keep(tmp_path, "--tray", "manual")
    assert (
        told("office")
        == '--printer: "office" has the trays office/manual in printers.toml (did you mean office/manual?)'
    )
    assert told("ofice/manual") == (
        '--printer: "ofice/manual" is not in printers.toml; there is office/manual (did you mean "office/manual"?)'
    )


# Pages for a printer


def test_a_build_for_a_printer_names_it_on_every_page_and_keeps_the_size_of_the_page(tmp_path: Path) -> None:
    keep(tmp_path, "--tray", "manual")
    words = ("build", "bulp", "--piece", "caps", "--out", str(tmp_path))
    assert pnp(*words, "--printer", "office/manual", cwd=tmp_path).returncode == 0
    pages = pypdf.PdfReader(tmp_path / "bulp/caps-a4-en.pdf").pages
    for one in pages:
        assert "printer office/manual" in one.extract_text()
        assert (float(one.mediabox.width), float(one.mediabox.height)) == pytest.approx((595.276, 841.89), abs=0.01)
    other = pnp(*words, "--printer", "office/manual", "--flip", "short", cwd=tmp_path)
    assert other.stderr.splitlines()[0] == (
        '--flip: "office/manual" was measured with sheets turned over the long edge'
        " (leave --flip out, or measure again with pnp calibrate --flip short)"
    )


def test_a_printer_turns_sheets_as_when_it_was_measured(tmp_path: Path) -> None:
    keep(tmp_path, "--flip", "short")
    words = ("build", "viva-pamplona", "--piece", "torro-cards", "--out", str(tmp_path), "--printer", "office")
    assert pnp(*words, cwd=tmp_path).returncode == 0
    reader = pypdf.PdfReader(tmp_path / "viva-pamplona/torro-cards-a4-en.pdf")
    assert reader.trailer["/Root"]["/ViewerPreferences"]["/Duplex"] == "/DuplexFlipShortEdge"


def test_the_printer_takes_the_place_of_margin_and_offsets_but_not_of_the_layout() -> None:
    paper = replace(A4, printer_offset=(1.0, 1.0), back_offset=(2.0, 2.0), layout_offset=(3.0, 0.0))
    order = corrected(build.Order(paper), OFFICE, "printers.toml")
    made = measured(OFFICE, "")
    outwards = max(made.outwards(210, 297), made.outwards(297, 210))
    assert 4 + outwards <= order.paper.margin < 4.1 + outwards
    assert order.paper == replace(A4, layout_offset=(3.0, 0.0), margin=order.paper.margin)
    assert (order.how.correction, order.how.flip, order.printer) == (made, "long", OFFICE)


def test_numbers_spoilt_in_the_file_stop_the_build() -> None:
    with pytest.raises(DataError) as caught:
        corrected(build.Order(A4), replace(OFFICE, numbers=(100, *OFFICE.numbers[1:])), "printers.toml")
    assert str(caught.value).startswith(
        "printers.toml: office/manual: number 1, the width: found 100; allowed: 164.9 to"
    )


def test_fronts_and_backs_get_one_transform_each_and_nothing_else_changes() -> None:
    piece = deck(numbered("F", 12), numbered("B", 12))
    made = measured(OFFICE, "")
    for backs in ("duplex", "stacked", "reversed"):
        plain = lay(piece, A4, How(backs=backs), SLUG).pages
        pages = lay(piece, A4, How(backs=backs, correction=made), SLUG).pages
        assert tuple(replace(one, correction=(1.0, 0.0, 0.0, 1.0, 0.0, 0.0)) for one in pages) == plain
        for one in pages:
            assert one.correction == made.matrix(210, 297, back="back" in one.label)


def test_pages_that_are_corrected_say_so_in_every_output() -> None:
    box = Rect(50, 50, 20, 10)
    one = Page(100, 100, (Link(box, "https://example.org"),), trim=box, correction=(0.5, 0.0, 0.0, 0.5, 10.0, 20.0))
    assert "correction matrix 0.5 0 0 0.5 10 20" in listing.render(one).splitlines()
    assert 'transform="matrix(0.5 0 0 0.5 10 20)"' in svg.render(one)
    reader = pypdf.PdfReader(io.BytesIO(pdf.render(Document((one,), "t", "a", "s", "k", "en")))).pages[0]
    sides = [35, 100 - 45 - 5, 45, 100 - 45]
    assert [float(side) * 25.4 / 72 for side in reader.trimbox] == pytest.approx(sides, abs=0.001)
    assert [float(side) * 25.4 / 72 for side in reader["/Annots"][0].get_object()["/Rect"]] == pytest.approx(
        sides, abs=0.001
    )
