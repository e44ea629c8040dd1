"""`dataclass`, made in a tenth of the time. Below everything; knows no module of the press.

The press is some 150 frozen values. The standard library writes six functions for each of them as text and compiles
them while a module is imported: 0.1 s of every start, a third of a small build. Here the functions are shared by all
values, and the one that must be written, `__init__`, is when the first value of its class is made. The fields are the
standard library's own, so its `replace`, `fields` and `asdict` work; type checkers see its `dataclass`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import FrozenInstanceError, field
from operator import attrgetter
from typing import TYPE_CHECKING, Any

__all__ = ["dataclass", "field", "replace"]

if TYPE_CHECKING:
    from dataclasses import dataclass, replace
else:

    def dataclass(*, frozen=False, slots=False, eq=True, order=False):
        """Return a decorator that makes a class a value, as `dataclasses.dataclass` does with the same words."""
        return lambda cls: _made(cls, frozen, slots, eq, order)

    def replace(obj, /, **changes):
        """Return a copy of a value with these fields changed, as `dataclasses.replace` does in four times the time."""
        kind = obj.__class__
        known = _readers.get(kind)
        if known is None:
            names = kind.__match_args__
            known = _readers[kind] = names, attrgetter(*names) if len(names) > 1 else _alone(*names)
        names, read = known
        return kind(**{**dict(zip(names, read(obj), strict=True)), **changes})


_readers: dict[type, tuple[tuple[str, ...], Callable[[Any], tuple[Any, ...]]]] = {}

_Fields = Mapping[str, Any]


def _made(cls: type, frozen: bool, slots: bool, eq: bool, order: bool) -> type:
    fields = _fields(cls)
    body: dict[str, Any] = {}
    if slots:
        cls = _slotted(cls, fields)
    written = cls.__dict__
    body["__dataclass_fields__"] = fields
    body["__match_args__"] = tuple(name for name, one in fields.items() if one.init)
    body["__init__"] = _waiting(cls, fields, frozen, slots)
    body["__repr__"] = _repr(tuple(name for name, one in fields.items() if one.repr))
    values = _values(tuple(name for name, one in fields.items() if one.compare))
    if eq:
        body["__eq__"] = _compared(values, lambda one, other: one == other)
        body["__hash__"] = _hashed(values) if frozen else None
    if order:
        body |= {
            "__lt__": _compared(values, lambda one, other: one < other),
            "__le__": _compared(values, lambda one, other: one <= other),
            "__gt__": _compared(values, lambda one, other: one > other),
            "__ge__": _compared(values, lambda one, other: one >= other),
        }
    if frozen:
        body |= {"__setattr__": _no_change, "__delattr__": _no_change}
        if slots:
            body |= {"__getstate__": _state, "__setstate__": _set_state}
    for name, value in body.items():
        own = written.get(name)
        if name not in written or (name == "__hash__" and own is None and "__eq__" not in written):
            setattr(cls, name, value)
    return cls


def _fields(cls: type) -> dict[str, Any]:
    """Return the fields of the bases and of the class itself, in order."""
    found: dict[str, Any] = {}
    for base in cls.__mro__[-1:0:-1]:
        found |= getattr(base, "__dataclass_fields__", {})
    for name, hint in cls.__annotations__.items():
        if "ClassVar" in str(hint):
            continue
        default = cls.__dict__.get(name, dataclasses.MISSING)
        one: Any = default if isinstance(default, dataclasses.Field) else field(default=default)
        one.name, one.type, one._field_type = name, hint, dataclasses._FIELD  # type: ignore[attr-defined]
        one.kw_only = False
        if isinstance(default, dataclasses.Field):
            if one.default is dataclasses.MISSING:
                delattr(cls, name)
            else:
                setattr(cls, name, one.default)
        found[name] = one
    return found


def _slotted(cls: type, fields: _Fields) -> type:
    """Return the class made again with a slot for each field that no base has one for."""
    inherited = {name for base in cls.__mro__[1:-1] for name in getattr(base, "__slots__", ())}
    body = {name: value for name, value in cls.__dict__.items() if name not in ("__dict__", "__weakref__", *fields)}
    body["__slots__"] = tuple(name for name in fields if name not in inherited)
    made = type(cls)(cls.__name__, cls.__bases__, body)
    made.__qualname__ = cls.__qualname__
    return made


def _waiting(cls: type, fields: _Fields, frozen: bool, slots: bool) -> Callable[..., None]:
    """Return an `__init__` that puts the real one in its place when it is called first."""

    def __init__(self: Any, *args: Any, **kwargs: Any) -> None:  # noqa: N807 (it is one)
        real = _initializer(cls, fields, frozen, slots)
        if cls.__dict__.get("__init__") is __init__:
            cls.__init__ = real  # type: ignore[misc]
        real(self, *args, **kwargs)

    return __init__


def _initializer(cls: type, fields: _Fields, frozen: bool, slots: bool) -> Callable[..., None]:
    missing = dataclasses.MISSING
    known: dict[str, Any] = {"MADE": missing, "keep": object.__setattr__}
    heads, lines = ["self"], []
    for name, one in fields.items():
        value = name
        if one.default_factory is not missing:
            known[f"make_{name}"] = one.default_factory
            value = f"make_{name}() if {name} is MADE else {name}" if one.init else f"make_{name}()"
            heads += [f"{name}=MADE"] if one.init else []
        elif one.default is not missing:
            known[f"was_{name}"] = one.default
            value = name if one.init else f"was_{name}"
            heads += [f"{name}=was_{name}"] if one.init else []
        elif one.init:
            heads.append(name)
        else:
            continue
        if slots:
            known[f"set_{name}"] = getattr(cls, name).__set__
            lines.append(f" set_{name}(self, {value})")
        else:
            lines.append(f" keep(self, {name!r}, {value})" if frozen else f" self.{name} = {value}")
    if hasattr(cls, "__post_init__"):
        lines.append(" self.__post_init__()")
    exec("\n".join((f"def __init__({', '.join(heads)}):", *lines, " return None")), known)
    made: Callable[..., None] = known["__init__"]
    made.__qualname__ = f"{cls.__qualname__}.__init__"
    return made


def _alone(name: str) -> Callable[[Any], tuple[Any, ...]]:
    return lambda value: (getattr(value, name),)


def _values(names: tuple[str, ...]) -> Callable[[Any], Any]:
    """Return what gives the values of these fields, to compare; one field gives its value alone."""
    return attrgetter(*names) if names else lambda _: ()


def _compared(values: Callable[[Any], Any], holds: Callable[[Any, Any], bool]) -> Callable[[Any, Any], Any]:
    def compared(self: Any, other: Any) -> Any:
        return holds(values(self), values(other)) if other.__class__ is self.__class__ else NotImplemented

    return compared


def _hashed(values: Callable[[Any], Any]) -> Callable[[Any], int]:
    return lambda self: hash(values(self))


def _repr(names: tuple[str, ...]) -> Callable[[Any], str]:
    def shown(self: Any) -> str:
        return f"{self.__class__.__qualname__}({', '.join(f'{name}={getattr(self, name)!r}' for name in names)})"

    return shown


def _no_change(self: Any, name: str, value: object = None) -> None:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _state(self: Any) -> list[Any]:
    return [getattr(self, name) for name in self.__dataclass_fields__]


def _set_state(self: Any, state: list[Any]) -> None:
    for name, value in zip(self.__dataclass_fields__, state, strict=True):
        object.__setattr__(self, name, value)
