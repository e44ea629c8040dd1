"""What authors and the command line say about cutting: keys of decks and tokens, options, and the files they make."""

from __future__ import annotations

from pathlib import Path as File

import pytest
from click.testing import CliRunner

from pnp import build
from pnp.cli.group import cli
from pnp.layout.piece import Piece
from pnp.layout.trimming import edge, trimmed
from pnp.pieces import make
from pnp.scene import Group, rectangle
from tests import small_folder
from tests.small_folder import GAME, Changes, game, problems

TOKENS = (
    GAME
    + """
[[tokens]]
id = "tokens"
title.en = "Tokens"
size = "50x50mm"
table = "cards.csv"
frame = "card"
"""
)


def with_keys(text: str, start: str = GAME) -> Changes:
    return {"game.toml": f"{start}{text}\n"}


def made(tmp_path: File, changes: Changes) -> Piece:
    return make(game(tmp_path, changes), "en")[-1]


def test_a_deck_says_how_round_its_corners_are_and_what_lies_between_its_cards(tmp_path: File) -> None:
    piece = made(tmp_path, with_keys('corner_radius = "3.5mm"\nbleed_between = "own"'))
    assert (piece.radius, piece.bleed_between) == (3.5, "own")
    plain = made(tmp_path / "plain", {})
    assert (plain.radius, plain.bleed_between) == (None, None)


def test_square_tokens_can_have_round_corners_and_are_cut_along_them(tmp_path: File) -> None:
    piece = made(tmp_path, with_keys('shape = "square"\ncorner_radius = 4', TOKENS))
    assert piece.radius is None
    face = piece.faces[0]
    assert sum(segment[0] == "C" for segment in edge(piece, face)) == 4
    assert isinstance(face.front, Group)
    assert face.front.children[1].segments == face.outline  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("text", "start", "expected"),
    [
        (
            'bleed_between = "own"\ngutter = 4',
            GAME,
            "g/game.toml:21: decks[cards].bleed_between: says how far apart they lie, and so does gutter"
            " (keep one of the two)",
        ),
        (
            "corner_radius = 40",
            GAME,
            "g/game.toml:21: decks[cards].corner_radius: found 40 mm; allowed: up to 31.5 mm, half of the shorter side",
        ),
        (
            "corner_radius = 3",
            TOKENS,
            "g/game.toml:28: tokens[tokens].corner_radius: round tokens have no corners to round"
            ' (delete it, or write shape = "square")',
        ),
        (
            'bleed_between = "both"',
            GAME,
            'g/game.toml:21: decks[cards].bleed_between: "both" is not one of own, shared, none',
        ),
    ],
)
def test_what_contradicts_itself_is_told(tmp_path: File, text: str, start: str, expected: str) -> None:
    assert problems(tmp_path, with_keys(text, start)) == [expected]


def test_a_face_by_itself_is_clipped_to_its_round_corners(tmp_path: File) -> None:
    piece = made(tmp_path, with_keys("corner_radius = 5"))
    page = build.face_page(piece, piece.faces[0].front)
    (shown,) = page.shapes
    assert isinstance(shown, Group)
    (clipped,) = shown.children
    assert isinstance(clipped, Group)
    assert clipped.clip
    assert page.trim
    assert clipped.clip.segments == rectangle(page.trim, radius=5.0)
    plain = made(tmp_path / "plain", {})
    (bare,) = build.face_page(plain, plain.faces[0].front).shapes
    assert isinstance(bare, Group)
    assert bare.children == (plain.faces[0].front,)


def test_corners_from_the_command_line_are_for_cards_alone(tmp_path: File) -> None:
    asked = build.Cutting(corners=2.0)
    pieces = make(game(tmp_path, {"game.toml": TOKENS}), "en")
    assert [trimmed(piece, asked).radius for piece in pieces] == [2.0, None]


@pytest.fixture
def templates(tmp_path: File) -> File:
    small_folder.write(tmp_path / "templates" / "small", {"game.toml": TOKENS})
    return tmp_path / "templates"


def pnp(templates: File, *args: str) -> tuple[int, list[str], str]:
    """Run pnp build; return its exit code, the files below the game's folder and what it says on stderr."""
    out = templates.parent / "out"
    done = CliRunner().invoke(cli, ["build", "small", "--templates", str(templates), "--out", str(out), *args])
    return done.exit_code, sorted(each.name for each in out.glob("small/*")), done.stderr


def test_a_cutter_gets_an_svg_beside_each_pdf(templates: File) -> None:
    code, files, _ = pnp(templates, "--cutter", "silhouette", "--piece", "cards", "--piece", "tokens")
    assert code == 0
    assert files == ["cards-a4-en-cut.svg", "cards-a4-en.pdf", "tokens-a4-en-cut.svg", "tokens-a4-en.pdf"]
    text = (templates.parent / "out/small/cards-a4-en-cut.svg").read_text()
    assert 'viewBox="0 0 297 210"' in text


def test_the_cut_plan_is_written_when_it_is_asked_for(templates: File) -> None:
    assert "cut-plan-a4-en.pdf" not in pnp(templates)[1]
    assert "cut-plan-a4-en.pdf" in pnp(templates, "--cut-plan")[1]


def test_a_cut_plan_for_some_pieces_does_not_take_the_place_of_the_whole_one(templates: File) -> None:
    assert pnp(templates, "--cut-plan", "--piece", "cards")[1] == ["cards-a4-en.pdf", "cut-plan-cards-a4-en.pdf"]
    _, files, _ = pnp(templates, "--cut-plan", "--only", "cards:2")
    assert "cut-plan-cards-only-2-a4-en.pdf" in files
    _, files, _ = pnp(templates, "--cut-plan", *(arg for n in (1, 2) for arg in ("--only", f"cards:{n}x2")))
    assert "cut-plan-cards-only-1-2x2-a4-en.pdf" in files


@pytest.mark.parametrize(
    ("args", "expected"),
    [
        (["--cutter", "silhouette", "--cut-plan"], "--cut-plan is for a knife; with --cutter the machine cuts"),
        (["--cutter", "silhouette", "--marks", "lines"], "with --cutter there are registration marks alone"),
        (["--cutter", "silhouette4", "--bleed", "own"], "with --cutter the distance between pieces is fixed"),
        (["--cutter", "silhouette", "--pack"], "with --cutter each piece has sheets of its own"),
        (["--cutter-arm", "longest"], "--cutter-arm goes with --cutter"),
        (["--corners", "3mm"], "--corners goes with --marks lines or both, or with --cutter"),
        (["--corners", "3mm", "--marks", "none"], "--corners goes with --marks lines or both, or with --cutter"),
        (["--marks", "none", "--cut-plan"], "--cut-plan follows the marks of the sheets: leave out --marks none"),
        (["--marks", "none", "--mark-length", "4mm"], "--marks none leaves out crop marks"),
        (["--mark-length", "0.5mm"], '"0.5mm": allowed are 1 to 50 mm'),
        (["--mark-offset", "far"], '"far" is not a length; write for example 63mm or 2.5in'),
        (["--cutter", "silhouette", "--cutter-arm", "25mm"], '"25mm": allowed are 5 to 20 mm or longest'),
    ],
)
def test_options_that_say_nothing_together_are_refused(templates: File, args: list[str], expected: str) -> None:
    code, files, told = pnp(templates, *args)
    assert (code, files) == (2, [])
    assert expected in " ".join(told.split())
