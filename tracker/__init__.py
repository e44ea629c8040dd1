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
    BELOW (where chance comes from), and Flask's own.

    Raises DataError when the template folder has problems.
    """
    import secrets
    from pathlib import Path

    from flask import Flask

    from pnp.data import load
    from tracker import page
    from tracker.views import dice, health, home, rules, score

    app = Flask(__name__, template_folder="pages")
    app.config.from_mapping(
        TEMPLATES=None, GAMES=None, NAMES=NAMES, BELOW=secrets.randbelow, MAX_CONTENT_LENGTH=page.BODY
    )
    app.config.from_mapping(config or {})
    games = app.config["GAMES"]
    if games is None:
        folder = app.config["TEMPLATES"]
        games = load.load_all(load.roots(Path(folder) if folder else None, Path.cwd()))
    app.extensions["games"] = {game.slug: game for game in games}
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True}
    page.install(app)
    for view in (home, dice, rules, score, health):
        app.register_blueprint(view.blueprint)
    return app
