"""What `pnp new` copies: a game that is right as it stands."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp import skeleton
from pnp.data import load
from pnp.errors import DataError
from pnp.pieces import make


def test_a_new_game_loads_under_its_own_name_with_nothing_left_to_fill_in(tmp_path: Path) -> None:
    written = skeleton.copy("harbour-lights", tmp_path)
    game = load.load(tmp_path / "harbour-lights", load.shared_folder(tmp_path))
    assert (game.slug, game.title.get("en"), game.rules[0].title) == (
        "harbour-lights",
        "Harbour Lights",
        "Harbour Lights",
    )
    assert list(written) == sorted(path for path in (tmp_path / "harbour-lights").rglob("*") if path.is_file())
    texts = [path.read_text() for path in written]
    assert [word for word in skeleton.PLACEHOLDERS for text in texts if word in text] == []


def test_its_cards_and_its_example_agree_with_what_the_game_says(tmp_path: Path) -> None:
    skeleton.copy("small", tmp_path)
    game = load.load(tmp_path / "small", load.shared_folder(tmp_path))
    assert [(piece.id, piece.count) for piece in make(game, "en")] == [("cards", game.components[0].count)]
    assert game.scoring is not None
    points = {field.id: field.points for field in game.scoring.fields}
    (example,) = game.examples
    for seat, score in zip(example.given["seats"], example.expect["scores"], strict=True):  # type: ignore[arg-type]
        assert score["total"] == sum(seat[field] * each for field, each in points.items())  # type: ignore[call-overload,index]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        (
            "Harbour Lights",
            'NAME: "Harbour Lights": a game is called by lower-case words and numbers joined by hyphens '
            "(did you mean harbour-lights?)",
        ),
        ("../x", 'NAME: "../x": a game is called by lower-case words and numbers joined by hyphens (did you mean x?)'),
        ("", 'NAME: "": a game is called by lower-case words and numbers joined by hyphens (such as harbour-lights)'),
    ],
)
def test_a_name_that_is_no_address_is_refused_and_nothing_is_written(tmp_path: Path, name: str, expected: str) -> None:
    with pytest.raises(DataError) as caught:
        skeleton.copy(name, tmp_path / "games")
    assert (str(caught.value), list(tmp_path.iterdir())) == (expected, [])


def test_a_folder_that_is_there_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "old").mkdir()
    with pytest.raises(DataError, match="this folder is there already; nothing was changed"):
        skeleton.copy("old", tmp_path)
    assert list((tmp_path / "old").iterdir()) == []
