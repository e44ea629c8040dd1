"""Raging Bulls by programs: the bits against the exact rules, the two players, hints, par and what a game gave away."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from tracker.games.raging_bulls import field as exact
from tracker.games.raging_bulls.field import FENCES, Fence, Field
from tracker.games.raging_bulls.greedy import Greedy
from tracker.games.raging_bulls.partner import PARTNER, Played, Turn, Verdict, hint, par, replay
from tracker.games.raging_bulls.pens import ROLLS, Position, pens, position
from tracker.games.raging_bulls.solitaire import (
    BULLS,
    Player,
    Total,
    dice,
    place_bulls,
    play_field,
    simulate,
    spread,
    worth,
)

LADDER = (0, 40, 60, 80, 100, 120, 140, 160)
GREEDY, CAREFUL = [74, 91, 122, 74], [119, 131, 120, 128]  # games 0 to 3 of seed 1
SHEET = tuple(place_bulls(count, dice(count)) for count in BULLS)


def random_field(seed: int) -> Field:
    """Return a field with bulls and as many legal fences as the dice gave, up to ten; every fourth an open range."""
    chance = random.Random(seed)
    field = Field(place_bulls(chance.choice(BULLS), chance.random), open_range=seed % 4 == 0)
    for _ in range(chance.randrange(11)):
        if fences := exact.legal(field, chance.choice(ROLLS)):
            field = field.with_fence(chance.choice(fences))
    return field


def recorded(player: Player, seed: int, count: int) -> tuple[Played, ...]:
    """Return a game of so many fields as a player played it."""
    chance, mallets, fields = random.Random(seed), 3, list[Played]()
    for bulls in SHEET[:count]:
        at, turns = Position(pens(bulls), pens(bulls).start, 0, 0, 0, mallets), list[Turn]()
        while at.sight and at.mallets >= 0 and not player.leaves(at):
            roll = chance.randrange(len(ROLLS))
            fence = player.picks(at, roll)
            turns.append(Turn(ROLLS[roll], None if fence is None else FENCES[fence]))
            at = at.wait() if fence is None else at.draw(fence)
        fields.append(Played(bulls, tuple(turns), left=bool(at.sight) and at.mallets >= 0))
        mallets = at.mallets
    return tuple(fields)


def test_a_bull_sees_no_arc_and_no_bull_exactly_when_it_is_isolated_by_whole_numbers(soak: bool) -> None:
    for seed in range(20_000 if soak else 60):
        field = random_field(seed)
        at = position(field, 3)
        seen = at.pens.seen(at.sight)
        assert exact.isolated(field) == tuple(bull for bull, sees in zip(field.bulls, seen, strict=True) if not sees)


def test_the_fences_of_a_roll_are_those_of_the_exact_rules(soak: bool) -> None:
    for seed in range(5_000 if soak else 50):
        field, roll = random_field(seed), random.Random(seed).randrange(len(ROLLS))
        expected = set(exact.legal(field, ROLLS[roll]))
        assert expected == {FENCES[fence] for fence in position(field, 3).allowed(roll)}


def test_a_field_that_is_complete_counts_its_bulls_and_the_posts_without_a_fence() -> None:
    fences = tuple(Fence.of(*each.split("-")) for each in ("L2-R3", "T2-B4", "L6-R2", "T5-B1"))
    at = position(Field(((3, 3), (3, 4), (4, 3)), fences), 3)
    assert (25, []) == (worth(at), at.moves())


def test_dice_from_a_seed_are_the_published_numbers_of_their_generator() -> None:
    chance = dice(1234567)
    assert [6457827717110365317 >> 11, 3203168211198807973 >> 11] == [int(chance() * 2**53) for _ in range(2)]


def test_fixed_seeds_give_fixed_totals() -> None:
    assert GREEDY == [total.points for total in simulate(4, 1, Greedy())]
    assert CAREFUL == [total.points for total in simulate(4, 1, PARTNER)]


def test_the_partner_has_more_than_one_and_a_fifth_of_the_plain_player(soak: bool) -> None:
    games = 1000 if soak else 24
    plain, careful = (spread(simulate(games, 1, player), LADDER) for player in (Greedy(), PARTNER))
    assert careful.mean > 1.2 * plain.mean
    assert careful.median > 1.2 * plain.median


def test_a_spread_has_the_share_of_each_band_with_its_first_points_in_it() -> None:
    result = spread([Total(points, ()) for points in (39, 40, 59, 160)], LADDER)
    assert (0.25, 0.5, 0, 0, 0, 0, 0, 0.25) == result.shares
    assert (74.5, 39, 59, 160) == (result.mean, result.low, result.median, result.high)


@pytest.mark.parametrize("seed", range(8))
def test_a_hint_offers_a_pass_and_only_fences_that_the_roll_allows(seed: int) -> None:
    field, roll = random_field(seed), random.Random(seed).choice(ROLLS)
    choices = hint(field, 1, roll, seed=1, rollouts=1)
    assert {choice.act for choice in choices} <= {*exact.legal(field, roll), "pass"}
    assert "pass" in {choice.act for choice in choices}
    assert sorted((choice.points for choice in choices), reverse=True) == [choice.points for choice in choices]


def test_a_hint_before_a_roll_says_what_rolling_and_leaving_bring() -> None:
    bulls, fences = SHEET[0], (FENCES[0],)
    choices = {choice.act: choice.points for choice in hint(Field(bulls, fences), 3, None, seed=1, rollouts=3)}
    assert {"roll", "leave"} == set(choices)
    assert choices["roll"] > choices["leave"] == 97  # nothing yet, and what the other fields bring with three mallets


def test_the_same_hint_is_the_same_twice_and_ends_when_it_is_enough() -> None:
    field, answers = Field(SHEET[1]), iter((False, True))
    first = hint(field, 3, (1, 2, 3), seed=5, rollouts=2)
    assert first == hint(field, 3, (1, 2, 3), seed=5, rollouts=99, enough=lambda: next(answers))


def test_a_fence_that_completes_a_field_is_the_best_hint() -> None:
    field = Field(((3, 3), (3, 4), (4, 3)), tuple(Fence.of(*each.split("-")) for each in ("L2-R3", "T2-B4", "L6-R2")))
    best = hint(field, 3, (5, 1, 1), seed=1, rollouts=2)[0]
    assert isinstance(best.act, Fence)
    assert exact.complete(field.with_fence(best.act))


def test_a_par_is_the_same_twice_and_on_every_machine() -> None:
    assert 112 == par(SHEET, 7, 4) == par(SHEET, 7, 4)


def test_a_replay_shows_where_points_were_left_and_never_a_best_worse_than_what_was_played() -> None:
    game = recorded(Greedy(), 3, 2)
    verdicts = replay(game, seed=1, rollouts=2)
    assert sum(len(field.turns) for field in game) == sum(verdict.roll is not None for verdict in verdicts)
    assert all((verdict.lost > 0) == (verdict.best != verdict.played) for verdict in verdicts)
    assert sum(verdict.lost for verdict in verdicts) > 10


def test_a_replay_finds_nothing_to_better_in_a_game_of_the_partner_itself() -> None:
    verdicts = replay(recorded(PARTNER, 3, 4), seed=1)
    assert [replace(verdict, best=verdict.played, lost=0) for verdict in verdicts] == list(verdicts)


def test_a_field_left_at_once_is_judged() -> None:
    assert Verdict(0, 0, None, "leave", "roll", 20.5) == replay([Played(SHEET[0], (), left=True)], 1, 2)[0]


def test_the_partner_plays_the_open_range_too() -> None:
    at = position(Field(SHEET[0], open_range=True), 3)
    end = play_field(at, PARTNER, dice(1))
    assert (0, True) == (end.sight, worth(end) >= 9 + 16)
