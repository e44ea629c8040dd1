"""The companion at the table: dice, rules and scores from the same data as the paper. `create_app` makes the site.

Only `create_app` and `tracker.cli` look at the working folder; everything below gets what it needs as arguments.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask

# A name under .test belongs to nobody (RFC 6761): browsers can be told to find this machine behind it, as on a LAN.
NAMES = frozenset({"localhost", "bullpen.test"})


def create_app(config: Mapping[str, object] | None = None) -> Flask:
    """Return the site. Settings: TEMPLATES (a folder), GAMES (games already loaded), NAMES (host names to answer to),
    BELOW (where chance comes from), TOKEN (a random word of so many bytes, in hex), TICKS (seconds that only grow),
    SECRET (what signs the device cookies; else the one beside DATABASE, else a new one), PROXIES (how many stand in
    front), NOW (the time in UTC, as text to show), DATABASE (a file, made when it is first needed; without one tables
    last as long as the process), and Flask's own.

    Raises DataError when the template folder has problems.
    """
    import pkgutil
    from importlib import import_module
    from pathlib import Path

    from pnp.data import load
    from tracker import guard, page, views

    app = _kept(config or {})
    games = app.config["GAMES"]
    if games is None:
        folder = app.config["TEMPLATES"]
        games = load.load_all(load.roots(Path(folder) if folder else None, Path.cwd()))
    app.extensions["games"] = {game.slug: game for game in games}
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True}
    page.install(app)
    guard.install(app)
    for view in pkgutil.iter_modules(views.__path__, "tracker.views."):
        app.register_blueprint(import_module(view.name).blueprint)
    return app


def _kept(config: Mapping[str, object]) -> Flask:
    """Return the site without a page: its settings, clock and chance, where its tables are kept, and its secret."""
    import secrets
    import time
    from datetime import UTC, datetime
    from pathlib import Path

    from flask import Flask

    from tracker import dice as chance
    from tracker import page
    from tracker.store import Store, own_secret

    app = Flask(__name__, template_folder="pages")
    app.config.from_mapping(
        TEMPLATES=None, GAMES=None, NAMES=NAMES, BELOW=chance.fair(secrets.token_bytes), MAX_CONTENT_LENGTH=page.BODY
    )
    app.config.from_mapping(TOKEN=secrets.token_hex, TICKS=time.monotonic, SECRET=None, PROXIES=0)
    app.config.from_mapping(DATABASE=None, LAN=True, NOW=lambda: datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"))
    app.config.from_mapping(config)
    database = Path(app.config["DATABASE"]) if app.config["DATABASE"] else None
    app.extensions["store"] = Store(database)
    if not app.config["SECRET"]:
        new = secrets.token_bytes(32)
        app.config["SECRET"] = own_secret(database.with_name("secret"), new) if database else new
    return app
