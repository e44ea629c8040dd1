"""Where the sums live: one pure module or package per game, found by the game's slug; no list to edit.

A module has `score(table) -> tuple[Score, ...]` and may have `check(table) -> Iterable[RuleBroken]` for rules that
touch several fields. `fill(data)` may put what follows from the rest into the JSON of a table, and returns it with a
RuleBroken for each thing wrong or odd; `KEYS` are further keys that the JSON may have. `notes(table)` may say
sentences to go with a result, and `HELPERS` offers more to work out, by the word in its address. Modules outside this
package are found through the entry-point group `bullpen.games`, where the name is the slug.
"""

from __future__ import annotations

import importlib
from importlib.metadata import entry_points
from importlib.util import find_spec
from types import ModuleType


def rules_of(slug: str) -> ModuleType | None:
    """Return the rules module of a game, or None when its score is plain: number times points."""
    name = f"{__name__}.{slug.replace('-', '_')}"
    if slug.replace("-", "").isalnum() and find_spec(name):
        return importlib.import_module(name)
    found = entry_points(group="bullpen.games", name=slug)
    for entry in found:
        module = entry.load()
        return module if isinstance(module, ModuleType) else None
    return None
