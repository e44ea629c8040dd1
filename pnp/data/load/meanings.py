"""Whether inks that carry a meaning can be told apart: by every eye, on a grey printer, or else by their patterns.

Part of reading; what is told are notes, which stop nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from math import floor
from typing import assert_never

from pnp.colours import APART, SEEINGS, Seeing, apart
from pnp.data.boards import Board, Grid, Lattice, Track
from pnp.data.cell_boards import Hexes, Mosaic
from pnp.data.dials import Dial, Dividers
from pnp.data.frame import Frame, Panel
from pnp.data.game import Ink
from pnp.data.inks import Pattern
from pnp.data.maps import Map
from pnp.data.meanings import meanings, pattern_of, patterns
from pnp.data.prints import Booklet, Box, Deck, DicePieces, Pad, Poster, Print, Sheet, Standees
from pnp.data.source import Source
from pnp.near import meant
from pnp.units import tidy

SEEN: Mapping[Seeing, str] = {
    "all": "to every eye",
    "protanopia": "without red cones",
    "deuteranopia": "without green cones",
    "tritanopia": "without blue cones",
    "grey": "in grey",
}


def check_meanings(source: Source, inks: Sequence[Ink], prints: Sequence[Print], boards: Iterable[Board]) -> None:
    """Note inks of one meaning that look alike to some eyes or in grey, unless patterns or signs tell them apart."""
    found = meanings(inks)
    if not found:
        return
    shown = _shown(prints, inks)
    for color, pattern in (*_on_boards(boards), *_on_discs(prints)):
        shown.setdefault(color.lower(), set()).add(pattern)
    for means, kinds in found.items():
        if len(kinds) == 1:
            message = f'no other ink means "{means}", so there is nothing to tell it from'
            hint = meant(means, [other for other in found if other != means])
            source.note(("inks", kinds[0].id, "means"), message, hint)
        for one, other in combinations(kinds, 2):
            looks = shown.get(one.color.lower()), shown.get(other.color.lower())
            alike = [] if _other_ways(one, other, looks) else list(_alike(one, other))
            if alike:
                message = (
                    f'inks "{one.id}" and "{other.id}" look alike {", ".join(alike)}; '
                    f"told apart from {tidy(APART)} on (CIEDE2000)"
                )
                source.note(("inks", other.id), message, _hint(one, other, patterns(tuple(inks))))


def _alike(one: Ink, other: Ink) -> Iterator[str]:
    """Yield to whom two inks look alike, with their difference rounded down."""
    for seeing in SEEINGS:
        found = apart(one.color, other.color, seeing)
        if found < APART:
            yield f"{SEEN[seeing]} ({floor(10 * found) / 10:.1f})"


def _other_ways(one: Ink, other: Ink, looks: tuple[set[Pattern] | None, set[Pattern] | None]) -> bool:
    """Say whether something else than colour tells two inks apart: signs, or patterns on every area in them."""
    if one.sign and other.sign and one.sign != other.sign:
        return True
    first, second = looks
    return bool(first and second and first.isdisjoint(second))


def _hint(one: Ink, other: Ink, given: Mapping[str, Pattern]) -> str:
    first, second = given[one.id], given[other.id]
    if first == second:
        return f"both have the pattern {first}; state another one for either, or take other colours"
    shown = f'panels with pattern = "auto" show "{one.id}" as {first} and "{other.id}" as {second}'
    return f"{shown}, a strip clear of the words will do; or give each a sign"


def _shown(prints: Iterable[Print], inks: Sequence[Ink]) -> dict[str, set[Pattern]]:
    """Return by colour in which patterns panels show it; a plain one counts as patterned beside one that is."""
    found: dict[str, set[Pattern]] = {}
    for frame in {id(frame): frame for made in prints for frame in _frames(made)}.values():
        panels = [slot for slot in frame.slots if isinstance(slot, Panel) and slot.fill]
        looks = [(panel, (panel.fill or "").lower(), _pattern(panel, inks)) for panel in panels]
        patterned = [(panel.when, color) for panel, color, pattern in looks if pattern != "solid"]
        for panel, color, pattern in looks:
            beside = {(None, color), (panel.when, color)} & set(patterned)
            if pattern != "solid" or not beside:
                found.setdefault(color, set()).add(pattern)
    return found


def _pattern(panel: Panel, inks: Sequence[Ink]) -> Pattern:
    return pattern_of(panel.fill or "", inks) if panel.pattern == "auto" else panel.pattern


def _on_boards(boards: Iterable[Board]) -> Iterator[tuple[str, Pattern]]:
    """Yield the inks of areas on boards with their patterns; areas with a picture are told apart by that."""
    for board in boards:
        match board:
            case Track():
                areas = [(kind.ink, kind.pattern, kind.art) for kind in board.kinds]
            case Hexes() | Mosaic():
                areas = [(each.ink, each.pattern, each.art) for each in board.on.terrain]
            case Map():
                areas = [(link.ink, link.pattern, "") for link in board.links if link.spaces]
            case Lattice() | Grid():
                areas = []
            case _:
                assert_never(board)
        yield from ((ink, pattern) for ink, pattern, picture in areas if ink and not picture)


def _on_discs(prints: Iterable[Print]) -> Iterator[tuple[str, Pattern]]:
    """Yield the inks of sectors without words or pictures."""
    for made in prints:
        for sector in made.sectors if isinstance(made, Dial) else ():
            if sector.ink and not sector.art and not any(said for _, said in sector.title.texts):
                yield sector.ink, sector.pattern


def _frames(made: Print) -> Iterator[Frame]:
    """Yield the frames by which a piece is drawn."""
    found: tuple[Frame | None, ...]
    match made:
        case Deck() | Sheet() | Standees():
            found = tuple(frame for card in made.cards for frame in (card.front, card.back))
        case Dial():
            found = (made.cover,)
        case Dividers() | Pad():
            found = (made.frame,)
        case Booklet():
            found = (made.cover, made.end)
        case Box():
            found = (made.front, made.back)
        case Poster() | DicePieces():
            found = ()
        case _:
            assert_never(made)
    yield from (frame for frame in found if frame)
