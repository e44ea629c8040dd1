"""Who may change something: requests of our own pages only, of a decent size, and not by guessing codes.

A page elsewhere can make a browser send a form here, but it cannot hide where that form came from. Every unsafe
request is judged by `Sec-Fetch-Site`; browsers leave it out on plain http, so else by `Origin`; without either it must
carry no cookie. A form of a known device carries that device's token besides. Comes after the checks of
`tracker.page`; knows no table and no game.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable
from typing import TypeVar, cast

from flask import Flask, Response, abort, current_app, g, request
from markupsafe import Markup
from werkzeug.middleware.proxy_fix import ProxyFix

from tracker.page import BODY

IMPORT = 2 * 1024 * 1024  # bytes, for the routes that take a file
PARTS = 500  # names in a form; the largest form of the four games has 441
DAYS = 180
SAFE = ("GET", "HEAD", "OPTIONS")
CODES = ("/t/", "/join")  # addresses below which a code can be guessed
STATELESS = ("dice.roll", "score.send", "press.send", "table.start", "sheets.enter")  # they change nothing old
Route = TypeVar("Route", bound=Callable[..., object])


class Bucket:
    """Tokens by address: `most` at once, one more every `seconds` of `ticks`; remembers the last `room` addresses."""

    def __init__(self, ticks: Callable[[], float], most: int = 20, seconds: float = 6, room: int = 1024) -> None:
        self._ticks, self._most, self._seconds, self._room = ticks, most, seconds, room
        self._full: dict[str, float] = {}  # at which tick an address has all its tokens again; the latest last

    def empty(self, address: str) -> bool:
        """Say whether an address has no token."""
        return self._full.get(address, 0) - self._ticks() > (self._most - 1) * self._seconds

    def take(self, address: str) -> None:
        """Take one token."""
        self._full[address] = max(self._full.pop(address, 0), self._ticks()) + self._seconds
        if len(self._full) > self._room:
            del self._full[next(iter(self._full))]


def takes_files(view: Route) -> Route:
    """Let a view take a body of 2 MiB."""
    view.takes_files = True  # type: ignore[attr-defined]
    return view


def install(app: Flask) -> None:
    """Judge every request before its view; give the pages `csrf()`, the hidden input of a form."""
    bucket = Bucket(app.config["TICKS"])
    app.config["MAX_FORM_PARTS"] = PARTS

    def before() -> None:
        if len(request.query_string) + sum(len(name) + len(text) for name, text in request.headers) > BODY:
            abort(431)
        if _coded() and bucket.empty(request.remote_addr or ""):
            abort(429)
        if request.method not in SAFE:
            _judge()

    def after(response: Response) -> Response:
        if response.status_code in (404, 410) and _coded():
            bucket.take(request.remote_addr or "")
        if g.get("fresh"):
            age, sent = DAYS * 24 * 3600, cookie(current_app.config["SECRET"], device())
            response.set_cookie("device", sent, age, httponly=True, samesite="Lax", secure=request.is_secure)
        return response

    app.before_request(before)
    app.after_request(after)
    app.jinja_env.globals["csrf"] = _hidden
    if hops := app.config["PROXIES"]:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=hops, x_proto=hops, x_host=hops)  # type: ignore[method-assign]


def _coded() -> bool:
    """Say whether a request names a code that may be guessed."""
    return request.path.startswith(CODES) or "table" in request.args


def device() -> str:
    """Return the id of the device that asks; a new one gets its cookie with this answer."""
    if "device" not in g:
        known = _known()
        g.fresh, g.device = not known, known or current_app.config["TOKEN"](16)
    return cast("str", g.device)


def token(secret: bytes, own: str) -> str:
    """Return what a form of the device `own` must carry; it lasts as long as the secret."""
    return hmac.digest(secret, f"form {own}".encode(), "sha256").hex()[:32]


def cookie(secret: bytes, own: str) -> str:
    """Return the cookie of a device: its id and a signature, so that no other text is taken for one."""
    return f"{own}.{hmac.digest(secret, f'device {own}'.encode(), 'sha256').hex()[:32]}"


def _known() -> str:
    """Return the id in a cookie that we made ourselves, else ""."""
    sent = request.cookies.get("device", "")
    own = sent.partition(".")[0]
    return own if own and _same(sent, cookie(current_app.config["SECRET"], own)) else ""


def _same(sent: str, own: str) -> bool:
    return hmac.compare_digest(sent.encode("utf-8", "replace"), own.encode())


def _judge() -> None:
    """Refuse an unsafe request that is too large or does not come from a page of ours."""
    site, origin = request.headers.get("Sec-Fetch-Site"), request.headers.get("Origin")
    if site is not None:
        own = site == "same-origin"
    elif origin is not None:
        port = ":443" if request.scheme == "https" else ":80"
        own = origin.lower().removesuffix(port) == f"{request.scheme}://{request.host}".lower()
    else:
        own = not request.cookies
    if not own:
        abort(403)
    if request.endpoint and getattr(current_app.view_functions[request.endpoint], "takes_files", False):
        request.max_content_length = IMPORT
    if len(list(request.form.items(multi=True))) > PARTS:
        abort(413)
    if (known := _known()) and (request.endpoint not in STATELESS or "table" in request.values):
        sent = request.headers.get("X-CSRF") or request.form.get("_csrf", "")
        if not _same(sent, token(current_app.config["SECRET"], known)):
            abort(403)


def _hidden() -> Markup:
    """Return the hidden input of a form; away from tables, a device that is not known yet needs none."""
    own = device() if _coded() else g.get("device") or _known()
    sent = token(current_app.config["SECRET"], own)
    return Markup('<input type="hidden" name="_csrf" value="{}">').format(sent) if own else Markup()
