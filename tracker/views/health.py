"""`/healthz`: says that the site answers."""

from __future__ import annotations

from flask import Blueprint, Response

blueprint = Blueprint("health", __name__)


@blueprint.get("/healthz")
def healthz() -> Response:
    """Answer "ok"."""
    return Response("ok\n", mimetype="text/plain", headers={"Cache-Control": "no-store"})
