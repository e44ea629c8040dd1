"""From games to the files that an order means, laid out but not rendered."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from pnp import fonts
from pnp.build.cutting import cut_files, cut_plan
from pnp.build.documents import document, over_plan
from pnp.build.gatherings import ALONE, Means, gathered, long_decks
from pnp.build.heeded import heeded
from pnp.build.order import Job, Order, language, pieces
from pnp.build.packed import impose_group, picked
from pnp.build.reprints import only_mark
from pnp.data.game import Game
from pnp.data.prints import Poster
from pnp.data.serials import file_part
from pnp.errors import DataError, Problem
from pnp.fonts import FontProblem
from pnp.layout.furniture import Slug
from pnp.layout.geometry import DoesNotFit, Flip, Imposed, NoSuchSlot, Stock, paper_name
from pnp.layout.grids import holds
from pnp.layout.laying import lay
from pnp.layout.page_order import by_hand, one_pile
from pnp.layout.piece import Piece
from pnp.scene import Document
from pnp.values import dataclass, replace

NO_TWINS: Mapping[str, str] = MappingProxyType({})


def plan(
    games: Sequence[Game], order: Order, words: Callable[[str], Mapping[str, str]], means: Means = ALONE
) -> tuple[Job, ...]:
    """Return every file that `order` means for `games`, laid out but not rendered, save that long decks are written.

    `words` gives the page furniture's words in a language, `means` is what long decks are made with. Raises DataError
    with the problems of all games together.
    """
    jobs: list[Job] = []
    problems: list[Problem] = []
    for game in games:
        try:
            with fonts.helped(game.helpers):
                jobs += _game_jobs(game, order, words, means)
        except DataError as error:
            problems += error.problems
    if problems:
        raise DataError(problems)
    return tuple(jobs)


@dataclass(frozen=True, slots=True)
class Laid:
    """A piece on its pages, and whether they go into the file of the whole game.

    `instead_of`: the id of the piece for which it stands, and with which it is not added up; `spare` ones are not in
    the print plan either. `parts` are the pieces that share its sheets, where it is packed.
    """

    piece: Piece
    stock: Stock
    imposed: Imposed
    name: str
    in_all: bool = True
    spare: bool = False
    instead_of: str = ""
    notes: tuple[str, ...] = ()
    parts: tuple[Piece, ...] = ()


def _game_jobs(game: Game, order: Order, words: Callable[[str], Mapping[str, str]], means: Means) -> Iterator[Job]:
    lang = language(game, order.lang)
    end = f"{lang}-low" if order.ink == "low" else lang
    long = _long_decks(game, order, words(lang), means)
    made = pieces(game, order, {name: each.piece for name, each in long.items()})
    titles = {piece.id: piece.title for piece in made}
    laid, left_out = _all_laid(game, order, made, words(lang), long)
    for each in laid:
        job = _job(game, order, each, end, words(lang), titles, left_out.get(each.piece.id))
        yield job
        yield from cut_files(job, each.imposed)
    whole = _is_whole(order) and bool(laid)
    together = [each for each in laid if each.in_all]
    if whole and together:
        yield _all(game, order, lang, end, together)
    if whole:
        yield _print_plan(game, order, lang, {_path(game, each, end): each for each in laid}, words(lang))
    if order.cut_plan:
        cut = [(each.piece, each.imposed) for each in laid if not each.spare]
        yield from cut_plan(game, order, lang, cut, words(lang), _serial_mark(order))


def _long_decks(game: Game, order: Order, words: Mapping[str, str], means: Means) -> Mapping[str, Laid]:
    """Return the game's long decks on their pages, by id: of the others, something is told when all are drawn."""
    found: dict[str, Laid] = {}
    about = _about(game, order, words)
    for deck in long_decks(game, order):
        try:
            slug = replace(about, piece=deck.title.get(language(game, order.lang)))
            made = gathered(deck, game, order, slug, means)
        except (DoesNotFit, NoSuchSlot, FontProblem):
            continue
        if made:
            found[deck.id] = Laid(made[0], order.paper, made[1], deck.id)
    return found


def _all_laid(
    game: Game, order: Order, made: Sequence[Piece], words: Mapping[str, str], long: Mapping[str, Laid]
) -> tuple[list[Laid], Mapping[str, str]]:
    """Return all pieces on their pages, and sentences on what is left out by the id of what is printed for it.

    Raises DataError with the problems of all of them.
    """
    laid: list[Laid] = []
    problems: list[Problem] = []
    left_out: dict[str, str] = {}
    twins = _twins(game, made)
    counts = {piece.id: piece.count for piece in made}
    alone, shared = picked(made, order)
    about = _about(game, order, words)
    for name, parts in shared.items():
        try:
            laid.append(_packed(name, parts, order, about))
        except (DoesNotFit, NoSuchSlot, FontProblem) as error:
            problems.append(_fault(game, name, error, order))
    for piece in alone:
        if _is_whole(order) and piece.kind != "poster" and piece.id in twins and not _held(piece, order):
            left_out[twins[piece.id]] = f"{piece.title}: {paper_name(order.paper)} does not hold it in one part"
            continue
        if piece.id in long:
            laid.append(long[piece.id])
            continue
        try:
            asked = replace(order, how=replace(order.how, whole=counts[piece.id])) if order.only else order
            laid += lay_out(piece, asked, replace(about, piece=piece.title), twins)
        except (DoesNotFit, NoSuchSlot, FontProblem) as error:
            problems.append(_fault(game, piece.id, error, order))
    if problems:
        raise DataError(problems)
    return laid, left_out


def _is_whole(order: Order) -> bool:
    """Say whether all of a game is asked for, as it comes."""
    return order.pieces is None and not order.serials


def _serial_mark(order: Order) -> str:
    return f"-{file_part(order.serials)}" if order.serials else ""


def _about(game: Game, order: Order, words: Mapping[str, str]) -> Slug:
    """Return what the margins say of all pieces of a game."""
    lang = language(game, order.lang)
    also = (f"{words.get('printer', 'printer')} {order.printer.name}",) if order.printer else ()
    if order.how.from_slot > 1:
        also = (*also, words.get("from_slot", "from slot {}").format(order.how.from_slot))
    return Slug("", game.title.get(lang), game.data_version, words, also)


def _job(
    game: Game,
    order: Order,
    each: Laid,
    end: str,
    words: Mapping[str, str],
    titles: Mapping[str, str],
    left_out: str | None,
) -> Job:
    """Return the file of one piece, or of those that share sheets; `titles` are those of all pieces by id."""
    imposed, parts = each.imposed, each.parts or (each.piece,)
    title = ", ".join(filter(None, (each.piece.title, words.get("plan_plain", "") if each.spare else "")))
    mark = _serial_mark(order) + only_mark(parts, order.only, packed=bool(each.parts))
    return Job(
        path=_path(game, each, end, mark),
        document=document(game, title, language(game, order.lang), imposed.pages, _duplex(order, imposed.two_sided)),
        title=title,
        sheets=imposed.sheets,
        per_page=imposed.per_page,
        notices=(*imposed.notices, *each.notes, *map(str, each.piece.notes), *filter(None, (left_out,))),
        paper=each.stock.id,
        counted=each.instead_of not in titles,
        instead_of=titles.get(each.instead_of, ""),
        weighed=_is_whole(order),
        solid=order.ink == "full",
        by_hand=imposed.two_sided and by_hand(order.how.backs),
        parts=parts,
        imposed=imposed,
        heeded=heeded(parts, each.stock, order.how, imposed, packed=bool(each.parts)),
    )


def _packed(name: str, parts: tuple[Piece, ...], order: Order, about: Slug) -> Laid:
    """Return the sheets that pieces share."""
    slug = replace(about, piece=about.word("packed"))
    one = replace(parts[0], id=name, title=slug.piece, faces=sum((part.faces for part in parts), ()), notes=())
    notes = tuple(str(note) for part in parts for note in part.notes)
    return Laid(one, order.paper, impose_group(parts, order, slug), name, notes=notes, parts=parts)


def _fault(game: Game, where: str, error: Exception, order: Order) -> Problem:
    """Return why a piece cannot be laid, told to who ordered it."""
    match error:
        case FontProblem():
            return Problem(game.file, 0, where, f"its title in the margins: {error}", error.hint)
        case NoSuchSlot():
            return Problem("--from-slot", 0, where, str(error))
        case _:
            hint = "name pieces that fit with --piece" if order.paper.cells else "take a larger --paper"
            return Problem(game.file, 0, where, str(error), hint)


def _path(game: Game, each: Laid, end: str, mark: str = "") -> Path:
    return Path(game.slug, f"{each.name}{mark}-{each.stock.id}-{end}.pdf")


def _all(game: Game, order: Order, lang: str, end: str, laid: list[Laid]) -> Job:
    """Return the file of the whole game, its pieces one after the other."""
    duplex = any(each.imposed.two_sided for each in laid)
    pages = tuple(one_pile([(each.imposed.pages, each.imposed.two_sided) for each in laid], order.how.backs))
    path = Path(game.slug, f"all-{order.paper.id}-{end}.pdf")
    bound = document(game, "", lang, pages, _duplex(order, duplex))
    return Job(path, bound, "", sum(each.imposed.sheets for each in laid), 0, ())


def _print_plan(game: Game, order: Order, lang: str, laid: Mapping[Path, Laid], words: Mapping[str, str]) -> Job:
    """Return the job of the print plan; its shares of ink are known when the others are written."""
    from pnp.layout.print_plan import Entry, print_plan

    heading = over_plan(game, order, lang, words)

    def finished(inked: Mapping[Path, float]) -> Document:
        entries = tuple(
            Entry(
                piece=piece,
                sheets=0 if number else each.imposed.sheets,
                both=each.imposed.two_sided and (not number or piece.two_sided),
                folded=each.imposed.folded,
                by_hand=by_hand(order.how.backs),
                paper="" if each.stock.id == order.paper.id else paper_name(each.stock),
                ink=None if number else inked.get(path),
                instead=bool(each.instead_of),
                file=path.name,
                parts=each.imposed.per_page if each.piece.kind == "booklet" else each.imposed.sheets,
            )
            for path, each in laid.items()
            if not each.spare
            for number, piece in enumerate(each.parts or (each.piece,))
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


def _duplex(order: Order, two_sided: bool) -> Flip | None:
    """Return over which edge the printer turns the sheets, None where it must not."""
    return order.how.flip if two_sided and not by_hand(order.how.backs) else None
