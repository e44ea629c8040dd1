"""A document as PDF: the only module that knows reportlab. Last stage of the press; translates and decides nothing.

Content is written as operators straight into streams (`operators`, `glyphs`); reportlab keeps the objects, numbers them
and writes the file. What repeats is stored once: fonts as subsets, pictures by key, groups marked `once` as forms.
The same document always gives the same bytes: no clock, no chance, no locale.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Hashable
from typing import Any

from reportlab.pdfbase import pdfdoc
from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFObject, PDFObjectReference, PDFString

from pnp import fonts, scene
from pnp.extent import moved_box
from pnp.render import about, cff, operators
from pnp.render.content import Content
from pnp.render.glyphs import Glyphs
from pnp.render.rasters import Raster, raster
from pnp.scene import Document, Gradient, Link, Page, Pixels, Rect, Shape
from pnp.units import PT_PER_MM as PT

MAKER = "Bullpen"
DUPLEX = {"long": "/DuplexFlipLongEdge", "short": "/DuplexFlipShortEdge", None: "/Simplex"}

_VERSION = (1, 7)  # the first that knows the viewer's wish for duplex; layers need 1.5
_SPACES = {1: "/DeviceGray", 3: "/DeviceRGB", 4: "/DeviceCMYK"}


def render(document: Document) -> bytes:
    """Return `document` as a PDF 1.7 file; every page has exactly its size, text stays text.

    Raises ValueError for a link that is not at the top level of its page.
    """
    press = _Press(document.lang)
    press.prepare(document.pages)
    for page in document.pages:
        _add_page(press, page)
    press.embed_fonts()
    _describe(press, document)
    _navigate(press, document.pages)
    return press.file.GetPDFData(None)


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


class _Written(PDFObject):
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


class _Press:
    """What all streams of a file share, each thing stored once under the name that content calls it by."""

    def __init__(self, lang: str) -> None:
        self.file = _File(lang)
        self.layers: dict[str, str] = {}
        self.sheet: Rect | None = None  # what all pages are
        self._repeated: set[int] = set()
        self._names: dict[Hashable, str] = {}
        self._forms: dict[tuple[int, bool], tuple[tuple[Shape, ...], str]] = {}
        self._fonts: dict[str, Glyphs] = {}
        self._font_objects: dict[str, PDFDictionary] = {}

    def keep(self, prefix: str, key: Hashable, make: Callable[[], PDFObject]) -> str:
        """Return the name of the object from `make`, which runs only the first time that `key` is seen."""
        name = self._names.get((prefix, key))
        if name is None:
            made = make()
            name = self._names[prefix, key] = f"{prefix}{len(self._names)}"
            self.file.reference(made, name)
        return name

    def prepare(self, pages: tuple[Page, ...]) -> None:
        """Say once how large the pages are, if they all are of one size, and see which layers stand on many."""
        layers = (id(shape.children) for page in pages for shape in page.shapes if isinstance(shape, scene.Layer))
        self._repeated = {found for found, times in Counter(layers).items() if times > 1}
        sizes = {_sheet(page) for page in pages}
        if len(sizes) == 1:
            (sheet,) = sizes
            self.sheet = sheet
            self.file.Pages.MediaBox = _box(sheet, sheet.height)
            self.file.Pages.__NoDefault__ = [*self.file.Pages.__NoDefault__, "MediaBox"]

    def repeated(self, shapes: tuple[Shape, ...]) -> bool:
        """Say whether a layer with these very shapes stands on several pages."""
        return id(shapes) in self._repeated

    def number(self, name: str) -> int:
        """Return the number of the object called `name`."""
        found: int = self.file.idToObjectNumberAndVersion[name][0]
        return found

    def stream(self, content: str | bytes, **entries: object) -> _Written:
        """Return a compressed stream; what `entries` refer to has its number."""
        return self.raw(operators.compressed(content), Filter="/FlateDecode", **entries)

    def raw(self, data: bytes, **entries: object) -> _Written:
        """Return a stream of data that is encoded as `entries` tell."""
        self.file.fingerprint.update(data)
        head = _dictionary(Length=len(data), **entries).format(self.file)
        return _Written(b"%b\nstream\n%b\nendstream\n" % (head, data))

    def resources(self, content: Content) -> PDFObjectReference:
        """Refer to the dictionary of the names in a stream: many pages share one."""
        told = "\n".join(
            f"/{category} << {' '.join(f'/{name} {self.number(name)} 0 R' for name in sorted(names))} >>"
            for category, names in sorted(content.used.items())
        )
        return PDFObjectReference(self.keep("D", told, lambda: _Written(f"<< {told} >>\n".encode("ascii"))))

    def font(self, key: str) -> Glyphs:
        glyphs = self._fonts.get(key)
        if glyphs is None:
            self._font_objects[key] = PDFDictionary()
            name = self.keep("F", key, lambda: self._font_objects[key])
            glyphs = self._fonts[key] = Glyphs(key, name)
        return glyphs

    def embed_fonts(self) -> None:
        """Fill in the font objects, now that it is known which glyphs were used."""
        for key, glyphs in self._fonts.items():
            face, data = fonts.by_key(key), glyphs.file()
            made = self._postscript(glyphs, data) if face.postscript else self._truetype(glyphs, data)
            program, by_code, encoding = made
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
                **program,
            )
            descendant = _dictionary(
                Type="/Font",
                BaseFont=name,
                CIDSystemInfo=_identity(),
                FontDescriptor=self.file.reference(descriptor),
                **self._referred(by_code),
            )
            self._font_objects[key].dict.update(
                Type="/Font",
                Subtype="/Type0",
                BaseFont=name,
                Encoding=encoding,
                DescendantFonts=PDFArray([self.file.reference(descendant)]),
                ToUnicode=self.file.reference(self.stream(glyphs.texts())),
            )

    def _referred(self, entries: dict[str, object]) -> dict[str, object]:
        """Return entries whose streams have numbers now: after the descriptor, so that the file is as it always was."""
        kept = self.file.reference
        return {key: kept(value) if isinstance(value, _Written) else value for key, value in entries.items()}

    def _truetype(self, glyphs: Glyphs, data: bytes) -> tuple[dict[str, object], dict[str, object], object]:
        """Return a TrueType font file for its descriptor, what its descendant says of each code, and its encoding."""
        program = {"FontFile2": self.file.reference(self.stream(data, Length1=len(data)))}
        by_code = {
            "Subtype": "/CIDFontType2",
            "W": PDFArray([1, PDFArray(glyphs.widths)]),
            "CIDToGIDMap": self.stream(glyphs.numbers()),
        }
        return {**program}, by_code, "/Identity-H"

    def _postscript(self, glyphs: Glyphs, data: bytes) -> tuple[dict[str, object], dict[str, object], object]:
        """Return the same for a font with PostScript outlines, whose encoding leads from codes to its own numbers."""
        outlines = cff.program(data)
        numbers = cff.cids(outlines)
        program = {"FontFile3": self.file.reference(self.stream(outlines, Subtype="/CIDFontType0C"))}
        widths = [each for cid, width in glyphs.widths_by(numbers) for each in (cid, PDFArray([width]))]
        table = self.stream(
            glyphs.encoding(numbers), Type="/CMap", CMapName=f"/{glyphs.codes}", CIDSystemInfo=_identity()
        )
        return {**program}, {"Subtype": "/CIDFontType0", "W": PDFArray(widths)}, self.file.reference(table)

    def state(self, fill: float, stroke: float, mask: str = "") -> str:
        def make() -> PDFDictionary:
            entries: dict[str, object] = {"ca": round(fill, 4), "CA": round(stroke, 4)}
            if mask:
                entries["SMask"] = _dictionary(S="/Luminosity", G=PDFObjectReference(mask))
            return _dictionary(**entries)

        return self.keep("G", (fill, stroke, mask), make)

    def form(self, children: tuple[Shape, ...], faded: bool) -> str:
        kept = self._forms.get((id(children), faded))
        if kept is None:
            box = operators.room(children)
            name = ""
            if box:
                content = Content(self, operators.form_digits(box))
                if faded:  # round the plain form, which may be drawn elsewhere too
                    content.code.append(f"/{content.use('XObject', self.form(children, faded=False))} Do")
                else:
                    content.draw(children)
                name = self.form_of(content, box.grown(1), "/DeviceRGB" if faded else "")
            kept = self._forms[id(children), faded] = (children, name)  # holding on to them keeps the id theirs
        return kept[1]

    def form_of(self, content: Content, box: Rect, space: str = "") -> str:
        code = "\n".join(content.code)

        def make() -> _Written:
            entries: dict[str, object] = {"Group": _dictionary(S="/Transparency", CS=space)} if space else {}
            bounds = _box(box, 0.0)
            entries |= {"Type": "/XObject", "Subtype": "/Form", "BBox": bounds, "Resources": resources}
            return self.raw(operators.compressed_form(code), Filter="/FlateDecode", **entries)

        resources = self.resources(content)
        return self.keep("X", (code, space, box), make)

    def picture(self, pixels: Pixels) -> str:
        return self.keep("I", pixels.key, lambda: self._image(raster(pixels)))

    def _image(self, image: Raster) -> _Written:
        entries: dict[str, object] = {"Width": image.width, "Height": image.height, "BitsPerComponent": image.bits}
        entries["ColorSpace"] = _SPACES[image.samples]
        if image.palette:
            last = len(image.palette) // 3 - 1
            entries["ColorSpace"] = PDFArray(["/Indexed", "/DeviceRGB", last, f"<{image.palette.hex()}>"])
        if image.predicted:
            entries["DecodeParms"] = _dictionary(
                Predictor=15, Colors=image.samples, BitsPerComponent=image.bits, Columns=image.width
            )
        if image.inverted:
            entries["Decode"] = PDFArray([1, 0] * image.samples)
        if image.alpha:
            entries["SMask"] = self.file.reference(self._image(image.alpha))
        return self.raw(image.data, Type="/XObject", Subtype="/Image", Filter=f"/{image.filter}", **entries)

    def layer(self, name: str) -> str:
        if name not in self.layers:
            self.layers[name] = self.keep("L", name, lambda: _dictionary(Type="/OCG", Name=PDFString(name)))
        return self.layers[name]

    def shading(self, gradient: Gradient, opacity: bool) -> str:
        values = [(stop.offset, (stop.opacity,) if opacity else about.rgb(stop.color)) for stop in gradient.stops]

        def make() -> PDFDictionary:
            x, y, *more = gradient.coords
            coords = [x, y, *more]
            if gradient.kind == "radial":
                radius, fx, fy, *start = more
                coords = [fx, fy, *(start or [0]), x, y, radius]
            return _dictionary(
                ShadingType=2 if gradient.kind == "linear" else 3,
                ColorSpace="/DeviceGray" if opacity else "/DeviceRGB",
                Coords=PDFArray(coords),
                Function=_function(values),
                Extend=PDFArray(["true", "true"]),
            )

        return self.keep("S", (gradient.kind, gradient.coords, tuple(values)), make)

    def pattern(self, gradient: Gradient) -> str:
        matrix = scene.times(operators.FLIP, gradient.matrix)

        def make() -> PDFDictionary:
            shading = PDFObjectReference(self.shading(gradient, opacity=False))
            return _dictionary(Type="/Pattern", PatternType=2, Shading=shading, Matrix=PDFArray(matrix))

        return self.keep("P", gradient, make)


def _add_page(press: _Press, page: Page) -> None:
    content = Content(press)
    content.code.append(f"1 0 0 1 0 {page.height * PT:.4f} cm")
    if page.correction != scene.IDENTITY:
        content.code.append(operators.transform(page.correction))
    content.draw(tuple(shape for shape in page.shapes if not isinstance(shape, Link)))
    entries: dict[str, object] = {
        "Parent": press.file.reference(press.file.Pages),
        "Resources": press.resources(content),
        "Contents": press.file.reference(press.stream("\n".join(content.code))),
    }
    if not press.sheet:
        entries["MediaBox"] = _box(_sheet(page), page.height)
    for name, box in (("TrimBox", page.trim), ("BleedBox", page.bleed)):
        if box:
            entries[name] = _box(_corrected(box, page), page.height)
    links = [shape for shape in page.shapes if isinstance(shape, Link)]
    if links:
        entries["Annots"] = PDFArray([press.file.reference(_annotation(link, page)) for link in links])
    press.file.addPage(_Written(_dictionary(Type="/Page", **entries).format(press.file)))


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
    file.Catalog.Metadata = press.raw(about.packet(document, MAKER), Type="/Metadata", Subtype="/XML")
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
        file.Catalog.PageLabels = _Written(about.labels(pages))
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
    edges = (box.x, height - box.bottom, box.right, height - box.y)
    return PDFArray([round(edge * PT, 4) for edge in edges])


def _function(values: list[tuple[float, tuple[float, ...]]]) -> PDFDictionary:
    """Return a function from 0…1 to colours that runs straight from each stop to the next and stays level outside."""
    steps = about.stretches(values)
    parts = [_dictionary(FunctionType=2, Domain="[0 1]", N=1, C0=PDFArray(a[1]), C1=PDFArray(b[1])) for a, b in steps]
    if len(parts) == 1:
        return parts[0]
    bounds = PDFArray([a[0] for a, _ in steps[1:]])
    encode = PDFArray([0, 1] * len(parts))
    return _dictionary(FunctionType=3, Domain="[0 1]", Functions=PDFArray(parts), Bounds=bounds, Encode=encode)
