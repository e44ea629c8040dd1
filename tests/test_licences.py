"""Fonts and pictures with their terms: what authors state, what files say, and what nobody has said."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PIL import Image, PngImagePlugin

from pnp import build, fonts, stated
from pnp.build.licences import PictureUse, pictures, used_fonts
from pnp.data import load
from pnp.data.artwork import Artwork, of
from pnp.data.load.artwork import shared_artworks
from pnp.stated import Stated
from tests import small_folder, small_game
from tests.shipped import BY_SLUG, GAMES, SHARED
from tests.test_cli import pnp

ORDER = build.Order(load.paper("a4", SHARED))
TERMS = """
[[art]]
files = ["boat.svg"]
terms = "CC BY 4.0"
by = "Ada Maker"
source = "https://example.org/boats"
"""
RIGHTS = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10" xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:cc="http://creativecommons.org/ns#" xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<metadata><rdf:RDF><cc:Work><dc:creator><cc:Agent><dc:title>Bo Maker</dc:title></cc:Agent></dc:creator>
{rights}<dc:source>a book</dc:source></cc:Work></rdf:RDF></metadata><path d="M0,0H10V10Z"/></svg>
"""


def test_what_the_author_states_counts_before_the_file(tmp_path: Path) -> None:
    changes: small_folder.Changes = {
        "game.toml": small_folder.GAME + TERMS,
        "art/boat.svg": RIGHTS.format(rights="<dc:rights>All mine</dc:rights>"),
        "art/rock.svg": RIGHTS.format(rights="<dc:rights>Public domain</dc:rights>"),
        "art/wood.svg": small_folder.SVG,
    }
    game = small_folder.game(tmp_path, changes)
    assert pictures([game], tmp_path / "_shared", ()) == (
        PictureUse("small", "art/boat.svg", "CC BY 4.0", "Ada Maker", "https://example.org/boats", "g/game.toml:22"),
        PictureUse("small", "art/rock.svg", "Public domain", "Bo Maker", "a book", "art/rock.svg"),
        PictureUse("small", "art/wood.svg", "", "", "", ""),
    )


def test_the_first_entry_that_names_a_file_counts() -> None:
    said = (Artwork(("new/*",), "one"), Artwork(("art/*.svg",), "two"))
    found = {name: of(name, said) for name in ("new/tower.svg", "boat.svg", "boat.png")}
    assert {name: each.terms if each else "" for name, each in found.items()} == {
        "new/tower.svg": "one",
        "boat.svg": "two",
        "boat.png": "",
    }


def test_a_name_that_is_no_file_is_told(tmp_path: Path) -> None:
    text = small_folder.GAME + TERMS.replace("boat.svg", "bot.svg")
    assert small_folder.problems(tmp_path, {"game.toml": text}) == [
        'g/game.toml:23: art[0].files: "bot.svg" is no picture of the folder art (did you mean "boat.svg"?)'
    ]


@pytest.mark.parametrize(
    ("rights", "expected"),
    [
        ("<dc:rights><cc:Agent><dc:title>CC0</dc:title></cc:Agent></dc:rights>", "CC0"),
        ('<cc:license rdf:resource="https://example.org/by/4.0"/>', "https://example.org/by/4.0"),
        ("", ""),
    ],
)
def test_drawings_say_their_terms_in_metadata(tmp_path: Path, rights: str, expected: str) -> None:
    path = tmp_path / "a.svg"
    path.write_text(RIGHTS.format(rights=rights))
    assert stated.picture(path) == Stated(expected, "Bo Maker", "a book")


def test_photographs_say_their_terms_in_text_or_exif(tmp_path: Path) -> None:
    picture = Image.new("RGB", (4, 4))
    text = PngImagePlugin.PngInfo()
    text.add_text("Copyright", "2026 Bo")
    text.add_text("Author", "Bo")
    picture.save(tmp_path / "a.png", pnginfo=text)
    exif = Image.Exif()
    exif[33432], exif[315] = "2025 Ada", "Ada"
    picture.save(tmp_path / "a.jpg", exif=exif)
    assert [stated.picture(tmp_path / name) for name in ("a.png", "a.jpg")] == [
        Stated("2026 Bo", "Bo"),
        Stated("2025 Ada", "Ada"),
    ]


@pytest.mark.parametrize("data", [b"", b"<svg", b'<!DOCTYPE svg [<!ENTITY a "b">]><svg/>'])
def test_a_file_that_cannot_be_read_states_nothing(tmp_path: Path, data: bytes) -> None:
    for name in ("a.svg", "a.png"):
        (tmp_path / name).write_bytes(data)
        assert stated.picture(tmp_path / name) == Stated()


def test_a_font_states_its_terms_by_its_package_or_in_itself(tmp_path: Path) -> None:
    path = fonts.face("Barlow Condensed").path
    packed = stated.font(path)
    assert (packed.terms, packed.version) == ("SIL Open Font License 1.1 (OFL-1.1)", "1.408")
    alone = tmp_path / "deep" / "own.ttf"
    alone.parent.mkdir()
    alone.write_bytes(path.read_bytes())
    own = stated.font(alone)
    assert own.terms.startswith("This Font Software is licensed under the SIL Open Font License")
    assert (own.version, own.by.startswith("Copyright")) == ("1.408", True)


def test_fonts_are_those_of_the_drawings_and_of_the_margins() -> None:
    front = small_game.frame(small_game.text("title", small_game.place(4, 4, 50, 10), family=small_game.DISPLAY))
    game = small_game.game([small_game.deck([{"title": "Ferry"}], front)])
    found = used_fonts([game], ORDER)
    assert [(use.family, use.games) for use in found] == [
        ("Alfa Slab One", ("small",)),
        ("Atkinson Hyperlegible", ("small",)),
        ("Barlow Condensed", ("small",)),
    ]


def test_every_picture_that_ships_has_terms() -> None:
    found = pictures(GAMES, SHARED, shared_artworks(SHARED))
    assert [use.file for use in found if not use.terms] == []
    assert {use.game for use in found} == {*BY_SLUG, ""}


def test_faults_of_the_shared_terms_are_told(tmp_path: Path) -> None:
    text = '[[art]]\nfiles = ["icons/*"]\nterm = "MIT"\n'
    shown = f"{tmp_path.name}/art.toml"
    assert small_folder.refused(tmp_path, "art.toml", text, shared_artworks) == [
        f"{shown}:1: art[0].terms: is missing",
        f'{shown}:3: art[0].term: is not a key here (did you mean "terms"?)',
    ]


def test_the_command_lists_fonts_and_art_in_words_and_as_json(tmp_path: Path) -> None:
    small_folder.write(tmp_path / "templates" / "small", {"art/icons/oar.svg": small_folder.SVG})
    done = pnp("licence", "small", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (
        0,
        "note: 2 pictures without terms; state them in [[art]] of game.toml\n",
    )
    assert "  Atkinson Hyperlegible 1.006: SIL Open Font License 1.1 (OFL-1.1)" in done.stdout.splitlines()
    assert done.stdout.splitlines()[done.stdout.splitlines().index("Art") :][:4] == [
        "Art",
        "  small, 2 pictures: not stated",
        "    art/boat.svg",
        "    art/icons/oar.svg",
    ]
    listed = json.loads(pnp("licence", "small", "--json", cwd=tmp_path).stdout)
    assert listed["art"][0] == {
        "game": "small",
        "file": "art/boat.svg",
        "terms": "",
        "by": "",
        "source": "",
        "told": "",
    }
