"""The commands about what is kept: doctor, backup, restore, export, import, and a server that is told to end."""

from __future__ import annotations

import json
import signal
import stat
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tracker import create_app, store
from tracker.cli import main
from tracker.play import Event, fold
from tracker.store import Store

TEMPLATES = str(Path(__file__).parent.parent / "templates")


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a data folder with one table, found without saying where."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    folder = tmp_path / "home" / "bullpen"
    kept = Store(folder / "bullpen.db")
    start = {"game": "bulp", "variant": "simple", "lang": "fr", "seats": [{"name": "Ada"}, {"name": "=1+1"}]}
    put = {"values": {"seats-0-missing": "2", "seats-0-outlets": "1", "seats-1-missing": "1", "seats-1-outlets": "3"}}
    kept.create("ABCDE", Event(1, "a", "x", "start", start, "t1"), Event(2, "b", "y", "put", put, "t2"))
    kept.close()
    return folder


def run(*arguments: object, file: bytes = b"") -> Result:
    return CliRunner().invoke(main, [str(each) for each in arguments], input=file)


def test_the_doctor_says_where_how_many_and_what_is_no_secret(data: Path) -> None:
    done = run("doctor")
    first, addresses, secret = done.stdout.splitlines()
    assert (done.exit_code, done.stderr) == (0, "")
    assert first == f"{data / 'bullpen.db'}: schema 1, tables 1, events 2: whole"
    assert addresses.startswith("addresses: ")
    assert secret.startswith("On plain http anyone in the same network can read along")


def test_the_doctor_needs_no_database_and_makes_none(tmp_path: Path) -> None:
    done = run("doctor", "--data", tmp_path / "new")
    assert (done.exit_code, done.stdout.splitlines()[0]) == (0, f"{tmp_path / 'new' / 'bullpen.db'}: none yet")
    assert list(tmp_path.iterdir()) == []


def test_the_doctor_finds_what_others_may_read_and_what_is_broken(data: Path) -> None:
    (data / "bullpen.db").write_bytes(b"goats" * 999)
    (data / "bullpen.db").chmod(0o644)
    done = run("doctor")
    assert (done.exit_code, done.stderr.splitlines()) == (
        1,
        [
            f"{data / 'bullpen.db'}: file is not a database",
            f"{data / 'bullpen.db'}: open to others on this machine; chmod go= {data / 'bullpen.db'}",
        ],
    )


def test_a_backup_is_restored_and_the_old_tables_are_kept(data: Path, tmp_path: Path) -> None:
    copy, path = tmp_path / "copy.db", data / "bullpen.db"
    assert run("backup", copy).stdout == f"{copy}\n"
    kept = Store(path)
    kept.delete("ABCDE")
    refused = run("restore", copy)
    assert (refused.exit_code, refused.stderr.splitlines()[-1].endswith("end the tracker first")) == (1, True)
    kept.close()
    assert run("restore", copy).stdout == f"{path}\nthe old one is {data / 'bullpen.before-1.db'}\n"
    assert (store.inspect(path), store.inspect(data / "bullpen.before-1.db")) == ((1, 1, 2), (1, 0, 0))


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["backup", "nowhere/copy.db"], "nowhere/copy.db: [Errno 2] No such file or directory"),
        (["backup", "copy.db", "--data", "nowhere"], "nowhere/bullpen.db: there are no tables yet"),
        (["restore", "nowhere.db"], "nowhere.db: unable to open database file"),
        (["export", "ZZZZZ"], "ZZZZZ: there is no such table"),
        (["export", "ABCDE", "--data", "nowhere"], "nowhere/bullpen.db: there are no tables yet"),
    ],
)
def test_trouble_is_one_sentence(
    data: Path, arguments: list[str], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run(*arguments, *(["--templates", TEMPLATES] if arguments[0] == "export" else []))
    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr.startswith(f"Error: {sentence}")
    assert len(done.stderr.splitlines()) == 1
    assert [each.name for each in tmp_path.iterdir()] == ["home"]


def test_a_table_goes_out_and_comes_in_under_its_own_code_or_a_new_one(data: Path, tmp_path: Path) -> None:
    file = run("export", "abcde").stdout.encode()
    other = run("import", "-", "--data", tmp_path / "other", "--templates", TEMPLATES, file=file)
    again = run("import", "-", "--templates", TEMPLATES, file=file)
    assert (other.stdout, len(again.stdout), again.stdout == "ABCDE\n") == ("ABCDE\n", 6, False)
    here, there = Store(data / "bullpen.db"), Store(tmp_path / "other" / "bullpen.db")
    states = [fold(kept.events(code)) for kept, code in ((here, "ABCDE"), (here, again.stdout[:5]), (there, "ABCDE"))]
    assert [each.values for each in states] == [states[0].values] * 3
    here.close()
    there.close()


def test_a_table_goes_out_as_text_and_for_a_spreadsheet_in_its_language(data: Path) -> None:
    text = run("export", "ABCDE", "--format", "txt", "--templates", TEMPLATES).stdout
    assert text.splitlines()[2:4] == ["1. Ada: 3", "       2  Cartes manquantes: 2 × 1  [missing]"]
    sheet = run("export", "ABCDE", "--format", "csv", "--lang", "en", "--templates", TEMPLATES).stdout
    assert "Ada,1,3,Missing cards,2 × 1,2,missing" in sheet
    assert "'=1+1,2,4,Missing cards" in sheet


@pytest.mark.parametrize(
    ("file", "sentence"),
    [
        (b"goats", "this is not JSON: Expecting value: line 1 column 1 (char 0)"),
        (b"\xff", "it is not a game that Bullpen has saved"),
        (b" " * (2 * 1024 * 1024 + 1), "it has more than 2 MiB"),
        (json.dumps({"bullpen": 99, "events": []}).encode(), "a newer Bullpen saved it"),
    ],
    ids=["text", "bytes", "large", "newer"],
)
def test_a_file_that_is_no_table_is_refused_and_nothing_is_made(tmp_path: Path, file: bytes, sentence: str) -> None:
    done = run("import", "-", "--data", tmp_path / "new", "--templates", TEMPLATES, file=file)
    assert (done.exit_code, done.stdout, done.stderr) == (1, "", f"Error: {sentence}\n")
    assert list(tmp_path.iterdir()) == []


def test_a_site_without_a_database_keeps_tables_as_long_as_it_lives() -> None:
    one, other = create_app({"GAMES": ()}), create_app({"GAMES": ()})
    assert one.extensions["store"].path is None
    assert one.config["SECRET"] != other.config["SECRET"]


def test_a_site_whose_tables_cannot_be_read_says_so_and_still_rolls_dice(tmp_path: Path) -> None:
    (tmp_path / "bullpen.db").write_bytes(b"goats" * 999)
    site = create_app({"TEMPLATES": TEMPLATES, "DATABASE": tmp_path / "bullpen.db"}).test_client()
    answers = [site.get(path) for path in ("/t/ABCDE", "/t/ABCDE/state", "/dice", "/healthz")]
    assert [answer.status_code for answer in answers] == [503, 503, 200, 200]
    assert "goats" not in answers[0].text
    assert (tmp_path / "bullpen.db").read_bytes() == b"goats" * 999


def test_a_secret_is_made_once_and_for_its_owner_only(tmp_path: Path) -> None:
    made = [create_app({"GAMES": (), "DATABASE": tmp_path / "data" / "bullpen.db"}).config["SECRET"] for _ in range(2)]
    assert (made[0] == made[1], len(made[0])) == (True, 32)
    assert stat.S_IMODE((tmp_path / "data" / "secret").stat().st_mode) == 0o600
    assert [file.name for file in (tmp_path / "data").iterdir()] == ["secret"]


SERVE = (sys.executable, "-c", "from tracker.cli import main; main()", "serve", "--port", "0")


@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGINT])
def test_a_server_that_is_told_to_end_leaves_one_whole_file(data: Path, end: signal.Signals) -> None:
    command = (*SERVE, "--templates", TEMPLATES)
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        address = process.stdout.readline().split()[3]
        with urllib.request.urlopen(address, timeout=5) as answer:
            assert (answer.status, answer.headers["Server"]) == (200, None)
        process.send_signal(end)
        _, said = process.communicate(timeout=10)
    assert (process.returncode, said) == (0, "")
    assert sorted(file.name for file in data.iterdir()) == ["bullpen.db", "secret"]
    assert store.inspect(data / "bullpen.db") == (1, 1, 2)


def test_a_database_that_cannot_be_used_is_told_before_anything_is_served(data: Path) -> None:
    newer = Store(data / "bullpen.db", (*store.STEPS, "CREATE TABLE more (text TEXT)"))
    newer.tables()
    newer.close()
    done = run("serve", "--port", "0", "--templates", TEMPLATES)
    sentence = f"Error: {data / 'bullpen.db'}: made by a newer Bullpen (schema 2; this one knows 1)\n"
    assert (done.exit_code, done.stdout, done.stderr) == (1, "", sentence)


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = run("serve", "--port", "0", "--templates", TEMPLATES, "--data", tmp_path / "file" / "data")
    assert (done.exit_code, done.stderr) == (1, f"Error: {tmp_path / 'file' / 'data'}: Not a directory\n")
