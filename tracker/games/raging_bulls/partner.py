"""Raging Bulls, the partner: a player that looks ahead, its hints, the par of a sheet, and what a game gave away.

How it thinks. A bull is isolated when every arc of the edge and every other bull is cut off from it. Each of these
sights is hard to cut in its own measure: if r of 216 chances a roll, summed over the fences still possible, would cut
it, its hardship is exp(-r/216), and 2 if nothing can any more. The partner draws what leaves the least hardship in
all, a post counting 0.1. So it cuts first what few posts can cut later, keeps those posts, and never hurries.

How the figures were found. Some 60 settings, each on 160 to 480 fields (`random.Random` of "5000-n-k") or 60 to 200
games (of 9000 to 9149 and 31000000 to 31000199): a power law instead of exp, or passing of its own accord, did worse; a
factor on r was best near 1; the price of a post (0.05 to 0.2) and the caution in leaving (0.2 to 0.8 of the gain) made
no difference that so few games can show. AHEAD is what 5,400 more fields (of 1778 and 1779) came to with 0 to 3
mallets, played by a draft of this player. Reports and tests have other dice (`solitaire.dice`, seed 1). Sums are of
whole numbers, so that every machine draws the same fence.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import exp
from typing import Literal, TypeAlias, assert_never

from tracker.games.raging_bulls.field import FENCES, Crossing, Fence, Field
from tracker.games.raging_bulls.greedy import barren
from tracker.games.raging_bulls.pens import (
    EDGE_SEEN,
    NUMBER_OF,
    ON_POST,
    ROLLS,
    SAME_NUMBER,
    Position,
    Roll,
    bits,
    position,
)
from tracker.games.raging_bulls.solitaire import MALLETS, Chance, dice, play_field, play_game, worth

Act: TypeAlias = Fence | Literal["pass", "roll", "leave"]

ONE = 1_000_000
HARDSHIP = tuple(round(ONE * exp(-chances / 216)) for chances in range(216 * 16))
IMPOSSIBLE = 2 * ONE
HOPELESS = 5 * ONE // 2
POST = ONE // 10
BONUS = 5  # points that completing a field adds, roughly

# Points still to come after a field of so many bulls, with 0 to 3 mallets left.
AHEAD = {3: (81, 90, 93, 97), 4: (59, 67, 70, 74), 5: (35, 39, 42, 45), 6: (0, 3, 6, 9)}


def hardships(at: Position) -> list[int]:
    """Return how hard it is to isolate each bull, in millionths: 0 once it is, least when every sight is easily cut."""
    never, once, both = at.pens.blocked | at.drawn, 0, 0
    for bit in bits(at.used):
        touching = ON_POST[bit.bit_length() - 1]
        if at.twice & bit:
            never |= touching
        else:
            both |= once & touching
            once |= touching
    fresh, shared, alike = ~never & ~once, ~never & once & ~both, SAME_NUMBER
    plain, pairs = fresh & ~alike, fresh & alike
    reuse, triples = shared & ~alike, ~never & once & alike
    known: dict[int, int] = {}
    found = []
    for covers, left in zip(at.pens.covers, at.pens.seen(at.sight), strict=True):
        total, seen = 0, left
        while seen:  # `bits`, but this loop is nearly all the time of a game
            bit = seen & -seen
            seen ^= bit
            cover = covers[bit]
            if (hard := known.get(cover)) is None:
                chances = 30 * (cover & plain).bit_count() + 16 * (cover & pairs).bit_count()
                chances += 3 * (cover & reuse).bit_count() + (cover & triples).bit_count()
                hard = HARDSHIP[min(chances, len(HARDSHIP) - 1)] if chances else IMPOSSIBLE
                known[cover] = hard
            total += hard if bit <= EDGE_SEEN else hard // 2  # two bulls share what it takes to part them
        found.append(total)
    return found


def _chance(hardship: int) -> int:
    """Return how likely a bull is to be isolated in the end, in millionths: a rough guess, for leaving only."""
    return HARDSHIP[min(hardship * 216 // ONE, len(HARDSHIP) - 1)]


@dataclass(frozen=True, slots=True)
class Partner:
    """The player that looks ahead."""

    def leaves(self, at: Position) -> bool:
        """Say whether nothing can be won any more, or what a pass would cost outweighs it."""
        hard = hardships(at)
        if all(each == 0 or each >= HOPELESS for each in hard):
            return True
        gain = len(hard) * sum(_chance(each) for each in hard if each) + BONUS * _chance(sum(hard))
        price = _ahead(at) - (_ahead(at.wait()) if at.mallets else 0)
        return barren(at) * price * ONE * 5 > 2 * len(ROLLS) * gain

    def picks(self, at: Position, roll: int) -> int | None:
        """Return the fence that leaves the least hardship; it passes only when there is none."""
        return next(iter(ranked(at, roll)), None)


def ranked(at: Position, roll: int) -> list[int]:
    """Return the fences that a roll allows, the one that leaves the least hardship first."""

    def left(fence: int) -> int:
        after = at.draw(fence)
        return sum(hardships(after)) + POST * after.used.bit_count()

    return sorted(at.allowed(roll), key=left)


PARTNER = Partner()


def _ahead(at: Position) -> int:
    """Return the points that the fields after this one and the mallets bring; none after a pass that ended the game."""
    return AHEAD[len(at.pens.bulls)][at.mallets] if at.mallets >= 0 else 0


def _play_on(at: Position, act: Act, chance: Chance) -> int:
    """Return the points from this field to the end of the game when the partner plays on after an act."""
    match act:
        case Fence():
            at = at.draw(NUMBER_OF[act])
        case "pass":
            at = at.wait()
        case "roll":
            fence = PARTNER.picks(at, int(chance() * len(ROLLS)))
            at = at.wait() if fence is None else at.draw(fence)
        case "leave":
            return worth(at) + _ahead(at)
        case _:
            assert_never(act)
    end = play_field(at, PARTNER, chance)
    return worth(end) + _ahead(end)


@dataclass(frozen=True, slots=True)
class Choice:
    """What one can do, and the points expected from this field to the end of the game, mallets included."""

    act: Act
    points: float


def _weigh(at: Position, acts: Sequence[Act], seed: int, rollouts: int, enough: Callable[[], bool]) -> list[Choice]:
    """Return what each act brings on average, all with the same dice, as often as asked or until it is enough."""
    sums, played = [0] * len(acts), 0
    while played == 0 or (played < rollouts and not enough()):
        again = seed * 1_000_000 + played
        sums = [total + _play_on(at, act, dice(again)) for total, act in zip(sums, acts, strict=True)]
        played += 1
    return [Choice(act, total / played) for act, total in zip(acts, sums, strict=True)]


def never() -> bool:
    """Say that it is not enough yet."""
    return False


def hint(
    field: Field,
    mallets: int,
    roll: Roll | None,
    *,
    seed: int,
    rollouts: int = 16,
    fences: int = 4,
    enough: Callable[[], bool] = never,
) -> tuple[Choice, ...]:
    """Return what one can do, the best first: the most promising fences of a roll and a pass, or to roll or leave.

    `field` has 3 to 6 bulls. Each act is played to the end of the field `rollouts` times; `enough` may end it sooner
    (after the first), which is how a screen keeps its time. Points already scored on other fields are not in it.
    At 16 rollouts the points of an act stray by 1 to 3 (on an empty last field): acts closer than that are equals.
    """
    at = position(field, mallets)
    acts: list[Act] = ["roll", "leave"]
    if roll is not None:
        acts = [*(FENCES[fence] for fence in ranked(at, ROLLS.index(roll))[:fences]), "pass"]
    return tuple(sorted(_weigh(at, acts, seed, rollouts, enough), key=lambda choice: -choice.points))


def par(fields: Sequence[tuple[Crossing, ...]], seed: int, rollouts: int = 32) -> int:
    """Return what the partner scores on average on a sheet with bulls on these crossings, to the nearest point."""
    return sum(pars(fields, seed, rollouts))


def pars(fields: Sequence[tuple[Crossing, ...]], seed: int, rollouts: int = 32) -> tuple[int, ...]:
    """Return what of the par comes from each field, and last from mallets; each strays from its mean by less than 1.

    Rounding the sums so far, and not each part, makes the parts add up to the par.
    """
    chance = dice(seed)
    games = [play_game(PARTNER, chance, fields) for _ in range(rollouts)]
    sums = [sum(sum(game.fields[: count + 1]) for game in games) for count in range(len(fields))]
    so_far = [(2 * each + rollouts) // (2 * rollouts) for each in (*sums, sum(game.points for game in games))]
    return tuple(now - before for now, before in zip(so_far, (0, *so_far), strict=False))


@dataclass(frozen=True, slots=True)
class Turn:
    """One roll of a game, and the fence drawn; None is a pass."""

    roll: Roll
    fence: Fence | None


@dataclass(frozen=True, slots=True)
class Played:
    """A field as it was played; `left` if it was left before the next roll."""

    bulls: tuple[Crossing, ...]
    turns: tuple[Turn, ...]
    left: bool = False


@dataclass(frozen=True, slots=True)
class Verdict:
    """A decision of a game (field and turn from 0; no roll: before it), the partner's, and the points given away."""

    field: int
    turn: int
    roll: Roll | None
    played: Act
    best: Act
    lost: float


def replay(fields: Sequence[Played], seed: int, rollouts: int = 16) -> tuple[Verdict, ...]:
    """Return a verdict for each turn of a game, and for each time that a field was left or should have been.

    The partner's act and the one played go on with the same dice; if the one played does better, it was the best.
    Losses are estimates that stray like a hint's; as none is below 0, their sum over a game leans high.
    """
    mallets, found = MALLETS, list[Verdict]()
    for number, field in enumerate(fields):
        at, acts = position(Field(field.bulls), mallets), list[tuple[Position, int, Roll | None, Act, Act]]()
        for count, turn in enumerate(field.turns):
            if PARTNER.leaves(at):
                acts.append((at, count, None, "roll", "leave"))
            pick = PARTNER.picks(at, ROLLS.index(turn.roll))
            acts.append((at, count, turn.roll, turn.fence or "pass", "pass" if pick is None else FENCES[pick]))
            at = at.draw(NUMBER_OF[turn.fence]) if turn.fence else at.wait()
        if field.left:
            acts.append((at, len(field.turns), None, "leave", "leave" if PARTNER.leaves(at) else "roll"))
        mallets = at.mallets
        found += [_judge(number, *act, seed, rollouts) for act in acts]
    return tuple(found)


def _judge(
    field: int, at: Position, turn: int, roll: Roll | None, played: Act, best: Act, seed: int, rollouts: int
) -> Verdict:
    if played == best:
        return Verdict(field, turn, roll, played, best, 0.0)
    theirs, mine = (choice.points for choice in _weigh(at, (best, played), seed, rollouts, never))
    return Verdict(field, turn, roll, played, best if theirs > mine else played, max(0.0, theirs - mine))
