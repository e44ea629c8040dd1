"""What is asked for, and what it means for one game: orders, jobs, and the pieces of an order."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Literal, TypeAlias

from pnp.build.reprints import Only
from pnp.data.game import Game
from pnp.data.paper import Paper
from pnp.data.printer import Printer
from pnp.data.serials import Numbered
from pnp.errors import DataError, Problem
from pnp.layout.geometry import AS_USUAL, How, Imposed
from pnp.layout.piece import Piece
from pnp.scene import Document
from pnp.values import dataclass, field

Ink: TypeAlias = Literal["full", "low"]


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be printed: which pieces (None: all), on which paper, in which language and ink, and `how`.

    `cut_plan` asks for the plan of strokes too.

    With `serials` the sheets that can have one are printed once for each, `values` (by code, then by name) on them and
    `link` before the code in their QR codes. `only` names the faces wanted of a piece; with `pack` all that is cut from
    card shares sheets. Pages are corrected for `printer` when `printers.corrected` made the order.
    """

    paper: Paper
    lang: str | None = None
    ink: Ink = "full"
    how: How = AS_USUAL
    pieces: tuple[str, ...] | None = None
    serials: tuple[str, ...] = ()
    values: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    link: str = ""
    only: tuple[Only, ...] = ()
    pack: bool = False
    printer: Printer | None = None
    cut_plan: bool = False


@dataclass(frozen=True, slots=True)
class Job:
    """One PDF, or SVG of one page: its path below the output folder, its document and what to tell who prints it.

    `paper` is the id of the paper it is laid on; what is not `counted` is printed in place of the piece with the title
    `instead_of`. `weighed`: how much ink is on it (`solid`: in areas more than in lines) is wanted by a later job
    whose `finished` makes its document from the shares of all weighed jobs by path. `by_hand`: its sheets have two
    sides, but the printer does not turn them. `parts` are the pieces on it, as `imposed` has them: none for plans and
    the file of a whole game. `heeded`: the options that can make a difference to it.
    """

    path: Path
    document: Document
    title: str
    sheets: int
    per_page: int
    notices: tuple[str, ...]
    paper: str = ""
    counted: bool = True
    instead_of: str = ""
    weighed: bool = False
    solid: bool = False
    finished: Callable[[Mapping[Path, float]], Document] | None = None
    by_hand: bool = False
    form: Literal["pdf", "svg"] = "pdf"
    parts: tuple[Piece, ...] = ()
    imposed: Imposed | None = None
    heeded: frozenset[str] = frozenset()


def language(game: Game, lang: str | None) -> str:
    """Return the language to build `game` in: `lang`, else English, else its first. DataError: it has no `lang`."""
    if lang is None:
        return "en" if "en" in game.languages else game.languages[0]
    if lang in game.languages:
        return lang
    found = ", ".join(game.languages)
    raise DataError([Problem(game.file, 0, "languages", f'no "{lang}" here; this game has {found}')])


def pieces(game: Game, order: Order, ready: Mapping[str, Piece] | None = None) -> tuple[Piece, ...]:
    """Return the pieces of `game` that `order` asks for, drawn; those that are `ready` as they are, by their ids.

    Raises DataError with all problems of all of them.
    """
    from pnp.pieces import make

    ids, numbered = order.pieces, tuple[Numbered, ...]()
    if order.serials:
        from pnp.pieces import numbering

        ids = numbering.wanted(game, ids)
        numbered = numbering.numbered(game, order.serials, order.values, order.link)
    made = make(game, language(game, order.lang), ids, numbered, ready)
    if order.printer:
        from pnp.build.printers import own_papers

        made = own_papers(made, order)
    if order.ink != "low":
        return made
    from pnp.layout.thrift import thrifty

    return tuple(piece if ready and piece.id in ready else thrifty(piece) for piece in made)
