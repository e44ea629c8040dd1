"""Tables that are read without pydantic: the same values as with it, or nothing where it would complain."""

from __future__ import annotations

import copy
import datetime
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from pydantic_core import ValidationError

from pnp.data.load.artwork import SharedArtTable
from pnp.data.load.models import ExamplesTable, FieldTable, GameTable, PaperTable
from pnp.data.load.shops import ShopTable
from pnp.data.load.sizes import NamedSizeTable
from pnp.data.load.table import Table
from pnp.data.load.types import Terms
from tests import rich_games

ROOT = Path(__file__).parent.parent
SHARED = ROOT / "templates/_shared"
WRONG: tuple[object, ...] = (
    True, 0, 1, -1, 1.0, 2.5, float("nan"), "", " ", "x", "63x88mm", "black", [], [1], [1, 2], ["x"], [[]], [{}], {},
    {"en": "x"}, {"x": {}}, (), None, datetime.date(2026, 1, 1),
)  # fmt: skip


def raws() -> Iterator[tuple[str, type[Table], object]]:
    for file in sorted(ROOT.glob("templates/*/game.toml")):
        yield file.parent.name, GameTable, tomllib.loads(file.read_text(encoding="utf-8"))
    for file in sorted(ROOT.glob("templates/*/examples.toml")):
        yield f"examples of {file.parent.name}", ExamplesTable, tomllib.loads(file.read_text(encoding="utf-8"))
    for name in rich_games.names():
        yield f"rich {name}", GameTable, tomllib.loads(rich_games.game(name)[f"{rich_games.NAME}/game.toml"].decode())
    named: tuple[tuple[str, type[Table]], ...] = (
        ("papers.toml", PaperTable),
        ("shops.toml", ShopTable),
        ("sizes.toml", NamedSizeTable),
    )
    for name, table in named:
        for key, raw in tomllib.loads((SHARED / name).read_text(encoding="utf-8")).items():
            yield f"{key} of {name}", table, raw
    yield "art.toml", SharedArtTable, tomllib.loads((SHARED / "art.toml").read_text(encoding="utf-8"))


def terms(raw: object) -> Terms:
    """Return the words that a game defines."""
    assert isinstance(raw, dict)
    inks = {id_: ink["color"] for id_, ink in raw.get("inks", {}).items()}
    return Terms(languages=tuple(raw.get("languages", ("en", "fr", "de", "es"))), inks=inks)


def plain(value: object) -> object:
    """Return a value as parts that can be compared, with their kinds."""
    if isinstance(value, Table):
        return type(value), {key: plain(inner) for key, inner in vars(value).items()}
    if isinstance(value, tuple | list):
        return type(value), [plain(each) for each in value]
    if isinstance(value, dict):
        return dict, [(key, plain(each)) for key, each in value.items()]
    return type(value), repr(value)


def checked(table: type[Table], raw: object, words: Terms) -> object:
    try:
        return plain(table.check(raw, words))
    except ValidationError:
        return None


def places(value: object, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Yield where something stands; of a list the first and the last element are enough."""
    if path:
        yield path
    inner: list[tuple[str | int, object]] = []
    if isinstance(value, dict):
        inner = list(value.items())
    elif isinstance(value, list):
        inner = [*enumerate(value[:1]), *((len(value) - 1, each) for each in value[1:][-1:])]
    for key, each in inner:
        yield from places(each, (*path, key))


def changed(raw: object, path: tuple[str | int, ...], value: object) -> object:
    """Return a table or list with another value at a place, `...` for none."""
    if not path:
        return value
    made = copy.copy(raw)
    assert isinstance(made, dict | list)
    if len(path) == 1 and value is ...:
        del made[path[0]]  # type: ignore[arg-type]
    else:
        made[path[0]] = changed(made[path[0]], path[1:], value)  # type: ignore[index]
    return made


@pytest.mark.parametrize(("table", "raw"), [pytest.param(*rest, id=name) for name, *rest in raws()])
def test_a_table_is_read_the_same_without_pydantic(table: type[Table], raw: object) -> None:
    words = terms(raw)
    made = table.quick(raw, words)
    assert checked(table, raw, words) == (None if made is None else plain(made))


@pytest.mark.parametrize(("table", "raw"), [pytest.param(*rest, id=name) for name, *rest in raws()])
def test_no_wrong_value_is_taken_that_pydantic_refuses(table: type[Table], raw: object) -> None:
    words = terms(raw)
    for turn, path in enumerate(places(raw)):
        for value in (..., WRONG[turn % len(WRONG)]):
            broken = changed(raw, path, value)
            made = table.quick(broken, words)
            assert made is None or plain(made) == checked(table, broken, words), (path, value)


@pytest.mark.parametrize("value", WRONG, ids=repr)
def test_each_kind_of_key_refuses_what_pydantic_refuses(value: object) -> None:
    whole = tomllib.loads((ROOT / "templates/bulp/game.toml").read_text(encoding="utf-8"))
    for key in GameTable.hints():
        broken = {**whole, key: value}
        made = GameTable.quick(broken, terms(whole))
        assert made is None or plain(made) == checked(GameTable, broken, terms(whole)), key
    assert GameTable.quick(value, Terms()) is None


def test_a_table_inside_itself_too_deep_to_follow_is_left_to_pydantic() -> None:
    deep: dict[str, object] = {"id": "a", "title": "A", "kind": "records"}
    for _ in range(3000):
        deep = {"id": "a", "title": "A", "kind": "records", "fields": [deep]}
    assert FieldTable.quick(deep, Terms()) is None


def test_a_game_without_faults_is_read_without_pydantic() -> None:
    code = (
        "import sys; from pathlib import Path; from pnp.data import load; "
        "load.load_all(Path('templates')); print('pydantic_core' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert "False" == done.stdout.strip()
