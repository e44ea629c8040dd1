"""What the page is told: the state of a view as plain values for JSON, and its sides as SVG. Knows no browser."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from pnp.build.proof import lines, proof_page, sides_of
from pnp.data.game import Game
from pnp.errors import Problem, Side
from pnp.layout.contrast import legible
from pnp.layout.piece import Face
from pnp.scene import BLACK, Segment
from pnp.units import tidy
from pnp.watch.desk import Desk, Drawn, Place, View

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"


def state(desk: Desk, view: View | None) -> dict[str, Json]:
    """Return everything the page shows but the pictures; without a view, why there is none."""
    reading = desk.reading
    game = reading.game
    told = _once(reading.problems if reading.stale or not game else game.notes)
    found: dict[str, Json] = {
        "number": reading.number,
        "stale": reading.stale,
        "folder": desk.shown,
        "safe": desk.safe,
        "problems": [_problem(each) for each in told],
    }
    if game is None or view is None:
        return found
    found |= _named(game, view)
    found["waiting"] = [*view.waiting]
    found["seconds"] = round(sum(drawn.seconds for drawn in view.pieces.values()), 3)
    found["pieces"] = [_piece(drawn, desk.safe) for drawn in view.pieces.values()]
    return found


def picture(view: View, piece: str, place: Place) -> bytes | None:
    """Return a side as SVG, bleed and all; None when there is no such side. The newest is kept until it changes."""
    side = view.side(piece, place)
    if side is None:
        return None
    proof, shape, version = side
    kept = view.pictures.get((piece, place))
    if kept is None or kept[0] != version:
        from pnp.render.svg import render

        kept = version, render(proof_page(proof.piece, shape)).encode()
        view.pictures[piece, place] = kept
    return kept[1]


def outline(segments: Iterable[Segment]) -> str:
    """Return segments as the `d` of an SVG path."""
    return "".join(letter + " ".join(map(tidy, numbers)) for letter, *numbers in segments)


def _named(game: Game, view: View) -> dict[str, Json]:
    """Return what the game is called, and its inks for the head of the page."""
    inks = [ink.color for ink in game.inks[:2]] or [BLACK]
    return {
        "slug": game.slug,
        "title": game.title.get(view.lang),
        "version": game.data_version,
        "lang": view.lang,
        "languages": [*game.languages],
        "ink": view.ink,
        "inks": [inks[0], inks[-1], legible(inks[0])],
    }


def _piece(drawn: Drawn, safe: float) -> dict[str, Json]:
    piece = drawn.proof.piece
    return {
        "id": piece.id,
        "title": piece.title,
        "kind": piece.kind,
        "size": [piece.width, piece.height],
        "bleed": piece.bleed,
        "count": piece.count,
        "problems": [_problem(each) for each in _once(drawn.proof.elsewhere)],
        "faces": [_face(number, face, drawn, safe) for number, face in enumerate(piece.faces, 1)],
    }


def _face(number: int, face: Face, drawn: Drawn, safe: float) -> dict[str, Json]:
    over = lines(drawn.proof.piece, face, safe)
    sides: list[Json] = [_side(number, side, drawn) for side, _ in sides_of(face)]
    edge, inside = outline(over.edge), outline(over.safe)
    return {"name": face.name, "copies": face.copies, "edge": edge, "safe": inside, "sides": sides}


def _side(number: int, side: Side, drawn: Drawn) -> dict[str, Json]:
    told = _once(drawn.proof.of(number, side))
    return {"side": side, "version": drawn.versions[number, side], "problems": [_problem(each) for each in told]}


def _problem(found: Problem) -> dict[str, Json]:
    spot = found.spot
    told: dict[str, Json] = {
        "place": f"{found.file}:{found.line}" if found.line else found.file,
        "where": found.where,
        "message": found.message,
        "hint": found.hint,
        "note": found.note,
        "column": found.column,
        "lost": round(found.lost, 1),
    }
    if spot and (spot.width or spot.height):
        told["spot"] = [round(length, 3) for length in (spot.x, spot.y, spot.width, spot.height)]
    return told


def _once(problems: Iterable[Problem]) -> Iterable[Problem]:
    return dict.fromkeys(problems)
