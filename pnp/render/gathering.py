"""Pages written side by side: their content streams, and once what these share. Between `content` and `pdf`.

A gathering is written without a look at any other, so that a long deck can be written a few sheets at a time, by
several processes, or be kept for the next time; `pdf` binds gatherings into one file. The same pages always give the
same gathering. Knows no PDF library.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias

from pnp import scene
from pnp.render import about, objects, operators
from pnp.render.content import Content
from pnp.render.glyphs import Glyphs, Table
from pnp.render.objects import Parts, Ref, Value
from pnp.render.rasters import Raster, raster
from pnp.scene import Gradient, Link, Page, Pixels, Rect, Shape
from pnp.units import PT_PER_MM as PT
from pnp.values import dataclass, replace

FONT, LAYER = "font ", "layer "
"""What the ids of fonts and layers begin with: a file makes them, when it is known what is shown and what is there."""

_SHORT = 5  # digits of an id that name an object inside a gathering
_SPACES = {1: "/DeviceGray", 3: "/DeviceRGB", 4: "/DeviceCMYK"}

_Kept: TypeAlias = dict[tuple[int, bool], tuple[tuple[Shape, ...], str]]


@dataclass(frozen=True, slots=True)
class Gathered:
    """Written pages: of each its compressed content and the id of its resources; with the objects they need by id,
    and what was shown of each face by its key."""

    pages: tuple[tuple[bytes, str], ...]
    objects: Mapping[str, Parts]
    tables: Mapping[str, Table]


@dataclass(frozen=True, slots=True)
class Written:
    """One page of a gathering."""

    gathered: Gathered
    number: int


def gather(pages: Sequence[Page]) -> tuple[Page, ...]:
    """Return pages with what is written of them in place of their shapes; links stay.

    Raises ValueError for a link that is not at the top level of its page.
    """
    gathered = written(pages)
    return tuple(
        replace(
            page,
            shapes=tuple(shape for shape in page.shapes if isinstance(shape, Link)),
            written=Written(gathered, number),
        )
        for number, page in enumerate(pages)
    )


def written(pages: Sequence[Page]) -> Gathered:
    """Return what is written of pages. Raises ValueError as `gather` does."""
    store = _Gathering(pages)
    streams = tuple(_page(store, page) for page in pages)
    return Gathered(streams, store.objects, store.tables())


def _page(store: _Gathering, page: Page) -> tuple[bytes, str]:
    content = Content(store)
    content.code.append(f"1 0 0 1 0 {page.height * PT:.4f} cm")
    if page.correction != scene.IDENTITY:
        content.code.append(operators.transform(page.correction))
    content.draw(tuple(shape for shape in page.shapes if not isinstance(shape, Link)))
    return operators.compressed("\n".join(content.code)), store.resources(content)


class _Gathering:
    """What all streams of a gathering share, each thing stored once under the name that content calls it by."""

    def __init__(self, pages: Sequence[Page]) -> None:
        layers = Counter(
            id(shape.children) for page in pages for shape in page.shapes if isinstance(shape, scene.Layer)
        )
        self.objects: dict[str, Parts] = {}
        self._repeated = {found for found, times in layers.items() if times > 1}
        self._ids: dict[str, Ref] = {}  # by name
        self._names: dict[tuple[str, Hashable], str] = {}
        self._forms: _Kept = {}
        self._fonts: dict[str, Glyphs] = {}

    def keep(self, prefix: str, key: Hashable, make: Callable[[], Parts]) -> str:
        """Return the name of the object from `make`, which runs only the first time that `key` is seen."""
        name = self._names.get((prefix, key))
        if name is None:
            name = self._names[prefix, key] = self._named(prefix, self.store(make()))
        return name

    def store(self, parts: Parts) -> Ref:
        """Return the id of an object that is kept from now on."""
        found = objects.identified(parts)
        self.objects[found] = parts
        return found

    def _named(self, prefix: str, of: Ref, digits: str = "") -> str:
        """Return the shortest name that nothing else has: equal objects are called the same wherever they are made."""
        digits, length = digits or of, _SHORT
        while self._ids.setdefault(name := f"{prefix}{digits[:length]}", of) != of:
            length += 1
        return name

    def _elsewhere(self, prefix: str, what: str) -> str:
        """Return the name of something that the file makes."""
        of = Ref(what)
        return self._named(prefix, of, objects.identified((of,)))

    def repeated(self, shapes: tuple[Shape, ...]) -> bool:
        """Say whether a layer with these very shapes stands on several pages."""
        return id(shapes) in self._repeated

    def resources(self, content: Content) -> Ref:
        """Return the id of the dictionary of the names in a stream: many streams share one."""
        used = content.used
        key = tuple((category, tuple(sorted(used[category]))) for category in sorted(used))

        def make() -> Parts:
            entries: dict[str, Value] = {group: {name: self._ids[name] for name in names} for group, names in key}
            return objects.dictionary(**entries)

        return self._ids[self.keep("D", key, make)]

    def tables(self) -> dict[str, Table]:
        """Return what was shown of each face."""
        return {key: glyphs.table() for key, glyphs in self._fonts.items()}

    def font(self, key: str) -> Glyphs:
        glyphs = self._fonts.get(key)
        if glyphs is None:
            glyphs = self._fonts[key] = Glyphs(key, self._elsewhere("F", FONT + key))
        return glyphs

    def layer(self, name: str) -> str:
        return self._elsewhere("L", LAYER + name)

    def state(self, fill: float, stroke: float, mask: str = "") -> str:
        def make() -> Parts:
            light: dict[str, Value] = {"SMask": {"S": "/Luminosity", "G": self._ids[mask]}} if mask else {}
            return objects.dictionary(ca=round(fill, 4), CA=round(stroke, 4), **light)

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
        code, resources = "\n".join(content.code), self.resources(content)
        return self.keep("X", (code, space, box), lambda: _form(code, space, box, resources))

    def picture(self, pixels: Pixels) -> str:
        return self.keep("I", pixels.key, lambda: self._image(raster(pixels)))

    def _image(self, image: Raster) -> Parts:
        entries: dict[str, Value] = {"Width": image.width, "Height": image.height, "BitsPerComponent": image.bits}
        entries["ColorSpace"] = _SPACES[image.samples]
        if image.palette:
            last = len(image.palette) // 3 - 1
            entries["ColorSpace"] = ["/Indexed", "/DeviceRGB", last, f"<{image.palette.hex()}>"]
        if image.predicted:
            entries["DecodeParms"] = {
                "Predictor": 15,
                "Colors": image.samples,
                "BitsPerComponent": image.bits,
                "Columns": image.width,
            }
        if image.inverted:
            entries["Decode"] = [1, 0] * image.samples
        if image.alpha:
            entries["SMask"] = self.store(self._image(image.alpha))
        return objects.stream(image.data, Type="/XObject", Subtype="/Image", Filter=f"/{image.filter}", **entries)

    def shading(self, gradient: Gradient, opacity: bool) -> str:
        values = [(stop.offset, (stop.opacity,) if opacity else about.rgb(stop.color)) for stop in gradient.stops]

        def make() -> Parts:
            x, y, *more = gradient.coords
            coords = [x, y, *more]
            if gradient.kind == "radial":
                radius, fx, fy, *start = more
                coords = [fx, fy, *(start or [0]), x, y, radius]
            return objects.dictionary(
                ShadingType=2 if gradient.kind == "linear" else 3,
                ColorSpace="/DeviceGray" if opacity else "/DeviceRGB",
                Coords=(*coords,),
                Function=_function(values),
                Extend="[true true]",
            )

        return self.keep("S", (gradient.kind, gradient.coords, tuple(values)), make)

    def pattern(self, gradient: Gradient) -> str:
        def make() -> Parts:
            shading = self._ids[self.shading(gradient, opacity=False)]
            matrix = scene.times(operators.FLIP, gradient.matrix)
            return objects.dictionary(Type="/Pattern", PatternType=2, Shading=shading, Matrix=matrix)

        return self.keep("P", gradient, make)


@lru_cache(maxsize=1024)
def _form(code: str, space: str, box: Rect, resources: Ref) -> Parts:
    """Return a form; many gatherings and the file of the whole game have the same."""
    group: dict[str, Value] = {"Group": {"S": "/Transparency", "CS": space}} if space else {}
    return objects.stream(
        operators.compressed(code),
        Filter="/FlateDecode",
        Type="/XObject",
        Subtype="/Form",
        BBox=objects.box(box, 0.0),
        Resources=resources,
        **group,
    )


def _function(values: list[tuple[float, tuple[float, ...]]]) -> dict[str, Value]:
    """Return a function from 0…1 to colours that runs straight from each stop to the next and stays level outside."""
    steps = about.stretches(values)
    parts: list[Value] = [{"FunctionType": 2, "Domain": "[0 1]", "N": 1, "C0": a[1], "C1": b[1]} for a, b in steps]
    if len(parts) == 1:
        (only,) = parts
        assert isinstance(only, dict)
        return only
    bounds = tuple(a[0] for a, _ in steps[1:])
    encode: Value = [0, 1] * len(parts)
    return {"FunctionType": 3, "Domain": "[0 1]", "Functions": parts, "Bounds": bounds, "Encode": encode}
