"""What pydantic_core is told about a table: it finds every fault in one pass. Beside `table`, loaded for faults alone.

The validator inside pydantic takes the annotations directly: importing the rest of pydantic and building its classes
would take longer than all else that a refusal needs. Knows no key and no game.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

from pydantic_core import CoreSchema, SchemaValidator, core_schema

from pnp.data.load.table import Table, check_in, inner


def validator(table: type[Table]) -> SchemaValidator:
    """Return what makes values of a class of tables, or tells all that is wrong."""
    tables: dict[str, CoreSchema] = {}
    root = _core(table, tables)
    return SchemaValidator(core_schema.definitions_schema(root, list(tables.values())))


def _core(hint: Any, tables: dict[str, CoreSchema]) -> CoreSchema:
    """Return what pydantic_core is told about one annotation."""
    check = check_in(hint)
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
        check = check_in(hint)
        validate = check is not None and check.default_too
        default = partial(getattr, table, key)  # a plain default would be copied each time
        schema = core_schema.with_default_schema(schema, default_factory=default, validate_default=validate)
    return core_schema.model_field(schema)
