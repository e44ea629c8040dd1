"""`/`: the games, each with its dice, rules and score one tap away; and the inks and faces all pages share."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import cast

import fontpkg
from flask import Blueprint, Response, abort, current_app, render_template, request, send_file, url_for
from markupsafe import Markup

from pnp.data.game import Game
from tracker import inks, posters
from tracker.page import YEAR, game_of, games, version
from tracker.store import Store

blueprint = Blueprint("home", __name__)

MOST = 500  # games on the page that shows all
FACES = {
    "display": ("Alfa Slab One", 400),
    "text": ("Atkinson Hyperlegible", 400),
    "bold": ("Atkinson Hyperlegible", 700),
    "label": ("Barlow Condensed", 600),
}


@blueprint.get("/")
def home() -> str:
    """Show the games, and first those that go on."""
    store = cast("Store", current_app.extensions["store"])
    open = [(row, games()[row.game]) for row in store.tables(-1, games=games())]
    return render_template("home.html", games=games().values(), open=open[:MOST], count=len(open))


@blueprint.get("/inks.css")
def inks_css() -> Response:
    """Serve the games' colours; the address holds a version, so it may be kept."""
    return Response(inks.sheet(games().values()), mimetype="text/css", headers=_KEEP)


@blueprint.get("/faces/<key>.ttf")
def face(key: str) -> Response:
    """Serve one of the typefaces that the paper uses too."""
    if key not in FACES:
        abort(404)
    return Response(_file_of(key), mimetype="font/ttf", headers=_KEEP)


@lru_cache
def _file_of(key: str) -> bytes:
    """Return the file of a typeface, kept: a phone that hangs up in the middle leaves no file open."""
    family, weight = FACES[key]
    return Path(fontpkg.path(family, weight=weight)).read_bytes()


@blueprint.get("/art/<slug>")
def art(slug: str) -> Response:
    """Serve a poster that is not plain enough to stand in the page itself; it may style itself and run nothing."""
    answer = send_file(game_of(slug).art.get("poster") or abort(404))
    answer.headers["Content-Security-Policy"] = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
    return answer


@blueprint.get("/favicon.ico")
def favicon() -> Response:
    """Serve the mark to browsers that ask for it unasked."""
    return current_app.send_static_file("mark.svg")


@blueprint.app_context_processor
def shared() -> dict[str, object]:
    """Give pages the version of style, script and inks for their addresses, and the posters."""
    return {"version": _version(inks.sheet(games().values())), "poster": _poster}


def _poster(game: Game) -> Markup | None:
    """Return the game's poster as HTML, None when it has none."""
    path = game.art.get("poster")
    if path is None:
        return None
    plain = posters.inline(_text(path), tuple(ink.color for ink in game.inks)) if path.suffix == ".svg" else None
    return Markup(plain) if plain else Markup('<img src="{}" alt="">').format(url_for("home.art", slug=game.slug))


@lru_cache(maxsize=64)
def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace")


@lru_cache(maxsize=8)
def _version(colors: str) -> str:
    static = Path(__file__).parent.parent / "static"
    parts = (path.read_bytes() for path in sorted(static.iterdir()) if path.is_file())
    return version(b"".join((colors.encode(), *parts)))


_KEEP = {"Cache-Control": f"public, max-age={YEAR}, immutable"}


@blueprint.after_app_request
def kept(answer: Response) -> Response:
    """Let a browser keep style and script: their address changes with them."""
    asked = request.args.get("v") if request.endpoint == "static" and answer.status_code in (200, 304) else None
    if asked and asked == _version(inks.sheet(games().values())):
        answer.headers.update(_KEEP)
    return answer
