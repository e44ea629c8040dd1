"""What a maker gets wrong, or takes to its limits: every kind of print says so in words, and no page is nonsense."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner
from PIL import Image

from pnp import build
from pnp.build import planning
from pnp.cli.group import cli
from pnp.data import load
from pnp.data.boards import Grid, Track
from pnp.data.frame import BoardSlot, Place
from pnp.data.game import Game
from pnp.data.prints import Box, Poster, Print, Sheet
from pnp.errors import DataError, Problem
from pnp.extent import extent
from pnp.layout.furniture import Slug
from pnp.layout.geometry import DoesNotFit
from pnp.layout.piece import Face, Piece, PieceKind
from pnp.layout.print_plan import ON, Entry, Heading, print_plan
from pnp.layout.tiles import impose_tiles
from pnp.pieces import boards, make
from pnp.pieces.context import start
from pnp.pieces.tuck_boxes import tuck_box
from pnp.scene import Group, Layer, Page, Rect, Shape, Text, rectangle
from pnp.scene import Path as Drawn
from tests import small_folder, small_game
from tests.small_press import A4, A5, SLUG, lay
from tests.small_press import deck as small_deck

ROOT = Path(__file__).parent.parent / "templates"
SHARED = ROOT / "_shared"
HEADING = Heading("Small", "A4", "#1D4E89", "Alfa Slab One")
KINDS: tuple[PieceKind, ...] = tuple(ON)


def texts(shapes: tuple[Shape, ...]) -> Iterator[Text]:
    for shape in shapes:
        match shape:
            case Text():
                yield shape
            case Group() | Layer():
                yield from texts(shape.children)
            case _:
                pass


def said(*pages: Page) -> str:
    return " ".join(text.run.text for page in pages for text in texts(page.shapes))


# The print plan


def entry(title: str = "Cards", kind: PieceKind = "cards") -> Entry:
    face = Face(title, Drawn(rectangle(Rect(0, 0, 63, 88)), fill="#1d4e89"), None, 4)
    return Entry(Piece(title.lower(), title, kind, 63, 88, 3, 0, True, (face,)), 2, True, "A3", 0.3)


def plan(*entries: Entry, paper: str = "a4", lang: str = "en", heading: Heading = HEADING) -> tuple[Page, ...]:
    words = load.words(ROOT, lang)
    return print_plan(entries, heading, load.paper(paper, SHARED), lambda key: words.get(key, ""))


@pytest.mark.parametrize("paper", ["a5", "63x88mm", "190x264mm", "20x20mm"])
def test_the_plan_for_a_small_paper_is_as_large_as_a4(paper: str) -> None:
    assert [(210.0, 297.0)] == [(page.width, page.height) for page in plan(entry(), paper=paper)]


def test_the_plan_for_a_wide_paper_stands_upright_on_it() -> None:
    assert [(210.0, 220.0)] == [(page.width, page.height) for page in plan(entry(), paper="220x210mm")]


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("paper", ["a4", "letter", "210x210mm"])
def test_a_plan_of_many_pieces_goes_on(paper: str, lang: str) -> None:
    entries = [entry(f"Piece {number:02}", KINDS[number % len(KINDS)]) for number in range(50)]
    pages = plan(*entries, paper=paper, lang=lang)
    assert len(pages) > 2
    assert [str(number) for number in range(1, len(pages) + 1)] == [page.label for page in pages]
    words = said(*pages)
    assert [1] * 50 == [words.count(each.piece.title) for each in entries]
    assert [False] * (len(pages) - 1) + [True] == ["estimat" in said(page) for page in pages]
    for page in pages:
        reach = extent(Group(page.shapes))
        assert reach is not None
        assert reach.bottom <= page.height - 5


@pytest.mark.parametrize("title", ["A deck whose title never ends " * 6, "Rindfleischetikettierungsgesetz" * 5])
def test_a_title_that_is_too_long_for_the_plan_is_cut_short(title: str) -> None:
    (page,) = plan(entry(title), heading=replace(HEADING, game=title))
    assert said(page).count("…") == 2
    lines = sorted({text.y for text in texts(page.shapes) if 22 <= text.x < 60 and text.y < 18})
    assert len(lines) == 3
    assert [] == [lower - upper for upper, lower in pairwise(lines) if lower - upper < 2]


def test_the_head_of_the_plan_can_be_read_on_a_light_ink() -> None:
    for ink, letters in (("#F2B632", "#000000"), ("#1D4E89", "#ffffff")):
        (page,) = plan(entry(), heading=replace(HEADING, color=ink))
        assert next(texts(page.shapes)).fill == letters


# Papers, posters, and what goes where


def sheets(width: float, height: float, *others: Print, paper: str = "") -> Game:
    front = small_game.frame(small_game.panel())
    own = load.paper(paper, SHARED) if paper else None
    card = replace(small_game.sheet(front), width=width, height=height, paper=own)
    return small_game.game(sheets=[card], others=others)


def poster(of: str = "sheet") -> Poster:
    return Poster("poster", small_game.words(en="Poster"), of, 10)


def jobs(game: Game, paper: str = "a4", *ids: str) -> tuple[build.Job, ...]:
    order = build.Order(load.paper(paper, SHARED), "en", pieces=ids or None)
    return build.plan([game], order, lambda lang: load.words(ROOT, lang))


def named(found: tuple[build.Job, ...]) -> list[tuple[str, bool]]:
    return [(job.path.name, job.counted) for job in found if job.title]


def test_a_sheet_on_its_own_paper_counts_and_leaves_no_empty_file_of_the_whole_game() -> None:
    found = jobs(sheets(280, 400, paper="a3"))
    assert [("sheet-a3-en.pdf", True)] == named(found)
    assert ["sheet-a3-en.pdf", "print-plan-a4-en.pdf"] == [job.path.name for job in found]


def test_a_sheet_on_its_own_paper_is_instead_of_its_poster_only_where_both_are_made() -> None:
    game = sheets(280, 400, poster(), paper="a3")
    assert [("sheet-a3-en.pdf", False), ("poster-a4-en.pdf", True)] == named(jobs(game))
    assert [("sheet-a3-en.pdf", True), ("poster-a3-en.pdf", False)] == named(jobs(game, "a3"))
    assert [("sheet-a3-en.pdf", True)] == named(jobs(game, "a4", "sheet"))
    assert [("poster-a3-en.pdf", True)] == named(jobs(game, "a3", "poster"))


@pytest.mark.parametrize("paper", ["", "a5"])
def test_a_sheet_that_no_paper_holds_is_printed_as_its_poster(paper: str) -> None:
    *others, last, _all, _plan = jobs(sheets(280, 400, poster(), paper=paper))
    assert others == []
    assert (last.path.name, last.notices) == ("poster-a4-en.pdf", ("Sheet: A4 does not hold it in one part",))


def test_a_sheet_too_large_for_both_papers_is_measured_against_the_one_asked_for() -> None:
    with pytest.raises(DataError, match=r"sheet 280 × 400 mm; A4 gives 201 × 288 mm"):
        jobs(sheets(280, 400, paper="a5"))


def test_plain_pages_that_the_paper_does_not_hold_are_left_out_with_a_note() -> None:
    page = Face("1", Drawn(rectangle(Rect(0, 0, 100, 100)), fill="#1d4e89"), None, 1)
    plain = Piece("rules-plain", "Rules", "booklet", 190, 264, 0, 0, False, (page,))
    folded = Piece("rules", "Rules", "booklet", 90, 130, 0, 0, False, (page,), laying="booklet", plain=plain)
    (found,) = planning.lay_out(folded, build.Order(load.paper("a5", SHARED), "en"), Slug("Rules", "Small", "1", {}))
    assert found.notes == ("Rules: A5 does not hold its plain pages; they are left out",)


@pytest.mark.parametrize(
    ("kind", "cut", "word"),
    [
        ("tokens", True, "token"),
        ("standees", True, "strip"),
        ("nets", True, "net"),
        ("stickers", True, "sticker"),
        ("box", True, "net"),
        ("board", False, "sheet"),
        ("booklet", False, "page"),
    ],
)
def test_what_does_not_fit_is_called_what_it_is(kind: PieceKind, cut: bool, word: str) -> None:
    piece = replace(small_deck(["F1"], size=(300, 300), cut=cut), kind=kind)
    with pytest.raises(DoesNotFit, match=f"does not fit: {word} 300 × 300 mm"):
        lay(piece, A4)


@pytest.mark.parametrize(("side", "all_steps", "named"), [(100, True, False), (60, False, False), (210, True, True)])
def test_the_picture_of_a_poster_leaves_out_what_has_no_room(side: float, all_steps: bool, named: bool) -> None:
    face = Face("Map", Drawn(rectangle(Rect(0, 0, 700, 700)), fill="#1d4e89"), None, 1)
    piece = Piece("map", "Map", "poster", 700, 700, 0, 0, True, (face,), laying="tiles", overlap=10)
    slug = replace(SLUG, words=load.words(ROOT, "en"))
    page = impose_tiles(piece, replace(A5, id="custom", width=side, height=side), slug).pages[0]
    reach = extent(Group(page.shapes))
    assert reach is not None
    assert (reach.x >= 0, reach.y >= 0, reach.right <= side, reach.bottom <= side) == (True,) * 4
    words = [text.run.text for text in texts(page.shapes)]
    steps = [word for word in words if word in ("1", "2", "3")]
    assert steps == ["1", "2", "3"][: len(steps)]
    assert (len(steps) == 3) == all_steps
    assert ("A1" in words) == named


def test_a_large_piece_is_shown_with_fewer_dots() -> None:
    (path, data), *_ = build.previews(sheets(2000, 500), build.Order(load.paper("a4", SHARED), "en"), "png")
    assert path.name == "sheet-01-front.png"
    assert Image.open(io.BytesIO(data)).size == (8000, 2000)


# Boards


def board_problems(board: Grid | Track, size: float = 9.0) -> list[str]:
    problems: list[Problem] = []
    game = replace(small_game.game(), boards=(board,))
    ctx = start(game, "en", problems, 'sheet "sheet"', "templates/small/frames.toml", 3)
    colors = ("#000000", "#f2b632", "#1d4e89")
    slot = BoardSlot("board", Place(0, 0, 190, 264), None, board.id, *colors, "Barlow Condensed", size)
    boards.draw(slot, None, ctx)
    return [problem.message for problem in problems]


def grid(columns: int, rows: int, size: float, strip: float, first: int = 1) -> Grid:
    return Grid("g", small_game.words(en="Grid"), columns, rows, size, size, strip, first, True, (), "")


@pytest.mark.parametrize(
    ("board", "message"),
    [
        (grid(9, 9, 2, 0), "number 9 is 3.54 × 3.82 mm large; there is room for 1 × 0.67 mm"),
        (grid(40, 40, 4.5, 0), "number 40 is 5.09 × 3.82 mm large; there is room for 2.25 × 1.5 mm"),
        (grid(3, 3, 20, 5, first=1000000), "number 1000002 is 9.36 × 2.22 mm large; there is room for 4 × 20 mm"),
        (grid(12, 2, 2, 5), "number 2 is 1.35 × 2.22 mm large; there is room for 4 × 2 mm"),
    ],
)
def test_numbers_larger_than_their_squares_or_strips_are_told(board: Grid, message: str) -> None:
    assert [message] == board_problems(board)


def test_one_square_and_many_are_grids() -> None:
    assert [] == [*board_problems(grid(1, 1, 36, 0)), *board_problems(grid(40, 40, 4.5, 5))]


def track(*points: tuple[float, float], spaces: tuple[int, ...], breadth: float = 20.0) -> Track:
    return Track("t", small_game.words(en="Track"), breadth, points, spaces, 1, ())


def test_points_of_a_track_that_lie_on_one_another_are_told() -> None:
    for far in (0.0, 0.0001):
        board = track((30, 30), (60, 30), (60, 30 + far), spaces=(1, 1))
        assert ["board t: points 2 and 3 lie on one another"] == board_problems(board)


def test_a_space_without_any_room_has_none_and_not_less() -> None:
    (message,) = board_problems(track((20, 20), (170, 20), spaces=(200,)))
    assert message.endswith("its space has 0 × 15.8 mm")


# Boxes


def thin_box(size: tuple[float, float], count: int, name: str = "Small") -> tuple[list[str], list[str]]:
    front = small_game.frame(small_game.panel(at=small_game.place(0, 0, 10, 10)))
    found = Box(
        "box",
        small_game.words(en="Box"),
        ("cards",),
        count,
        size,
        0.3,
        0.0,
        1.0,
        front,
        front,
        "#b5122b",
        "Alfa Slab One",
    )
    problems: list[Problem] = []
    game = replace(small_game.game(others=[found]), title=small_game.words(en=name))
    made = tuck_box(found, game, "en", problems)
    return [text.run.text for text in texts((made.faces[0].front,))], [problem.message for problem in problems]


def test_a_box_for_one_card_has_its_name_or_bare_sides() -> None:
    for count in range(1, 6):
        words, problems = thin_box((63, 88), count)
        assert problems == []
        assert words in ([], ["Small", str(count)] * 2 + ["Small"])


def test_a_name_that_needs_the_whole_side_stands_without_the_number() -> None:
    words, problems = thin_box((26, 26), 30, "Small Game")
    assert (words, problems) == (["Small Game"] * 3, [])


# Words


@pytest.mark.parametrize("where", ["title", "data_version", "sheet.title"])
def test_characters_that_no_font_has_are_told_for_the_margins_too(where: str) -> None:
    game = sheets(100, 100)
    words = small_game.words(en="An ox 牛")
    match where:
        case "title":
            game = replace(game, title=words)
        case "data_version":
            game = replace(game, data_version="1.0 牛")
        case _:
            game = replace(game, prints=(replace(next(p for p in game.prints if isinstance(p, Sheet)), title=words),))
    with pytest.raises(DataError) as caught:
        make(game, "en")
    (problem,) = caught.value.problems
    assert (problem.where, problem.message[:12]) == (where, "no glyph for")


# The files


def board_toml(text: str) -> small_folder.Changes:
    return {
        "game.toml": f'{small_folder.GAME}\n[[boards]]\nid = "b"\ntitle.en = "B"\nkind = "track"\nbreadth = 3\n{text}'
    }


def test_a_track_of_one_point_is_told_once(tmp_path: Path) -> None:
    found = small_folder.problems(tmp_path, board_toml("points = []\nspaces = [3]\n"))
    assert len(found) == 1
    assert "at least two points" in found[0]


def test_kinds_of_a_track_without_spaces_are_not_told_of_a_range_that_is_none(tmp_path: Path) -> None:
    kinds = 'points = [[1, 1], [9, 9]]\nspaces = [0]\nkinds = [{ id = "k", title = "K", spaces = [5] }]\n'
    found = small_folder.problems(tmp_path, board_toml(kinds))
    assert [False] == ["1 to 0" in line for line in found]


def test_a_size_that_no_pdf_can_hold_is_told(tmp_path: Path) -> None:
    changes: small_folder.Changes = {"game.toml": small_folder.GAME.replace("63x88mm", "6300x88mm")}
    assert [
        'g/game.toml:18: decks[cards].size: "6300x88mm" is too large; allowed: up to 5000 mm'
    ] == small_folder.problems(tmp_path, changes)


def test_the_command_counts_one_piece_and_sums_up_by_paper(tmp_path: Path) -> None:
    sheet = '\n[[sheets]]\nid = "map"\ntitle = "Map"\nsize = "280x400mm"\npaper = "a3"\nframe = "map"\n'
    panel = '\n[map.slots.ground]\nkind = "panel"\nwidth = 9\nheight = 9\nfill = "sun"\n'
    small_folder.write(tmp_path / "small")
    run = CliRunner()
    checked = run.invoke(cli, ["check", str(tmp_path / "small")])
    assert "1 piece, 2 cards, en" in checked.stdout
    changed: small_folder.Changes = {
        "game.toml": small_folder.GAME + sheet,
        "frames.toml": small_folder.FRAMES + panel,
    }
    small_folder.write(tmp_path / "small", changed)
    built = run.invoke(cli, ["build", "--templates", str(tmp_path), "--out", str(tmp_path / "out")])
    assert "1 sheet of a4 and 1 sheet of a3 in all. Print at 100 %." in built.stderr
    nothing = small_folder.GAME.partition("[[decks]]")[0]
    small_folder.write(tmp_path / "small", {"game.toml": nothing})
    built = run.invoke(cli, ["build", "--templates", str(tmp_path), "--out", str(tmp_path / "none")])
    assert built.stderr == "There is nothing to print.\n"
