"""What a single value in a game's file may be: lengths, texts by language, inks, counts.

Each check turns what TOML holds into the final value or refuses it in a sentence. Limits come from the press: text of
less than 6.5 pt cannot be read, and lines under 0.25 mm do not print on every printer.
"""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, ClassVar, TypeGuard, get_args

from pnp import units
from pnp.data import inks, plain_text
from pnp.data.counted import Order, amount
from pnp.data.frame import When
from pnp.data.load.faces import FALLBACK, stacked
from pnp.data.words import Words
from pnp.expressions import expression
from pnp.near import listed, meant
from pnp.values import dataclass, field, replace

if TYPE_CHECKING:
    from pydantic_core.core_schema import ValidationInfo

SMALLEST_TEXT = 6.5  # pt
THINNEST_LINE = 0.25  # mm
LARGEST = 5000.0  # mm: PDF pages end at 14,400 pt = 5,080 mm (PDF 32000-1, annex C)
SHIPPED: Mapping[str, str] = {
    "display": "Alfa Slab One",
    "text": "Atkinson Hyperlegible",
    "label": "Barlow Condensed",
}
"""Families that are installed with the press, under the roles they have in games that do not name others."""

_ORDERS: tuple[Order, ...] = get_args(Order)
_WHEN = expression(r"(!?)\s*([^=!<>]+?)\s*(?:(!?=|[<>]=?)\s*(.*))?", re.DOTALL)


class Refused(ValueError):  # noqa: N818 (what happened to the value, as DoesNotFit and Overfull)
    """A value that is not allowed: the sentence, and what was probably meant."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


@dataclass(frozen=True, slots=True)
class Terms:
    """The words a game has defined: its languages, inks (id → colour) and font roles (role → family)."""

    languages: tuple[str, ...] = ("en",)
    inks: Mapping[str, str] = field(default_factory=dict)
    fonts: Mapping[str, str] = field(default_factory=lambda: SHIPPED)
    families: Mapping[str, str] = field(default_factory=dict)  # of the game's own folder: name in lower case → family
    sizes: Callable[[], Mapping[str, tuple[float, float]]] = dict  # width and height by name, read when one is named


def found(value: object) -> str:
    """Name a TOML value in plain words."""
    match value:
        case bool():
            return "true" if value else "false"
        case int() | float():
            return str(value)
        case str():
            return f'"{value}"' if len(value) <= 60 else f'"{value[:60]}…"'
        case list():
            return "a list"
        case Mapping():
            return "a table"
        case _:
            return "a date"


def wrong(value: object, allowed: str, hint: str = "") -> Refused:
    """Return the refusal `found …; allowed: …`."""
    return Refused(f"found {found(value)}; allowed: {allowed}", hint)


def printable(text: str) -> str:
    """Return a text trimmed, or refuse it when it cannot be printed."""
    fault = plain_text.fault(text.strip())
    if fault:
        raise Refused(*fault)
    return text.strip()


def is_language(value: object) -> TypeGuard[str]:
    """Say whether a value is the code of a language (ISO 639)."""
    return isinstance(value, str) and bool(re.fullmatch(r"[a-z]{2,3}", value))


class Check:
    """One kind of value; tables find it in Annotated[type, Check()]."""

    json: ClassVar[dict[str, object]] = {"type": "string"}
    default_too: ClassVar[bool] = False
    """Whether a default goes through the check as well."""

    def read(self, value: object, terms: Terms) -> object:
        """Return the final value, or raise Refused."""
        raise NotImplementedError

    def validate(self, value: object, info: ValidationInfo) -> object:
        """Read a value when pydantic asks; the game's words come along as its context."""
        return self.read(value, info.context if isinstance(info.context, Terms) else Terms())

    def schema(self) -> dict[str, object]:
        """Return the JSON schema of what authors write."""
        return dict(self.json)


class Switch(Check):
    """true or false."""

    json: ClassVar[dict[str, object]] = {"type": "boolean"}

    def read(self, value: object, terms: Terms) -> bool:
        if not isinstance(value, bool):
            raise wrong(value, "true or false, without quotes")
        return value


class Text(Check):
    """A text in quotes, trimmed; `blank` allows ""."""

    def __init__(self, blank: bool = False) -> None:
        self.blank = blank

    def read(self, value: object, terms: Terms) -> str:
        if not isinstance(value, str):
            raise wrong(value, "a text in quotes")
        if not value.strip() and not self.blank:
            raise Refused("the text is blank")
        return printable(value)


class Name(Check):
    """An id: letters, digits, hyphens, underscores. `lower` for names of files, `key` for keys of a table's JSON."""

    def __init__(self, lower: bool = False, key: bool = False) -> None:
        self.pattern, self.allowed = r"[A-Za-z0-9][A-Za-z0-9_-]*", "letters, digits, hyphens and underscores"
        if lower:
            self.pattern, self.allowed = r"[a-z0-9]+(-[a-z0-9]+)*", "lower-case words and numbers joined by hyphens"
        elif key:
            self.pattern, self.allowed = r"[a-z][a-z0-9_]*", "lower-case words joined by underscores"

    def read(self, value: object, terms: Terms) -> str:
        if isinstance(value, str) and re.fullmatch(self.pattern, value):
            return value
        raise wrong(value, self.allowed)

    def schema(self) -> dict[str, object]:
        return {"type": "string", "pattern": f"^{self.pattern}$"}


class Language(Check):
    """The code of a language: en, fr."""

    json: ClassVar[dict[str, object]] = {"type": "string", "pattern": "^[a-z]{2,3}$"}

    def read(self, value: object, terms: Terms) -> str:
        if is_language(value):
            return value
        raise wrong(value, "the code of a language in lower case, such as en or fr")


class Texts(Check):
    """A text for every language of the game: a table en = "…", fr = "…", or one text for all."""

    json: ClassVar[dict[str, object]] = {
        "anyOf": [{"type": "string"}, {"type": "object", "additionalProperties": {"type": "string"}}]
    }

    def __init__(self, blank: bool = False) -> None:
        self.blank = blank

    def read(self, value: object, terms: Terms) -> Words:
        if isinstance(value, str):
            if not value.strip() and not self.blank:
                raise Refused("the text is blank")
            return Words(tuple((lang, printable(value)) for lang in terms.languages) if value.strip() else ())
        if not isinstance(value, Mapping):
            raise wrong(value, 'a text in quotes, or one for each language such as title.en = "…"')
        for lang, text in value.items():
            if lang not in terms.languages:
                hint = meant(lang, terms.languages) or f'add "{lang}" to languages'
                raise Refused(f'"{lang}" is not a language of the game; it has {listed(terms.languages)}', hint)
            if not isinstance(text, str):
                raise wrong(text, "a text in quotes")
        missing = [lang for lang in terms.languages if not str(value.get(lang, "")).strip()]
        if missing:
            raise Refused(f"the text is missing in {listed(missing)}")
        return Words(tuple((lang, printable(str(value[lang]))) for lang in terms.languages))


class Number(Check):
    """A number between `low` and `high`, both included."""

    json: ClassVar[dict[str, object]] = {"type": "number"}
    noun = "a number"

    def __init__(self, low: float = -math.inf, high: float = math.inf, above: float = -math.inf) -> None:
        self.low, self.high, self.above = low, high, above

    def read(self, value: object, terms: Terms) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= sys.float_info.max:
            raise wrong(value, f"{self.noun}{self.limits()}", self.hint(value))
        return self.within(float(value), value)

    def within(self, number: float, written: object) -> float:
        """Return the number, or refuse it by its limits."""
        if self.low <= number <= self.high and number > self.above and math.isfinite(number):
            return number
        raise wrong(written, f"{self.noun}{self.limits()}")

    def hint(self, value: object) -> str:
        return "leave out the quotes" if isinstance(value, str) and re.fullmatch(r"\s*-?[0-9.]+\s*", value) else ""

    def limits(self) -> str:
        """Say the limits in words, with a blank before them."""
        if self.above > -math.inf:
            return f" above {units.tidy(self.above)}"
        if self.low > -math.inf and self.high < math.inf:
            return f" from {units.tidy(self.low)} to {units.tidy(self.high)}"
        if self.low > -math.inf:
            return f", {units.tidy(self.low)} or more"
        return f", {units.tidy(self.high)} or less" if self.high < math.inf else ""


class Whole(Number):
    """A whole number between `low` and `high`, both included."""

    json: ClassVar[dict[str, object]] = {"type": "integer"}
    noun = "a whole number"

    def read(self, value: object, terms: Terms) -> int:
        if isinstance(value, bool) or not isinstance(value, int):
            raise wrong(value, f"{self.noun}{self.limits()}", self.hint(value))
        return int(self.within(value, value))

    def schema(self) -> dict[str, object]:
        limits = {"minimum": self.low, "maximum": self.high}
        return {**self.json, **{key: int(limit) for key, limit in limits.items() if math.isfinite(limit)}}


class Length(Number):
    """A length in mm: a bare number, or a text with its unit."""

    json: ClassVar[dict[str, object]] = {"type": ["number", "string"]}
    noun = 'a length such as 3 (mm), "3mm" or "0.5in"'

    def read(self, value: object, terms: Terms) -> float:
        if not isinstance(value, str | int | float) or isinstance(value, bool):
            raise wrong(value, f"{self.noun}{self.limits()}")
        try:
            length = units.length(value)
            if self.above == 0 and 0 < length < units.TOLERANCE:
                raise wrong(value, f"{self.noun} of {units.tidy(units.TOLERANCE)} mm or more")
            return self.within(length, value)
        except Refused:
            raise
        except ValueError as error:
            raise Refused(str(error)) from error


class Points(Number):
    """The size of a font: a bare number of points, or a text with its unit."""

    json: ClassVar[dict[str, object]] = {"type": ["number", "string"]}
    noun = 'a size of text such as 9 (points) or "9pt"'

    def __init__(self) -> None:
        super().__init__(low=SMALLEST_TEXT)

    def read(self, value: object, terms: Terms) -> float:
        if isinstance(value, str):
            try:
                bare = re.fullmatch(r"[\s\d.,]+", value)
                size = units.length(f"{value}pt" if bare else value) * units.PT_PER_MM
            except ValueError as error:
                raise wrong(value, f"{self.noun}{self.limits()}") from error
            return self.within(round(size, 6), value)
        return super().read(value, terms)


class Size(Check):
    """Width and height: "63x88mm", or a size by its name: "poker"."""

    json: ClassVar[dict[str, object]] = {"type": "string"}

    def read(self, value: object, terms: Terms) -> tuple[float, float]:
        if not isinstance(value, str):
            raise wrong(value, 'a size in quotes such as "63x88mm" or "2.5x3.5in"')
        try:
            size = units.size(value)
        except ValueError as error:
            named = terms.sizes() if re.fullmatch(r"\s*[^\W\d][\w -]*", value) else {}
            if value.strip().casefold() in named:
                return named[value.strip().casefold()]
            hint = meant(value.strip(), named) or (f"sizes with names are {listed(named)}" if named else "")
            raise Refused(str(error), hint) from error
        if max(size) > LARGEST:
            raise Refused(f'"{value}" is too large; allowed: up to {units.tidy(LARGEST)} mm')
        return size


class Ink(Check):
    """A colour: an ink of the game, black, white, #rrggbb; `none` also allows "none", which becomes None."""

    def __init__(self, none: bool = False, blank: bool = False) -> None:
        self.none, self.blank = none, blank

    def read(self, value: object, terms: Terms) -> str | None:
        if not isinstance(value, str):
            raise wrong(value, "an ink of the game, black, white or #rrggbb")
        if (self.none and value == "none") or (self.blank and value == ""):
            return None if self.none else ""
        if known_color := inks.color(value, terms.inks):
            return known_color
        if value.startswith("#"):
            raise wrong(value, "# and six digits 0-9 a-f, such as #1d4e89")
        known = [*terms.inks, *inks.FIXED, *(["none"] if self.none else [])]
        raise Refused(f'"{value}" is not an ink', meant(value, known) or f"the inks are {listed(known)}, or #rrggbb")


class Color(Check):
    """A colour as #rrggbb only."""

    json: ClassVar[dict[str, object]] = {"type": "string", "pattern": "^#[0-9A-Fa-f]{6}$"}

    def read(self, value: object, terms: Terms) -> str:
        if isinstance(value, str) and inks.COLOR.fullmatch(value):
            return value
        raise wrong(value, "# and six digits 0-9 a-f, such as #1d4e89")


class Family(Check):
    """A font: a role of the game's [fonts] table or, if `roles` is off or no role fits, a family or several of them."""

    default_too = True  # the default of a slot's font is a role

    def __init__(self, roles: bool = True) -> None:
        self.roles = roles

    def read(self, value: object, terms: Terms) -> str:
        if not isinstance(value, str):
            raise wrong(value, "the name of a font in quotes")
        if self.roles and value in terms.fonts:
            return terms.fonts[value]
        fallback = terms.fonts.get(FALLBACK, "")
        if value in SHIPPED.values() and not terms.families:
            return stacked(value, fallback)
        from pnp import families

        names = [self.family(name, terms) for name in families.split(value) or (value,)]
        return stacked(families.joined(names), fallback)

    def family(self, value: str, terms: Terms) -> str:
        """Return one family as it is asked for, or refuse it."""
        own = terms.families.get(" ".join(value.casefold().split()))
        if own or value in SHIPPED.values():
            return own or value
        from pnp import fonts

        try:
            return fonts.face(value).family
        except fonts.FontProblem as problem:
            hint = meant(value, terms.fonts) if self.roles else ""
            roles = f"; the roles are {listed(terms.fonts)}" if self.roles else ""
            raise Refused(f"{str(problem).rstrip('.')}{roles}", hint or problem.hint) from problem


class Condition(Check):
    """When a slot is drawn: "column", "!column", "column=value", "column!=value", "column>3", or a list of such."""

    json: ClassVar[dict[str, object]] = {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}

    def read(self, value: object, terms: Terms) -> When:
        if isinstance(value, list) and value:
            first, *also = (self.read([] if isinstance(each, list) else each, terms) for each in value)
            return replace(first, also=tuple(also))
        match = _WHEN.fullmatch(value.strip()) if isinstance(value, str) else None
        if not match or (match[1] and match[3]):
            raise wrong(value, '"column", "!column", "column=value", "column!=value", "column>3" or a list of such')
        if match[3] and match[3][0] in "<>":
            order = next(sign for sign in _ORDERS if sign == match[3])
            if amount(match[4]) is None:
                raise wrong(match[4].strip(), f'a number after {order}, such as "{match[2]}{order}3"')
            return When(match[2], match[4].strip(), order=order)
        negate = bool(match[1]) or match[3] == "!="
        return When(match[2], match[4].strip() if match[3] else None, negate)
