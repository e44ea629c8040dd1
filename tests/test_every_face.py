"""Every printed face of every shipped game, judged by numbers: ink, likeness, sizes. Failures name piece and face.

Sizes are read from the drawn scenes, ink and likeness from pictures at 4 and 2 pixels a millimetre. French is drawn
at 2, and only with all its ink: enough to see what its longer words do.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest

from pnp import build, fonts
from pnp.data import furniture, load
from pnp.extent import bounds, moved_box, scale, union
from pnp.render import png
from pnp.scene import Matrix, Path, Rect, Shape, Text, moved, times
from pnp.units import PT_PER_MM
from tests import colours

SHARED = colours.ROOT / "_shared"

LEAST_INK, LEAST_LOW_INK = 0.02, 0.003
LEAST_NOTES = 0.005
"""Pages that a folded booklet has too many are ruled for notes: hardly any ink, but not none."""
THRIFT = 1 / 3

SMALLEST_TEXT = 6.5  # pt
THINNEST_LINE = 0.25  # mm
LEAST_NUMERAL = 12.0  # mm

LIKE = 0.016
"""Fronts nearer than this look alike. A card in French, only its words changed, is at most 0.015 from its English twin;
the nearest fronts of different kinds are 0.023 (bull cards 2 and 3) and 0.028 (figures of two players) apart."""
LIKE_BACK = 0.1
"""Backs must be told apart across the table: the nearest two are 0.19 apart."""

EVERY_GAME = pytest.mark.parametrize("slug", colours.SLUGS)
SMALL = ("cards", "tokens", "standees")
BOTH = ("board", "aid")
"""Pieces whose two sides are both played on or read: the backs are fronts too."""
EVERY_LANGUAGE = pytest.mark.parametrize("lang", ["en", "fr"])
EVERY_PRINT = pytest.mark.parametrize(("lang", "ink"), [("en", "full"), ("en", "low"), ("fr", "full")])
EPSILON = 1e-6


@EVERY_GAME
@EVERY_LANGUAGE
def test_no_face_is_bare(slug: str, lang: str) -> None:
    bare = [
        f"{slug} {side}: {side.ink:.1%} inked"
        for side in colours.sides(slug, "full", lang)
        if side.ink < (LEAST_NOTES if side.piece.kind == "booklet" else LEAST_INK)
    ]
    assert bare == [], "\n".join(bare)


@EVERY_GAME
def test_no_face_is_bare_when_ink_is_saved(slug: str) -> None:
    sides = colours.sides(slug, "low")
    bare = [f"{slug} {side}: {side.ink:.2%} inked" for side in sides if side.ink < LEAST_LOW_INK]
    assert bare == [], "\n".join(bare)


@EVERY_GAME
@EVERY_LANGUAGE
def test_fronts_of_different_kinds_never_look_alike(slug: str, lang: str) -> None:
    sides = colours.sides(slug, "full", lang)
    fronts = [side for side in sides if side.name == "front" or side.piece.kind in BOTH]
    found = [f"{slug} {lang} {one} and {two}: {apart}" for one, two, apart in alike(fronts, LIKE) if not same(one, two)]
    assert found == [], "\n".join(found)


def same(one: colours.Side, two: colours.Side) -> bool:
    """Say whether faces may look alike: equal sides of one die, and pages of one sheet that differ by a letter only."""
    return one.piece is two.piece and (one.face.name == two.face.name or one.piece.kind == "sheet")


@pytest.mark.xdist_group("game-viva-pamplona")
def test_equal_sides_of_a_die_look_alike() -> None:
    stickers = [side for side in colours.sides("viva-pamplona") if side.piece.kind == "stickers"]
    found = sorted(one.face.name for one, _, _ in alike(stickers, LIKE))
    assert found == ["dark die · arrow"] * 3 + ["light die · arrow"]


@EVERY_GAME
def test_backs_of_different_decks_never_look_alike(slug: str) -> None:
    backs = [side for side in colours.sides(slug) if side.name == "back" and side.piece.kind in SMALL]
    found = [f"{slug} {one} and {two}: {apart}" for one, two, apart in alike(backs, LIKE_BACK)]
    assert found == [], "\n".join(found)


def alike(sides: list[colours.Side], least: float) -> Iterator[tuple[colours.Side, colours.Side, str]]:
    grids = [(side, colours.grid(side.picture)) for side in sides]
    for (one, grid), (two, other) in itertools.combinations(grids, 2):
        apart = colours.apart(grid, other)
        if apart < least:
            yield one, two, f"only {apart:.4f} apart"


@EVERY_GAME
def test_the_low_ink_twin_of_a_game_needs_a_third_of_the_ink(slug: str, soak: bool) -> None:
    full, low = colours.used(slug, "full"), colours.used(slug, "low")
    found = {"faces": (full[0], low[0])}
    for paper, lang in (("a4", "en"), ("letter", "fr")) if soak else ():
        full_shares, low_shares = pages_of(slug, paper, lang, "full"), pages_of(slug, paper, lang, "low")
        found[f"{paper}, {lang}"] = (sum(full_shares), sum(low_shares))
    greedy = [
        f"{slug}, {where}: the twin needs {low / full:.0%} of the ink"
        for where, (full, low) in found.items()
        if low > THRIFT * full
    ]
    assert greedy == [], "\n".join(greedy)


def pages_of(slug: str, paper: str, lang: str, ink: build.Ink) -> tuple[float, ...]:
    """Return how much of each page of the whole game's file is inked."""
    order = build.Order(load.paper(paper, SHARED), lang, ink)
    jobs = build.plan([colours.game(slug)], order, lambda lang: furniture.words(SHARED, lang))
    (whole,) = (job for job in jobs if job.path.name.startswith("all-"))
    return png.coverage(build.pdf(whole.document), 25.4 * colours.SCALE)


@pytest.mark.xdist_group("game-pamplona")
@pytest.mark.parametrize("deck_id", ["bull-cards", "ox-cards"])
def test_the_number_of_a_herd_card_is_read_across_the_table(deck_id: str) -> None:
    (deck,) = (deck for deck in colours.game("pamplona").decks if deck.id == deck_id)
    (piece,) = (piece for piece in colours.pieces("pamplona") if piece.id == deck_id)
    heights = {
        f"{deck_id} {card.row.cells['value']}": numeral(face.front, card.row.cells["value"])
        for card, face in zip(deck.cards, piece.faces, strict=True)
    }
    assert {name: height for name, height in heights.items() if height < LEAST_NUMERAL} == {}


def numeral(shape: Shape, number: str) -> float:
    """Return how high (mm) the glyphs of the largest run are that reads `number`."""
    drawn = (extent(leaf, matrix) for leaf, matrix in colours.leaves(shape) if reads(leaf, number))
    return max((box.height for box in drawn if box is not None), default=0.0)


def reads(leaf: Path | Text, number: str) -> bool:
    return isinstance(leaf, Text) and leaf.run.text.strip() == number


def extent(leaf: Path | Text, matrix: Matrix) -> Rect | None:
    """Return the exact rectangle (mm) round the glyphs of a text."""
    assert isinstance(leaf, Text)
    boxes: list[Rect | None] = []
    for gid, _, x, y in leaf.run.glyphs:
        box = bounds(fonts.outline(leaf.run.face, gid))
        place = times(moved(leaf.x, leaf.y), (leaf.size, 0.0, 0.0, leaf.size, x * leaf.size, -y * leaf.size))
        boxes.append(box and moved_box(box, times(matrix, place)))
    return union(boxes)


@EVERY_GAME
@EVERY_PRINT
def test_no_words_are_smaller_than_can_be_read(slug: str, lang: str, ink: build.Ink) -> None:
    small = {
        f"{slug} {side}: {leaf.run.text!r} at {size:.2f} pt"
        for side in colours.sides(slug, ink, lang)
        for leaf, matrix in colours.leaves(side.shape)
        if isinstance(leaf, Text) and (size := leaf.size * scale(matrix) * PT_PER_MM) < SMALLEST_TEXT - EPSILON
    }
    assert small == set(), "\n".join(sorted(small))


@EVERY_GAME
@EVERY_PRINT
def test_no_line_is_thinner_than_printers_hold(slug: str, lang: str, ink: build.Ink) -> None:
    thin = {
        f"{slug} {side}: a line of {width:.3f} mm"
        for side in colours.sides(slug, ink, lang)
        for leaf, matrix in colours.leaves(side.shape)
        if isinstance(leaf, Path)
        and leaf.stroke is not None
        and (width := leaf.stroke.width * scale(matrix)) < THINNEST_LINE - EPSILON
    }
    assert thin == set(), "\n".join(sorted(thin))
