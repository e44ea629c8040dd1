"""The games that ship, loaded once in a process, and their pieces, drawn once: neither is ever changed."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from pnp import build
from pnp.data import furniture, load
from pnp.data.game import Game
from pnp.layout.piece import Piece
from pnp.pieces import make

ROOT = Path(__file__).parent.parent / "templates"
SHARED = ROOT / "_shared"
GAMES = load.load_all(ROOT)
BY_SLUG: Mapping[str, Game] = {game.slug: game for game in GAMES}

KEPT: dict[str, dict[object, object]] = {"faces": {}, "fields": {}, "par": {}}
"""What a site works out once for all its phones and what depends on these games alone."""


def kept() -> dict[str, dict[object, object]]:
    """Return what a site of these games begins with: all of that kind that other sites in this process worked out."""
    return dict(KEPT)


def words(lang: str) -> Mapping[str, str]:
    """Return what stands in the margins."""
    return furniture.words(SHARED, lang)


@cache
def pieces(slug: str, lang: str) -> tuple[Piece, ...]:
    """Return all pieces of a game."""
    return make(BY_SLUG[slug], lang)


@cache
def jobs(slug: str) -> tuple[build.Job, ...]:
    """Return the files of a game in English on A4."""
    return build.plan([BY_SLUG[slug]], build.Order(load.paper("a4", SHARED), "en"), words)


@cache
def pdfs(slug: str) -> Mapping[str, bytes]:
    """Return the bytes of those files by name."""
    return {job.path.name: build.pdf(job.document) for job in jobs(slug)}
