"""`/t/<code>/join`: how another phone comes to a table, by address, QR code or the letters of its code."""

from __future__ import annotations

from urllib.parse import urlsplit

import segno
from flask import Blueprint, current_app, render_template, request, url_for
from markupsafe import Markup

from pnp.listening import loopback
from tracker import lan
from tracker.page import game_of
from tracker.views import table

blueprint = Blueprint("phones", __name__)


@blueprint.get("/t/<code>/join")
def join(code: str) -> str:
    """Show how another phone comes to this table: by an address in figures first, then by the name asked for."""
    code, game = code.upper(), game_of(table.state_of(code).game)
    asked = urlsplit(f"//{request.host}")
    hosts = [f"{each}:{asked.port or 80}" for each in lan.addresses()] if current_app.config["LAN"] else []
    hosts += [] if loopback(asked.hostname or "") else [request.host]
    hosts = [request.host] if request.is_secure else hosts
    path = url_for("table.sheet", code=code)
    addresses = tuple(f"{request.scheme}://{each}{path}" for each in dict.fromkeys(hosts))
    qr = segno.make(addresses[0], error="m", micro=False).svg_inline(omitsize=True) if addresses else ""
    return render_template("join.html", game=game, code=code, addresses=addresses, qr=Markup(qr))
