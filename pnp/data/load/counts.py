"""Whether the list of contents has as many things of each piece as the piece prints. Part of reading; draws nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import assert_never

from pnp.data.dials import Dial, Dividers
from pnp.data.game import Die, Scoring
from pnp.data.load.checks import PRINTED
from pnp.data.prints import Booklet, Box, Deck, DicePieces, Pad, Poster, Print, Sheet, Standees
from pnp.data.source import Source
from pnp.data.tables import COPIES


def check_counts(source: Source, prints: Iterable[Print], dice: Iterable[Die], scoring: Scoring | None) -> None:
    """Tell of pieces whose components add up to another number than the piece prints.

    A piece that no component names is not counted, and neither is one in whose tables a fault was told already.
    """
    known = {each.id: each for each in prints}
    for id_, each in known.items():
        named = [(place, count) for place, piece, count in _components(source) if piece == id_]
        counts = [count for _, count in named if isinstance(count, int) and not isinstance(count, bool)]
        printed = _printed(each, known, {die.id: die for die in dice}, scoring)
        if not named or len(counts) < len(named) or not printed or not _sound(source, each):
            continue
        if sum(counts) != printed:
            place = ("components", named[0][0], "count")
            message = f'components that the piece "{id_}" prints add up to {sum(counts)}; it prints {printed}'
            source.tell(place, message, _uncounted(each))


def _uncounted(found: Print) -> str:
    """Return a hint for a table that says of no row how many copies there are."""
    if isinstance(found, Deck | Sheet | Standees) and found.table and COPIES not in found.columns:
        return f"{found.table.rpartition('/')[2]} has no column {COPIES}, so each row counts once"
    return ""


def _components(source: Source) -> Iterable[tuple[int, object, object]]:
    """Yield place, piece and count of each component as they are written."""
    value = source.get(("components",))
    for place, component in enumerate(value if isinstance(value, list) else ()):
        if isinstance(component, Mapping):
            yield place, component.get("piece"), component.get("count")


def _printed(found: Print, known: Mapping[str, Print], dice: Mapping[str, Die], scoring: Scoring | None) -> int | None:
    """Return how many things a piece prints; None for stickers, which are sides of dice that players bring."""
    match found:
        case Deck() | Sheet() | Standees():
            return sum(card.copies for card in found.cards)
        case Poster():
            return _printed(known[found.of], known, dice, scoring)
        case DicePieces():
            return None if found.form == "stickers" else sum(dice[name].count for name in found.dice)
        case Pad():
            variants = scoring.variants if scoring else ()
            pages = {scoring.short_fields_in(variant.id) for variant in variants} if scoring else set()
            return found.copies * max(1, len(pages))
        case Dial() | Dividers():
            return found.copies if isinstance(found, Dial) else len(found.tabs)
        case Booklet() | Box():
            return 1
        case _:
            assert_never(found)


def _sound(source: Source, found: Print) -> bool:
    """Say whether nothing was told of the piece's tables that could change how many it prints."""
    table = found.table if isinstance(found, Deck | Sheet | Standees) else ""
    paths = [path for word in PRINTED for id_, path in source.ids(word).items() if id_ == found.id]
    if isinstance(found, DicePieces):
        paths += [path for id_, path in source.ids("dice").items() if id_ in found.dice]
    places = [source.where(path) for path in paths]
    if isinstance(found, Pad):
        places.append("score")
    return not any(
        (table and problem.file == table) or (problem.file == source.shown and problem.where.startswith(tuple(places)))
        for problem in source.problems
    )
