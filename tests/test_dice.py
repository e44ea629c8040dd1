"""The notation with known answers, every refusal in words, and a fair mapping from chance to faces."""

from __future__ import annotations

import itertools

import pytest

from tracker import dice
from tracker.dice import Misread, Roll, Thrown, enter, parse, roll


def values(text: str, *given: int) -> int:
    return enter(parse(text), given).total


@pytest.mark.parametrize(
    ("text", "given", "total"),
    [
        ("3d6", [2, 4, 5], 11),
        ("d6", [6], 6),
        ("9+2d6", [3, 4], 16),
        ("2-1d6", [5], -3),
        ("1d6-2", [5], 3),
        ("2d6+1d4-3", [6, 1, 2], 6),
        ("4dF", [-1, 0, 1, 1], 1),
        ("d%", [100], 100),
        ("3d6kh2dl1", [2, 4, 5], 9),
        ("4d6dl1", [1, 6, 3, 2], 11),
        ("4d6dh1", [1, 6, 3, 2], 6),
        ("2d20kl", [17, 4], 4),
        ("2d20 kh 1 + 5", [17, 4], 22),
        ("2d6!", [6, 3, 1], 10),
        ("2d6!kh1", [6, 3, 1], 6),
        (" 2 D 6 ", [1, 1], 2),
        ("2d6 # dmg", [1, 1], 2),
        ("-3+1d6", [1], -2),
        ("7", [], 7),
        ("2d6−1", [1, 1], 1),
    ],
)
def test_a_roll_with_given_dice_has_a_known_total(text: str, given: list[int], total: int) -> None:
    assert enter(parse(text), given).total == total


def test_a_die_is_dropped_once_however_many_rules_point_at_it() -> None:
    assert [die.kept for die in enter(parse("3d6kh2dl1"), [2, 4, 5]).dice] == [False, True, True]


def test_equal_dice_are_dropped_one_at_a_time() -> None:
    assert [die.kept for die in enter(parse("3d6dl1"), [2, 2, 5]).dice] == [False, True, True]


def test_each_die_tells_its_faces_and_value() -> None:
    assert enter(parse("1dF-1d8"), [-1, 3]) == Roll(-4, (Thrown("F", -1), Thrown(8, 3)))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", 'found nothing to roll; write for example "3d6"'),
        ("# only a comment", 'found nothing to roll; write for example "3d6"'),
        (
            "1d20 please do not break",
            'found "please do not break" after the roll; allowed + or - and another part, or a comment after #',
        ),
        (
            "1d20 keep high ground",
            'found "keep high ground" after the roll; allowed + or - and another part, or a comment after #',
        ),
        ("1d6!>0", 'found ">0" after the roll; allowed + or - and another part, or a comment after #'),
        ("1d10000r!=1", 'found "r!=1" after the roll; allowed + or - and another part, or a comment after #'),
        ("-9d20", 'found "-9d20"; a count of dice is 1 to 200; to subtract write "0-…"'),
        ("2d-6", "found -6 faces; allowed 1 to 10000"),
        ("-1d-2", "found -2 faces; allowed 1 to 10000"),
        ("0d6", "found 0 dice; allowed 1 to 200"),
        ("201d6", "found 201 dice; allowed 1 to 200"),
        ("150d6+51d4", "found 201 dice; allowed 0 to 200"),
        ("1d0", "found 0 faces; allowed 1 to 10000"),
        ("1d10001", "found 10001 faces; allowed 1 to 10000"),
        ("3d6kh4", "found 4 dice to keep; allowed 1 to 3"),
        ("3d6dl3", "found 3 dice to drop; allowed 1 to 2"),
        ("1d6dl1", "found 1 die to drop; allowed 1 to 0"),
        ("3d6+", 'found ""; allowed a number or dice such as "2d6", "d%" or "4dF"'),
        ("hello", 'found "hello"; allowed a number or dice such as "2d6", "d%" or "4dF"'),
        ("9999999999", "found the number 9999999999; allowed 0 to 1000000"),
        ("1" * 201, "found 201 characters; allowed 200"),
        ("٣d6", 'found "٣d6"; allowed a number or dice such as "2d6", "d%" or "4dF"'),
    ],
)
def test_what_is_no_roll_is_refused_in_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(Misread) as caught:
        parse(text)
    assert str(caught.value) == sentence


@pytest.mark.parametrize(
    ("text", "given", "sentence"),
    [
        ("3d6", [2, 4], "found 2 of the dice; the roll needs more"),
        ("1d6!", [6], "found 1 of the dice; the roll needs more"),
        ("2d6", [2, 4, 5], "found 3 dice; allowed 2"),
        ("2d6", [2, 7], "found 7 on a die; allowed 1 to 6"),
        ("1dF", [2], "found 2 on a die; allowed -1 to 1"),
    ],
)
def test_given_dice_must_be_as_many_as_the_roll_has_and_legal(text: str, given: list[int], sentence: str) -> None:
    with pytest.raises(Misread) as caught:
        enter(parse(text), given)
    assert str(caught.value) == sentence


def test_an_exploding_die_stops_at_two_hundred_dice_even_if_every_face_explodes() -> None:
    assert len(roll(parse("1d1!"), lambda n: n - 1).dice) == 200
    assert len(roll(parse("100d6!+50d6!"), lambda n: n - 1).dice) == 200


@pytest.mark.parametrize("text", ["1d6", "1d%", "1dF", "1d7"])
def test_every_number_below_the_faces_gives_each_face_once(text: str) -> None:
    faces = parse(text)[0].faces
    assert faces is not None
    shown = [roll(parse(text), lambda n, k=k: k).total for k in range(len(faces))]
    assert shown == list(faces)


def test_three_dice_are_three_throws_and_not_one_times_three() -> None:
    chances = itertools.chain.from_iterable(itertools.product(range(10), repeat=3))
    totals = [roll(parse("3d10"), lambda n: next(chances)).total for _ in range(1000)]
    assert (min(totals), max(totals), sum(totals)) == (3, 30, 16500)
    assert any(total % 3 for total in totals)


def test_each_die_asks_chance_once_and_says_how_many_faces_it_has() -> None:
    asked: list[int] = []

    def below(n: int) -> int:
        asked.append(n)
        return 0

    roll(parse("2d6+1d%-1dF"), below)
    assert asked == [6, 6, 100, 3]


def test_held_dice_stay_and_the_others_are_thrown_again() -> None:
    again = roll(parse("3d6"), lambda n: 0, held={1: 5})
    assert [die.value for die in again.dice] == [1, 5, 1]


def test_a_held_value_that_the_die_does_not_have_is_thrown_again() -> None:
    assert roll(parse("2d6"), lambda n: 0, held={0: 7, 5: 3}).total == 2


def test_a_die_is_entered_by_what_it_shows_and_not_by_the_place_of_the_face() -> None:
    assert [enter(parse("1dF"), [face]).total for face in (-1, 0, 1)] == [-1, 0, 1]
    with pytest.raises(Misread):
        enter(parse("1dF"), [2])


def test_each_side_of_an_own_die_lies_up_equally_often() -> None:
    sides = ("sword", "sword", "shield", "")
    shown = [dice.throw([sides], lambda n, k=k: k)[0] for k in range(4)]
    assert [sides[side] for side in shown].count("sword") / 4 == 0.5


def test_own_dice_can_be_held_by_their_face() -> None:
    assert dice.throw([range(6), range(6), "ab"], lambda n: 0, held={0: 4, 2: 9}) == (4, 0, 0)


def test_the_words_keep_and_drop_agree_with_counting_by_hand() -> None:
    for thrown in itertools.product(range(1, 5), repeat=3):
        ordered = sorted(thrown)
        assert values("3d4kh1", *thrown) == ordered[-1]
        assert values("3d4kl2", *thrown) == sum(ordered[:2])
        assert values("3d4dh1", *thrown) == sum(ordered[:2])
        assert values("3d4dl1", *thrown) == sum(ordered[1:])
