"""Fonts of a game's own folder, variable families and stacks: found, measured, printed as drawn, refused by name."""

from __future__ import annotations

import io
from itertools import pairwise
from pathlib import Path

import pypdfium2 as pdfium
import pytest
from fontTools.ttLib import TTFont

from pnp import families, fonts
from pnp.pieces import make
from pnp.render import cff, pdf
from pnp.scene import Document, Page, Text
from tests import small_fonts
from tests.small_folder import FRAMES, GAME, game, problems
from tests.small_game import FAMILY

SIGNS = "山川𡇃A"
ROLES = '\n[fonts]\ntext = "Small Signs"\nfallback = "Noto Sans Arabic, Other Signs"\n'


def font(folder: Path, name: str, signs: str = SIGNS, **about: object) -> bytes:
    return small_fonts.write(folder / name, signs, **about).read_bytes()  # type: ignore[arg-type]


def family(folder: Path, name: str, **about: object) -> str:
    path = small_fonts.write(folder / name, SIGNS, **about)  # type: ignore[arg-type]
    (asked,) = families.own([families.read(path)]).values()
    return asked


def test_a_variable_family_has_every_weight_between_its_ends() -> None:
    faces = [fonts.face("Noto Sans", weight) for weight in (50, 400, 650, 950)]
    assert [face.key for face in faces] == ["Noto Sans 100", "Noto Sans 400", "Noto Sans 650", "Noto Sans 900"]
    widths = [fonts.shape(face.key, "Hamburg").advance for face in faces]
    assert widths == sorted(set(widths))


def test_a_weight_of_a_variable_family_is_printed_as_it_was_measured() -> None:
    key = fonts.face("Noto Sans", 700).key
    run = fonts.shape(key, "nn")
    gid = run.glyphs[0][0]
    small = TTFont(io.BytesIO(fonts.subset(key, frozenset({gid}))))
    assert "fvar" not in small
    assert small["hmtx"][small.getGlyphName(gid)][0] / 1000 == pytest.approx(run.advance / 2, abs=0.001)
    assert fonts.postscript_name(key) == "NotoSans-Regular-700"


def test_a_stack_helps_out_in_its_order_with_its_own_weights() -> None:
    keys = fonts.stack("Barlow Condensed, Noto Sans Arabic, Noto Sans", 700, italic=True)
    assert keys[:3] == ("Barlow Condensed 700 italic", "Noto Sans Arabic 700", "Noto Sans 700 italic")
    assert fonts.face("Barlow Condensed, Noto Sans").family == "Barlow Condensed"
    with fonts.helped("Noto Sans"):
        assert fonts.stack("Alfa Slab One")[:2] == ("Alfa Slab One 400", "Noto Sans 400")
    assert "Noto Sans 400" not in fonts.stack("Alfa Slab One")


def test_two_games_may_own_different_families_of_one_name(tmp_path: Path) -> None:
    one, other = family(tmp_path, "one.ttf"), family(tmp_path, "other.ttf", weight=500)
    assert (families.shown(one), families.shown(other)) == ("Small Signs", "Small Signs")
    assert (fonts.face(one).weight, fonts.face(other).weight) == (400, 500)
    with pytest.raises(fonts.FontProblem, match=r"in Small Signs$"):
        fonts.shape(fonts.face(one).key, "b")


def test_files_of_one_family_are_its_weights_and_styles(tmp_path: Path) -> None:
    kinds = {"a.ttf": (400, False), "b.ttf": (700, False), "c.otf": (400, True)}
    cuts = [
        families.read(small_fonts.write(tmp_path / name, SIGNS, weight=weight, italic=italic))
        for name, (weight, italic) in kinds.items()
    ]
    (asked,) = families.own(cuts).values()
    found = [fonts.face(asked, weight, italic) for weight, italic in ((400, False), (650, False), (700, True))]
    assert [(face.weight, face.italic, face.postscript) for face in found] == [
        (400, False, False),
        (700, False, False),
        (400, True, True),
    ]


@pytest.mark.parametrize(
    ("name", "about"),
    [("a.ttf", {}), ("b.otf", {}), ("c.otf", {"cids": (7, 9, 4, 12, 300)})],
    ids=["truetype", "postscript", "numbered"],
)
def test_own_fonts_print_what_was_drawn_and_copy_as_text(tmp_path: Path, name: str, about: dict[str, object]) -> None:
    run = fonts.shape(fonts.face(family(tmp_path, name, **about)).key, "A山 𡇃川")
    page = Page(60, 20, (Text(5, 15, 10, run),))
    with pdfium.PdfDocument(pdf.render(Document((page,), "t", "a", "s", "k", "en"))) as read:
        assert read[0].get_textpage().get_text_bounded() == "A山 𡇃川"
        picture = read[0].render(scale=20 / (72 / 25.4)).to_pil().convert("L")
    bars = []
    for _, _, x, _ in [glyph for glyph in run.glyphs if fonts.outline(run.face, glyph[0])]:
        column = [picture.getpixel((round((5 + (x + 0.45) * 10) * 20), row)) < 128 for row in range(picture.height)]
        bars.append(sum(below and not above for above, below in pairwise(column)))
    assert bars == [4, 1, 3, 2]  # the letters have as many bars as their place among SIGNS


def test_the_numbers_of_glyphs_are_read_from_the_font(tmp_path: Path) -> None:
    plain = font(tmp_path, "plain.otf")
    numbered = font(tmp_path, "numbered.otf", cids=(7, 9, 4, 12, 300))
    assert cff.cids(cff.program(plain)) == ()
    assert cff.cids(cff.program(numbered)) == (0, 7, 9, 4, 12, 300)


def test_fonts_of_the_folder_are_called_by_their_names(tmp_path: Path) -> None:
    changes = {
        "game.toml": GAME.replace("[inks.sun]", f"{ROLES}\n[inks.sun]"),
        "cards.csv": "title,picture\n山A,boat\n",
        "fonts/signs.otf": font(tmp_path, "a.otf"),
        "fonts/other.ttf": font(tmp_path, "b.ttf", "川", family="Other Signs"),
        "fonts/readme.txt": "not a font",
    }
    made = game(tmp_path, changes)
    roles = {role: [families.shown(name) for name in families.split(stack)] for role, stack in made.fonts.items()}
    assert roles["text"] == ["Small Signs", "Noto Sans Arabic", "Other Signs"]
    assert roles["label"] == ["Barlow Condensed", "Noto Sans Arabic", "Other Signs"]
    assert made.notes == ()
    (piece,) = make(made, "en")
    front = piece.faces[0].front
    assert [families.shown(shape.run.face) for shape in front.children if isinstance(shape, Text)] == ["Small Signs"]


def test_a_slot_may_name_several_families(tmp_path: Path) -> None:
    frames = FRAMES.replace('color = "sun"', f'font = "{FAMILY}, noto sans"')
    (slot,) = game(tmp_path, {"frames.toml": frames}).decks[0].cards[0].front.slots
    assert getattr(slot, "family", "") == f"{FAMILY}, Noto Sans"
    found = problems(tmp_path, {"frames.toml": frames.replace("noto sans", "Noto Snas")})
    assert len(found) == 1
    assert 'there is no font family "Noto Snas"' in found[0]
    assert 'did you mean "Noto Sans"?' in found[0]


def test_files_that_cannot_be_used_are_told(tmp_path: Path) -> None:
    whole = font(tmp_path, "a.ttf")
    found = problems(
        tmp_path,
        {
            "fonts/a.ttf": b"wOF2" + whole[4:],
            "fonts/b.ttf": b"hello",
            "fonts/c.woff2": b"wOF2",
            "fonts/d.otf": whole[:12],
        },
    )
    assert found == [
        "g/fonts/a.ttf: this is a web font (WOFF2) (save it as .ttf or .otf)",
        "g/fonts/b.ttf: this is no TrueType or OpenType font (a font file ends in .ttf or .otf)",
        "g/fonts/c.woff2: this kind of font is not read (save it as .ttf or .otf)",
        "g/fonts/d.otf: the font is broken: it has no letters",
    ]


@pytest.mark.parametrize(
    ("about", "beside", "told"),
    [
        ({}, "", []),
        ({"licence": "All rights reserved."}, "", ['its licence says: "All rights reserved."']),
        ({"licence": ""}, "", ["the file names no licence"]),
        ({"licence": ""}, "OFL.txt", []),
        ({"sealed": True}, "OFL.txt", ["its maker does not allow it to be part of a PDF"]),
    ],
)
def test_licences_are_quoted_unless_they_are_free(
    tmp_path: Path, about: dict[str, object], beside: str, told: list[str]
) -> None:
    changes: dict[str, str | bytes | None] = {"fonts/a.ttf": font(tmp_path, "a.ttf", **about)}
    if beside:
        changes[f"fonts/{beside}"] = "as it says"
    notes = game(tmp_path, changes).notes
    assert [note.message for note in notes] == told
    assert {note.where for note in notes} <= {'font "Small Signs"'}


def test_families_of_all_roles_help_out_in_the_margins(tmp_path: Path) -> None:
    changes: dict[str, str | bytes | None] = {
        "game.toml": GAME.replace("[inks.sun]", '[fonts]\ncounters = "Small Signs"\n\n[inks.sun]').replace(
            'title.en = "Small"', 'title.en = "山"'
        ),
        "fonts/signs.otf": font(tmp_path, "a.otf"),
    }
    made = game(tmp_path, changes)
    assert made.title.get("en") == "山"
    assert len(make(made, "en")) == 1
