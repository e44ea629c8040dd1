"""Answers the browser: one page, what it shows, and pictures. Only reads; only for this machine unless told else."""

from __future__ import annotations

import ipaddress
import logging
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from threading import Semaphore
from typing import TYPE_CHECKING, Any

from pnp.build.order import Ink
from pnp.errors import Side
from pnp.listening import listening, loopback
from pnp.watch.desk import Desk
from pnp.watch.telling import picture, state

if TYPE_CHECKING:
    from flask import Flask, Response

PAGE = Path(__file__).with_name("page")
FILES: Mapping[str, tuple[str, str]] = {
    "/": ("watch.html", "text/html"),
    "/watch.css": ("watch.css", "text/css"),
    "/watch.js": ("watch.js", "text/javascript"),
    "/faces.js": ("faces.js", "text/javascript"),
    "/mark.svg": ("mark.svg", "image/svg+xml"),
}
TYPE: Mapping[str, tuple[str, int]] = {
    "display": ("Alfa Slab One", 400),
    "text": ("Atkinson Hyperlegible", 400),
    "bold": ("Atkinson Hyperlegible", 700),
    "label": ("Barlow Condensed", 600),
}
PATIENCE = 15.0  # seconds that a page waits for a change before it asks again
THREADS = 12
WAITING = 6  # pages that may wait at once; the others ask again soon
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
_HOST = re.compile(r"(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9.-]+)(?::\d{1,5})?")


def site(desk: Desk, host: str = "127.0.0.1", patience: float = PATIENCE) -> Flask:
    """Return the site of a desk that listens at `host`: no other name of a machine is answered to."""
    from flask import Response, abort, jsonify, request

    app = _bare(host)
    waiting = Semaphore(WAITING)

    def newer(seen: int) -> bool:
        if seen != desk.reading.number or not waiting.acquire(blocking=False):
            return seen != desk.reading.number
        try:
            return desk.wait(seen, patience)
        finally:
            waiting.release()

    def told() -> Response:
        seen = request.args.get("seen", 0, int)
        if "now" not in request.args and not newer(seen):
            return Response(status=204)
        if desk.closed:
            abort(503)
        ink: Ink = "low" if request.args.get("ink") == "low" else "full"
        view = desk.view(request.args.get("lang", ""), ink, request.args.get("first", ""))
        return jsonify(state(desk, view))

    def face(lang: str, ink: str, piece: str, number: int, side: str) -> Response:
        known = desk.known.get((lang, "low" if ink == "low" else "full"))
        at: Side = "back" if side == "back" else "front"
        drawn = picture(known, piece, (number, at)) if known and side == at else None
        return Response(drawn, mimetype="image/svg+xml") if drawn else abort(404)

    _add(app, "/state", told)
    _add(app, "/face/<lang>/<ink>/<piece>/<int:number>/<side>.svg", face)
    for path, (name, kind) in FILES.items():
        _add(app, path, _sent(PAGE / name, kind))
    for name, (family, weight) in TYPE.items():
        _add(app, f"/type/{name}.ttf", _type(family, weight))
    return app


def _bare(host: str) -> Flask:
    """Return a site without pages: who asks for the wrong machine, or wants to change something, is turned away."""
    from flask import Flask, abort, request

    app = Flask("pnp.watch", static_folder=None)
    app.url_map.strict_slashes = False

    def guard() -> None:
        if not answers(request.host, host):
            abort(421)
        if request.method not in ("GET", "HEAD"):
            abort(405)

    def dress(response: Response) -> Response:
        response.headers.update(HEADERS)
        return response

    app.before_request(guard)
    app.after_request(dress)
    return app


def answers(asked: str, host: str) -> bool:
    """Say whether a request for the host `asked` ("localhost:8100") is meant for a server that listens at `host`.

    A page elsewhere can have its own name point here, so names count; numbers are this machine's own addresses.
    """
    match = _HOST.fullmatch(asked)
    name = match[1].strip("[]").lower() if match else ""
    if name in ("localhost", host.strip("[]").lower()):
        return True
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        return False
    return address.is_loopback or not loopback(host)


def server(app: Flask, host: str, port: int) -> Any:
    """Return a server that listens already; `run()` serves until it is interrupted. OSError: the port is taken."""
    from waitress import create_server

    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # a page asks for many pictures at once
    return create_server(
        app,
        sockets=[listening(host, port)],
        threads=THREADS,
        max_request_body_size=1024,
        connection_limit=100,
        ident=None,
        clear_untrusted_proxy_headers=True,
    )


def _add(app: Flask, path: str, view: Callable[..., Response]) -> None:
    app.add_url_rule(path, path, view, methods=["GET"], provide_automatic_options=False)


def _sent(path: Path, kind: str) -> Callable[[], Response]:
    def send() -> Response:
        from flask import Response

        return Response(path.read_bytes(), mimetype=kind)

    return send


def _type(family: str, weight: int) -> Callable[[], Response]:
    def send() -> Response:
        from flask import Response

        from pnp.fonts import face

        return Response(face(family, weight).path.read_bytes(), mimetype="font/ttf")

    return send
