"""`/rules/<slug>`: the rules section by section under stable anchors, with worked examples and a search."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import cast

from flask import Blueprint, abort, render_template, request, url_for
from markupsafe import Markup, escape

from pnp.data import prose
from pnp.data.game import Example, Game, Json, Section
from tracker import forms, mending, posters, search, tables
from tracker.games import rules_of
from tracker.page import game_of, language
from tracker.scoring import Refused
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
        _shown(game, number, section, by_rule[section.anchor], wanted)
        for number, section in enumerate(rules.sections, 1)
        if search.matches(_named(f"{section.title}\n{prose.plain(section.body)}", game), wanted)
    )
    intro = Markup(_html(rules.intro, _icons(game, rules.intro)))
    return render_template(
        "rules.html", game=game, rules=rules, sections=sections, query=query, intro=intro, worked=_worked
    )


def _shown(game: Game, number: int, section: Section, examples: tuple[Example, ...], wanted: Sequence[str]) -> Shown:
    body = _html(section.body, _icons(game, section.body))
    if wanted:  # other sections may not be on this page
        body = body.replace('href="#', f'href="{escape(url_for("rules.show", slug=game.slug))}#')
    title = search.marked(iconed(section.title, game), wanted)
    return Shown(number, section, Markup(title), Markup(search.marked(body, wanted)), examples)


@lru_cache(maxsize=512)
def _html(markdown: str, icons: tuple[tuple[str, str], ...]) -> str:
    return prose.html(markdown, dict(icons))


@blueprint.app_template_filter()
def iconed(text: str, game: Game) -> Markup:
    """Return a text without Markdown as HTML, with the game's icons drawn."""
    icons = dict(_icons(game, text))
    return Markup(prose.ICON.sub(lambda match: icons.get(match[1], match[0]), str(escape(text))))


def _icons(game: Game, text: str) -> tuple[tuple[str, str], ...]:
    """Return the icons that a text names, each as HTML."""
    names = dict.fromkeys(name for name in prose.ICON.findall(text) if name in game.icons)
    return tuple((name, _icon(game.icons[name], name, tuple(ink.color for ink in game.inks))) for name in names)


@lru_cache(maxsize=256)
def _icon(path: Path, name: str, inks: tuple[str, ...]) -> str:
    """Return an icon as part of a page, black in the colour of the words around it; else as a picture in the page."""
    drawn = path.read_bytes()
    if plain := posters.inline(drawn.decode("utf-8", "replace"), inks):
        return plain.replace("<svg ", f'<svg class="icon" role="img" aria-label="{escape(name)}" ', 1)
    return f'<img class="icon" src="data:image/svg+xml;base64,{b64encode(drawn).decode()}" alt="{escape(name)}">'


def _named(text: str, game: Game) -> str:
    """Return a text to search in: icons by their names."""
    return prose.ICON.sub(lambda match: match[1] if match[1] in game.icons else match[0], text)


@dataclass(frozen=True, slots=True)
class Worked:
    """An example ready to show: a scored table, or what is given and what comes out as rows of a name and values."""

    result: tables.Result | None
    address: str
    given: tuple[tuple[str, str], ...]
    comes: tuple[tuple[str, str], ...]
    fault: str = ""


def _worked(game: Game, example: Example) -> Worked:
    try:
        return _tried(game, example)
    except Refused as refused:
        return Worked(None, "", (), (), str(refused))
    except Exception as error:  # a fault in the rules module leaves the rules to be read
        if problem := mending.told(error):
            return Worked(None, "", (), (), str(problem))
        raise


def _tried(game: Game, example: Example) -> Worked:
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
