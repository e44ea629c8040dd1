"""Makes `templates/schema.json`, the JSON Schema of the TOML files of a template folder, for editors.

The shape comes from the tables that the loader itself uses, the sentences from the tables of `templates/README.md`.
`python -m pnp.data.schema` writes the file; a test checks that it is current. The press itself never reads it.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping
from pathlib import Path

from pnp.data.inherit import NUMERIC
from pnp.data.load.artwork import SharedArtTable
from pnp.data.load.kinds import KINDS
from pnp.data.load.models import ExamplesTable, GameTable, PaperTable
from pnp.data.load.printers import PrinterTable
from pnp.data.load.shops import ShopTable
from pnp.data.load.sizes import NamedSizeTable
from pnp.data.load.slots import SlotTable
from pnp.data.load.table import Json

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_MARK = re.compile(r"<!-- schema: (\w+) -->")
_ROW = re.compile(r"\| `(\w+)` \|(.*?)\|(.*)\|")
_EXTENDS: Mapping[str, object] = {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}


def document(readme: str) -> str:
    """Return the text of schema.json; `readme` is the text of templates/README.md. Same input, same bytes."""
    tables: dict[str, Json] = {}
    files = {
        "game.toml": GameTable.json(tables),
        "frames.toml": _named({"$ref": "#/$defs/Frame"}),
        "examples.toml": ExamplesTable.json(tables),
        "papers.toml": _named(PaperTable.json(tables)),
        "printers.toml": _named(PrinterTable.json(tables)),
        "shops.toml": _named(ShopTable.json(tables)),
        "art.toml": SharedArtTable.json(tables),
        "sizes.toml": _named(NamedSizeTable.json(tables)),
    }
    slots = [model.json(tables) for model in KINDS.values()]
    for kind in slots:
        _relaxed(tables[str(kind["$ref"]).rpartition("/")[2]])
    tables["Frame"] = {
        "type": "object",
        "properties": {"extends": dict(_EXTENDS), "slots": _named({"anyOf": slots}), "without": dict(_EXTENDS)},
        "additionalProperties": False,
    }
    tables["Paper"]["required"] = ["margin"]  # [custom] has no size
    _describe(tables, descriptions(readme))
    whole = {
        "$schema": DIALECT,
        "title": "Template folder of a game, format 1",
        "anyOf": [{"$ref": f"#/$defs/{name}"} for name in files],
        "$defs": {**files, **dict(sorted(tables.items()))},
    }
    return json.dumps(whole, indent=1, ensure_ascii=False) + "\n"


def descriptions(readme: str) -> dict[str, dict[str, str]]:
    """Return what the README says about each key: by name of table, then by key."""
    found: dict[str, dict[str, str]] = {}
    for part in re.split(r"(?=<!-- schema: )", readme):
        mark = _MARK.match(part)
        rows = part.partition("\n\n")[2].partition("\n\n")[0].splitlines()
        if mark:
            found[mark[1]] = {row[1]: row[3].strip() for row in map(_ROW.fullmatch, rows) if row}
    return found


def keys() -> dict[str, tuple[str, ...]]:
    """Return the keys of every table that the README must describe; those of all slots stand under Slot alone."""
    tables: dict[str, Json] = {}
    for table in (GameTable, ExamplesTable, PaperTable, PrinterTable, NamedSizeTable, ShopTable):
        table.json(tables)
    common = tuple(SlotTable.hints())
    found = {name: tuple(_properties(table)) for name, table in tables.items()}
    for model in KINDS.values():
        own = (key for key in model.hints() if key not in common or key in model.__annotations__)
        found[model.__name__.removesuffix("Table")] = tuple(key for key in own if key != "kind")
    return {**found, "Slot": (*common, "extends"), "Frame": ("extends", "slots", "without")}


def main() -> None:
    """Write schema.json into the template folder named on the command line, else into the checkout's."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parents[2] / "templates"
    text = document((folder / "README.md").read_text(encoding="utf-8"))
    (folder / "schema.json").write_text(text, encoding="utf-8")


def _named(inner: Json) -> Json:
    return {"type": "object", "additionalProperties": inner}


def _properties(table: Json) -> dict[str, Json]:
    properties = table["properties"]
    if not isinstance(properties, dict):
        raise AssertionError("a table's schema lists its keys under properties")
    return properties


def _relaxed(slot: Json) -> None:
    """Allow what a slot may leave to the slots it extends, and numbers that count from theirs."""
    slot.pop("required", None)
    properties = _properties(slot)
    for key in NUMERIC & set(properties):
        properties[key] = {"type": ["number", "string"]}
    properties["extends"] = dict(_EXTENDS)


def _describe(tables: dict[str, Json], sentences: dict[str, dict[str, str]]) -> None:
    kinds = {model.__name__.removesuffix("Table") for model in KINDS.values()}
    for name, table in tables.items():
        common = sentences.get("Slot", {}) if name in kinds else {}
        known = {**common, **sentences.get(name, {})}
        for key, schema in _properties(table).items():
            if key in known:
                schema["description"] = known[key].replace("`", "")


if __name__ == "__main__":
    main()
