"""The command at a prompt: what goes to which stream, exit codes, and a server that starts and ends quietly."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tracker import lan
from tracker.cli import main

TEMPLATES = str(Path(__file__).parent.parent / "templates")


def run(*arguments: str, text: str = "") -> Result:
    return CliRunner().invoke(main, arguments, input=text)


def score(game: str, table: object, *more: str) -> Result:
    return run("score", game, "-", "--templates", TEMPLATES, *more, text=json.dumps(table))


def test_given_rolls_are_added_up_in_json() -> None:
    done = run("roll", "3d6kh2dl1", "--rolls", "2,4,5", "--json")
    dice = [{"faces": 6, "value": value, "kept": value > 2} for value in (2, 4, 5)]
    assert (done.exit_code, json.loads(done.stdout)) == (0, {"total": 9, "dice": dice})


def test_a_fate_die_says_so_in_json() -> None:
    done = run("roll", "1dF-1d%", "--rolls", "-1,7", "--json")
    dice = [{"faces": "F", "value": -1, "kept": True}, {"faces": 100, "value": 7, "kept": True}]
    assert json.loads(done.stdout) == {"total": -8, "dice": dice}


def test_a_roll_by_chance_stays_within_its_dice() -> None:
    done = run("roll", "3d6", "--json")
    answer = json.loads(done.stdout)
    assert answer["total"] == sum(die["value"] for die in answer["dice"])
    assert [1 <= die["value"] <= 6 for die in answer["dice"]] == [True] * 3


def test_a_roll_for_people_is_the_total_and_its_dice() -> None:
    assert run("roll", "3d6dl1+1", "--rolls", "2,4,5").stdout == "10  (2) 4 5\n"


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        (["2d-6"], 1, "found -6 faces; allowed 1 to 10000"),
        (["-9d20"], 1, 'found "-9d20"; a count of dice is 1 to 200; to subtract write "0-…"'),
        (["3d6", "--rolls", "1,2"], 1, "found 2 of the dice; the roll needs more"),
        (["3d6", "--rolls", "1,2,3,4"], 1, "found 4 dice; allowed 3"),
        (["3d6", "--rolls", "1,2,9"], 1, "found 9 on a die; allowed 1 to 6"),
        (["3d6", "--rolls", "1,x"], 2, 'found "1,x"; allowed whole numbers with commas'),
        ([], 2, "Missing argument 'EXPRESSION'."),
    ],
)
def test_a_wrong_roll_is_one_sentence_on_stderr(arguments: list[str], code: int, sentence: str) -> None:
    done = run("roll", *arguments)
    assert (done.exit_code, done.stdout) == (code, "")
    assert done.stderr.splitlines()[-1].endswith(sentence)


def test_a_table_is_read_from_a_file_too(tmp_path: Path) -> None:
    file = tmp_path / "table.json"
    file.write_text(
        '\ufeff{"seats": [{"name": "Zoë", "fields": [{"outcome": "left", "isolated": 2}]}]}', encoding="utf-8"
    )
    done = run("score", "raging-bulls", str(file), "--templates", TEMPLATES)
    assert done.stdout == "1. Zoë: 6, Terri-bull\n       6  Field A: bulls: 2 isolated × 3  [leaving]\n"


def test_warnings_are_in_the_json_and_the_total_is_still_given() -> None:
    table = {"seats": [{"name": "A", "chips": 1, "ranks": [2, 2, 2]}, {"name": "B", "chips": 2, "ranks": [3, 3, 3]}]}
    done = score("viva-pamplona", table, "--json")
    answer = json.loads(done.stdout)
    assert answer["warnings"] == ["seats: nobody has rank 1; ranks are filled without gaps"]
    assert [(seat["name"], seat["total"], seat["rank"]) for seat in answer["scores"]] == [("A", 7, 2), ("B", 11, 1)]
    assert answer["scores"][0]["lines"][1] == {"label": "Ranks", "points": 6, "rule": "ranks"}


def test_everything_refused_is_told_line_by_line_on_stderr() -> None:
    fields = [{"field": "A", "outcome": "completed", "isolated": 3}, {"field": "B", "outcome": "left", "isolated": 9}]
    done = score("raging-bulls", {"seats": [{"name": "Ada", "fields": fields, "mallets": 4}]}, "--json")
    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr.splitlines() == [
        "seats[0].fields[1].isolated: found 9; allowed 0 to 4",
        "seats[0].mallets: found 4; allowed 0 to 3",
    ]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "this is not JSON: Expecting value: line 1 column 1 (char 0)"),
        ("{]", "this is not JSON: Expecting property name enclosed in double quotes: line 1 column 2 (char 1)"),
        ("[]", "found []; allowed an object"),
    ],
)
def test_what_is_no_table_is_refused(text: str, sentence: str) -> None:
    done = run("score", "raging-bulls", "-", "--templates", TEMPLATES, text=text)
    assert (done.exit_code, done.stderr) == (1, f"{sentence}\n")


def test_an_unknown_game_is_refused_with_the_near_name() -> None:
    done = score("raging-bull", {})
    assert done.exit_code == 1
    assert done.stderr.endswith('raging-bull: there is no such game (did you mean "raging-bulls"?)\n')


def test_problems_of_a_template_folder_are_told_and_nothing_is_served(tmp_path: Path) -> None:
    (tmp_path / "goats").mkdir()
    (tmp_path / "goats" / "game.toml").write_text("format = 1\nherd = 3\n", encoding="utf-8")
    done = run("serve", "--templates", str(tmp_path))
    assert done.exit_code == 1
    assert "goats/game.toml:2: herd:" in done.stderr


SERVE = (sys.executable, "-c", "from tracker.cli import main; main()", "serve", "--templates", TEMPLATES)


@pytest.fixture(autouse=True)
def _own_data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Keep what a server keeps out of the home of whoever runs the tests."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


@contextmanager
def server(*arguments: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Start a server on a free port and give it with its first line of output."""
    with subprocess.Popen((*SERVE, *arguments), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process, process.stdout.readline()
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(10)
            assert process.stderr is not None
            assert process.stderr.read() == ""


def test_a_server_says_where_it_is_answers_and_ends_quietly_on_ctrl_c() -> None:
    with server("--port", "0") as (process, said):
        address = said.split()[3]
        assert said == f"Bullpen is at {address}  (Ctrl-C ends)\n"
        with urllib.request.urlopen(f"{address}healthz", timeout=5) as answer:
            assert answer.read() == b"ok\n"
    assert process.returncode == 0


def test_a_body_too_large_is_refused_before_it_is_read() -> None:
    with server("--port", "0") as (_, said):
        port = int(said.split()[3].rstrip("/").rpartition(":")[2])
        with socket.create_connection(("127.0.0.1", port), timeout=5) as raw:
            raw.sendall(b"POST /dice HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1073741824\r\n\r\n")
            assert raw.recv(4096).startswith(b"HTTP/1.1 413 ")


def test_a_port_that_is_taken_is_one_sentence() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = subprocess.run((*SERVE, "--port", str(port)), capture_output=True, text=True, check=False)
    sentence = f"Error: cannot listen on 127.0.0.1 port {port}: Address already in use; try another --port\n"
    assert (done.returncode, done.stdout, done.stderr) == (1, "", sentence)


def test_addresses_of_home_networks_come_first_and_loopback_never() -> None:
    found = ["172.17.0.1", "127.0.1.1", "192.0.2.7", "10.8.0.3", "192.168.1.20", "0.0.0.0", "192.168.1.20"]
    assert lan.ranked(found) == ("192.168.1.20", "10.8.0.3", "172.17.0.1", "192.0.2.7")
    assert [address for address in lan.addresses() if address.startswith("127.")] == []


def test_on_a_network_the_address_comes_with_a_code_that_is_never_localhost() -> None:
    said = lan.welcome("0.0.0.0", 8000)
    assert said.endswith("On this machine: http://127.0.0.1:8000/  (Ctrl-C ends)")
    addresses = lan.addresses()
    if addresses:
        assert f"On phones in the same network: http://{addresses[0]}:8000/" in said
        assert said.startswith(lan.code(f"http://{addresses[0]}:8000/"))
    else:
        assert "no address on a network" in said


def test_a_code_is_a_block_of_equal_lines() -> None:
    lines = lan.code("http://192.168.1.20:8000/").splitlines()
    assert len({len(line) for line in lines}) == 1
    assert len(lines) <= 20
