"""Which faces of two versions of a game differ: compared as drawings first, and as pictures where the drawings differ.

Beside the exports. Faces belong together by piece and name (the first of a name with the first, and so on), then by
their number; so a card that is inserted does not change all that follow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import Literal, TypeAlias

from pnp.build.documents import document, with_pictures
from pnp.build.exports.contact import heading
from pnp.build.faces import face_page
from pnp.build.order import Order, language, pieces
from pnp.build.writing import pdf
from pnp.data.game import Game
from pnp.errors import DataError, Problem
from pnp.layout.compare import Compared, Side, comparison
from pnp.layout.contact import ranges
from pnp.layout.piece import Face, Piece
from pnp.render.differences import Difference
from pnp.scene import Page, Pixels, Rect
from pnp.units import MM_PER_INCH
from pnp.values import dataclass

What: TypeAlias = Literal["changed", "new", "gone"]
DPI = 120.0  # of the pictures that are compared: letters of the smallest print differ by several pixels
ENGLISH: Mapping[str, str] = MappingProxyType({"back": "back", "diff_changed": "changed"})


@dataclass(frozen=True, slots=True)
class Change:
    """What became of one side of a face, or (`side` "") of the whole face or of how many there are of it.

    `number` counts from 1 in the newer version, in the older one for what is gone. `share` of its pixels differ.
    """

    piece: str
    number: int
    name: str
    side: str
    what: What
    share: float = 1.0
    copies: tuple[int, int] = (0, 0)

    def __str__(self) -> str:
        name = " ".join(self.name.split())
        of = f"{self.piece} {self.number}{f' {self.side}' if self.side else ''} ({name}): "
        if self.what != "changed":
            return f"{of}{self.what}"
        if not self.side:
            return f"{of}{self.copies[1]} copies instead of {self.copies[0]}"
        return f"{of}{_percent(self.share)} of its pixels changed"


@dataclass(frozen=True, slots=True)
class Found:
    """All changes in the order of the newer version, the rows that show them, and how many faces are as before."""

    changes: tuple[Change, ...]
    rows: tuple[Compared, ...]
    same: int


@dataclass(frozen=True, slots=True)
class _Pair:
    """One side of a face in both versions; what is not there is None. `whole`: the face is in one of them alone."""

    piece: Piece
    number: int
    face: Face
    name: str
    before: Side | None
    after: Side | None
    whole: bool

    @property
    def what(self) -> What:
        if self.before and self.after:
            return "changed"
        return "new" if self.after else "gone"

    @property
    def drawings(self) -> tuple[int, int, str]:
        """What is the same for all faces that share a side, in both versions."""
        sides = (self.before, self.after)
        one, two = (id(side.shape) if side else 0 for side in sides)
        return one, two, self.piece.id


def compare(old: Game, new: Game, order: Order, words: Mapping[str, str] = ENGLISH) -> Found:
    """Compare what `order` asks for in two versions of a game; `words` are those of the rows by key.

    Raises DataError with the problems of both.
    """
    before, after = _both(old, new, order)
    earlier = {piece.id: piece for piece in before}
    later = {piece.id: piece for piece in after}
    changes: list[Change] = []
    pairs: list[_Pair] = []
    faces = 0
    for piece in (*after, *(piece for piece in before if piece.id not in later)):
        one, two = earlier.get(piece.id), later.get(piece.id)
        for number, first, second in _matched(one.faces if one else (), two.faces if two else ()):
            faces += 1
            if first and second and first.copies != second.copies:
                copies = first.copies, second.copies
                changes.append(Change(piece.id, number, second.name, "", "changed", 0.0, copies))
            pairs += _unlike(one, two, number, first, second)
    pictured = _pictured(new, pairs)
    seen = [pair for pair in pairs if pair.what != "changed" or pictured[id(pair)].areas]
    for pair in seen:
        share = pictured[id(pair)].share if pair.what == "changed" else 1.0
        side = "" if pair.whole else pair.name
        changes.append(Change(pair.piece.id, pair.number, pair.face.name, side, pair.what, share))
    changes = list(dict.fromkeys(changes))  # both sides of a new card are one card
    places = {id_: index for index, id_ in enumerate(dict.fromkeys((*later, *earlier)))}
    changes.sort(key=lambda one: (places[one.piece], one.number, one.what == "gone", one.side != "front"))
    touched = {(change.piece, change.number, change.what == "gone") for change in changes}
    return Found(tuple(changes), tuple(_rows(seen, pictured, words)), faces - len(touched))


def sheets(
    found: Found, old: Game, new: Game, order: Order, words: Callable[[str], Mapping[str, str]]
) -> Iterator[tuple[Path, bytes]]:
    """Yield the PDF that shows the changes, and its pages as PNG; nothing where nothing is to be seen."""
    if not found.rows:
        return
    lang = language(new, order.lang)
    told = words(lang)
    versions = old.data_version, new.data_version
    version = " – ".join(dict.fromkeys(versions))
    about = f"{told.get('diff', '')} · {told.get('data', '')} {version} · {lang}"
    pages = comparison(found.rows, heading(new, order, about), order.paper, lambda key: told.get(key, ""))
    yield from with_pictures(document(new, told.get("diff", ""), lang, pages, None), Path(new.slug, f"diff-{lang}.pdf"))


def _both(old: Game, new: Game, order: Order) -> tuple[tuple[Piece, ...], tuple[Piece, ...]]:
    made: list[tuple[Piece, ...]] = []
    problems: list[Problem] = []
    for game in (old, new):
        try:
            made.append(pieces(game, order))
        except DataError as error:
            problems += error.problems
    if problems:
        raise DataError(problems)
    return made[0], made[1]


def _matched(old: Sequence[Face], new: Sequence[Face]) -> Iterator[tuple[int, Face | None, Face | None]]:
    """Yield (number, older face, newer face) for all faces of a piece, in the order of the newer ones."""
    keys_old, keys_new = _keys(old), _keys(new)
    place = {key: index for index, key in enumerate(keys_old)}
    partner = {index: place[key] for index, key in enumerate(keys_new) if key in place}
    free = set(range(len(old))) - set(partner.values())
    for index in range(len(new)):
        if index not in partner and index in free:
            partner[index] = index
            free.remove(index)
    for index, face in enumerate(new):
        yield index + 1, old[partner[index]] if index in partner else None, face
    for index in sorted(free):
        yield index + 1, old[index], None


def _keys(faces: Sequence[Face]) -> list[tuple[str, int]]:
    """Return a name of its own for each face: its name, and the how manieth it is of that name."""
    seen: dict[str, int] = {}
    keys = []
    for face in faces:
        seen[face.name] = seen.get(face.name, 0) + 1
        keys.append((face.name, seen[face.name]))
    return keys


def _unlike(
    one: Piece | None, two: Piece | None, number: int, first: Face | None, second: Face | None
) -> Iterator[_Pair]:
    """Yield the sides of a face that are not drawn alike."""
    piece, face = (two, second) if two and second else (one, first)
    if piece is None or face is None:
        return
    for name in ("front", "back"):
        before, after = _side(one, first, name), _side(two, second, name)
        resized = one and two and (one.width, one.height) != (two.width, two.height)
        if (before or after) and (not before or not after or resized or before.shape != after.shape):
            yield _Pair(piece, number, face, name, before, after, whole=not (first and second))


def _side(piece: Piece | None, face: Face | None, name: str) -> Side | None:
    if piece is None or face is None:
        return None
    shape = face.front if name == "front" else face.back
    return Side(piece, face, shape) if shape is not None else None


def _pictured(game: Game, pairs: Sequence[_Pair]) -> dict[int, Difference]:
    """Return by `id` of a pair where its two pictures differ; what is drawn alike in several pairs is compared once."""
    from pnp.render.differences import difference
    from pnp.render.png import pages

    alike: dict[tuple[int, int, str], list[_Pair]] = {}
    for pair in pairs:
        if pair.what == "changed":
            alike.setdefault(pair.drawings, []).append(pair)
    drawn: list[Page] = []
    for first, *_ in alike.values():
        drawn += [face_page(side.piece, side.shape) for side in (first.before, first.after) if side]
    if not drawn:
        return {}
    shown = pages(pdf(document(game, "", "en", tuple(drawn), None)), DPI)
    found: dict[int, Difference] = {}
    for group, before, after in zip(alike.values(), shown[::2], shown[1::2], strict=True):
        one = difference(before, after)
        found.update({id(pair): one for pair in group})
    return found


def _rows(pairs: Sequence[_Pair], pictured: Mapping[int, Difference], words: Mapping[str, str]) -> Iterator[Compared]:
    """Yield the rows that show pairs; a side that several faces share is shown once."""
    groups: dict[tuple[int, int, str], list[_Pair]] = {}
    for pair in pairs:
        groups.setdefault(pair.drawings, []).append(pair)
    for group in groups.values():
        first = group[0]
        if first.whole and first.name == "back" and _shared(first):
            continue  # seen on other cards already
        numbers = ranges([pair.number for pair in group])
        side = words.get("back", "") if first.name == "back" else ""
        alone = first.face.title if len(group) == 1 else ""
        name = " · ".join(filter(None, (numbers, side, alone)))
        found = pictured.get(id(first))
        what = f"{_percent(found.share)} {words.get('diff_changed', '')}" if found else ""
        yield _row(first, first.piece.title, name, what, found)


def _shared(pair: _Pair) -> bool:
    """Say whether other faces of the piece have the same back."""
    return sum(face.back is pair.face.back for face in pair.piece.faces) > 1


def _row(pair: _Pair, where: str, name: str, what: str, difference: Difference | None) -> Compared:
    """Return the row that shows a pair; lengths in mm."""
    if difference is None:
        return Compared(where, name, what, pair.before, pair.after)
    mm = MM_PER_INCH / DPI
    areas = tuple(Rect(x * mm, y * mm, (right - x) * mm, (low - y) * mm) for x, y, right, low in difference.areas)
    data, (width, height) = difference.picture, difference.size
    picture = Pixels(sha256(data).hexdigest(), "png", width, height, data)
    return Compared(where, name, what, pair.before, pair.after, areas, picture, (width * mm, height * mm))


def _percent(share: float) -> str:
    """Write a share for people: nothing that changed is 0 %."""
    return f"{share:.1%}".replace("%", " %") if share >= 0.001 else "under 0.1 %"
