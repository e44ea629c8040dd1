"""Where the sums live: one pure module or package per game, found by the game's slug; no list to edit.

A module has `score(table) -> tuple[Score, ...]` and may have `check(table) -> Iterable[RuleBroken]` for rules that
touch several fields. `fill(data)` may put what follows from the rest into the JSON of a table, and returns it with a
RuleBroken for each thing wrong or odd; `KEYS` are further keys that the JSON may have. `notes(table)` may say
sentences to go with a result, and `HELPERS` offers more to work out, by the word in its address. `play` is a module for
a board on the phone (`tracker.boards` says what it offers); `meanwhile(data)` returns the JSON of a table as if what is
still in play ended now, for the points so far. `COACH` names a module that plays well, loaded when it is first asked:
`pars(stones, seed)` is what it scores by board, and under "" besides; `helps(at)` says whether it has a hint, and
`advice(at, seed, enough)` is that; `review(steps, seed)` judges a game that is over, from the rolls and the texts after
each event, and `recorded(steps)` says whether that can be; `simulate(games, seed, player)` tells how totals lie, for a
player of `PLAYERS`. Modules outside this package are found through the entry-point group `bullpen.games`, where the
name is the slug.
"""

from __future__ import annotations

import importlib
from importlib.metadata import entry_points
from importlib.util import find_spec
from types import ModuleType

from tracker.mending import GROUP, unread


def coach_of(slug: str) -> ModuleType | None:
    """Return the module that plays a game well, or None when there is none."""
    name = getattr(rules_of(slug), "COACH", "")
    return importlib.import_module(name) if name else None


def rules_of(slug: str) -> ModuleType | None:
    """Return the rules module of a game, or None when its score is plain: number times points.

    Raises Broken when a module of somebody's own cannot be imported.
    """
    name = f"{__name__}.{slug.replace('-', '_')}"
    if slug.replace("-", "").isalnum() and find_spec(name):
        return importlib.import_module(name)
    for entry in entry_points(group=GROUP, name=slug):
        try:
            module = entry.load()
        except Exception as error:  # whatever its author wrote
            raise unread(entry, error) from error
        return module if isinstance(module, ModuleType) else None
    return None
