"""Sheets with a serial: its stones, its code in clear and as QR, values from outside; without one nothing changes."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product
from math import hypot
from pathlib import Path

import pypdf
import pypdfium2 as pdfium
import pytest
import zxingcpp

from pnp import build
from pnp.build import planning
from pnp.data import load
from pnp.data.boards import Lattice
from pnp.data.frame import Frame, QrSlot, When, plain
from pnp.errors import DataError
from pnp.extent import extent
from pnp.layout import qr
from pnp.layout.piece import Piece
from pnp.pieces import lattices, numbering
from pnp.scene import BLACK, Group, Rect, Shape
from pnp.scene import Path as Drawn
from tests import shipped
from tests.small_game import place, text

TREE = Path(__file__).parent.parent
ROOT = TREE / "templates"
GAMES = shipped.BY_SLUG
BULLS = GAMES["raging-bulls"]
A4 = load.paper("a4", ROOT / "_shared")
SHEETS = ("sheet", "sheet-large", "sheet-left")
VECTORS: Mapping[str, Mapping[str, list[list[int]]]] = json.loads((TREE / "tests/serials.json").read_text())
PAR = {"par": "84", "par-A": "21", "par-B": "19", "par-C": "24", "par-D": "20"}
LINK = "https://bullpen.example.org"
READ = (("en", "full", LINK), ("fr", "low", ""))


def ordered(*codes: str, pieces: tuple[str, ...] | None = ("sheet",), **changes: object) -> build.Order:
    return replace(build.Order(A4, "en", pieces=pieces, serials=codes), **changes)  # type: ignore[arg-type]


def jobs(order: build.Order, slug: str = "raging-bulls") -> tuple[build.Job, ...]:
    return build.plan([GAMES[slug]], order, lambda lang: load.words(ROOT, lang))


def told(order: build.Order, slug: str = "raging-bulls") -> str:
    with pytest.raises(DataError) as caught:
        jobs(order, slug)
    return str(caught.value)


def groups(shape: Shape) -> Iterator[Group]:
    if isinstance(shape, Group):
        yield shape
        for child in shape.children:
            yield from groups(child)


def dots(piece: Piece, face: int) -> dict[str, list[list[int]]]:
    """Return the crossings on which the drawn fields of a face have a black dot and nothing else has one."""
    found: dict[str, list[list[int]]] = {}
    for board in (board for board in BULLS.boards if isinstance(board, Lattice)):
        pitch = 22.0 if piece.id == "sheet-large" else board.pitch
        for field in (each for each in groups(piece.faces[face].front) if each.label == board.title.get("en")):
            drawn = [each for each in groups(field) if [type(child) for child in each.children] == [Group]]
            places = [each.matrix[4:] for each in drawn if black_dot(each.children[0])]
            whole = lattices.pitched(board, pitch)
            found[board.id] = [[round((x - whole.strip) / pitch), round((y - whole.strip) / pitch)] for x, y in places]
            exact = [lattices.crossing(whole, column, row) for column, row in found[board.id]]
            assert places == exact
    return found


def black_dot(shape: Shape) -> bool:
    box = extent(shape)
    return (
        isinstance(shape, Group)
        and len(shape.children) == 1
        and isinstance(dot := shape.children[0], Drawn)
        and dot.fill == BLACK
        and box is not None
        and hypot(box.x + box.width / 2, box.y + box.height / 2) < 1e-9
    )


def said(piece: Piece) -> str:
    page = build.face_page(piece, piece.faces[0].front)
    document = planning.document(BULLS, "", "en", (page,), None)
    return pypdf.PdfReader(io.BytesIO(build.pdf(document))).pages[0].extract_text()


def decoded(data: bytes, dpi: int = 150) -> list[list[str]]:
    document = pdfium.PdfDocument(data)
    pages = [document[number].render(scale=dpi / 72, grayscale=True).to_pil() for number in range(len(document))]
    return [[found.text for found in zxingcpp.read_barcodes(page)] for page in pages]


@pytest.mark.parametrize("code", VECTORS)
@pytest.mark.parametrize("name", ["sheet", "sheet-left"])
def test_the_dots_on_a_sheet_are_those_of_the_vectors(name: str, code: str) -> None:
    (made,) = build.pieces(BULLS, ordered(code, pieces=(name,)))
    assert dots(made, 0) == VECTORS[code]


def test_in_large_print_each_page_has_the_dots_of_its_field() -> None:
    (made,) = build.pieces(BULLS, ordered("7F3K-2", pieces=("sheet-large",)))
    assert [dots(made, number) for number in range(4)] == [{name: VECTORS["7F3K-2"][name]} for name in "ABCD"]


def test_a_dot_is_at_most_a_millimetre_and_a_half_wide_where_a_pencil_must_pass() -> None:
    field = next(board for board in BULLS.boards if isinstance(board, Lattice))
    box = extent(lattices.stones(field, [(1, 1)])[0])
    assert box is not None
    assert box.width <= 1.5
    wide = extent(lattices.stones(lattices.pitched(field, 22.0), [(1, 1)])[0])
    assert wide is not None
    assert wide.width / 2 + 0.25 < 22 / hypot(7, 5)  # the nearest fence that misses, 1/√74 of the pitch away


@pytest.mark.parametrize("name", SHEETS)
def test_without_a_serial_a_sheet_has_no_dots_and_no_code(name: str) -> None:
    (made,) = build.pieces(BULLS, build.Order(A4, "en", pieces=(name,)))
    assert [places for face in range(len(made.faces)) for places in dots(made, face).values() if places] == []
    assert not any(each.label == "7F3K-2" for face in made.faces for each in groups(face.front))
    words = said(made).replace("\n", " ")
    assert ("roll a column die" in words, "sets the bulls" in words) == (True, False)


@pytest.mark.parametrize(
    ("lang", "ink", "link"),
    [
        pytest.param(*each, marks=() if each in READ else pytest.mark.soak)
        for each in product(("en", "fr"), ("full", "low"), ("", LINK))
    ],
)
def test_the_qr_code_is_read_from_the_printed_page(lang: str, ink: build.Ink, link: str) -> None:
    order = ordered("7F3K-2", pieces=SHEETS, lang=lang, ink=ink, link=link)
    holds = f"{LINK}/s/raging-bulls/7F3K-2" if link else "7F3K-2"
    found = [decoded(build.pdf(job.document)) for job in jobs(order)]
    assert found == [[[holds]], [[holds]] * 4, [[holds]]]


def test_the_code_stands_in_clear_and_the_words_about_rolling_for_bulls_are_gone() -> None:
    (made,) = build.pieces(BULLS, ordered("7f3k2"))
    words = said(made).replace("\n", " ")
    assert ("7F3K-2" in words, "sets the bulls" in words, "roll a column die" in words) == (True, True, False)


@pytest.mark.parametrize("name", SHEETS)
def test_par_stands_on_the_sheet_only_when_it_is_given(name: str) -> None:
    (bare,) = build.pieces(BULLS, ordered("7F3K-2", pieces=(name,)))
    (given,) = build.pieces(BULLS, ordered("7F3K-2", pieces=(name,), values={"7F3K-2": PAR}))
    wanted = ["21"] if name == "sheet-large" else ["21", "19", "24", "20", "84"]
    assert re.findall(r"par ?(\d*)", said(bare)) == []
    assert re.findall(r"par ?(\d*)", said(given)) == wanted


def test_a_pad_of_different_sheets_is_one_file_with_a_page_for_each() -> None:
    codes = ("7F3K-2", "TKZE-5", "2222-2")
    (job,) = jobs(ordered(*codes, values={"TKZE-5": PAR}))
    assert (job.sheets, len(job.document.pages)) == (3, 3)
    reader = pypdf.PdfReader(io.BytesIO(build.pdf(job.document)))
    pages = [page.extract_text() for page in reader.pages]
    assert [[code for code in codes if code in page] for page in pages] == [[code] for code in codes]
    assert [" 84" in page.replace("\n", " ") for page in pages] == [False, True, False]
    assert decoded(build.pdf(job.document)) == [[code] for code in codes]


def test_each_serial_has_files_of_its_own_and_a_pad_too() -> None:
    assert [job.path.name for job in jobs(ordered("7f3k2", pieces=None, ink="low"))] == [
        f"{name}-7F3K-2-a4-en-low.pdf" for name in SHEETS
    ]
    (pad,) = jobs(ordered("7F3K-2", "2222-2"))
    assert pad.path.name.startswith("sheet-7F3K-2-pad-2-")
    assert pad.title == "Game sheet"
    assert jobs(ordered("7F3K-2"))[0].title == "Game sheet · 7F3K-2"


def test_only_sheets_with_a_field_that_has_stones_can_have_a_serial() -> None:
    assert {slug: numbering.carriers(found) for slug, found in GAMES.items() if numbering.carriers(found)} == {
        "raging-bulls": SHEETS
    }
    assert "--serial: no serial is possible on blocked; it is on sheet, sheet-large, sheet-left" in told(
        ordered("7F3K-2", pieces=("sheet", "blocked"))
    )
    assert "--serial: no piece of the game can have a serial; it takes a sheet with a lattice that has stones" in told(
        ordered("7F3K-2", pieces=None), "bulp"
    )


def test_what_is_wrong_with_an_order_is_told_at_once() -> None:
    order = ordered("7F3K-4", "2222-2", link="host", values={"2222-2": {"pra": "1"}, "TKZE-5": {}})
    assert told(order).splitlines() == [
        '--link: "host" is no address; allowed: one such as https://host',
        "--serial: 7F3K-4: the last character does not fit; was a character misread? 7F3K would end in 2",
        'values: 2222-2: no sheet of raging-bulls has a value "pra" (did you mean "par"?)',
        "values: TKZE-5: no sheet with this serial is printed",
    ]


def test_a_link_too_long_for_its_place_is_told_with_the_room_it_needs() -> None:
    order = ordered("7F3K-2", link=f"https://{'long-' * 14}host.example.org")
    assert "templates/raging-bulls/frames.toml" in told(order)
    assert "of 18 × 18 mm (take a shorter link or make the slot larger)" in told(order)


def test_a_qr_code_keeps_its_white_margin_and_modules_of_nearly_half_a_millimetre() -> None:
    code = qr.qr("7F3K-2", Rect(10, 20, 14.5, 30), BLACK)
    box = extent(code)
    assert box is not None
    assert (box.x, box.y, box.width) == (pytest.approx(12), pytest.approx(29.75), pytest.approx(21 * 0.5))
    assert qr.qr("7F3K-2", Rect(0, 0, 29 * 0.4, 29 * 0.4), BLACK).fill == BLACK
    with pytest.raises(qr.NoRoom, match=r'"7F3K-2" needs 11.6 × 11.6 mm of 11 × 11 mm'):
        qr.qr("7F3K-2", Rect(0, 0, 11, 11), BLACK)
    with pytest.raises(qr.NoRoom, match="201 bytes"):
        qr.qr("x" * 201, Rect(0, 0, 99, 99), BLACK)


def test_a_frame_without_columns_of_a_serial_is_the_same_frame() -> None:
    frame = Frame("plain", (text(column="title"), text(when=When("title"))), "frames.toml", 1)
    assert plain(frame) is frame


def test_the_plain_frame_keeps_what_needs_no_serial_and_asks_no_more_for_one() -> None:
    kept = text("kept", when=When("field", "D", also=(When("@serial", negate=True),)))
    gone = text("gone", when=When("@serial"))
    code = QrSlot("code", place(), None, BLACK)
    value = text("value", column="@par")
    frame = Frame("sheet", (kept, gone, code, value), "frames.toml", 1)
    assert plain(frame).slots == (replace(kept, when=When("field", "D")),)


def test_a_slot_with_several_conditions_is_drawn_where_all_hold() -> None:
    when = When("field", "D", also=(When("@serial", negate=True),))
    cells = [("D", ""), ("D", "7F3K-2"), ("A", ""), ("A", "7F3K-2")]
    assert [when.met({"field": a, "@serial": b}.__getitem__) for a, b in cells] == [True, False, False, False]
    assert when.columns == ("field", "@serial")


def test_check_lays_out_sheets_with_a_serial_too() -> None:
    order = ordered("7F3K-2", pieces=None, values=numbering.sample(BULLS))
    assert [piece.id for piece in build.pieces(BULLS, order)] == list(SHEETS)
    assert set(numbering.sample(BULLS)["7F3K-2"]) == set(PAR)


def pnp(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pnp.cli", *words]
    return subprocess.run(command, cwd=TREE, capture_output=True, text=True, check=False)


def test_the_command_prints_a_pad_from_a_serial_on(tmp_path: Path) -> None:
    words = ("--piece", "sheet-left", "--serial", "7f3k 2", "--count", "2", "--link", LINK, "--out", str(tmp_path))
    done = pnp("build", "raging-bulls", *words)
    assert done.returncode == 0, done.stderr
    (path,) = (tmp_path / "raging-bulls").iterdir()
    assert done.stdout == f"{path}\n"
    assert decoded(path.read_bytes()) == [[f"{LINK}/s/raging-bulls/{code}"] for code in ("7F3K-2", "TKZE-5")]


def test_the_command_tells_a_wrong_code_and_writes_nothing(tmp_path: Path) -> None:
    done = pnp("build", "--serial", "7F3K-4", "--out", str(tmp_path))
    message = "--serial: 7F3K-4: the last character does not fit; was a character misread? 7F3K would end in 2"
    assert (done.returncode, done.stderr.splitlines()[0], list(tmp_path.iterdir())) == (1, message, [])


def test_the_command_takes_a_link_only_with_a_serial() -> None:
    assert "--link goes with --serial" in pnp("build", "--link", LINK).stderr
