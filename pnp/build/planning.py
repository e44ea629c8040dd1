"""From games to the files that an order means, laid out but not rendered."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from pnp.build.order import Job, Order, language, pieces
from pnp.data.game import Game
from pnp.data.prints import Poster
from pnp.data.serials import file_part
from pnp.errors import DataError, Problem
from pnp.fonts import FontProblem
from pnp.layout.furniture import Slug
from pnp.layout.geometry import DoesNotFit, Flip, Imposed, Stock, paper_name
from pnp.layout.grids import holds
from pnp.layout.laying import lay
from pnp.layout.piece import Piece
from pnp.scene import BLACK, Document, Page

NO_TWINS: Mapping[str, str] = MappingProxyType({})


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
class Laid:
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
    laid: list[Laid] = []
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
            laid += lay_out(piece, order, slug, twins)
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
        bound = document(game, title, lang, pages, order.how.flip if _two_sided(each.imposed) else None)
        path = _path(game, each, end, mark)
        yield Job(
            path=path,
            document=bound,
            title=title,
            sheets=each.imposed.sheets,
            per_page=each.imposed.per_page,
            notices=(
                *each.imposed.notices,
                *each.notes,
                *map(str, each.piece.notes),
                *filter(None, (left_out.get(each.piece.id),)),
            ),
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


def _path(game: Game, each: Laid, end: str, mark: str = "") -> Path:
    return Path(game.slug, f"{each.name}{mark}-{each.stock.id}-{end}.pdf")


def _all(game: Game, order: Order, lang: str, end: str, laid: list[Laid]) -> Job:
    """Return the file of the whole game, its pieces one after the other."""
    duplex = any(_two_sided(each.imposed) for each in laid)
    pages = tuple(page for each in laid for page in evened(each.imposed.pages, duplex and not _two_sided(each.imposed)))
    path = Path(game.slug, f"all-{order.paper.id}-{end}.pdf")
    bound = document(game, "", lang, pages, order.how.flip if duplex else None)
    return Job(path, bound, "", sum(each.imposed.sheets for each in laid), 0, ())


def _print_plan(game: Game, order: Order, lang: str, laid: Mapping[Path, Laid], words: Mapping[str, str]) -> Job:
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
        return document(game, words.get("plan", ""), lang, pages, None)

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


def lay_out(piece: Piece, order: Order, slug: Slug, twins: Mapping[str, str] = NO_TWINS) -> Iterator[Laid]:
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
    yield Laid(piece, stock, lay(piece, stock, order.how, slug), piece.id, not alone, instead_of=other, notes=notes)
    if plain is not None:
        pages = lay(plain, order.paper, order.how, slug)
        yield Laid(plain, order.paper, pages, plain.id, in_all=False, spare=True, instead_of=piece.id)


def _two_sided(imposed: Imposed) -> bool:
    return len(imposed.pages) > imposed.sheets


def evened(pages: tuple[Page, ...], blank_backs: bool) -> Iterator[Page]:
    """Follow each page by an empty one where a two-sided print would else put the next page on its back."""
    for page in pages:
        yield page
        if blank_backs:
            yield Page(page.width, page.height, ())


def document(game: Game, title: str, lang: str, pages: tuple[Page, ...], duplex: Flip | None) -> Document:
    """Return pages as a document of `game`, with what viewers and printers are told."""
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
