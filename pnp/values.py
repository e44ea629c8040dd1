"""`dataclass`, made in a tenth of the time. Below everything; knows no module of the press.

The press is some 150 frozen values. The standard library writes six functions for each of them as text and compiles
them while a module is imported: 0.1 s of every start, a third of a small build. Here the functions are shared by all
values, and the one that must be written, `__init__`, is when it turns out that many values of its class are made. The
fields are the standard library's own, so its `replace`, `fields` and `asdict` work; type checkers see its `dataclass`.
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

_Told = Mapping[str, tuple[Any, Any]]
"""Annotation of each field and what stands behind it: a default, `field(…)`, or MISSING."""

_FIELD = dataclasses.Field
_FEW = 100
"""Values of a class that are made step by step: to write their `__init__` would take longer."""


def _made(cls: type, frozen: bool, slots: bool, eq: bool, order: bool) -> type:
    told = _told(cls)
    body: dict[str, Any] = {
        "__dataclass_fields__": _Fields(told),
        "__match_args__": _names(told, "init"),
        "__repr__": _repr(_names(told, "repr")),
    }
    values = _values(_names(told, "compare"))
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
    written = cls.__dict__
    for name in [name for name in body if name in written]:  # what a class writes itself stays
        if not (name == "__hash__" and written[name] is None and "__eq__" not in written):
            del body[name]
    cls = _slotted(cls, told, body) if slots else _open(cls, told, body)
    if "__init__" not in written:
        cls.__init__ = _waiting(cls, told, frozen, slots)  # type: ignore[misc]
    return cls


def _told(cls: type) -> dict[str, tuple[Any, Any]]:
    """Return what is said of the fields of the bases and of the class itself, in order."""
    found: dict[str, tuple[Any, Any]] = {}
    for base in cls.__mro__[-1:0:-1]:
        known = base.__dict__.get("__dataclass_fields__", {})
        found |= known.told if isinstance(known, _Fields) else {name: (one.type, one) for name, one in known.items()}
    for name, hint in cls.__annotations__.items():
        if "ClassVar" not in str(hint):
            found[name] = hint, cls.__dict__.get(name, dataclasses.MISSING)
    return found


def _names(told: _Told, word: str) -> tuple[str, ...]:
    """Return the fields that have a part in something: `init`, `repr` or `compare`."""
    out = [name for name, (_, given) in told.items() if given.__class__ is _FIELD and not getattr(given, word)]
    return tuple(name for name in told if name not in out) if out else tuple(told)


class _Fields:
    """The fields as the standard library keeps them, made when it asks for them."""

    __slots__ = ("made", "told")

    def __init__(self, told: _Told) -> None:
        self.told = told
        self.made: dict[str, Any] = {}

    def __get__(self, _: object, kind: type | None = None) -> dict[str, Any]:
        self.made = self.made or {name: self._field(name, *told) for name, told in self.told.items()}
        return self.made

    def _field(self, name: str, hint: Any, given: Any) -> Any:
        one: Any = given if isinstance(given, dataclasses.Field) else field(default=given)
        one.name, one.type, one._field_type = name, hint, dataclasses._FIELD  # type: ignore[attr-defined]
        one.kw_only = False
        return one


def _slotted(cls: type, told: _Told, body: Mapping[str, Any]) -> type:
    """Return the class made again with `body` and a slot for each field that no base has one for."""
    inherited = {name for base in cls.__mro__[1:-1] for name in getattr(base, "__slots__", ())}
    kept = {name: value for name, value in cls.__dict__.items() if name not in ("__dict__", "__weakref__", *told)}
    slots = tuple(name for name in told if name not in inherited)
    made = type(cls)(cls.__name__, cls.__bases__, {**kept, **body, "__slots__": slots})
    made.__qualname__ = cls.__qualname__
    return made


def _open(cls: type, told: _Told, body: Mapping[str, Any]) -> type:
    """Return the class with `body`, and without the `field(…)` that stand in it."""
    for name, value in body.items():
        setattr(cls, name, value)
    for name, (_, given) in told.items():
        if isinstance(given, dataclasses.Field) and name in cls.__annotations__:
            if given.default is dataclasses.MISSING:
                delattr(cls, name)
            else:
                setattr(cls, name, given.default)
    return cls


def _waiting(cls: type, told: _Told, frozen: bool, slots: bool) -> Callable[..., None]:
    """Return an `__init__` that fills the first few values itself, then puts a written one in its place."""
    rows: list[_Row] = []
    left = _FEW if slots else 0
    more = hasattr(cls, "__post_init__")

    def __init__(self: Any, *args: Any, **kwargs: Any) -> None:  # noqa: N807 (it is one)
        nonlocal left, rows
        left -= 1
        if left >= 0:
            rows = rows or _rows(cls, told)
            if _filled(self, rows, args, kwargs):
                if more:
                    self.__post_init__()
                return
        real = _initializer(cls, told, frozen, slots)
        if cls.__dict__.get("__init__") is __init__:
            cls.__init__ = real  # type: ignore[misc]
        real(self, *args, **kwargs)

    return __init__


_Row = tuple[str, Callable[[Any, Any], None], Any, Any, bool]
"""Of a field: name, what sets it, its default, what makes its default, and whether it can be given."""


def _rows(cls: type, told: _Told) -> list[_Row]:
    return [(name, getattr(cls, name).__set__, *_default(given)) for name, (_, given) in told.items()]


def _default(given: Any) -> tuple[Any, Any, bool]:
    """Return the default of a field, what makes it, and whether another can be given."""
    if isinstance(given, dataclasses.Field):
        return given.default, given.default_factory, given.init
    return given, dataclasses.MISSING, True


def _filled(self: Any, rows: list[_Row], args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> bool:
    """Fill the slots of a value; False where not all fits, which the written `__init__` then says as Python does."""
    missing = dataclasses.MISSING
    at = named = 0
    for name, put, default, make, asked in rows:
        if asked and at < len(args):
            if name in kwargs:
                return False
            value = args[at]
            at += 1
        elif asked and name in kwargs:
            value = kwargs[name]
            named += 1
        elif make is not missing:
            value = make()
        elif default is not missing:
            value = default
        elif asked:
            return False
        else:
            continue
        put(self, value)
    return at == len(args) and named == len(kwargs)


def _initializer(cls: type, told: _Told, frozen: bool, slots: bool) -> Callable[..., None]:
    missing = dataclasses.MISSING
    known: dict[str, Any] = {"MADE": missing, "keep": object.__setattr__}
    heads, lines = ["self"], []
    for name, (_, given) in told.items():
        default, make, asked = _default(given)
        value = name
        if make is not missing:
            known[f"make_{name}"] = make
            value = f"make_{name}() if {name} is MADE else {name}" if asked else f"make_{name}()"
            heads += [f"{name}=MADE"] if asked else []
        elif default is not missing:
            known[f"was_{name}"] = default
            value = name if asked else f"was_{name}"
            heads += [f"{name}=was_{name}"] if asked else []
        elif asked:
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
