"""From a template folder to finished files: the one module that knows every stage of the press.

Everything that can be wrong with the author's files is found before the first byte is written; files are then written
under a temporary name and moved into place. The tracker asks here for the same pages and faces that are printed.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, TypeAlias

from pnp.data.game import Game
from pnp.data.paper import Paper
from pnp.data.prints import Poster
from pnp.data.serials import Numbered, file_part
from pnp.errors import DataError, Problem
from pnp.fonts import FontProblem
from pnp.layout.furniture import Slug
from pnp.layout.geometry import DoesNotFit, Imposed, Stock, paper_name
from pnp.layout.grids import holds
from pnp.layout.laying import lay
from pnp.layout.piece import Piece
from pnp.scene import BLACK, Document, Group, Page, Rect, Shape, moved
from pnp.units import MM_PER_INCH

if TYPE_CHECKING:
    from concurrent.futures import Future

Ink: TypeAlias = Literal["full", "low"]
Flip: TypeAlias = Literal["long", "short"]
Form: TypeAlias = Literal["png", "svg"]
PREVIEW_DPI = 300.0
NO_TWINS: Mapping[str, str] = MappingProxyType({})
ROUGH = 50.0  # dots an inch that weigh areas well; lines of a low-ink print need more
PREVIEW_PIXELS = 8000.0  # on the longer side; what is larger is shown with fewer dots an inch


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be printed: which pieces (None: all), on which paper, in which language, with which ink and flip.

    With `serials` the sheets that can have one are printed once for each, `values` (by code, then by name) on them and
    `link` before the code in their QR codes.
    """

    paper: Paper
    lang: str | None = None
    ink: Ink = "full"
    flip: Flip = "long"
    pieces: tuple[str, ...] | None = None
    serials: tuple[str, ...] = ()
    values: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    link: str = ""


@dataclass(frozen=True, slots=True)
class Job:
    """One PDF to be written: its path below the output folder, its document and what to tell who prints it.

    `paper` is the id of the paper it is laid on; what is not `counted` is printed in place of the piece with the title
    `instead_of`. `weighed`: how much ink is on it (`solid`: in areas more than in lines) is wanted by a later job
    whose `finished` makes its document from the shares of all weighed jobs by path.
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

    ids, numbered = order.pieces, tuple[Numbered, ...]()
    if order.serials:
        from pnp.pieces import numbering

        ids = numbering.wanted(game, ids)
        numbered = numbering.numbered(game, order.serials, order.values, order.link)
    made = make(game, language(game, order.lang), ids, numbered)
    if order.ink != "low":
        return made
    from pnp.layout.thrift import thrifty

    return tuple(map(thrifty, made))


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


@dataclass(frozen=True, slots=True)
class _Laid:
    """A piece on its pages, and whether they go into the file of the whole game.

    `instead_of`: the id of the piece for which it stands, and with which it is not added up; `spare` ones are not in
    the print plan either.
    """

    piece: Piece
    stock: Stock
    imposed: Imposed
    name: str
    in_all: bool = True
    spare: bool = False
    instead_of: str = ""
    notes: tuple[str, ...] = ()


def _game_jobs(game: Game, order: Order, words: Callable[[str], Mapping[str, str]]) -> Iterator[Job]:
    lang = language(game, order.lang)
    end = f"{lang}-low" if order.ink == "low" else lang
    laid: list[_Laid] = []
    problems: list[Problem] = []
    made = pieces(game, order)
    mark = f"-{file_part(order.serials)}" if order.serials else ""
    twins = _twins(game, made)
    titles = {piece.id: piece.title for piece in made}
    left_out: dict[str, str] = {}
    for piece in made:
        if (
            order.pieces is None
            and not mark
            and piece.kind != "poster"
            and piece.id in twins
            and not _held(piece, order)
        ):
            left_out[twins[piece.id]] = f"{piece.title}: {paper_name(order.paper)} does not hold it in one part"
            continue
        slug = Slug(piece=piece.title, game=game.title.get(lang), version=game.data_version, words=words(lang))
        try:
            laid += _lay(piece, order, slug, twins)
        except DoesNotFit as error:
            problems.append(Problem(game.file, 0, piece.id, str(error), "take a larger --paper"))
        except FontProblem as error:
            problems.append(Problem(game.file, 0, piece.id, f"its title in the margins: {error}", error.hint))
    if problems:
        raise DataError(problems)
    whole = order.pieces is None and not mark and bool(laid)
    for each in laid:
        pages = each.imposed.pages
        title = ", ".join(filter(None, (each.piece.title, words(lang).get("plan_plain", "") if each.spare else "")))
        document = _document(game, title, lang, pages, order.flip if _two_sided(each.imposed) else None)
        path = _path(game, each, end, mark)
        yield Job(
            path=path,
            document=document,
            title=title,
            sheets=each.imposed.sheets,
            per_page=each.imposed.per_page,
            notices=(*each.imposed.notices, *each.notes, *filter(None, (left_out.get(each.piece.id),))),
            paper=each.stock.id,
            counted=each.instead_of not in titles,
            instead_of=titles.get(each.instead_of, ""),
            weighed=whole,
            solid=order.ink == "full",
        )
    together = [each for each in laid if each.in_all]
    if whole and together:
        yield _all(game, order, lang, end, together)
    if whole:
        yield _print_plan(game, order, lang, {_path(game, each, end): each for each in laid}, words(lang))


def _path(game: Game, each: _Laid, end: str, mark: str = "") -> Path:
    return Path(game.slug, f"{each.name}{mark}-{each.stock.id}-{end}.pdf")


def _all(game: Game, order: Order, lang: str, end: str, laid: list[_Laid]) -> Job:
    """Return the file of the whole game, its pieces one after the other."""
    duplex = any(_two_sided(each.imposed) for each in laid)
    pages = tuple(
        page for each in laid for page in _evened(each.imposed.pages, duplex and not _two_sided(each.imposed))
    )
    path = Path(game.slug, f"all-{order.paper.id}-{end}.pdf")
    document = _document(game, "", lang, pages, order.flip if duplex else None)
    return Job(path, document, "", sum(each.imposed.sheets for each in laid), 0, ())


def _print_plan(game: Game, order: Order, lang: str, laid: Mapping[Path, _Laid], words: Mapping[str, str]) -> Job:
    """Return the job of the print plan; its shares of ink are known when the others are written."""
    from pnp.layout.print_plan import Entry, Heading, print_plan

    color = game.inks[0].color if game.inks else BLACK
    family = game.fonts.get("display", "")
    about = " · ".join(filter(None, (paper_name(order.paper), words.get("plan_low") if order.ink == "low" else "")))
    heading = Heading(game.title.get(lang), about, color, family, order.ink == "low")

    def finished(inked: Mapping[Path, float]) -> Document:
        entries = tuple(
            Entry(
                piece=each.piece,
                sheets=each.imposed.sheets,
                both=_two_sided(each.imposed),
                paper="" if each.stock.id == order.paper.id else paper_name(each.stock),
                ink=inked.get(path),
                instead=bool(each.instead_of),
                file=path.name,
                parts=each.imposed.per_page if each.piece.kind == "booklet" else each.imposed.sheets,
            )
            for path, each in laid.items()
            if not each.spare
        )
        pages = print_plan(entries, heading, order.paper, lambda key: words.get(key, ""))
        return _document(game, words.get("plan", ""), lang, pages, None)

    path = Path(game.slug, f"print-plan-{order.paper.id}-{lang}.pdf")
    return Job(path, finished({}), "", 0, 0, (), finished=finished)


def _twins(game: Game, made: Sequence[Piece]) -> Mapping[str, str]:
    """Return by id of a sheet that of its poster, and by id of a poster that of its sheet, where both are made."""
    ids = {piece.id for piece in made}
    posters = [found for found in game.prints if isinstance(found, Poster) and {found.id, found.of} <= ids]
    return {found.of: found.id for found in reversed(posters)} | {found.id: found.of for found in posters}


def _held(piece: Piece, order: Order) -> bool:
    """Say whether the paper asked for, or the piece's own, holds the piece in one part."""
    return holds(piece, order.paper) or (piece.paper is not None and holds(piece, piece.paper))


def _lay(piece: Piece, order: Order, slug: Slug, twins: Mapping[str, str] = NO_TWINS) -> Iterator[_Laid]:
    """Yield the piece on its pages, and its plain pages where it has some; `twins` are ids of sheets and their posters.

    What is too large for the paper asked for and has a paper of its own goes on that one, beside the whole game's file;
    so do plain pages, and a poster of what fits the paper in one piece. Raises DoesNotFit.
    """
    stock: Stock = order.paper
    alone = piece.kind == "poster" and holds(piece, stock)
    if piece.paper is not None and not holds(piece, stock) and holds(piece, piece.paper):
        stock, alone = piece.paper, True
    notes: tuple[str, ...] = ()
    plain = piece.plain
    if plain is not None and not holds(plain, order.paper):
        notes = (f"{piece.title}: {paper_name(stock)} does not hold its plain pages; they are left out",)
        plain = None
    other = twins.get(piece.id, "") if alone else piece.instead_of
    yield _Laid(piece, stock, lay(piece, stock, order.flip, slug), piece.id, not alone, instead_of=other, notes=notes)
    if plain is not None:
        pages = lay(plain, order.paper, order.flip, slug)
        yield _Laid(plain, order.paper, pages, plain.id, in_all=False, spare=True, instead_of=piece.id)


def _two_sided(imposed: Imposed) -> bool:
    return len(imposed.pages) > imposed.sheets


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
    from concurrent.futures import ThreadPoolExecutor

    from pnp.render.png import coverage

    with ThreadPoolExecutor(1) as scales:  # one alone: pdfium is not made for several, and draws beside the next PDF
        inked: dict[Path, Future[tuple[float, ...]]] = {}
        for job in jobs:
            path = out / job.path
            data = pdf(job.finished(_means(inked)) if job.finished else job.document)
            put(path, data)
            if job.weighed:
                inked[job.path] = scales.submit(coverage, data, *((ROUGH,) if job.solid else ()))
            yield path


def _means(inked: Mapping[Path, Future[tuple[float, ...]]]) -> dict[Path, float]:
    return {path: sum(share.result()) / len(share.result()) for path, share in inked.items()}


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


def field_alone(game: Game, name: str) -> tuple[bytes, Mapping[str, tuple[float, float]]] | None:
    """Return a field of crossings by itself as SVG, as the sheets have it, and where its posts ("T3") and crossings
    ("3,4") are in it, in mm; the place "" is its far corner. None when no sheet has such a field."""
    from pnp.pieces.lone_fields import lone_field
    from pnp.render.svg import render

    found = lone_field(game, name)
    if found is None:
        return None
    return render(found.page).encode(), {**found.places, "": (found.page.width, found.page.height)}


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
            dpi = min(PREVIEW_DPI, PREVIEW_PIXELS * MM_PER_INCH / max(piece.width, piece.height))
            for (name, _), data in zip(sides, pages(pdf(document), dpi), strict=True):
                yield Path(game.slug, f"{name}.png"), data
