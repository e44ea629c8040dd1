"""Forms say the same as tables: names are paths, blanks are left out, nothing typed is lost."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pnp.data.game import Game, Json, Scoring
from tests import shipped
from tracker import forms

GAMES = shipped.BY_SLUG


def scoring(slug: str) -> tuple[Game, Scoring]:
    found = GAMES[slug].scoring
    assert found is not None
    return GAMES[slug], found


def test_a_form_name_is_the_json_path_joined_by_hyphens() -> None:
    game, _ = scoring("viva-pamplona")
    assert forms.name("seats[0].fields[1].isolated", {}, game) == "seats-0-fields-1-isolated"
    assert forms.name("seats[2].ranks[0]", {}, game) == "seats-2-ranks-0"
    assert forms.name("variant", {}, game) == "variant"


def test_rows_at_the_end_with_nothing_in_them_are_left_out() -> None:
    form = {
        "seats-0-name": "Ada",
        "seats-0-fields-0-outcome": "",
        "seats-0-fields-1-outcome": "left",
        "seats-0-fields-1-isolated": "2",
        "seats-0-fields-2-isolated": "",
        "seats-0-fields-3-isolated": "0",
        "seats-0-mallets": "",
    }
    fields: Json = [{"field": "A"}, {"field": "B", "outcome": "left", "isolated": 2}]
    expected = ({"seats": [{"name": "Ada", "fields": fields}]}, ())
    assert forms.read(form, scoring("raging-bulls")[1]) == expected


def test_blank_numbers_of_a_list_are_skipped_and_what_is_no_number_stays_as_typed() -> None:
    form = {"seats-0-name": "A", "seats-0-ranks-0": " 4 ", "seats-0-ranks-2": "x7", "seats-0-chips": "−3"}
    expected = {"seats": [{"name": "A", "ranks": [4, "x7"], "chips": -3}]}
    assert forms.read(form, scoring("viva-pamplona")[1])[0] == expected


def test_names_that_no_field_has_are_told() -> None:
    form = {"seats-0-name": "A", "seats-0-goats": "1", "lang": "fr", "seats-0-ranks-3": "1"}
    _, unknown = forms.read(form, scoring("viva-pamplona")[1])
    assert [each.field for each in unknown] == ["seats-0-goats", "seats-0-ranks-3"]


def test_seats_are_read_up_to_one_too_many_so_that_the_table_can_be_refused() -> None:
    form = {f"seats-{number}-name": str(number) for number in range(40)}
    table, unknown = forms.read(form, scoring("viva-pamplona")[1])
    assert isinstance(table["seats"], list)
    assert (len(table["seats"]), len(unknown)) == (7, 33)


def test_a_path_is_told_as_players_would_say_it() -> None:
    game, _ = scoring("raging-bulls")
    assert forms.told("seats[1].fields[2].isolated", game, ["Ada", "Bo"], "en") == "Bo · Field C · Isolated bulls"
    assert forms.told("seats[0].mallets", game, ["Ada"], "fr") == "Ada · Maillets restants"
    assert forms.told("seats[0].name", game, ["Ada"], "en") == "Ada · Name"
    assert forms.told("seats", game, ["Ada"], "en") == ""
    game, _ = scoring("viva-pamplona")
    assert forms.told("seats[0].ranks[1]", game, ["Bo"], "en") == "Bo · Ranks of your runners 2"


name = st.text(min_size=1).map(str.strip).filter(bool)
entries = st.one_of(
    st.fixed_dictionaries({"charge": st.lists(st.integers(-40, 40), min_size=1, max_size=3)}),
    st.fixed_dictionaries({"fear": st.integers(0, 3)}),
    st.fixed_dictionaries({"loan": st.integers(0, 3)}),
    st.fixed_dictionaries(
        {"scuffle": st.fixed_dictionaries({"from": name, "own": st.integers(1, 3), "theirs": st.integers(1, 3)})}
    ),
)
seats = st.lists(
    st.fixed_dictionaries(
        {"name": name, "chips": st.integers(-99, 999)},
        optional={
            "ranks": st.lists(st.integers(1, 12), min_size=1, max_size=3),
            "behind": st.lists(st.integers(1, 40), min_size=1, max_size=3),
            "loans": st.integers(0, 9),
            "log": st.lists(entries, min_size=1, max_size=4),
        },
    ),
    min_size=1,
    max_size=6,
)


@given(seats)
def test_a_table_comes_back_from_its_form_unchanged(table_seats: list[Json]) -> None:
    table: dict[str, Json] = {"variant": "doorway", "seats": table_seats}
    assert forms.read(forms.flat(table), scoring("viva-pamplona")[1]) == (table, ())
