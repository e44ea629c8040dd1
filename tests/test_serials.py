"""Serial codes and what they place: pure, the same on every machine, and safe against slips of pen and eye."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from datetime import date
from itertools import product
from pathlib import Path

import pytest

from pnp.data import serials
from pnp.data.boards import Lattice
from pnp.data.words import Words

VECTORS = json.loads((Path(__file__).parent / "serials.json").read_text())


def field(name: str = "A", stones: int = 3, columns: int = 6, rows: int = 6) -> Lattice:
    return Lattice(name, Words(()), columns, rows, 11.0, 5.0, stones)


FIELDS = [field(name, stones) for name, stones in zip("ABCD", (3, 4, 5, 6), strict=True)]


def fits(signs: str) -> bool:
    try:
        serials.read(signs)
    except serials.Misread:
        return False
    return True


def refused(text: str) -> serials.Misread:
    with pytest.raises(serials.Misread) as caught:
        serials.read(text)
    return caught.value


def test_the_example_is_a_serial_and_its_check_character_is_the_weighted_sum() -> None:
    assert serials.read("7F3K-2") == "7F3K-2" == serials.EXAMPLE
    assert (7 * 5 + 6 * 13 + 5 * 1 + 4 * 17) % 31 == 0 == serials.ALPHABET.index("2")


def test_the_alphabet_has_31_signs_and_none_that_is_taken_for_another() -> None:
    assert (len(serials.ALPHABET), set(serials.ALPHABET) & set("01ILO")) == (31, set())


@pytest.mark.parametrize("text", ["7f3k-2", "7F3K2", " 7F3K 2 ", "7f 3k–2", "7-F-3-K-2"])
def test_lower_case_blanks_and_a_missing_hyphen_are_read(text: str) -> None:
    assert serials.read(text) == "7F3K-2"


def test_every_wrong_character_at_every_place_is_caught_whatever_it_replaces() -> None:
    for place, right, wrong in product(range(4), serials.ALPHABET, serials.ALPHABET):
        body = "2222"
        one, other = (body[:place] + sign + body[place + 1 :] for sign in (right, wrong))
        assert fits(one + serials.check(one))
        assert fits(other + serials.check(one)) == (right == wrong)


def test_every_swap_of_two_neighbours_is_caught_whatever_they_are() -> None:
    for first, one, other in product(range(3), serials.ALPHABET, serials.ALPHABET):
        body = "22222"
        code = body[:first] + one + other + body[first + 2 : 4]
        swapped = body[:first] + other + one + body[first + 2 : 4]
        assert fits(swapped + serials.check(code)) == (one == other)
    for body in map("".join, product("27KZ", "3", "9AY", serials.ALPHABET)):
        check = serials.check(body)
        assert fits(body[:3] + check + body[3]) == (check == body[3])


def test_on_whole_codes_too_each_slip_is_caught() -> None:
    for number in range(0, serials.CODES, 9973):
        code = serials.code(number).replace("-", "")
        slips = {code[:at] + sign + code[at + 1 :] for at in range(5) for sign in serials.ALPHABET} - {code}
        slips |= {code[:at] + code[at + 1] + code[at] + code[at + 2 :] for at in range(4)} - {code}
        assert [slip for slip in slips if fits(slip)] == []


def test_a_wrong_check_character_is_told_with_the_one_that_fits() -> None:
    error = refused("7f3k-4")
    message = "7F3K-4: the last character does not fit; was a character misread? 7F3K would end in 2"
    assert (str(error), error.kind, error.body, error.found, error.expected) == (message, "check", "7F3K", "4", "2")


def test_a_code_without_its_last_character_is_told_which_it_would_be() -> None:
    error = refused("7F3K")
    expected = '"7F3K" is no serial: it has four characters and a last one, such as 7F3K-2; 7F3K would end in 2'
    assert (str(error), error.kind, error.expected) == (expected, "length", "2")
    assert [refused(text).kind for text in ("", "7F3K-22", "7F3")] == ["length"] * 3


def test_a_character_that_is_in_no_code_is_named() -> None:
    error = refused("7O3K-2")
    expected = '7O3K-2: "O" is in no serial; 0, 1, I, L and O never are'
    assert (str(error), error.kind, error.found) == (expected, "character", "O")


def test_numbers_and_codes_are_one_to_one() -> None:
    for number in (0, 1, 30, 31, 161_496, serials.CODES - 1):
        assert serials.number(serials.code(number)) == number
    assert serials.code(serials.CODES) == serials.code(0) == "2222-2"


def test_a_pad_holds_different_codes_that_follow_one_another() -> None:
    pad = serials.pad("7f3k2", 5)
    assert pad[0] == "7F3K-2"
    assert list(pad[1:]) == [serials.following(code) for code in pad[:-1]]
    assert serials.STEP % 31 != 0  # so the step runs through all codes before one comes again
    assert len({serials.STEP * n % serials.CODES for n in range(serials.CODES)}) == serials.CODES


def test_the_code_of_a_day_is_followed_by_that_of_the_next() -> None:
    today, tomorrow = (serials.of_day(day.toordinal()) for day in (date(2026, 11, 30), date(2026, 12, 1)))
    assert (today, serials.following(today)) == ("YNE9-4", tomorrow)


@pytest.mark.parametrize("code", VECTORS)
def test_a_code_fills_the_same_crossings_for_ever(code: str) -> None:
    found = {name: [list(at) for at in places] for name, places in serials.placed(code, FIELDS).items()}
    assert found == VECTORS[code]


def test_the_crossings_are_those_that_the_documented_sum_gives_by_hand() -> None:
    digest = hashlib.sha256(b"bullpen serial 1|7F3K-2|A|0").hexdigest()
    cells = [int(digest[at : at + 8], 16) % 36 for at in range(0, 24, 8)]
    assert serials.stones("7F3K-2", field()) == tuple((cell % 6 + 1, cell // 6 + 1) for cell in cells)


def test_more_stones_are_the_same_and_some_after_them_until_the_field_is_full() -> None:
    few, many = (serials.stones("7F3K-2", field(stones=stones)) for stones in (3, 36))
    assert many[:3] == few
    assert sorted(many) == sorted(product(range(1, 7), repeat=2))


def test_every_crossing_is_equally_likely() -> None:
    found = Counter(at for number in range(6000) for at in serials.stones(serials.code(number * 151), field()))
    expected = 6000 * 3 / 36
    assert len(found) == 36
    assert sum((count - expected) ** 2 / expected for count in found.values()) < 73  # chi², 35 degrees, 0.02 %


def test_numbers_that_would_favour_some_crossings_are_thrown_away() -> None:
    digest = hashlib.sha256(b"bullpen serial 1|7F3K-2|A|0").digest()
    drawn = serials._drawn("bullpen serial 1|7F3K-2|A", 36, size=1)
    kept = [value % 36 for value in digest if value < 252]  # of 256 values 252 are 7 × 36
    assert [next(drawn) for _ in kept] == kept


def test_a_long_field_has_its_stones_inside() -> None:
    places = serials.stones("7F3K-2", field(stones=10, columns=5, rows=2))
    assert sorted(places) == sorted(product(range(1, 6), range(1, 3)))


def test_fields_without_stones_are_left_out() -> None:
    assert serials.placed("7F3K-2", [field(stones=0), field("B", 1)]).keys() == {"B"}


def test_the_address_of_a_sheet_stands_below_the_link() -> None:
    assert serials.address("", "game", "7F3K-2") == "7F3K-2"
    assert serials.address("https://host/", "game", "7F3K-2") == "https://host/s/game/7F3K-2"
    assert serials.address("http://192.168.1.5:8000", "game", "7F3K-2") == "http://192.168.1.5:8000/s/game/7F3K-2"


@pytest.mark.parametrize("link", ["host", "ftp://host", "https://", "https://host?x=1", "https://a b"])
def test_a_link_that_is_no_address_is_refused(link: str) -> None:
    with pytest.raises(ValueError, match="is no address; allowed: one such as https://host"):
        serials.address(link, "game", "7F3K-2")


def test_files_of_different_pads_have_different_names() -> None:
    pads = [("7F3K-2",), ("7F3K-2", "2222-2"), ("7F3K-2", "YNE9-4"), ("7F3K-2", "YNE9-4", "2222-2")]
    names = [serials.file_part(pad) for pad in pads]
    assert (names[0], names[1][:-4]) == ("7F3K-2", "7F3K-2-pad-2-")
    assert len(set(names)) == len(names)
