"""templates/README.md and templates/schema.json: complete, current, and true."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from pnp.data import load, schema

ROOT = Path(__file__).parent.parent / "templates"
README = (ROOT / "README.md").read_text()
SCHEMA = json.loads((ROOT / "schema.json").read_text())
FILES = sorted((*ROOT.glob("*/*.toml"), *(ROOT.parent / "pnp/skeleton/game").glob("*.toml")))


def test_the_schema_is_current() -> None:
    written = (ROOT / "schema.json").read_text()
    assert written == schema.document(README), "run: python -m pnp.data.schema"


def test_every_key_has_a_line_in_the_readme_and_every_line_a_key() -> None:
    described = {name: set(keys) for name, keys in schema.descriptions(README).items()}
    wanted = {name: set(keys) for name, keys in schema.keys().items() if keys}
    assert described == wanted


def test_the_example_in_the_readme_is_a_game(tmp_path: Path) -> None:
    blocks = re.findall(r"^`([\w.]+)`[^\n]*\n\n```\w+\n(.*?)```$", README, re.MULTILINE | re.DOTALL)
    assert [name for name, _ in blocks[:4]] == ["game.toml", "winds.csv", "frames.toml", "rules.en.md"]
    folder = tmp_path / "six-winds"
    folder.mkdir()
    for name, text in (*blocks[:4], ("rules.fr.md", blocks[3][1])):
        (folder / name).write_text(text)
    game = load.load(folder, ROOT / "_shared")
    assert [(card.row.cell("title", "fr"), card.copies) for card in game.decks[0].cards] == [
        ("Brise", 2),
        ("Coup de vent", 1),
        ("Tempête", 1),
    ]


KINDS = {"object": dict, "array": list, "string": str, "integer": int, "number": int | float, "boolean": bool}


def faults(value: object, rule: Mapping[str, object], at: str) -> Iterator[str]:  # noqa: PLR0912 (one branch a word)
    """Give where `value` breaks `rule`: the few words of JSON Schema that schema.json uses."""
    for word, allowed in rule.items():
        match word, allowed:
            case "$ref", str():
                yield from faults(value, SCHEMA["$defs"][allowed.removeprefix("#/$defs/")], at)
            case "anyOf", list():
                tried = [list(faults(value, one, at)) for one in allowed]
                if all(tried):
                    yield min(tried, key=len)[0]
            case "type", _:
                if not isinstance(value, tuple(KINDS[kind] for kind in KINDS if kind in allowed)):
                    yield f"{at}: {value!r} is not {allowed}"
            case "const", _:
                yield from () if value == allowed else [f"{at}: {value!r} is not {allowed!r}"]
            case "enum", list():
                yield from () if value in allowed else [f"{at}: {value!r} is not in {allowed}"]
            case "pattern", str():
                yield from () if re.search(allowed, str(value)) else [f"{at}: {value!r} is not like {allowed}"]
            case "required", list() if isinstance(value, dict):
                yield from (f"{at}: no {key}" for key in allowed if key not in value)
            case "properties", dict() if isinstance(value, dict):
                for key, inner in value.items():
                    yield from faults(inner, allowed.get(key, {}), f"{at}.{key}")
            case "additionalProperties", False if isinstance(value, dict):
                known = rule["properties"]
                yield from (f"{at}: {key} is unknown" for key in value if key not in known)  # type: ignore[operator]
            case "additionalProperties", dict() if isinstance(value, dict):
                for key, inner in value.items():
                    yield from faults(inner, allowed, f"{at}.{key}")
            case "items", dict() if isinstance(value, list):
                for number, inner in enumerate(value):
                    yield from faults(inner, allowed, f"{at}[{number}]")


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_every_file_that_loads_is_valid_by_the_schema(path: Path) -> None:
    if path.name in SCHEMA["$defs"]:
        value = tomllib.loads(path.read_text())
        assert list(faults(value, SCHEMA["$defs"][path.name], path.name)) == []


@pytest.mark.parametrize(
    ("file", "value"),
    [
        ("game.toml", {"format": 1}),
        ("frames.toml", {"card": {"slots": {"a": {"kind": "panel", "colour": "red"}}}}),
        ("frames.toml", {"card": {"slot": {}}}),
        ("examples.toml", {"examples": [{"kind": "finale"}]}),
        ("papers.toml", {"a4": {"size": "210x297mm"}}),
    ],
)
def test_the_schema_refuses_what_the_loader_refuses(file: str, value: object) -> None:
    assert list(faults(value, SCHEMA["$defs"][file], file)) != []
