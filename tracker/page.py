"""What every page needs: the games, the reader's language, the words, and the answer to a request that goes wrong."""

from __future__ import annotations

import hashlib
import ipaddress
import re
from collections.abc import Callable, Mapping
from threading import Lock
from typing import TypeVar, cast
from urllib.parse import urlencode

from flask import Flask, Response, abort, current_app, g, render_template, request
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import HTTPException

from pnp.data.game import Game
from pnp.errors import Problem
from tracker import mending
from tracker.speech import LANGUAGES, endonym, say
from tracker.store import Missing, Trouble

BODY = 64 * 1024  # bytes a form may have
YEAR = 365 * 24 * 3600
POLICY = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",  # no-referrer would turn the Origin of form posts into "null"
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
ROOM = 256  # results of a kind that took a while and are kept
Made = TypeVar("Made")
_TURNS: dict[object, Lock] = {}  # by kind: two at once are no quicker, but a hint must not wait for a par
_HOST = re.compile(r"(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9.-]+)(?::\d{1,5})?")


def games() -> Mapping[str, Game]:
    """Return the games by slug."""
    return cast("Mapping[str, Game]", current_app.extensions["games"])


def game_of(slug: str) -> Game:
    """Return a game, or answer 404."""
    return games().get(slug) or abort(404)


def once(key: tuple[object, ...], work_out: Callable[[], Made]) -> Made:
    """Return what takes a while to work out, kept under `key` as long as not too much else of its kind was asked for.

    The kind is what `key` begins with; of each kind one result is worked out at a time.
    """
    kinds = cast("dict[object, dict[object, Made]]", current_app.extensions.setdefault("once", {}))
    kept = kinds.setdefault(key[0], {})
    with _TURNS.setdefault(key[0], Lock()):
        if key not in kept:
            kept[key] = work_out()
        if len(kept) > ROOM:
            del kept[next(iter(kept))]
        return kept[key]


def version(made: bytes) -> str:
    """Return what stands in the address of something that was made, so that a browser may keep it."""
    return hashlib.sha256(made).hexdigest()[:10]


def language() -> str:
    """Return the language of this answer."""
    return cast("str", g.lang)


def spoken() -> str:
    """Return the language of the words that are not the game's own."""
    return language() if language() in LANGUAGES else LANGUAGES[0]


def languages(game: Game | None = None) -> tuple[str, ...]:
    """Return the languages of a page: those that the tracker speaks, and those of the game."""
    return tuple(dict.fromkeys((*LANGUAGES, *(game.languages if game else ()))))


def word(key: str, **values: object) -> str:
    """Return what the pages say under `key`, with `values` filled in, in the reader's language."""
    return say(key, **values).get(language())


def install(app: Flask) -> None:
    """Give every request its checks and its language, and every answer its headers."""
    app.before_request(_arrive)
    app.after_request(_leave)
    app.register_error_handler(HTTPException, _wrong)
    app.register_error_handler(Exception, _broken)
    app.context_processor(lambda: {"t": word, "lang": language(), "spoken": spoken()})
    app.jinja_env.globals["languages"] = languages
    app.jinja_env.filters["endonym"] = endonym
    app.url_defaults(_carry)
    app.jinja_env.filters["tongue"] = _tongue
    app.jinja_env.filters["signed"] = lambda number: str(number).replace("-", "−")


def trusted(host: str, names: frozenset[str]) -> bool:
    """Say whether a Host header may be answered: an address in figures or one of our names, never a stranger's name.

    A page elsewhere can point its own name at this machine, but it cannot make a literal address its own.
    """
    match = _HOST.fullmatch(host)
    if not match:
        return False
    name = match[1].strip("[]").lower()
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return name in names
    return True


def _arrive() -> None:
    asked = request.args.get("lang", "")
    kept = request.cookies.get("lang", "")
    known = {lang for game in games().values() for lang in languages(game)} | {*LANGUAGES}
    wanted = [lang for lang in (asked, kept) if lang in known]
    here = languages(games().get(str((request.view_args or {}).get("slug"))))
    g.lang = wanted[0] if wanted else request.accept_languages.best_match(here) or LANGUAGES[0]
    g.remember = asked in known and asked != kept
    if not trusted(request.environ.get("HTTP_HOST", ""), current_app.config["NAMES"]):
        abort(400)


def _carry(endpoint: str, values: dict[str, object]) -> None:
    """Keep ?lang= in links until the browser has shown that it keeps the cookie."""
    if g.get("remember") and endpoint not in ("static", "home.inks_css", "home.face", "home.art"):
        values.setdefault("lang", g.lang)


def _tongue(values: Mapping[str, str] | MultiDict[str, str], lang: str) -> str:
    """Return the query of this page in another language."""
    return urlencode([*(pair for pair in MultiDict(values).items(multi=True) if pair[0] != "lang"), ("lang", lang)])


def _leave(response: Response) -> Response:
    for name, value in POLICY.items():
        response.headers.setdefault(name, value)
    if request.is_secure:  # on plain http browsers ignore it, and say so on the console
        response.headers.setdefault("Cross-Origin-Opener-Policy", "same-origin")
    if response.mimetype == "text/html":
        response.headers.setdefault("Cache-Control", "no-cache")
        response.vary.update(("Cookie", "Accept-Language"))
        if g.get("remember"):
            response.set_cookie("lang", g.lang, max_age=YEAR, httponly=True, samesite="Lax")
    return response


def _wrong(error: HTTPException) -> HTTPException | tuple[str, int]:
    if error.code is None or error.code < 400:
        return error
    keys = (error.description or "", f"error_{error.code}", "error_400")  # a view may say more than the number does
    return render_template("error.html", key=next(key for key in keys if key in say)), error.code


def _broken(error: Exception) -> tuple[str, int]:
    if isinstance(error, Missing):  # another phone deleted the table in this very moment
        return render_template("error.html", key="error_gone"), 410
    if problem := mending.told(error):
        return _mend(problem)
    current_app.logger.error("%s %s", request.method, request.path.encode("unicode_escape").decode(), exc_info=error)
    code = 503 if isinstance(error, Trouble) else 500  # what could not be kept was not
    return render_template("error.html", key=f"error_{code}"), code


def _mend(problem: Problem) -> tuple[str, int]:
    """Tell the author of a rules module what broke in it; what a table holds was kept before."""
    current_app.logger.error("%s", problem)
    return render_template("error.html", key="error_rules", text="error_rules_text", line=str(problem)), 500
