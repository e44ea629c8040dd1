"""From a template folder to finished files: the one module that knows every stage of the press.

Everything that can be wrong with the author's files is found before the first byte is written; files are then written
under a temporary name and moved into place. The tracker asks here for the same pages and faces that are printed.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from pnp.data.game import Game
from pnp.data.paper import Paper
from pnp.errors import DataError, Problem
from pnp.layout.furniture import Slug
from pnp.layout.impose import DoesNotFit, Imposed, impose
from pnp.layout.piece import Face, Piece
from pnp.scene import Document, Group, Page, Rect, Shape, moved

Ink: TypeAlias = Literal["full", "low"]
Flip: TypeAlias = Literal["long", "short"]
Form: TypeAlias = Literal["png", "svg"]
PREVIEW_DPI = 300.0


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be printed: which pieces (None: all), on which paper, in which language, with which ink and flip."""

    paper: Paper
    lang: str | None = None
    ink: Ink = "full"
    flip: Flip = "long"
    pieces: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Job:
    """One PDF to be written: its path below the output folder, its document and what to tell who prints it."""

    path: Path
    document: Document
    title: str
    sheets: int
    per_page: int
    notices: tuple[str, ...]


def language(game: Game, lang: str | None) -> str:
    """Return the language to build `game` in: `lang`, else English, else its first. DataError: it has no `lang`."""
    if lang is None:
        return "en" if "en" in game.languages else game.languages[0]
    if lang in game.languages:
        return lang
    found = ", ".join(game.languages)
    raise DataError([Problem(game.file, 0, "languages", f'no "{lang}" here; this game has {found}')])


def pieces(game: Game, order: Order) -> tuple[Piece, ...]:
    """Return the pieces of `game` that `order` asks for, drawn. Raises DataError with all problems of all of them."""
    from pnp.pieces import make

    made = make(game, language(game, order.lang), order.pieces)
    return tuple(thrifty(piece) for piece in made) if order.ink == "low" else made


def thrifty(piece: Piece) -> Piece:
    """Return the low-ink twin of `piece`: same measures, less ink."""
    from dataclasses import replace

    from pnp.layout.thrift import low_ink

    trim = Rect(0, 0, piece.width, piece.height)

    def twin(face: Face) -> Face:
        back = None if face.back is None else low_ink(face.back, trim)
        return replace(face, front=low_ink(face.front, trim), back=back)

    return replace(piece, faces=tuple(map(twin, piece.faces)))


def plan(games: Sequence[Game], order: Order, words: Callable[[str], Mapping[str, str]]) -> tuple[Job, ...]:
    """Return every file that `order` means for `games`, laid out but not rendered.

    `words` gives the page furniture's words in a language. Raises DataError with the problems of all games together.
    """
    jobs: list[Job] = []
    problems: list[Problem] = []
    for game in games:
        try:
            jobs += _game_jobs(game, order, words)
        except DataError as error:
            problems += error.problems
    if problems:
        raise DataError(problems)
    return tuple(jobs)


def _game_jobs(game: Game, order: Order, words: Callable[[str], Mapping[str, str]]) -> Iterator[Job]:
    lang = language(game, order.lang)
    low = "-low" if order.ink == "low" else ""
    laid: list[tuple[Piece, Imposed]] = []
    problems: list[Problem] = []
    made = pieces(game, order)
    two_sided = any(face.back is not None for piece in made for face in piece.faces)
    for piece in made:
        slug = Slug(piece=piece.title, game=game.title.get(lang), version=game.data_version, words=words(lang))
        try:
            laid.append((piece, impose(piece, order.paper, order.flip, slug)))
        except DoesNotFit as error:
            problems.append(Problem(game.file, 0, piece.id, str(error), "take a larger --paper"))
    if problems:
        raise DataError(problems)
    for piece, imposed in laid:
        path = Path(game.slug, f"{piece.id}-{order.paper.id}-{lang}{low}.pdf")
        document = _document(game, piece.title, lang, imposed.pages, order.flip if _backs(piece) else None)
        yield Job(path, document, piece.title, imposed.sheets, imposed.per_page, imposed.notices)
    if order.pieces is None and laid:
        whole = tuple(
            page for piece, imposed in laid for page in _evened(imposed.pages, two_sided and not _backs(piece))
        )
        path = Path(game.slug, f"all-{order.paper.id}-{lang}{low}.pdf")
        document = _document(game, "", lang, whole, order.flip if two_sided else None)
        yield Job(path, document, "", sum(imposed.sheets for _, imposed in laid), 0, ())


def _backs(piece: Piece) -> bool:
    return any(face.back is not None for face in piece.faces)


def _evened(pages: tuple[Page, ...], blank_backs: bool) -> Iterator[Page]:
    """Follow each page by an empty one where a two-sided print would else put the next page on its back."""
    for page in pages:
        yield page
        if blank_backs:
            yield Page(page.width, page.height, ())


def _document(game: Game, title: str, lang: str, pages: tuple[Page, ...], duplex: Flip | None) -> Document:
    name = game.title.get(lang)
    return Document(
        pages=pages,
        title=f"{name} · {title}" if title else name,
        author=game.designer,
        subject=game.credit.get(lang),
        keywords=f"print-and-play, {game.slug}, data {game.data_version}",
        lang=lang,
        duplex=duplex,
    )


def pdf(document: Document) -> bytes:
    """Return `document` as PDF."""
    from pnp.render.pdf import render

    return render(document)


def write(jobs: Sequence[Job], out: Path) -> Iterator[Path]:
    """Render and write each job below `out`, yielding its path when the file is in place."""
    for job in jobs:
        path = out / job.path
        put(path, pdf(job.document))
        yield path


def put(path: Path, data: bytes) -> None:
    """Write `data` to `path` as a whole or not at all: a temporary file beside it is moved into place."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        mask = os.umask(0)
        os.umask(mask)
        Path(name).chmod(0o666 & ~mask)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def face_page(piece: Piece, shape: Shape) -> Page:
    """Return one side of a face as a page as large as its trim."""
    return Page(piece.width, piece.height, (Group((shape,), moved(0, 0)),), trim=Rect(0, 0, piece.width, piece.height))


def previews(game: Game, order: Order, form: Form) -> Iterator[tuple[Path, bytes]]:
    """Yield (path below the output folder, bytes) of each face of the pieces asked for, as PNG or SVG."""
    lang = language(game, order.lang)
    for piece in pieces(game, order):
        sides = [
            (f"{piece.id}-{number:02d}-{name}", face_page(piece, shape))
            for number, face in enumerate(piece.faces, 1)
            for name, shape in (("front", face.front), ("back", face.back))
            if shape is not None
        ]
        if form == "svg":
            from pnp.render.svg import render

            for name, page in sides:
                yield Path(game.slug, f"{name}.svg"), render(page).encode()
        else:
            from pnp.render.png import pages

            document = _document(game, piece.title, lang, tuple(page for _, page in sides), None)
            for (name, _), data in zip(sides, pages(pdf(document), PREVIEW_DPI), strict=True):
                yield Path(game.slug, f"{name}.png"), data
