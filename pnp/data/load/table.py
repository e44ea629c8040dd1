"""Tables with known keys, checked by pydantic's validator; every fault of a table is found in one pass.

The annotations of a class say what each key may hold, as in a pydantic model. They are handed to pydantic_core, the
validator inside pydantic, directly: importing the rest of pydantic and building its classes would take a fifth of a
small build. Knows no key and no game.
"""

from collections.abc import Mapping
from functools import partial
from inspect import get_annotations
from types import UnionType
from typing import Annotated, Any, ClassVar, Literal, TypeVar, Union, cast, dataclass_transform, get_args, get_origin

from pydantic_core import CoreSchema, SchemaValidator, core_schema

from pnp.data.load.types import Check, Terms

T = TypeVar("T", bound="Table")
Json = dict[str, object]


@dataclass_transform(kw_only_default=True)
class Table:
    """A table of TOML. Keys without a default must be present, other keys than those of the class are refused."""

    __slots__ = ("__dict__", "__pydantic_extra__", "__pydantic_fields_set__", "__pydantic_private__")

    _validator: ClassVar[SchemaValidator | None] = None

    @classmethod
    def hints(cls) -> dict[str, Any]:
        """Return the annotation of each key, those of parent classes first."""
        found: dict[str, Any] = {}
        for base in reversed(cls.__mro__):
            found.update({key: hint for key, hint in get_annotations(base).items() if key[0] != "_"})
        return found

    @classmethod
    def check(cls: type[T], raw: object, terms: Terms) -> T:
        """Return the table as a value of this class. Raises pydantic_core.ValidationError with all faults."""
        if "_validator" not in cls.__dict__:
            tables: dict[str, CoreSchema] = {}
            root = _core(cls, tables)
            cls._validator = SchemaValidator(core_schema.definitions_schema(root, list(tables.values())))
        return cast(T, cast(SchemaValidator, cls._validator).validate_python(raw, context=terms))

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


def _check(hint: Any) -> Check | None:
    """Return the check in Annotated[type, Check()]."""
    notes = get_args(hint)[1:] if get_origin(hint) is Annotated else ()
    return next((note for note in notes if isinstance(note, Check)), None)


def _core(hint: Any, tables: dict[str, CoreSchema]) -> CoreSchema:
    """Return what pydantic_core is told about one annotation."""
    check = _check(hint)
    if check:
        return core_schema.with_info_plain_validator_function(check.validate)
    args = get_args(hint)
    match get_origin(hint):
        case origin if origin is Literal:
            return core_schema.literal_schema(list(args))
        case origin if origin is tuple:
            return core_schema.tuple_variable_schema(_core(args[0], tables))
        case origin if origin is Mapping:
            return core_schema.dict_schema(values_schema=_core(args[1], tables))
        case origin if origin in (Union, UnionType):  # TOML has no null: None is only a default
            return _core(next(arg for arg in args if arg is not type(None)), tables)
        case _:
            return _core_table(hint, tables)


def _core_table(hint: Any, tables: dict[str, CoreSchema]) -> CoreSchema:
    table = inner(hint)
    if table is None:
        raise AssertionError(f"{hint} is not an annotation of a table")
    name = table.__name__
    if name not in tables:
        tables[name] = core_schema.any_schema()  # keeps a table inside itself from going round
        fields = {key: _core_key(table, key, inside, tables) for key, inside in table.hints().items()}
        body = core_schema.model_fields_schema(fields, extras_schema=None, extra_behavior="forbid")
        tables[name] = core_schema.model_schema(table, body, ref=name)
    return core_schema.definition_reference_schema(name)


def _core_key(table: type[Table], key: str, hint: Any, tables: dict[str, CoreSchema]) -> core_schema.ModelField:
    schema = _core(hint, tables)
    if hasattr(table, key):
        check = _check(hint)
        validate = check is not None and check.default_too
        default = partial(getattr, table, key)  # a plain default would be copied each time
        schema = core_schema.with_default_schema(schema, default_factory=default, validate_default=validate)
    return core_schema.model_field(schema)


def _json(hint: Any, tables: dict[str, Json]) -> Json:
    """Return the JSON schema of one annotation."""
    check = _check(hint)
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
