"""A field that was typed, copied or brought in, not played by taps and dice, and what must hold of it all the same."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from html import unescape
from pathlib import Path
from threading import Event, Thread

import pytest
from click.testing import CliRunner

from tests import phones
from tests.phones import Phone
from tests.test_field_page import IDS, Player, site
from tests.test_serial_pages import begun, play
from tracker import page
from tracker.boards import At
from tracker.cli import main
from tracker.games.raging_bulls import coach
from tracker.games.raging_bulls.turn import current
from tracker.views import board, history

TRIO = ("bull 3,3", "bull 3,4", "bull 4,3")
PENNED = "L2-R3 T2-B4 L6-R2 T5-B1"  # these three, one by one
COPY = {"copy": "1", "board": "A"}


def typed(player: Player, **texts: str) -> None:
    """Type into the score form of the table; a name is "0_fences" for the fences of field A, or a button's."""
    names = {key: f"seats-0-fields-{key.replace('_', '-', 1)}" if key[0].isdigit() else key for key in texts}
    form = {names[key]: text for key, text in texts.items()}
    answer = player.post(player.where.removesuffix("/field"), {"event": f"typed-{next(IDS)}", **form})
    assert answer.status_code == 303, answer.text


def told(player: Player) -> int:
    return int(player.state(player.where.removesuffix("/field"))["seq"])


def acts(player: Player) -> list[str]:
    return [
        each
        for each in re.findall(r'name="do" value="([^"]*)"', player.text)
        if each not in ("hint", "unbull", "unfence")
    ]


@pytest.fixture
def trio() -> Player:
    player = Player(site())
    player.do(*TRIO)
    return player


@pytest.mark.parametrize("query", ["", "?copy=1&board=A"])
def test_a_field_typed_complete_without_its_outcome_is_completed_by_a_tap(trio: Player, query: str) -> None:
    typed(trio, **{"0_fences": PENNED})
    trio.look(query)
    assert trio.said == "Field A: all 3 bulls are isolated, but it is not marked as completed yet."
    assert [act for act in acts(trio) if act not in ("roll", "leave", "pass")] == acts(trio) == ["complete"]
    form = COPY if query else {}
    trio.do("leave", status=400, **form)
    assert trio.do("complete", **form) == "Field A is completed: all 3 bulls are isolated."
    assert trio.values["fields-0-outcome"] == "completed"
    assert trio.press("undo") == "Undo: complete the field"


def test_a_field_that_other_rules_complete_is_completed_by_a_tap(trio: Player) -> None:
    typed(trio, **{"0_fences": "L2-R3 T2-B4 T5-B1"})
    trio.look()
    assert trio.said == "Fence T5–B1 is built; 1 of 3 bulls isolated. Roll three dice."
    typed(trio, switch="open-range")
    trio.look()
    assert acts(trio) == ["complete"]
    trio.do("complete")
    typed(trio, switch="standard")
    trio.look()
    said = "Field A is marked as completed, but by the rules of this table 1 of 3 bulls is isolated."
    assert (trio.said, acts(trio), "Field A, ended" in trio.text) == (said, ["reopen"], False)
    assert trio.do("reopen").endswith("1 of 3 bulls isolated. Roll three dice.")
    assert "fields-0-outcome" not in trio.values
    assert trio.press("undo") == "Undo: open the field again"


@pytest.mark.parametrize("count", [4, 7, 12])
def test_with_more_bulls_than_a_field_holds_there_is_no_hint_and_no_failure(trio: Player, count: int) -> None:
    typed(trio, **{"0_bulls": " ".join(f"{1 + each % 6},{1 + each // 6}" for each in range(count))})
    trio.do("hint", status=400)
    assert trio.look().status_code == 200
    assert "hint" not in re.findall(r'name="do" value="([^"]*)"', trio.text)


def test_a_hint_does_not_wait_for_a_par(tmp_path: Path) -> None:
    app, begins, ends = phones.site(tmp_path), Event(), Event()

    def par() -> str:
        begins.set()
        return "done" if ends.wait(20) else "waited for"

    def at(kind: str, work_out: Callable[[], str]) -> str:
        with app.app_context():
            return page.once((kind, begins), work_out)

    found: list[str] = []
    thread = Thread(target=lambda: found.append(at("par", par)))
    thread.start()
    assert begins.wait(20)
    hint: list[str] = []
    other = Thread(target=lambda: hint.append(at("hint", lambda: "quick")))
    other.start()
    other.join(10)
    quick = [*hint]
    ends.set()
    thread.join(20)
    assert (quick, found) == (["quick"], ["done"])


def test_a_hint_that_waited_for_its_turn_has_no_more_time(tmp_path: Path) -> None:
    clock, asked, begins, waits, ends = [0.0], list[float](), Event(), Event(), Event()

    def tick() -> float:
        asked.append(clock[0])
        waits.set()
        return clock[0]

    app = phones.site(tmp_path, TICKS=tick)
    phone = Phone(app)
    where = begun(phone)
    play(phone, where, "roll")
    phone.post(where, {"do": "hint", "event": "ask"})

    def other() -> bool:
        begins.set()
        return ends.wait(60)

    def occupy() -> None:
        with app.app_context():
            page.once(("hint", "of another table"), other)

    def ask() -> None:
        with app.test_request_context(where):
            assert board.sight(where.split("/")[2]).advice

    threads = [Thread(target=occupy), Thread(target=ask)]
    threads[0].start()
    assert begins.wait(20)
    waits.clear()
    threads[1].start()
    waited = waits.wait(20)
    clock[0] = 60
    ends.set()
    for thread in threads:
        thread.join(20)
    assert (waited, asked.count(60)) == (True, 1)  # after its first trial


def counted(*texts: tuple[str, str]) -> At:
    bulls = {"fields-1-bulls": "4,2 1,4 1,3 4,4"}
    return At({**bulls, **dict(texts)}, 1, "standard", (1, 2, 3))


def test_what_earlier_fields_came_to_is_in_the_total_of_a_hint_drawn_or_counted() -> None:
    def total(*texts: tuple[str, str]) -> int:
        return max(each.total for each in coach.advice(counted(*texts), 1, lambda: True))

    left, done = ("fields-0-outcome", "left"), ("fields-0-outcome", "completed")
    nothing = total(("fields-0-bulls", "1,1 3,3 5,5"), left)
    drawn = (("fields-0-bulls", "3,3 3,4 4,3"), ("fields-0-fences", PENNED), done)
    by_counts = (("fields-0-isolated", "3"), ("fields-0-posts_used", "8"), done)
    assert [total(left), total(("fields-0-isolated", "2"), left)] == [nothing, nothing + 6]
    assert [total(*drawn), total(*by_counts)] == [nothing + 9 + 16] * 2


def ended(*lacks: int) -> At:
    bulls = ("6,3 2,5 3,3", "4,2 1,4 1,3 4,4", "4,6 1,6 4,2 6,3 6,1", "5,1 6,3 6,4 4,3 4,4 5,6")
    outcomes = {f"fields-{place}-outcome": "left" for place in range(4)}
    placed = {f"fields-{place}-bulls": text for place, text in enumerate(bulls) if place not in lacks}
    return At({**outcomes, **placed}, 0, "standard")


@pytest.mark.parametrize(("lacks", "fields"), [((), 4), ((0,), 0), ((3,), 0)])
def test_a_game_with_a_field_entered_by_counts_has_no_replay(lacks: tuple[int, ...], fields: int) -> None:
    before = At({key: text for key, text in ended(*lacks).values.items() if "bulls" in key}, 0, "standard")
    assert len(coach.recorded([((), before), ((), ended(*lacks))])) == fields


def test_a_game_with_fences_copied_on_a_field_to_come_has_no_replay() -> None:
    end = ended()
    before = At({key: text for key, text in end.values.items() if "bulls" in key}, 0, "standard")
    copied = At({**before.values, "fields-2-fences": "T1-B2"}, 0, "standard")
    after = At({**end.values, "fields-2-fences": "T1-B2"}, 0, "standard")
    assert coach.recorded([((), before), ((), copied), ((), after)]) == ()


def test_a_field_after_the_pass_that_ended_the_game_was_not_played(trio: Player) -> None:
    trio.do(*("roll", "pass") * 4)
    trio.look("?board=D")
    assert (trio.said, acts(trio)) == ("Field D was not played: a pass ended the game.", [])
    assert trio.look("?board=D&lang=fr")
    assert trio.said == "Le pré D n’a pas été joué\u00a0: une passe a terminé la partie."


def test_a_sheet_that_cannot_be_written_is_told_in_one_sentence_before_its_par(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    arguments = ("--serial", "7F3K-2", "--out", str(blocked / "below"), "--templates", "templates")
    done = CliRunner().invoke(main, ["sheet", "raging-bulls", *arguments])
    assert (done.exit_code, done.stderr) == (1, f"Error: {blocked / 'below'}: Not a directory\n")


def test_what_is_copied_on_another_board_and_who_sits_down_leave_the_roll_open() -> None:
    player = Player(site(1, 2, 3))
    player.do(*TRIO, "roll")
    player.do("bull 1,1", board="C", copy="1")
    player.look()
    assert player.said.startswith("Rolled 1, 2, 3: ")
    typed(player, add="1")
    player.look()
    assert player.said.startswith("Rolled 1, 2, 3: ")
    player.look("?seat=1")
    assert player.said.startswith("Field A: 0 of 3 bulls placed")
    player.do("fence T1-B2")
    assert player.values["fields-0-fences"] == "T1-B2"


@pytest.mark.parametrize("change", [{"0_bulls": "1,1 2,2 5,5"}, {"0_outcome": "left"}, {"0_fences": "T1-B2"}])
def test_what_is_typed_on_the_board_in_play_spends_its_roll(trio: Player, change: dict[str, str]) -> None:
    trio.do("roll")
    typed(trio, **change)
    trio.look()
    assert not trio.said.startswith("Rolled")


def test_who_gets_the_seat_of_somebody_who_leaves_does_not_get_the_roll() -> None:
    player = Player(site(1, 2, 3))
    player.do(*TRIO)
    typed(player, add="1")
    player.do(*TRIO, seat="1")
    player.do("roll", seat="0")
    typed(player, drop="0")
    player.look()
    assert player.said.startswith("Field A: 0 of 3 bulls isolated")


def finished(phone: Phone, *lines: str) -> str:
    where = begun(phone)
    play(phone, where, *lines)
    return where.removesuffix("/field")


def end(phone: Phone, table: str) -> None:
    seen = str(phone.state(table)["seq"])
    assert phone.post(table, {"finish": "1", "event": f"end-{next(IDS)}", "seen": seen}).status_code == 303


def test_the_bests_are_of_all_games_and_of_so_many_as_time_allows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = itertools.count(0, 1)
    phone = Phone(phones.site(tmp_path, TICKS=lambda: next(clock)))
    monkeypatch.setattr(history, "MOST", 1)
    for mallets in (3, 1, 0):  # the best is the oldest
        form = {f"seats-0-fields-{place}-outcome": "left" for place in range(4)}
        form |= {f"seats-0-fields-{place}-{key}": "0" for place in range(4) for key in ("isolated", "posts_used")}
        phone.begin("raging-bulls", done="1", **{"seats-0-mallets": str(mallets), **form})

    def bests() -> tuple[list[str], str]:
        text = unescape(phone.get("/history/raging-bulls").text)
        part = text.partition("<h2>Games played")[0]
        left = re.search(r"The best of \d of \d games", part)
        return re.findall(r"<b>(\d+)</b>", part), left[0] if left else ""

    assert bests() == (["0"], "The best of 1 of 3 games")
    clock = itertools.repeat(0)  # type: ignore[assignment]
    assert bests() == (["9", "3", "0"], "")


def test_on_paper_a_field_is_left_once_and_nothing_is_written_twice(trio: Player) -> None:
    trio.do("leave", **COPY)
    before = told(trio)
    trio.look("?copy=1&board=A")
    assert not {"leave", "pass"} & {*acts(trio)}
    trio.do("leave", status=400, **COPY)
    trio.do("pass", status=400, **COPY)
    assert told(trio) == before


def test_dice_place_no_bull_where_a_fence_runs() -> None:
    player = Player(site(1, 1, 2, 2, 5, 4))
    player.do(*TRIO)
    player.do("fence L1-R1", "unbull 3,3", **COPY)
    player.look()
    player.do("place")
    assert player.values["fields-0-bulls"].split()[-1] == "2,2"
    assert "(1,1) 2,2" in player.text


def test_without_script_a_picked_pair_says_why_it_cannot_be_a_fence(trio: Player) -> None:
    trio.look("?copy=1&board=A&pick=T1-T4")
    assert trio.said.startswith("T1–T4 stays on one side of the field")
    trio.look("?copy=1&board=A&pick=T3-B3")
    assert trio.said.startswith("T3–B3 runs through the bull on column 3, row 3")
    trio.look("?copy=1&board=A&pick=T1-B1")
    assert trio.said.startswith("Field A, as on paper")


@pytest.mark.parametrize(
    ("bulls", "shown"),
    [("6,3 2,5 3,3", "par 120"), ("2,5 3,3 6,3", "par 120"), ("2,5 3,3 6,4", "changed, so without par")],
)
def test_a_par_is_shown_for_the_bulls_of_its_serial_only(tmp_path: Path, bulls: str, shown: str) -> None:
    phone = Phone(phones.site(tmp_path))
    table = finished(phone, "leave", "leave", "leave", "leave")
    phone.post(table, {"event": "typed", "seats-0-fields-0-bulls": bulls})
    end(phone, table)
    for page_ in (f"{table}/result", "/history/raging-bulls"):
        text = phone.get(page_).text
        assert ("7F3K-2" in text, shown in text, "par 120" in text) == (True, True, shown == "par 120")


@pytest.mark.parametrize(("values", "opens"), [([0, 1], False), ([0, 1, 2], True), ([0, 1, 2, 3], False)])
def test_only_a_roll_of_all_dice_opens_a_turn(trio: Player, values: list[int], opens: bool) -> None:
    app, code = trio.web.application, trio.where.split("/")[2]
    events = app.extensions["store"].events(code)
    data = {"rolled": "", "values": values, "shown": "?", "seat": 0}
    roll = type(events[0])(0, "foreign", "else", "roll", data, "")
    app.extensions["store"].append(code, roll)
    trio.look()
    assert trio.said.startswith("Rolled ") == opens


def test_a_hint_of_six_bulls_asks_the_clock_no_oftener_than_it_has_trials(tmp_path: Path) -> None:
    """It ends after the trial in which its time is up, and with time enough after 16."""
    asked: list[int] = []
    for step in (60.0, 0.0):
        ticks = [0.0, 0]

        def tick(ticks: list[float] = ticks, step: float = step) -> float:
            ticks[0] += step
            ticks[1] += 1
            return ticks[0]

        bulls = {"fields-3-bulls": "5,1 6,3 6,4 4,3 4,4 5,6", **{f"fields-{n}-outcome": "left" for n in range(3)}}
        at = At(bulls, 3, "standard", (1, 2, 3))
        assert (current(bulls), coach.helps(at)) == (3, True)
        start = tick()
        coach.advice(at, 1, lambda start=start, tick=tick: tick() > start + 0.6)
        asked.append(int(ticks[1]) - 1)
    assert asked == [1, 15]
