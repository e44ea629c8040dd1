"""`/rules/<slug>`: the rules section by section under stable anchors, with worked examples and a search."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import cast

from flask import Blueprint, abort, render_template, request, url_for
from markupsafe import Markup, escape

from pnp.data import prose
from pnp.data.game import Example, Game, Json, Section
from tracker import forms, search, tables
from tracker.games import rules_of
from tracker.page import game_of, language
from tracker.speech import Speaker

blueprint = Blueprint("rules", __name__)


@dataclass(frozen=True, slots=True)
class Shown:
    """One section as the page shows it; `number` counts the sections from 1."""

    number: int
    section: Section
    title: Markup
    body: Markup
    examples: tuple[Example, ...]


@blueprint.get("/rules/<slug>")
def show(slug: str) -> str:
    """Show all sections, or those that speak of ?q=."""
    game = game_of(slug)
    rules = game.rules_in(language()) or abort(404)
    query = request.args.get("q", "").strip()[: search.MOST_LETTERS]
    wanted = search.terms(query)
    by_rule = {
        section.anchor: tuple(e for e in game.examples if e.rule == section.anchor) for section in rules.sections
    }
    sections = tuple(
        _shown(number, section, by_rule[section.anchor], wanted, url_for("rules.show", slug=slug))
        for number, section in enumerate(rules.sections, 1)
        if search.matches(f"{section.title}\n{prose.plain(section.body)}", wanted)
    )
    intro = Markup(prose.html(rules.intro))
    return render_template(
        "rules.html", game=game, rules=rules, sections=sections, query=query, intro=intro, worked=_worked
    )


def _shown(number: int, section: Section, examples: tuple[Example, ...], wanted: Sequence[str], here: str) -> Shown:
    body = _html(section.body)
    if wanted:  # other sections may not be on this page
        body = body.replace('href="#', f'href="{escape(here)}#')
    title = search.marked(str(escape(section.title)), wanted)
    return Shown(number, section, Markup(title), Markup(search.marked(body, wanted)), examples)


@lru_cache(maxsize=512)
def _html(markdown: str) -> str:
    return prose.html(markdown)


@dataclass(frozen=True, slots=True)
class Worked:
    """An example ready to show: a scored table, or what is given and what comes out as rows of a name and values."""

    result: tables.Result | None
    address: str
    given: tuple[tuple[str, str], ...]
    comes: tuple[tuple[str, str], ...]


def _worked(game: Game, example: Example) -> Worked:
    if example.kind == "final":
        given = cast("dict[str, Json]", dict(example.given))
        flat = {key: text for key, text in forms.flat(given).items() if key != "game"}
        address = url_for("score.result", slug=game.slug, **flat)  # type: ignore[arg-type]
        return Worked(tables.settle(given, game), address, (), ())
    speaker: Speaker | None = getattr(rules_of(game.slug), "say", None)
    return Worked(None, "", tuple(_rows(example.given, speaker)), tuple(_rows(example.expect, speaker)))


def _rows(values: Mapping[str, Json], say: Speaker | None) -> Iterator[tuple[str, str]]:
    for key, value in values.items():
        name = say(key).get(language()) if say and key in say else key
        if isinstance(value, dict):
            yield from ((name if not place else "", f"{k} {_text(v)}") for place, (k, v) in enumerate(value.items()))
        else:
            yield name, _text(value)


def _text(value: Json) -> str:
    match value:
        case [str(name), int(), *_]:
            return f"{name} {', '.join(map(str, value[1:]))}"
        case list() if value and all(isinstance(each, list) for each in value) and isinstance(value[0], list):
            pairs = len(value[0]) == 2 and isinstance(value[0][0], str)
            return (", " if pairs else " · ").join(map(_text, value))
        case list():
            return ", ".join(map(_text, value))
        case _:
            return str(value).replace("-", "−") if isinstance(value, int) else str(value)
