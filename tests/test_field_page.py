"""A board on the phone through a test client: what a tap may do, one roll used once, every step taken back by name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from itertools import chain, count, cycle
from typing import Any

import pytest
from werkzeug.test import TestResponse

from pnp import build
from tests import shipped
from tests.phones import GAMES, Phone
from tracker import create_app
from tracker.games.raging_bulls import meanwhile
from tracker.tables import running, settle, so_far

START = "/field/raging-bulls"
BULLS = (4, 2, 2, 3, 4, 2, 3, 4)  # the third throw falls on the first bull
FENCES = ("L3-R4", "T6-L4", "T1-B4", "T5-B3")  # complete that field, on eight posts
ROLLS = (3, 4, 1, 6, 4, 1, 1, 4, 2, 5, 3, 2)
LEFT = {"field": "A", "outcome": "left"}
IDS = count()


class Player(Phone):
    """A phone that plays on the fields of one table and looks at what it gets."""

    def __init__(self, app: Any) -> None:
        super().__init__(app)
        self.where, self.text = START, ""
        self.look()

    def look(self, query: str = "") -> TestResponse:
        answer = self.get(self.where + query)
        self.text = unescape(answer.text)
        return answer

    def do(self, *acts: str, status: int = 303, **form: str) -> str:
        """Tap, one act after the other; return what is said then."""
        for act in acts:
            answer = self.post(self.where, {"event": f"tap-{next(IDS)}", "do": act, **form})
            assert answer.status_code == status, answer.text
            if status == 303:
                self.where = answer.headers["Location"].partition("?")[0]
                answer = self.get(answer.headers["Location"])
            self.text = unescape(answer.text)
        return self.said

    def press(self, way: str) -> str:
        """Press undo or redo; return what the button was called."""
        ident, name = re.findall(rf'name="{way}" value="([^"]+)".*?<span>([^<]*)</span>', self.text)[0]
        answer = self.post(self.where, {"event": f"tap-{next(IDS)}", way: ident})
        self.text = unescape(self.get(answer.headers["Location"]).text)
        return str(name)

    @property
    def said(self) -> str:
        return re.findall(r'id="said"[^>]*>([^<]*)<', self.text)[0]

    @property
    def facts(self) -> list[str]:
        return re.findall(r"<li><b>([^<]*)</b>", self.text)

    def spots(self, sign: str) -> list[str]:
        return re.findall(rf'class="spot {sign}".*?data-key="([^"]*)"', self.text)

    @property
    def values(self) -> dict[str, str]:
        told = self.state(self.where.removesuffix("/field"))["values"]
        return {key.removeprefix("seats-0-"): text for key, text in told.items() if "-name" not in key}


def site(*numbers: int) -> Any:
    """A site that rolls these numbers, and then 1 to 6 over and over."""
    dice: Iterator[int] = chain(numbers, cycle(range(1, 7)))
    made = create_app({"GAMES": GAMES, "BELOW": lambda n: next(dice) - 1})
    made.extensions["once"] = shipped.kept()
    return made


@pytest.fixture
def player() -> Player:
    return Player(site(*BULLS, *ROLLS))


def test_a_field_is_completed_fence_by_fence_and_the_next_one_follows(player: Player) -> None:
    assert (player.said, player.facts) == (
        "Field A: 0 of 3 bulls placed. Roll for them, or tap crossings.",
        ["0/24", "0/3", "3", "–"],
    )
    assert player.do("place") == "Field A: 0 of 3 bulls isolated. Roll three dice."
    points = []
    for fence in FENCES:
        assert player.do("roll").startswith("Rolled ")
        player.do(f"fence {fence}")
        points.append(player.facts)
    assert points == [
        ["2/24", "0/3", "3", "0"],
        ["4/24", "0/3", "3", "0"],
        ["6/24", "1/3", "3", "3"],  # as if the field were left now
        ["8/24", "3/3", "3", "25"],  # 3 × 3 + 24 − 8
    ]
    assert player.said == "Field A is completed: all 3 bulls are isolated."
    assert player.values["fields-0-outcome"] == "completed"
    assert player.values["fields-0-fences"] == " ".join(FENCES)
    player.look()
    assert player.said == "Field B: 0 of 4 bulls placed. Roll for them, or tap crossings."


def test_bulls_by_dice_are_one_step_and_a_taken_crossing_is_rolled_again(player: Player) -> None:
    player.do("place")
    assert player.values == {"fields-0-bulls": "4,2 2,3 3,4", "mallets": "3"}
    assert "<li>4,2 2,3 (4,2) 3,4</li>" in player.text
    assert player.press("undo") == "Undo: bulls 4,2 2,3 3,4"
    assert player.values == {}
    assert player.press("redo") == "Redo: bulls 4,2 2,3 3,4"
    assert player.spots("piece") == ["4,2", "2,3", "3,4"]


def test_dice_that_never_find_a_free_crossing_do_not_roll_for_ever() -> None:
    player = Player(create_app({"GAMES": GAMES, "BELOW": lambda n: 0}))
    assert player.do("place") == "Field A: 1 of 3 bulls placed. Roll for them, or tap crossings."


def test_bulls_are_placed_by_taps_and_the_rest_by_dice(player: Player) -> None:
    player.do("bull 6,6", "bull 1,6")
    assert player.do("bull 6,6", status=400).startswith("the bull on column 6, row 6 stands there already")
    player.do("place")
    assert player.values["fields-0-bulls"] == "6,6 1,6 4,2"


def test_a_roll_stays_open_until_it_is_used_and_is_used_once(player: Player) -> None:
    player.do("place", "roll")
    other = Player(player.web.application)
    other.where = player.where
    for each in (player, other, player):
        each.look()
        # 12 pairs of posts for each two of three numbers, less T1–R4, which runs through the bull on (4, 2)
        assert each.said == "Rolled 3, 4, 1: 35 fences are possible. Tap a lit post."
    seq = player.state(player.where.removesuffix("/field"))["seq"]
    assert other.do("roll", status=400) == "Not now: the field has moved on. Look again."
    assert player.state(player.where.removesuffix("/field"))["seq"] == seq
    player.do("fence L3-R4")
    assert other.do("fence T1-B4", status=400) == "Not now: the field has moved on. Look again."
    assert player.values["fields-0-fences"] == "L3-R4"


def test_one_tap_sent_twice_counts_once(player: Player) -> None:
    player.do("place")
    for _ in range(3):
        player.post(player.where, {"event": "same", "do": "roll"})
    player.look()
    assert (player.said[:16], player.text.count("<li>3, 4, 1</li>")) == ("Rolled 3, 4, 1: ", 1)


def test_taking_back_a_fence_opens_the_same_roll_again(player: Player) -> None:
    player.do("place", "roll", "fence L3-R4")
    assert player.press("undo") == "Undo: fence L3-R4"
    assert player.said.startswith("Rolled 3, 4, 1: ")
    player.do("fence T3-B4")
    assert player.values["fields-0-fences"] == "T3-B4"
    assert player.press("undo") == "Undo: fence T3-B4"
    assert player.press("undo") == "Undo: roll 3, 4, 1"
    assert player.press("redo") == "Redo: roll 3, 4, 1"


@pytest.mark.parametrize(
    ("fence", "words", "rule"),
    [
        ("T3-T4", "T3–T4 stays on one side of the field", "fences"),
        ("T4-B4", "T4–B4 runs through the bull on column 4, row 2", "blocked"),
        ("T3-B6", "T3–B6: the dice 3, 4, 1 do not give these two posts", "fences"),
        ("T3-X1", "T3–X1: there is no post X1", "completing"),
    ],
)
def test_what_is_not_legal_is_refused_with_its_rule(player: Player, fence: str, words: str, rule: str) -> None:
    player.do("place", "roll")
    assert player.do(f"fence {fence}", status=400).startswith(words)
    assert f"/rules/raging-bulls?table={player.where.split('/')[2]}#{rule}" in player.text
    assert "fields-0-fences" not in player.values


def test_a_used_post_needs_a_pair() -> None:
    player = Player(site(*BULLS, 3, 4, 1, 3, 4, 1, 3, 3, 4))
    player.do("place", "roll", "fence L3-R4", "roll")
    said = player.do("fence L3-B4", status=400)
    assert said.startswith("B4–L3: with 3, 4, 1, a post that holds a fence takes a second one only by a pair")
    player.do("pass", "roll", "fence L3-B4")
    assert player.values["fields-0-fences"] == "L3-R4 B4-L3"


def test_a_post_lights_its_partners_and_without_script_the_fence_has_a_button(player: Player) -> None:
    player.do("place", "roll")
    lit = player.spots("lit")
    assert {post[1:] for post in lit} == {"1", "3", "4"}
    player.look("?pick=T3")
    assert player.spots("picked") == ["T3"]
    assert set(player.spots("lit")) < set(lit)
    assert not any(post.startswith("T") for post in player.spots("lit"))
    player.look("?pick=L3-R4")
    assert 'name="do" value="fence L3-R4"' in player.text
    player.look("?pick=T9")
    assert player.spots("lit") == lit


def test_leaving_is_for_before_a_roll_and_the_fourth_pass_cuts_the_game(player: Player) -> None:
    player.do("place", "roll")
    assert player.do("leave", status=400) == "Not now: the field has moved on. Look again."
    player.do("pass")
    assert player.press("undo") == "Undo: pass"
    player.press("redo")
    player.do("leave")
    assert player.press("undo") == "Undo: leave the field"
    player.press("redo")
    player.look()
    player.do("place", *("roll", "pass") * 2, "roll")
    assert "Pass: ends the game" in player.text
    assert player.do("pass").startswith("Field B was cut off by a pass")
    assert player.press("undo") == "Undo: pass, end of the game"
    player.press("redo")
    assert (player.values["fields-1-outcome"], player.values["mallets"]) == ("cut", "0")
    assert player.get(player.where.replace("field", "result")).status_code == 200
    player.look()
    assert f'{player.where.replace("field", "result")}"' in player.text


def test_fields_are_played_in_order_and_copied_in_any(player: Player) -> None:
    player.look("?board=C")
    assert player.said == "Field C waits: field A is in play."
    assert player.do("place", status=400, board="C").startswith("Not now")
    player.do("bull 1,1", "bull 2,2", board="C", copy="1")
    assert player.values["fields-2-bulls"] == "1,1 2,2"


def test_a_copied_drawing_is_judged_and_everything_can_be_taken_away(player: Player) -> None:
    copy = {"copy": "1", "board": "A"}
    player.do("bull 4,2", "bull 2,3", "bull 3,4", *(f"fence {fence}" for fence in FENCES), **copy)
    assert player.said == "Field A is completed: all 3 bulls are isolated."
    assert player.values["fields-0-outcome"] == "completed"
    assert player.do("fence T2-B6", status=400, **copy).startswith("T2–B6 comes after the field was complete")
    player.do("unfence T1-B4", **copy)
    assert player.press("undo") == "Undo: without fence T1-B4"
    player.press("redo")
    assert "fields-0-outcome" not in player.values
    player.do("unbull 2,3", **copy)
    player.do("bull 1,6", **copy)
    assert player.values["fields-0-bulls"] == "4,2 3,4 1,6"


def test_a_bull_on_a_fence_that_stands_is_refused(player: Player) -> None:
    copy = {"copy": "1", "board": "A"}
    player.do("bull 4,2", "bull 2,3", "bull 3,4", "fence T3-L3", "unbull 4,2", **copy)
    assert player.do("bull 1,2", status=400, **copy).startswith("T3–L3 runs through the bull on column 1, row 2")


def test_a_tap_on_a_bull_says_why_and_draws_it(player: Player) -> None:
    player.do("place")
    player.look("?pick=4,2")
    why = "the bull on column 2, row 3 stands in the same pen"
    assert player.said == f"The bull on column 4, row 2 is not isolated: {why}."
    assert (player.text.count('class="mark"'), player.text.count('<line class="mark"')) == (3, 1)
    player.do(*(step for fence in FENCES for step in ("roll", f"fence {fence}")))
    player.look("?board=A&pick=4,2")
    assert player.said == "The bull on column 4, row 2 is isolated: it stands alone in a closed pen."
    assert player.text.count('class="ring"') == 3


def test_every_crossing_and_post_has_a_name_and_nothing_is_styled_inline(player: Player) -> None:
    assert sorted(player.spots("free")) == sorted(f"{x},{y}" for x in range(1, 7) for y in range(1, 7))
    assert 'aria-label="column 3, row 4"' in player.text
    assert 'style="' not in player.text
    player.do("place", "roll")
    assert 'aria-label="post L3, can be used"' in player.text
    player.do("fence L3-R4")
    french = player.get(f"{player.where}?lang=fr").text
    assert "Clôture L3–R4 posée\u00a0; 0 taureau isolé sur 3. Lancez les trois dés." in french


def test_the_field_is_drawn_by_the_printed_sheets_code_and_kept(player: Player) -> None:
    address = unescape(re.findall(r'<image href="([^"]+)"', player.text)[0])
    answer = player.get(address)
    svg, places = build.field_alone(next(game for game in GAMES if game.slug == "raging-bulls"), "A") or (b"", {})
    assert (answer.data, "immutable" in answer.headers["Cache-Control"]) == (svg, True)
    assert (places["T1"], places["L1"], places["3,4"], places[""]) == ((16, 5), (5, 16), (38, 49), (87, 87))


def test_two_players_at_one_table_roll_for_themselves(player: Player) -> None:
    where = player.begin("raging-bulls", **{"seats-0-name": "Ada", "seats-1-name": "Bo"})
    player.where = f"{where}/field"
    player.do("place", "roll", seat="0")
    player.do("place", seat="1")
    assert player.said.startswith("Field A: 0 of 3 bulls isolated")
    player.look("?seat=0")
    assert player.said.startswith("Rolled ")


def test_a_finished_game_takes_no_more_taps(player: Player) -> None:
    player.do("place", "leave")
    table = player.where.removesuffix("/field")
    form = {f"seats-0-fields-{place}-outcome": "unplayed" for place in (1, 2, 3)}
    player.post(table, {"event": "end", "finish": "1", "seats-0-mallets": "0", **form})
    assert player.do("place", status=400) == "This game is finished."


def test_the_score_form_shows_what_follows_from_the_drawing(player: Player) -> None:
    player.do("place", *(step for fence in FENCES for step in ("roll", f"fence {fence}")))
    form = player.get(player.where.removesuffix("/field")).text
    assert re.search(r'name="seats-0-fields-0-isolated" value=""[^>]*placeholder="3"', form)
    assert re.search(r'name="seats-0-fields-0-posts_used" value=""[^>]*placeholder="8"', form)
    assert player.where in form


@pytest.mark.parametrize("path", ["/field/bulp", "/field/nothing", "/field/raging-bulls/E.svg", "/field/bulp/A.svg"])
def test_what_cannot_be_played_is_not_found(player: Player, path: str) -> None:
    assert player.get(path).status_code == 404


def test_a_table_still_in_play_counts_what_stands_and_a_finished_one_does_not_guess() -> None:
    game = next(each for each in GAMES if each.slug == "raging-bulls")
    drawn: dict[str, Any] = {"field": "A", "bulls": "4,2 2,3 3,4", "fences": " ".join(FENCES[:3])}
    table: dict[str, Any] = {"game": game.slug, "seats": [{"name": "Ada", "fields": [drawn]}]}
    assert game.scoring
    assert running(so_far(table, game, game.scoring)) == (3,)
    with pytest.raises(ValueError, match="outcome: missing"):
        settle(table, game)
    half = {**table, "seats": [{"name": "Ada", "fields": [{**LEFT}, {"field": "B", "bulls": "1,1"}]}]}
    assert running(so_far(half, game, game.scoring)) == (0,)
    assert [meanwhile(each) for each in (None, {}, {"seats": 1})] == [None, {}, {"seats": 1}]


def test_only_lattices_that_a_sheet_shows_are_fields() -> None:
    fields = {game.slug: [board.id for board in game.boards if build.field_alone(game, board.id)] for game in GAMES}
    assert fields == {"raging-bulls": ["A", "B", "C", "D"], "bulp": [], "pamplona": [], "viva-pamplona": []}
