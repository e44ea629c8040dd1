"""Pictures in: PNG and JPEG files, alone and inside SVG, and which files may be opened at all."""

from __future__ import annotations

import base64
import io
from pathlib import Path

import pypdf
import pytest
from PIL import Image, ImageOps
from pypdf.generic import StreamObject

from pnp import art
from pnp.render import pdf, svg
from pnp.scene import Image as Picture
from pnp.scene import Page, Rect
from tests import pictures, small_folder
from tests.pictures import BLUE, RED, problem, written


def dot(color: str = RED) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (8, 8), color).save(out, "PNG")
    return out.getvalue()


def test_a_picture_held_in_the_svg_is_drawn_though_its_data_is_broken_into_lines(tmp_path: Path) -> None:
    text = base64.encodebytes(dot()).decode()[:20] + "\r\n  " + base64.encodebytes(dot()).decode()[20:]
    body = f'<image x="4" y="4" width="32" height="32" xlink:href="data:image/png;base64,{text}"/>'
    page = pictures.page_of(art.read(written(tmp_path, body)))
    for drawn in (pictures.by_svg(page), pictures.by_pdf(page)):
        assert [pictures.color_at(drawn, *at) for at in ((6, 6), (34, 34), (2, 2))] == [RED, RED, pictures.WHITE]


def test_a_picture_beside_the_svg_is_found_from_the_svg_not_from_the_working_directory(tmp_path: Path) -> None:
    (tmp_path / "art" / "parts").mkdir(parents=True)
    (tmp_path / "art" / "parts" / "icon.png").write_bytes(dot())
    path = written(tmp_path / "art", '<image width="40" height="40" href="parts/icon.png"/>')
    drawn = pictures.by_svg(pictures.page_of(art.read(path)))
    assert pictures.color_at(drawn, 2, 2) == RED


def test_a_changed_picture_beside_an_svg_is_read_again(tmp_path: Path) -> None:
    (tmp_path / "icon.png").write_bytes(dot())
    path = written(tmp_path, '<image width="40" height="40" href="icon.png"/>')
    first = art.read(path)
    assert art.read(path) is first
    (tmp_path / "icon.png").write_bytes(dot(BLUE))
    assert pictures.color_at(pictures.by_svg(pictures.page_of(art.read(path))), 2, 2) == BLUE


@pytest.mark.parametrize(
    "href", ["../secret.png", "..\\secret.png", "/secret.png", "file:///secret.png", "link/secret.png"]
)
def test_a_picture_outside_the_games_folder_is_refused(href: str, tmp_path: Path) -> None:
    game = tmp_path / "game"
    game.mkdir()
    (tmp_path / "secret.png").write_bytes(dot())
    (game / "link").symlink_to(tmp_path)
    _, message, _ = problem(written(game, f'<image width="9" height="9" href="{href}"/>'), game)
    assert f'refers to "{href}"' in message


def test_a_picture_elsewhere_in_the_games_folder_is_used(tmp_path: Path) -> None:
    (tmp_path / "art").mkdir()
    (tmp_path / "shared.png").write_bytes(dot())
    path = written(tmp_path / "art", '<image width="40" height="40" href="../shared.png"/>')
    assert pictures.color_at(pictures.by_svg(pictures.page_of(art.read(path, tmp_path))), 2, 2) == RED
    assert "outside the game's folder" in problem(path)[1]


def test_a_name_in_other_letters_is_missing_on_every_system_and_the_right_one_is_told(tmp_path: Path) -> None:
    (tmp_path / "Card-Back-Blue.PNG").write_bytes(dot())
    assert problem(tmp_path / "card-back-blue.png") == (
        0,
        "there is no file card-back-blue.png",
        "did you mean Card-Back-Blue.PNG?",
    )
    body = written(tmp_path, '<image width="9" height="9" href="card-back-blue.png"/>')
    assert problem(body)[2] == "did you mean Card-Back-Blue.PNG?"


def test_other_kinds_of_files_are_refused_with_what_is_allowed(tmp_path: Path) -> None:
    (tmp_path / "x.pdf").write_bytes(b"%PDF-1.7")
    (tmp_path / "x.webp").write_bytes(b"RIFF")
    (tmp_path / "html.svg").write_text("<html/>")
    assert problem(tmp_path / "x.pdf") == (0, "PDF art is not supported", "export the page as SVG")
    assert problem(tmp_path / "x.webp")[2] == "allowed are SVG, PNG and JPEG files"
    assert problem(tmp_path / "html.svg")[1] == "is not an SVG picture: its outermost element is not <svg>"


def test_a_palette_with_a_transparent_entry_stays_transparent(tmp_path: Path) -> None:
    rows = [bytes(0 if x in (0, 7) or y in (0, 7) else 1 for x in range(8)) for y in range(8)]
    (tmp_path / "icon.png").write_bytes(
        pictures.png(8, 8, 8, 3, rows, (b"PLTE", b"\0\0\0\x28\x46\xbe"), (b"tRNS", b"\0"))
    )
    group = art.placed(art.read(tmp_path / "icon.png"), Rect(0, 0, 40, 40), "contain")
    ground = art.read(written(tmp_path, '<rect width="40" height="40" fill="#ffe08a"/>'))
    page = pictures.drawn(art.placed(ground, Rect(0, 0, 40, 40), "contain"), group)
    for drawn in (pictures.by_svg(page), pictures.by_pdf(page)):
        assert [pictures.color_at(drawn, *at) for at in ((1, 1), (20, 20))] == ["#ffe08a", BLUE]


def ramp(step: int) -> list[int]:
    return [min(65535, value * 65535 // 15) for value in range(0, 16, step)]


def test_sixteen_bit_pictures_keep_their_range(tmp_path: Path) -> None:
    grey = [b"".join(value.to_bytes(2) for value in ramp(1)) for _ in range(4)]
    (tmp_path / "grey.png").write_bytes(pictures.png(16, 4, 16, 0, grey))
    red = [b"".join(b"\xff\xff\0\0\0\0" + value.to_bytes(2) for value in ramp(1)) for _ in range(4)]
    (tmp_path / "red.png").write_bytes(pictures.png(16, 4, 16, 6, red))
    both = [[value.to_bytes(2) + b"\xff\xff" * (x < 12) + b"\0\0" * (x >= 12) for x, value in enumerate(ramp(1))]] * 4
    (tmp_path / "holes.png").write_bytes(pictures.interlaced(16, 4, 16, 4, both))
    hole = (b"tRNS", b"\0\0")
    (tmp_path / "key.png").write_bytes(pictures.png(16, 4, 16, 0, grey, hole))
    for name, expected in {
        "grey": [(0, 0, 0), (136, 136, 136), (255, 255, 255)],
        "red": [(255, 255, 255), (255, 119, 119), (255, 0, 0)],
        "holes": [(0, 0, 0), (136, 136, 136), (255, 255, 255)],
        "key": [(255, 255, 255), (136, 136, 136), (255, 255, 255)],
    }.items():
        page = pictures.page_of(art.read(tmp_path / f"{name}.png"), 160)
        for drawn in (pictures.by_svg(page, 2), pictures.by_pdf(page, 2)):
            found = [drawn.getpixel((20 * x + 10, 10)) for x in (0, 8, 15)]
            assert [pytest.approx(color, abs=20) for color in expected] == found, name


def test_plain_png_and_jpeg_files_pass_through_untouched(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(dot())
    out = io.BytesIO()
    Image.new("RGB", (30, 20), RED).save(out, "JPEG")
    (tmp_path / "b.jpg").write_bytes(out.getvalue())
    for name, size in {"a.png": (8, 8), "b.jpg": (30, 20)}.items():
        read = art.read(tmp_path / name)
        picture = read.shape.children[0]
        assert isinstance(picture, Picture)
        assert (tmp_path / name).read_bytes() == picture.pixels.data
        assert size == (read.width, read.height) == (picture.pixels.width_px, picture.pixels.height_px)


def test_damaged_pictures_are_refused_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "half.png").write_bytes(dot()[:60])
    (tmp_path / "half.jpg").write_bytes(jpeg(Image.new("RGB", (4, 4)))[:22])
    assert problem(tmp_path / "half.png")[1] == "is damaged or cut off: parts of the PNG are missing"
    assert problem(tmp_path / "half.jpg")[1] == "is damaged: the JPEG has no size"


def jpeg(picture: Image.Image, **save: object) -> bytes:
    out = io.BytesIO()
    picture.save(out, "JPEG", quality=95, subsampling=0, **save)
    return out.getvalue()


def four(mode: str, *colors: tuple[int, ...], size: tuple[int, int] = (60, 40)) -> Image.Image:
    """Return a picture of four quarters."""
    picture = Image.new(mode, size)
    wide, high = size[0] // 2, size[1] // 2
    for at, color in enumerate(colors):
        x, y = at % 2 * wide, at // 2 * high
        picture.paste(color, (x, y, x + wide, y + high))
    return picture


def streams(path: Path) -> list[tuple[bytes, object, object]]:
    """Return the pictures in a PDF with this one on it: the stored bytes, colour space and decoding of each."""
    page = pictures.page_of(art.read(path))
    reader = pypdf.PdfReader(io.BytesIO(pdf.render(pictures.document(page))))
    found = (reader.get_object(number) for number in range(1, len(reader.xref[0]) + 1))
    return [
        (item._data, item.get("/ColorSpace"), item.get("/Decode"))
        for item in found
        if isinstance(item, StreamObject) and item.get("/Subtype") == "/Image"
    ]


@pytest.mark.parametrize("progressive", [False, True])
def test_a_jpeg_of_four_inks_goes_to_the_pdf_as_it_is_and_is_shown_about_as_it_prints(
    progressive: bool, tmp_path: Path
) -> None:
    inks = (0, 255, 255, 0), (255, 0, 0, 0), (0, 0, 0, 255), (0, 0, 0, 0)
    data = jpeg(four("CMYK", *inks), progressive=progressive)
    (tmp_path / "inks.jpg").write_bytes(data)
    assert streams(tmp_path / "inks.jpg") == [(data, "/DeviceCMYK", [1, 0] * 4)]  # Adobe writes inks turned round
    page = pictures.page_of(art.read(tmp_path / "inks.jpg"))
    for drawn in (pictures.by_svg(page), pictures.by_pdf(page)):
        found = [pictures.color_at(drawn, x, y) for y in (5, 20) for x in (5, 35)]
        assert found == ["#ee1d23", "#00aeef", "#231f20", "#ffffff"]


def test_a_progressive_jpeg_passes_through(tmp_path: Path) -> None:
    data = jpeg(Image.effect_noise((64, 48), 60).convert("RGB"), progressive=True)
    assert b"\xff\xc2" in data
    (tmp_path / "a.jpg").write_bytes(data)
    assert streams(tmp_path / "a.jpg") == [(data, "/DeviceRGB", None)]


@pytest.mark.parametrize("note", range(1, 9))
def test_a_photograph_stands_as_its_camera_noted_and_its_data_stays(note: int, tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[0x0112] = note
    data = jpeg(four("RGB", (200, 30, 30), (30, 150, 60), (40, 70, 190), (255, 255, 255)), exif=exif)
    (tmp_path / "a.jpg").write_bytes(data)
    with Image.open(tmp_path / "a.jpg") as opened:
        wanted = ImageOps.exif_transpose(opened).copy()
    read = art.read(tmp_path / "a.jpg")
    assert wanted.size == (round(read.width), round(read.height))
    assert [stored for stored, _, _ in streams(tmp_path / "a.jpg")] == [data]
    inside = written(tmp_path, '<image width="40" height="40" href="a.jpg" preserveAspectRatio="none"/>')
    for picture in (read, art.read(inside)):
        page = pictures.page_of(picture, 40, 40)
        for drawn in (pictures.by_svg(page), pictures.by_pdf(page)):
            small = wanted.resize((2, 2), Image.Resampling.BOX)
            for x in (0, 1):
                for y in (0, 1):
                    assert drawn.getpixel((40 + 80 * x, 40 + 80 * y)) == pytest.approx(small.getpixel((x, y)), abs=6)
    assert b"Exif" not in base64.b64decode(svg_data(page)) or note == 1  # or a browser would turn it again


def svg_data(page: Page) -> str:
    return svg.render(page).partition("base64,")[2].partition('"')[0]


@pytest.mark.parametrize("name", ["boat.webp", "boat.gif", "boat.tiff", "Boat.PSD"])
def test_kinds_of_pictures_that_are_not_read_are_named_with_what_to_do(name: str, tmp_path: Path) -> None:
    changes: small_folder.Changes = {
        **small_folder.with_slot('kind = "art"\ncolumn = "picture"\nneeded = false\nwidth = 9\nheight = 9'),
        f"art/{name}": b"RIFF",
        "art/boat.svg": None,
    }
    kind = name.partition(".")[2].upper()
    said = f"art/{name}: {kind} art is not supported; allowed are SVG, PNG and JPEG (save it as PNG)"
    assert small_folder.problems(tmp_path, changes) == [f"g/cards.csv:2: picture: {said}"]


@pytest.mark.parametrize(
    ("mode", "bits"), [("1", 1), ("L", 8), ("LA", 8), ("P", 8), ("RGB", 8), ("RGBA", 8), ("I;16", 16)]
)
def test_every_colour_type_of_png_shows_its_picture(mode: str, bits: int, tmp_path: Path) -> None:
    source = Image.linear_gradient("L").resize((64, 64))
    if mode == "I;16":
        source = Image.frombytes(
            "I;16", (64, 64), b"".join((value * 257).to_bytes(2, "little") for value in source.tobytes())
        )
    else:
        source = source.convert(mode)
    source.save(tmp_path / "a.png")
    assert (tmp_path / "a.png").read_bytes()[24] == bits
    page = pictures.page_of(art.read(tmp_path / "a.png"), 64)
    for drawn in (pictures.by_svg(page), pictures.by_pdf(page)):
        grey = drawn.convert("L").crop((8, 0, 248, 256)).resize((1, 64), Image.Resampling.BOX)
        greys = [grey.getpixel((0, y)) for y in (4, 31, 58)]
        assert greys == pytest.approx([18, 126, 234], abs=24)


def test_a_jpeg_whose_end_is_missing_is_refused_and_bytes_after_the_end_are_not(tmp_path: Path) -> None:
    out = io.BytesIO()
    Image.effect_noise((64, 64), 80).save(out, "JPEG")
    (tmp_path / "cut.jpg").write_bytes(out.getvalue()[:-200])
    (tmp_path / "more.jpg").write_bytes(out.getvalue() + bytes(20))
    assert problem(tmp_path / "cut.jpg")[1] == "is damaged or cut off: the end of the JPEG is missing"
    whole = art.read(tmp_path / "more.jpg")
    assert (whole.width, whole.height) == (64, 64)
