"""A document as PDF: the only module that knows reportlab. Last stage of the press; translates and decides nothing.

Content is written as operators straight into streams, gathering by gathering (`gathering`); here gatherings are bound:
reportlab keeps the objects, numbers them and writes the file. What repeats is stored once, whichever gathering it
stands in. The same document always gives the same bytes: no clock, no chance, no locale.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any, TypeAlias

from reportlab.pdfbase import pdfdoc
from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFObject, PDFObjectReference, PDFString

from pnp import fonts, scene
from pnp.extent import moved_box
from pnp.render import about, cff, objects, operators
from pnp.render.encodings import Encoding
from pnp.render.gathering import FONT, LAYER, Gathered, Written, gather
from pnp.render.glyphs import Table
from pnp.render.objects import Parts, Ref
from pnp.scene import Document, Link, Page, Rect

MAKER = "Bullpen"
DUPLEX = {"long": "/DuplexFlipLongEdge", "short": "/DuplexFlipShortEdge", None: "/Simplex"}

_VERSION = (1, 7)  # the first that knows the viewer's wish for duplex; layers need 1.5


def render(document: Document) -> bytes:
    """Return `document` as a PDF 1.7 file; every page has exactly its size, text stays text.

    Pages that are not written yet are one gathering. Raises ValueError for a link that is not at the top level of its
    page.
    """
    press = _Press(document.lang)
    pages = tuple(_written(document.pages))
    press.agree(pages)
    for page in pages:
        _add_page(press, page)
    press.embed_fonts()
    _describe(press, document)
    _navigate(press, pages)
    return press.file.GetPDFData(None)


def _written(pages: tuple[Page, ...]) -> Iterator[Page]:
    """Yield the pages in order, all of them written."""
    made = iter(gather([page for page in pages if page.written is None]))
    for page in pages:
        yield next(made) if page.written is None else page


class _File(pdfdoc.PDFDocument):
    """reportlab's document with a fingerprint made of the content alone; its own would read the clock or a variable."""

    Catalog: Any
    Pages: Any
    outline: pdfdoc.PDFOutlines

    def __init__(self, lang: str) -> None:
        super().__init__(compression=1, invariant=1, pdfVersion=_VERSION, lang=lang)
        self.fingerprint = hashlib.md5(usedforsecurity=False)
        self.info = _Info()

    def reference(self, made: PDFObject, name: str | None = None) -> PDFObjectReference:
        """Give `made` an object number, and `name` in place of the one reportlab would think of."""
        found: PDFObjectReference = self.Reference(made, name)  # type: ignore[no-untyped-call]
        return found

    def ID(self) -> bytes:  # noqa: N802 - reportlab's name
        mark = self.fingerprint.hexdigest().encode()
        return b"[<%b><%b>]" % (mark, mark)


class _Bytes(PDFObject):
    """An object that stands as it will in the file, so that nothing else of it is kept."""

    def __init__(self, data: bytes) -> None:
        self.data = data

    def format(self, document: pdfdoc.PDFDocument) -> bytes:
        return self.data


class _Info(pdfdoc.PDFInfo):
    """The information dictionary without dates: the same pieces printed on another day are the same file."""

    def format(self, document: pdfdoc.PDFDocument) -> bytes:
        names = ("title", "author", "subject", "keywords", "creator", "producer")
        return PDFDictionary({name.capitalize(): PDFString(getattr(self, name)) for name in names}).format(document)


_Differing: TypeAlias = tuple[tuple[str, int], ...]


class _Font:
    """A font object of the file: what its codes mean, and the dictionary that is filled in at the end."""

    def __init__(self, name: str) -> None:
        self.encoding = Encoding(f"Bullpen-{name}")
        self.object = PDFDictionary()
        self.name = name


class _Press:
    """The objects of a file, each stored once, whichever gathering it is in."""

    def __init__(self, lang: str) -> None:
        self.file = _File(lang)
        self.layers: dict[str, str] = {}
        self.sheet: Rect | None = None  # what all pages are
        self._numbers: dict[tuple[str, _Differing], int] = {}
        self._objects: dict[tuple[str, tuple[int, ...]], int] = {}  # by id and the numbers of what they refer to
        self._fonts: dict[str, list[_Font]] = {}
        self._agreed: dict[int, tuple[Gathered, dict[str, int], _Differing]] = {}

    def agree(self, pages: tuple[Page, ...]) -> None:
        """Say once how large the pages are, if they all are of one size."""
        sizes = {_sheet(page) for page in pages}
        if len(sizes) == 1:
            (sheet,) = sizes
            self.sheet = sheet
            self.file.Pages.MediaBox = _box(sheet, sheet.height)
            self.file.Pages.__NoDefault__ = [*self.file.Pages.__NoDefault__, "MediaBox"]

    def keep(self, made: PDFObject | Parts, name: str | None = None) -> PDFObjectReference:
        """Give an object a number; what it refers to has one."""
        return self.file.reference(self.loose(made) if isinstance(made, tuple) else made, name)

    def loose(self, made: Parts) -> _Bytes:
        """Return an object that refers to none, as reportlab takes it."""
        return self._bytes(objects.plain(made))

    def _bytes(self, data: bytes) -> _Bytes:
        self.file.fingerprint.update(data)
        return _Bytes(data + b"\n")

    def refer(self, to: PDFObjectReference) -> str:
        """Return a reference as it is written."""
        return f"{self._number_of(to.name)} 0 R"

    def number(self, of: str, gathered: Gathered) -> int:
        """Return the number of the object with this id in a gathering."""
        fonts_of, differing = self._fonts_of(gathered)
        if of.startswith(FONT):
            return self._number_of(self._fonts[of.removeprefix(FONT)][fonts_of[of.removeprefix(FONT)]].name)
        if of.startswith(LAYER):
            return self._layer(of.removeprefix(LAYER))
        found = self._numbers.get((of, differing))
        if found is None:
            parts = gathered.objects[of]
            numbers = tuple([self.number(part, gathered) for part in parts if isinstance(part, Ref)])
            found = self._objects.get((of, numbers))
            if found is None:
                told = iter(numbers)
                data = b"".join(b"%d 0 R" % next(told) if isinstance(part, Ref) else part for part in parts)
                name = f"O{len(self._objects)}"
                self.file.reference(self._bytes(data), name)
                found = self._objects[of, numbers] = self._number_of(name)
            self._numbers[of, differing] = found
        return found

    def _number_of(self, name: str) -> int:
        found: int = self.file.idToObjectNumberAndVersion[name][0]
        return found

    def _layer(self, name: str) -> int:
        if name not in self.layers:
            self.layers[name] = f"L{len(self.layers)}"
            self.file.reference(_dictionary(Type="/OCG", Name=PDFString(name)), self.layers[name])
        return self._number_of(self.layers[name])

    def _fonts_of(self, gathered: Gathered) -> tuple[dict[str, int], _Differing]:
        """Return which font object of each face a gathering uses, and those that are not the first of their face.

        A gathering whose codes disagree with those of earlier ones has font objects of its own.
        """
        known = self._agreed.get(id(gathered))
        if known is None:
            chosen = {key: self._suiting(key, table) for key, table in gathered.tables.items()}
            differing = tuple(sorted((key, number) for key, number in chosen.items() if number))
            known = self._agreed[id(gathered)] = gathered, chosen, differing
        return known[1:]

    def _suiting(self, key: str, table: Table) -> int:
        """Return the number of the font object of a face that a gathering's codes go into."""
        made = self._fonts.setdefault(key, [])
        for number, font in enumerate(made):
            if font.encoding.add(table):
                return number
        font = _Font(f"F{sum(map(len, self._fonts.values()))}")
        self.file.reference(font.object, font.name)
        font.encoding.add(table)
        made.append(font)
        return len(made) - 1

    def embed_fonts(self) -> None:
        """Fill in the font objects, now that it is known which glyphs were used."""
        for key, made in self._fonts.items():
            face = fonts.by_key(key)
            data = fonts.subset(key, frozenset[int]().union(*(font.encoding.gids for font in made)))
            outlines = cff.program(data) if face.postscript else data
            told = {"Subtype": "/CIDFontType0C"} if face.postscript else {"Length1": len(data)}
            program = self.keep(_stream(outlines, **told))
            tag = "".join(chr(65 + byte % 26) for byte in hashlib.md5(data, usedforsecurity=False).digest()[:6])
            name = f"/{tag}+{fonts.postscript_name(key)}"
            descriptor = _dictionary(
                Type="/FontDescriptor",
                FontName=name,
                Flags=4 | (64 if face.italic else 0),
                FontBBox=PDFArray([round(edge * 1000) for edge in face.bounds]),
                ItalicAngle=-12 if face.italic else 0,  # viewers use it for substitutes only
                Ascent=round(face.ascent * 1000),
                Descent=-round(face.descent * 1000),
                CapHeight=round(face.cap_height * 1000),
                StemV=round(face.weight / 5),  # likewise
                **{"FontFile3" if face.postscript else "FontFile2": program},
            )
            described = self.keep(descriptor)
            for font in made:
                by_code, encoding = self._postscript(font, outlines) if face.postscript else self._truetype(font)
                descendant = _dictionary(
                    Type="/Font", BaseFont=name, CIDSystemInfo=_identity(), FontDescriptor=described, **by_code
                )
                font.object.dict.update(
                    Type="/Font",
                    Subtype="/Type0",
                    BaseFont=name,
                    Encoding=encoding,
                    DescendantFonts=PDFArray([self.keep(descendant)]),
                    ToUnicode=self.keep(_stream(font.encoding.texts())),
                )

    def _truetype(self, font: _Font) -> tuple[dict[str, object], object]:
        """Return what the descendant of a TrueType font says of each code, and its encoding."""
        numbers = font.encoding.numbers()
        by_number = "/Identity" if numbers is None else self.keep(_stream(numbers))
        widths = _Bytes(objects.array(font.encoding.widths()))
        return {"Subtype": "/CIDFontType2", "W": widths, "CIDToGIDMap": by_number}, "/Identity-H"

    def _postscript(self, font: _Font, outlines: bytes) -> tuple[dict[str, object], object]:
        """Return the same for a font with PostScript outlines, whose encoding leads from codes to its own numbers."""
        encoding, numbers = font.encoding, cff.cids(outlines)
        widths = [each for cid, width in encoding.widths_by(numbers) for each in (cid, PDFArray([width]))]
        told = {"Subtype": "/CIDFontType0", "W": PDFArray(widths)}
        if encoding.plain(numbers):
            return told, "/Identity-H"
        system = "<< /Registry (Adobe) /Ordering (Identity) /Supplement 0 >>"
        table = _stream(encoding.codes(numbers), Type="/CMap", CMapName=f"/{encoding.name}", CIDSystemInfo=system)
        return told, self.keep(table)


def _add_page(press: _Press, page: Page) -> None:
    written = page.written
    assert isinstance(written, Written)
    content, resources = written.gathered.pages[written.number]
    entries: dict[str, objects.Value] = {
        "Parent": press.refer(press.file.reference(press.file.Pages)),
        "Resources": f"{press.number(resources, written.gathered)} 0 R",
        "Contents": press.refer(press.keep(objects.stream(content, Filter="/FlateDecode"))),
    }
    if not press.sheet:
        entries["MediaBox"] = objects.box(_sheet(page), page.height)
    for name, box in (("TrimBox", page.trim), ("BleedBox", page.bleed)):
        if box:
            entries[name] = objects.box(_corrected(box, page), page.height)
    links = [shape for shape in page.shapes if isinstance(shape, Link)]
    if links:
        entries["Annots"] = [press.refer(press.keep(_annotation(link, page))) for link in links]
    press.file.addPage(press.loose(objects.dictionary(Type="/Page", **entries)))


def _stream(data: bytes, **entries: objects.Value) -> Parts:
    return objects.stream(operators.compressed(data), Filter="/FlateDecode", **entries)


def _sheet(page: Page) -> Rect:
    return Rect(0.0, 0.0, page.width, page.height)


def _corrected(box: Rect, page: Page) -> Rect:
    return box if page.correction == scene.IDENTITY else moved_box(box, page.correction)


def _annotation(link: Link, page: Page) -> PDFDictionary:
    action = _dictionary(S="/URI", URI=PDFString(link.href))
    border = PDFArray([0, 0, 0])
    place = _box(_corrected(link.box, page), page.height)
    return _dictionary(Type="/Annot", Subtype="/Link", Rect=place, Border=border, F=4, A=action)


def _describe(press: _Press, document: Document) -> None:
    """Tell viewers and printers what the document is and how to print it."""
    file = press.file
    told = {name: getattr(document, name) for name in ("title", "author", "subject", "keywords")}
    for name, value in {**told, "creator": MAKER, "producer": MAKER}.items():
        setattr(file.info, name, value)
    packet = objects.stream(about.packet(document, MAKER), Type="/Metadata", Subtype="/XML")
    file.Catalog.Metadata = press.loose(packet)
    file.Catalog.ViewerPreferences = _dictionary(
        DisplayDocTitle="true", PrintScaling="/None", Duplex=DUPLEX[document.duplex]
    )


def _navigate(press: _Press, pages: tuple[Page, ...]) -> None:
    """Name the pages, list the parts in the outline and the layers in the viewer's panel."""
    file = press.file
    entries: list[dict[str, PDFArray]] = []
    for number, page in enumerate(pages):
        if page.outline:
            key = f"part {number}"
            file.outline.destinationnamestotitles[key] = page.outline
            entries.append({key: PDFArray([PDFObjectReference(f"Page{number + 1}"), "/Fit"])})
    if pages:
        file.Catalog.PageLabels = _Bytes(about.labels(pages))
    if entries:
        file.outline.setDestinations(entries)
    if press.layers:
        groups = PDFArray([PDFObjectReference(name) for name in press.layers.values()])
        default = _dictionary(Order=groups, ON=groups)
        file.Catalog.OCProperties = _dictionary(OCGs=groups, D=default)
        file.Catalog.__NoDefault__ = [*file.Catalog.__NoDefault__, "OCProperties"]


def _identity() -> PDFDictionary:
    return _dictionary(Registry=PDFString("Adobe"), Ordering=PDFString("Identity"), Supplement=0)


def _dictionary(**entries: object) -> PDFDictionary:
    return PDFDictionary(entries)


def _box(box: Rect, height: float) -> PDFArray:
    return PDFArray(objects.box(box, height))
