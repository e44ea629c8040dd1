"""Values: the same as the standard library's dataclasses in everything that the press asks of them."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from collections.abc import Callable
from typing import Any, ClassVar

import pytest

from pnp import values

MAKERS: tuple[Callable[..., Any], ...] = (dataclasses.dataclass, values.dataclass)


@values.dataclass(frozen=True, slots=True)
class Kept:
    """One that can be found again by its name, as pickle wants it."""

    x: float
    names: tuple[str, ...] = ()


def point(maker: Callable[..., Any], **words: bool) -> Any:
    @maker(**words)
    class Point:
        """A place."""

        kind: ClassVar[str] = "point"
        x: float
        y: float = 2.0
        seen: dict[str, int] = dataclasses.field(default_factory=dict, compare=False)

        def far(self) -> float:
            return self.x + self.y

    return Point


def outcome(do: Callable[[], object]) -> object:
    """Return what happens: a value as text, or the kind of error."""
    try:
        return repr(do())
    except (TypeError, AttributeError, IndexError) as error:
        return type(error)


@pytest.mark.parametrize(
    "words",
    [
        {"frozen": True, "slots": True},
        {"frozen": True},
        {"slots": True},
        {"frozen": True, "slots": True, "eq": False},
        {"frozen": True, "slots": True, "order": True},
    ],
    ids=" ".join,
)
@pytest.mark.parametrize("before", [0, 150], ids=["first values", "many values"])
def test_a_value_does_what_a_dataclass_does(words: dict[str, bool], before: int) -> None:
    found = []
    for maker in MAKERS:
        made = point(maker, **words)
        assert len([made(number) for number in range(before)]) == before
        one, same, other = made(1.0), made(1.0, 2.0, {"a": 1}), made(x=3.0, y=0.5)
        found.append(
            [
                outcome(lambda one=one: one.far()),
                outcome(lambda one=one, same=same: one == same),
                outcome(lambda one=one, other=other: one == other),
                outcome(lambda one=one: one == 1),
                outcome(lambda one=one, other=other: one < other),
                outcome(lambda one=one, same=same: hash(one) == hash(same)),
                outcome(lambda one=one: setattr(one, "x", 5.0)),
                outcome(lambda one=one: delattr(one, "y")),
                outcome(lambda one=one: setattr(one, "z", 5.0)) == "None",
                outcome(lambda made=made: made()),
                outcome(lambda made=made: made(1.0, z=2)),
                outcome(lambda made=made: made(1.0, x=2.0)),
                outcome(lambda made=made: made(1.0, 2.0, {}, 4.0)),
                outcome(lambda made=made: made(y=1.0)),
                outcome(lambda other=other: dataclasses.replace(other, x=0.0).far()),
                outcome(lambda other=other: dataclasses.asdict(other)),
                outcome(lambda made=made: [each.name for each in dataclasses.fields(made)]),
                outcome(lambda made=made: made.__match_args__),
                outcome(lambda made=made: (made.kind, made.__name__, made.__doc__)),
                outcome(lambda other=other: copy.copy(other).x),
                hasattr(one, "__dict__"),
                made.__hash__ is None,
            ]
        )
    assert found[0] == found[1]


@pytest.mark.parametrize("maker", MAKERS, ids=["standard", "ours"])
def test_a_child_has_the_fields_of_its_parent_first(maker: Callable[..., Any]) -> None:
    parent = point(maker, frozen=True, slots=True)

    @maker(frozen=True, slots=True)
    class Child(parent):  # type: ignore[misc]
        label: str = "here"

    child = Child(1.0, 2.0, {}, "there")
    assert (1.0, 2.0, "there", ("label",)) == (child.x, child.y, child.label, Child.__slots__)
    assert child != parent(1.0, 2.0)
    assert not hasattr(child, "__dict__")


@pytest.mark.parametrize("maker", MAKERS, ids=["standard", "ours"])
@pytest.mark.parametrize("slots", [True, False])
def test_what_follows_from_fields_is_set_after_them(maker: Callable[..., Any], slots: bool) -> None:
    @maker(slots=slots)
    class Sum:
        parts: tuple[int, ...]
        whole: int = dataclasses.field(init=False)
        seen: list[int] = dataclasses.field(init=False, default_factory=list)
        unit: str = dataclasses.field(init=False, default="mm")

        def __post_init__(self) -> None:
            self.whole = sum(self.parts)

    made = [Sum((1, number)) for number in range(150)]
    assert [(1 + number, [], "mm") for number in range(150)] == [(one.whole, one.seen, one.unit) for one in made]
    assert made[0].seen is not made[1].seen
    with pytest.raises(TypeError):
        Sum((1,), whole=2)


def test_what_a_class_writes_itself_stays() -> None:
    @values.dataclass(frozen=True, slots=True)
    class Loud:
        word: str

        def __repr__(self) -> str:
            return self.word.upper()

        def __hash__(self) -> int:
            return 7

    assert ("HEY", 7, True) == (repr(Loud("hey")), hash(Loud("hey")), Loud("hey") == Loud("hey"))


def test_a_value_goes_through_pickle() -> None:
    one = Kept(1.5, ("a", "b"))
    assert one == pickle.loads(pickle.dumps(one)) == copy.deepcopy(one)
    assert "Kept(x=1.5, names=('a', 'b'))" == repr(one)
