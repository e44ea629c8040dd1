"""Scenes as the content streams of a PDF: which operators draw a shape and which stored objects they name.

Between `operators` and `pnp.render.pdf`. Knows no PDF library: fonts, pictures, forms and the like are asked of a
`Store`, which answers with the name to write.
"""

from __future__ import annotations

from typing import Protocol, assert_never

from pnp import fonts, scene
from pnp.extent import through
from pnp.render import operators
from pnp.render.glyphs import Glyphs, marks_of
from pnp.scene import Gradient, Group, Image, Layer, Link, Path, Pixels, Rect, Shape, Stroke, Text
from pnp.units import PT_PER_MM as PT


class Store(Protocol):
    """What a file keeps once. Every method returns the name of the object, made when it is first asked for."""

    def font(self, key: str) -> Glyphs: ...
    def picture(self, pixels: Pixels) -> str: ...
    def layer(self, name: str) -> str: ...
    def repeated(self, shapes: tuple[Shape, ...]) -> bool: ...
    def pattern(self, gradient: Gradient) -> str: ...

    def shading(self, gradient: Gradient, opacity: bool) -> str:
        """Name the gradient in its own coordinates: its colours, or its opacities as greys."""

    def state(self, fill: float, stroke: float, mask: str = "") -> str:
        """Name the graphics state with these opacities and the form `mask` as soft mask."""

    def form(self, children: tuple[Shape, ...], faded: bool) -> str:
        """Name the form that draws `children`, "" when they have no ink; `faded` together, as one picture."""

    def form_of(self, content: Content, box: Rect, space: str = "") -> str:
        """Name the form made of `content`, which stays inside `box`; with a colour space it is composed on its own."""


class Content:
    """One stream being written, of a page or a form. `used` holds the names in it by category of resource.

    `ink` and `face` are the colour that fills and the font as the stream has set them last, "" where nobody knows.
    """

    def __init__(self, store: Store, digits: int = operators.DIGITS) -> None:
        self.store = store
        self.digits = digits
        self.code: list[str] = []
        self.used: dict[str, set[str]] = {}
        self.ink = ""
        self.face = ""

    def use(self, category: str, name: str) -> str:
        self.used.setdefault(category, set()).add(name)
        return name

    def draw(self, shapes: tuple[Shape, ...]) -> None:
        for shape in shapes:
            match shape:
                case Text():
                    self._text(shape)
                case Group():
                    self._group(shape)
                case Path():
                    self._path(shape)
                case Image():
                    self._image(shape)
                case Layer():
                    self.code.append(f"/OC /{self.use('Properties', self.store.layer(shape.name))} BDC")
                    if self.store.repeated(shape.children):
                        self._stored(Group(shape.children), together=False)
                    else:
                        self.draw(shape.children)
                    self.code.append("EMC")
                case Link():
                    raise ValueError(f"the link to {shape.href} is not at the top level of its page")
                case _:
                    assert_never(shape)

    def _faded(self, fill: float, stroke: float, code: str, mask: str = "") -> str:
        if fill == stroke == 1 and not mask:
            return code
        return f"q\n/{self.use('ExtGState', self.store.state(fill, stroke, mask))} gs\n{code}\nQ"

    def _text(self, text: Text) -> None:
        run, size = text.run, text.size
        glyphs = self.store.font(run.face)
        shown = glyphs.show(run, size)
        if not shown:
            return
        d = self.digits
        face = f"/{self.use('Font', glyphs.name)} {size * PT:.{d + 1}f} Tf "
        inked = "" if text.fill == self.ink else f"{operators.color(text.fill)} rg\n"
        set_ = "" if face == self.face else face
        code = f"{inked}BT {set_}{text.x * PT:.{d}f} {-text.y * PT:.{d}f} Td {shown} ET"
        for gid, x, y in marks_of(run):
            place = (size, 0.0, 0.0, size, text.x + x * size, text.y - y * size)
            code += f"\n{operators.outline(through(fonts.outline(run.face, gid), place), d)}\nf"
        if text.opacity == 1:
            self.ink, self.face = text.fill, face
            self.code.append(code)
        else:
            self.code.append(self._faded(text.opacity, 1, code))

    def _image(self, image: Image) -> None:
        box, d = image.box, self.digits
        place = f"{box.width * PT:.{d}f} 0 0 {box.height * PT:.{d}f} {box.x * PT:.{d}f} {-box.bottom * PT:.{d}f} cm"
        code = f"q {place} /{self.use('XObject', self.store.picture(image.pixels))} Do Q"
        self.code.append(self._faded(image.opacity, 1, code))

    def _group(self, group: Group) -> None:
        together = group.opacity < 1 or bool(group.mask)  # composed on their own, then laid on the page
        stored = group.once or together
        if not stored and group.clip is None and group.matrix == scene.IDENTITY:
            self.draw(group.children)
            return
        if group.clip is None and group.matrix == scene.IDENTITY:
            self._stored(group, together)
            return
        outside = self.digits, self.ink, self.face
        self.code.append("q")
        if group.matrix != scene.IDENTITY:
            self.code.append(operators.transform(group.matrix, self.digits))
            self.digits = operators.digits(group.matrix, self.digits)
        if group.clip:
            self.code.append(operators.clip(group.clip, self.digits))
        if stored:
            self._stored(group, together)
        else:
            self.draw(self._clipped(group.children))
        self.code.append("Q")
        self.digits, self.ink, self.face = outside

    def _clipped(self, shapes: tuple[Shape, ...]) -> tuple[Shape, ...]:
        """Return what is left to draw of a group's only child, if that does nothing but clip: it needs no state."""
        only = shapes[0] if len(shapes) == 1 else None
        if not isinstance(only, Group) or only.clip is None or only.once or only.opacity < 1 or only.mask:
            return shapes
        if only.matrix != scene.IDENTITY:
            return shapes
        self.code.append(operators.clip(only.clip, self.digits))
        return only.children

    def _stored(self, group: Group, together: bool) -> None:
        name = self.store.form(group.children, together)
        if not name:
            return
        code = f"/{self.use('XObject', name)} Do"
        if together:
            mask = self._lights(group.mask) if group.mask else ""
            code = self._faded(group.opacity, group.opacity, code, mask)
        self.code.append(code)

    def _lights(self, shapes: tuple[Shape, ...]) -> str:
        """Name the form whose lightness is a soft mask; outside of it, and where it is bare, all is hidden."""
        box = operators.room(shapes) or Rect(0, 0, 0, 0)
        stream = Content(self.store, operators.form_digits(box))
        stream.draw(shapes)
        return self.store.form_of(stream, box.grown(1), "/DeviceRGB")

    def _path(self, path: Path) -> None:
        fill, stroke = path.fill, path.stroke
        if stroke and stroke.width <= 0:
            stroke = None  # PDF would draw the thinnest line that the device has
        solid = path.fill_opacity == 1 and isinstance(fill, str)
        if solid and stroke and stroke.opacity == 1 and isinstance(stroke.paint, str):
            inks = f"{operators.color(str(fill))} rg {operators.color(stroke.paint)} RG"
            self.ink = str(fill)
            outline = operators.outline(path.segments, self.digits)
            self.code.append(f"{inks} {operators.pen(stroke, self.digits)}\n{outline}\n{'B*' if path.evenodd else 'B'}")
            return
        if fill:  # apart: one operator for both would let the fill shine through the line
            self._fill(path)
        if stroke:
            self._stroke(path, stroke)

    def _fill(self, path: Path) -> None:
        outline = operators.outline(path.segments, self.digits)
        painted = f"{outline}\n{'f*' if path.evenodd else 'f'}"
        if isinstance(path.fill, Gradient):
            box = operators.room((path,))
            self._graded(path.fill, path.fill_opacity, "/Pattern cs /{} scn", painted, box)
        elif path.fill:
            inked = painted if path.fill == self.ink else f"{operators.color(path.fill)} rg\n{painted}"
            if path.fill_opacity == 1:
                self.ink = path.fill
            self.code.append(self._faded(path.fill_opacity, 1, inked))

    def _stroke(self, path: Path, stroke: Stroke) -> None:
        painted = f"{operators.pen(stroke, self.digits)}\n{operators.outline(path.segments, self.digits)}\nS"
        if isinstance(stroke.paint, Gradient):
            self._graded(stroke.paint, stroke.opacity, "/Pattern CS /{} SCN", painted, operators.room((path,)))
        else:
            self.code.append(self._faded(1, stroke.opacity, f"{operators.color(stroke.paint)} RG\n{painted}"))

    def _graded(self, gradient: Gradient, opacity: float, choose: str, painted: str, box: Rect | None) -> None:
        """Paint with a gradient, in a form of its own: there a pattern starts from the coordinates of the shape."""
        if box is None or not gradient.stops:
            return
        inside = Content(self.store)
        pattern = inside.use("Pattern", self.store.pattern(gradient))
        mask = ""
        shares = {stop.opacity for stop in gradient.stops}
        if len(shares) > 1:
            mask = self._mask(gradient, box)
        else:
            opacity *= shares.pop()
        code = f"{choose.format(pattern)}\n{painted}"
        inside.code.append(inside._faded(opacity, opacity, code, mask))
        name = self.store.form_of(inside, box.grown(1))
        self.code.append(f"/{self.use('XObject', name)} Do")

    def _mask(self, gradient: Gradient, box: Rect) -> str:
        stream = Content(self.store)
        shading = stream.use("Shading", self.store.shading(gradient, opacity=True))
        numbers = " ".join(f"{number:.6f}" for number in scene.times(operators.FLIP, gradient.matrix))
        stream.code.append(f"{numbers} cm /{shading} sh")
        return self.store.form_of(stream, box.grown(1), "/DeviceGray")
