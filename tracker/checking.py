"""`tracker check`: whether a game's examples come out, and whether its rules module fits its data, before anyone plays.

Knows no page and no command.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import cast

from pnp.data.game import Example, Game, Json, Scoring
from pnp.errors import Problem
from pnp.near import listed, meant
from tracker import mending, tables
from tracker.games import rules_of
from tracker.scoring import Refused
from tracker.speech import shown


def problems(game: Game) -> list[Problem]:
    """Return all that is wrong with a game's examples and its rules module, each once."""
    try:
        rules_of(game.slug)
    except mending.Broken as broken:
        return list(broken.problems)
    results, found = list[tables.Result](), list[Problem]()
    for example in game.examples:
        found += _tried(game, example, results)
    for variant in [each.id for each in game.scoring.variants] or [""] if game.scoring else ():
        found += _empty(game, cast("Scoring", game.scoring), variant, results)
    rules = {line.rule: None for each in results for score in each.scores for line in score.lines}
    rules |= {rule: None for each in results for _, rule in each.notes}
    found += [problem for rule in rules for problem in _cited(game, rule)]
    return list(dict.fromkeys(found))


def expected(example: Example) -> list[tuple[Json, ...]]:
    """Return name, total, rank and band (None without one) of each seat as a `final` example says them."""
    scores = cast("list[dict[str, Json]]", example.expect["scores"])
    return [(each["name"], each["total"], each["rank"], each.get("band")) for each in scores]


def reached(result: tables.Result) -> list[tuple[Json, ...]]:
    """Return name, total, rank and band of each seat as they came out."""
    every = zip(result.scores, result.standings, result.bands, strict=True)
    return [(score.name, score.total, standing.rank, band[0] if band else None) for score, standing, band in every]


def came(game: Game, example: Example) -> Mapping[str, Json]:
    """Return what the function of the rules module that an example names makes of it. Raises AttributeError."""
    return cast("Mapping[str, Json]", getattr(rules_of(game.slug), example.kind)(**example.given))


def _tried(game: Game, example: Example, results: list[tables.Result]) -> Iterator[Problem]:
    """Yield where an example does not come out as written; what was scored joins `results`."""
    file, where = f"{Path(game.file).parent.as_posix()}/examples.toml", example.id
    try:
        if example.kind != "final":
            if not hasattr(rules_of(game.slug), example.kind):
                message = f"found no function {example.kind} in the rules module; expected one that works it out"
                yield Problem(file, example.line, where, message)
            elif (found := came(game, example)) != example.expect:
                keys = [key for key in {**example.expect, **found} if found.get(key) != example.expect.get(key)]
                yield from (
                    Problem(file, example.line, f"{where}: {key}", _unlike(found.get(key), example.expect.get(key)))
                    for key in keys
                )
            return
        result = tables.settle({"game": game.slug, **example.given}, game)
    except Refused as refused:
        yield from (Problem(file, example.line, where, each.text("en")) for each in refused.broken)
    except Exception as error:
        yield _of(error)
    else:
        results.append(result)
        for mine, theirs in zip(reached(result), expected(example), strict=False):
            for key, one, other in zip(("name", "total", "rank", "band"), mine, theirs, strict=True):
                if one != other:
                    yield Problem(file, example.line, f"{where}: {mine[0]}: {key}", _unlike(one, other))
        if len(result.scores) != len(expected(example)):
            message = f"found {len(result.scores)} seats; expected {len(expected(example))}"
            yield Problem(file, example.line, where, message)


def _empty(game: Game, scoring: Scoring, variant: str, results: list[tables.Result]) -> Iterator[Problem]:
    """Yield what breaks when a table is scored on which nothing was written yet, as a phone does at every tap."""
    seats: list[Json] = [{"name": f"{number}"} for number in range(1, scoring.seats[0] + 1)]
    try:
        results.append(tables.so_far({"seats": seats, **({"variant": variant} if variant else {})}, game, scoring))
    except Exception as error:
        yield _of(error)


def _of(error: Exception) -> Problem:
    """Return what broke in the rules module; what broke elsewhere is a fault of the tracker, and raised."""
    if problem := mending.told(error):
        return problem
    raise error


def _cited(game: Game, rule: str) -> Iterator[Problem]:
    """Yield the languages whose rules lack the section that the module names."""
    module = rules_of(game.slug)
    if module is None or not rule:
        return
    for rules in game.rules:
        if rule not in (known := [section.anchor for section in rules.sections]):
            message = f'found the rule "{rule}"; expected a section of rules.{rules.lang}.md: {listed(known)}'
            yield Problem(*_place(module.__file__ or "", rule), "", message, meant(rule, known))


def _place(file: str, rule: str) -> tuple[str, int]:
    """Return the file of a module and the first line in which it names a rule, 0 when none does so in quotes."""
    lines = Path(file).read_text(encoding="utf-8", errors="replace").splitlines()
    quoted = (f'"{rule}"', f"'{rule}'")
    return file, next((at for at, line in enumerate(lines, 1) if any(each in line for each in quoted)), 0)


def _unlike(found: object, wanted: object) -> str:
    return f"found {shown(found)}; expected {shown(wanted)}"
