"""Tables with known keys; every fault of a table is found in one pass.

The annotations of a class say what each key may hold, as in a pydantic model. A table without a fault is read by them
here. Only where something is not as it should be are they handed to pydantic_core, the validator inside pydantic, which
finds all that is wrong (`validating`): to load it takes longer than to read all tables of a game. Knows no key and no
game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from inspect import get_annotations
from types import UnionType
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    ClassVar,
    Literal,
    TypeAlias,
    TypeVar,
    Union,
    cast,
    dataclass_transform,
    get_args,
    get_origin,
)

from pnp.data.load.types import Check, Terms

if TYPE_CHECKING:
    from pydantic_core import SchemaValidator

T = TypeVar("T", bound="Table")
Json = dict[str, object]
_Reader: TypeAlias = Callable[[object, Terms], object]


class _AtFault(Exception):  # noqa: N818 (what the value is; `Table.quick` alone catches it)
    """A value that is not plainly what its key may hold."""


@dataclass_transform(kw_only_default=True)
class Table:
    """A table of TOML. Keys without a default must be present, other keys than those of the class are refused."""

    __slots__ = ("__dict__", "__pydantic_extra__", "__pydantic_fields_set__", "__pydantic_private__")

    _validator: ClassVar[SchemaValidator | None] = None
    _readers: ClassVar[Mapping[str, _Key] | None] = None

    @classmethod
    def hints(cls) -> dict[str, Any]:
        """Return the annotation of each key, those of parent classes first."""
        found: dict[str, Any] = {}
        for base in reversed(cls.__mro__):
            found.update({key: hint for key, hint in get_annotations(base).items() if key[0] != "_"})
        return found

    @classmethod
    def quick(cls: type[T], raw: object, terms: Terms) -> T | None:
        """Return the table as a value of this class, None where something in it is for `check` to look at."""
        try:
            return _read(cls, raw, terms)
        except (_AtFault, ValueError, AssertionError, RecursionError):
            return None

    @classmethod
    def check(cls: type[T], raw: object, terms: Terms) -> T:
        """Return the same as `quick`. Raises pydantic_core.ValidationError with all faults."""
        if "_validator" not in cls.__dict__:
            from pnp.data.load.validating import validator

            cls._validator = validator(cls)
        return cast(T, cast("SchemaValidator", cls._validator).validate_python(raw, context=terms))

    @classmethod
    def json(cls, tables: dict[str, Json]) -> Json:
        """Return a reference to the JSON schema of this table; it and those inside it are added to `tables`."""
        name = cls.__name__.removesuffix("Table")
        if name not in tables:
            properties: Json = {}
            hints = cls.hints()
            needed = [key for key in hints if not hasattr(cls, key)]
            tables[name] = {
                "type": "object",
                "properties": properties,
                "required": needed,
                "additionalProperties": False,
            }
            properties.update({key: _json(hint, tables) for key, hint in hints.items()})
        return {"$ref": f"#/$defs/{name}"}


def inner(hint: Any) -> type[Table] | None:
    """Return the class of the tables that an annotation holds, such as tuple[OptionTable, ...]."""
    if isinstance(hint, type) and get_origin(hint) is None and issubclass(hint, Table):
        return hint
    if isinstance(hint, str):
        return next((table for table in Table.__subclasses__() if table.__name__ == hint), None)
    return next((table for table in map(inner, get_args(hint)) if table), None) if get_origin(hint) else None


def check_in(hint: Any) -> Check | None:
    """Return the check in Annotated[type, Check()]."""
    notes = get_args(hint)[1:] if get_origin(hint) is Annotated else ()
    return next((note for note in notes if isinstance(note, Check)), None)


class _Key:
    """What one key of a table may hold, and what it holds when it is left out."""

    __slots__ = ("again", "default", "hint", "needed", "reader")

    def __init__(self, table: type[Table], name: str, hint: Any) -> None:
        self.hint = hint
        self.needed = not hasattr(table, name)
        self.default = getattr(table, name, None)
        check = None if self.needed else check_in(hint)
        self.again = check if check and check.default_too else None
        self.reader: _Reader | None = None  # made for keys that somebody writes

    def read(self, value: object, terms: Terms) -> object:
        if self.reader is None:
            self.reader = _reader(self.hint)
        return self.reader(value, terms)

    def left_out(self, terms: Terms) -> object:
        if self.needed:
            raise _AtFault
        return self.again.read(self.default, terms) if self.again else self.default


def _read(table: type[T], raw: object, terms: Terms) -> T:
    """Return a table without fault; anything that is not plainly right raises `_AtFault` or what its check raises."""
    keys = table.__dict__.get("_readers")
    if keys is None:
        keys = table._readers = {name: _Key(table, name, hint) for name, hint in table.hints().items()}
    if type(raw) is not dict or not raw.keys() <= keys.keys():
        raise _AtFault
    made = object.__new__(table)
    made.__dict__ = {
        name: key.read(raw[name], terms) if name in raw else key.left_out(terms) for name, key in keys.items()
    }
    return made


def _reader(hint: Any) -> _Reader:
    """Return what reads a value with one annotation."""
    check = check_in(hint)
    if check:
        return check.read
    args = get_args(hint)
    match get_origin(hint):
        case origin if origin is Literal:
            return lambda value, _: _one_of(args, value)
        case origin if origin is tuple:
            item = _reader(args[0])
            return lambda value, terms: tuple([item(each, terms) for each in _plainly(list, value)])
        case origin if origin is Mapping:
            held = _reader(args[1])
            return lambda value, terms: {key: held(each, terms) for key, each in _plainly(dict, value).items()}
        case origin if origin in (Union, UnionType):  # TOML has no null: None is only a default
            return _reader(next(arg for arg in args if arg is not type(None)))
        case _:
            table = inner(hint)
            if table is None:
                raise TypeError(f"{hint} is not an annotation of a table")
            return lambda value, terms: _read(table, value, terms)


def _plainly(kind: Any, value: object) -> Any:
    if type(value) is not kind:
        raise _AtFault
    return value


def _one_of(allowed: tuple[object, ...], value: object) -> object:
    for each in allowed:
        if type(each) is type(value) and each == value:
            return each
    raise _AtFault


def _json(hint: Any, tables: dict[str, Json]) -> Json:
    """Return the JSON schema of one annotation."""
    check = check_in(hint)
    if check:
        return check.schema()
    args = get_args(hint)
    match get_origin(hint):
        case origin if origin is Literal:
            return {"const": args[0]} if len(args) == 1 else {"enum": list(args)}
        case origin if origin is tuple:
            return {"type": "array", "items": _json(args[0], tables)}
        case origin if origin is Mapping:
            return {"type": "object", "additionalProperties": _json(args[1], tables)}
        case origin if origin in (Union, UnionType):
            return _json(next(arg for arg in args if arg is not type(None)), tables)
        case _:
            table = inner(hint)
            return table.json(tables) if table else {}
