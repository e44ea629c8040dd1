"""A build that nothing has changed for is not made again; one that anything has changed for is, to the same bytes."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import chdir
from datetime import date
from pathlib import Path

import pytest

from pnp.cli import records
from pnp.data import folders
from tests import small_folder, small_fonts
from tests.test_cli import PNP, pnp
from tests.test_stamps import maze

DECK = "small/cards-a4-en.pdf"
CARDS = ("--piece", "cards")
PRINTER = '[office]\nnumbers = [169.5, 240, 0, 0, 0, 4]\npaper = "210x297mm"\n'
SHARED = folders.packaged() / folders.SHARED


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with one game, and what a shared folder needs."""
    small_folder.write(tmp_path / "games/small")
    (tmp_path / "games/_shared").mkdir()
    return tmp_path


def words(folder: Path, *more: str, out: str = "out") -> list[str]:
    return ["build", "--templates", str(folder / "games"), "--out", str(folder / out), *more]


def built(folder: Path, *more: str, out: str = "out") -> tuple[str, str]:
    """Return what `pnp build` writes on standard output and on standard error."""
    done = pnp(*words(folder, *more, out=out), cwd=folder)
    assert done.returncode == 0, done.stderr
    return done.stdout, done.stderr


def made_again(folder: Path, *more: str) -> bool:
    """Build, and say whether the deck was written: then it must be what a build without records makes of it."""
    path = folder / "out" / DECK
    before = path.lstat().st_ino if path.exists() else None
    built(folder, *more)
    if path.lstat().st_ino == before:
        return False
    built(folder, *more, "--no-cache", out="plain")
    assert (folder / "plain" / DECK).read_bytes() == path.read_bytes()
    return True


def files(folder: Path) -> dict[str, tuple[int, int]]:
    found = {path: path.stat() for path in (folder / "out/small").iterdir()}
    return {path.name: (about.st_ino, about.st_mtime_ns) for path, about in found.items()}


def kept(folder: Path) -> list[Path]:
    return list((folder / "out/.cache/builds").glob("*"))


def test_what_nothing_has_changed_for_stays_and_is_told_of_as_before(folder: Path) -> None:
    (folder / "games/small/frames.toml").write_text(f"{small_folder.FRAMES}font = 'Alfa Slab One'\n")
    first, before = built(folder), files(folder)
    assert first == built(folder)
    assert before == files(folder)
    assert len(before) > 1
    assert first == built(folder, "--no-cache")
    assert before.keys() == files(folder).keys()
    assert not set(before.values()) & set(files(folder).values())


def test_notes_on_the_games_are_told_again(folder: Path) -> None:
    small_fonts.write(_fonts(folder) / "signs.ttf", "Fery", licence="")
    first = built(folder, *CARDS, "--backs", "stacked")
    assert "the file names no licence" in first[1]
    assert "--backs stacked changes nothing here" in first[1]
    assert first == built(folder, *CARDS, "--backs", "stacked")


def _fonts(folder: Path) -> Path:
    place = folder / "games/small/fonts"
    place.mkdir(exist_ok=True)
    return place


def _cell(folder: Path) -> None:
    (folder / "games/small/cards.csv").write_text("title,picture\nFerry,boat\nMills,\n")


def _cell_as_long_and_as_old(folder: Path) -> None:
    path = folder / "games/small/cards.csv"
    about = path.stat()
    path.write_text(path.read_text().replace("Mill", "Mall"))
    os.utime(path, ns=(about.st_atime_ns, about.st_mtime_ns))


def _picture(folder: Path) -> None:
    path = folder / "games/small/art/boat.svg"
    path.write_text(path.read_text().replace("10V", "9V"))


def _font(folder: Path) -> None:
    small_fonts.write(_fonts(folder) / "signs.ttf", "Fery")


def _new_file(folder: Path) -> None:
    (folder / "games/small/notes.txt").write_text("anything")


def _lost_file(folder: Path) -> None:
    (folder / "games/small/art/boat.svg").unlink()


def _new_game(folder: Path) -> None:
    small_folder.write(folder / "games/another")


def _papers(folder: Path) -> None:
    text = (SHARED / "papers.toml").read_text().replace("margin = 4.5", "margin = 6")
    (folder / "games/_shared/papers.toml").write_text(text)


def _no_shared_folder(folder: Path) -> None:
    (folder / "games/_shared").rmdir()


def _lost_output(folder: Path) -> None:
    (folder / "out" / DECK).unlink()


def _spoilt_output(folder: Path) -> None:
    path = folder / "out" / DECK
    data = path.read_bytes()
    path.write_bytes(data[:-9] + b"." + data[-8:])


def _output_elsewhere(folder: Path) -> None:
    path = folder / "out" / DECK
    path.rename(folder / "elsewhere.pdf")
    path.symlink_to(folder / "elsewhere.pdf")


def _torn_record(folder: Path) -> None:
    (path,) = kept(folder)
    path.write_bytes(path.read_bytes()[:-9])


def _other_record(folder: Path) -> None:
    (path,) = kept(folder)
    path.write_bytes(b"[7, null]" * 9)


def _lost_record(folder: Path) -> None:
    (path,) = kept(folder)
    path.unlink()


CHANGES = [
    *(_cell, _cell_as_long_and_as_old, _picture, _font, _new_file, _lost_file, _new_game, _papers, _no_shared_folder),
    *(_lost_output, _spoilt_output, _output_elsewhere, _torn_record, _other_record, _lost_record),
]


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__.strip("_"))
def test_after_any_change_all_is_made_anew(folder: Path, change: Callable[[Path], None]) -> None:
    built(folder, *CARDS)
    change(folder)
    assert made_again(folder, *CARDS)
    assert not made_again(folder, *CARDS)


def test_files_that_are_written_again_as_they_were_change_nothing(folder: Path) -> None:
    built(folder, *CARDS)
    for path in (folder / "games").rglob("*.*"):
        path.write_bytes(path.read_bytes())
        os.utime(path, ns=(0, 0))
    deck = folder / "out" / DECK
    deck.write_bytes(deck.read_bytes())
    assert not made_again(folder, *CARDS)


def test_other_options_are_another_build(folder: Path) -> None:
    (folder / "printers.toml").write_text(PRINTER)
    built(folder, *CARDS)
    for options in (("--from-slot", "2"), ("--marks", "lines"), ("--printer", "office"), ("--flip", "long")):
        assert made_again(folder, *CARDS, *options)
        assert made_again(folder, *CARDS) == (options[1] != "long")
    assert not made_again(folder, *CARDS)


def test_a_printer_that_is_measured_anew_counts_where_it_is_asked_for(folder: Path) -> None:
    path = folder / "printers.toml"
    path.write_text(PRINTER)
    built(folder, *CARDS, "--printer", "office")
    path.write_text(PRINTER.replace("169.5", "169"))
    assert made_again(folder, *CARDS, "--printer", "office")
    built(folder, *CARDS)
    path.unlink()
    assert not made_again(folder, *CARDS)


def test_a_game_in_a_profile_reads_printers_too(folder: Path) -> None:
    path = folder / "printers.toml"
    path.write_text(PRINTER)
    manifest = folder / "games/small/game.toml"
    manifest.write_text(f'{small_folder.GAME}\n[profiles.mine]\npieces = ["cards"]\nprinter = "office"\n')
    first = built(folder, "--profile", "mine")
    assert first == built(folder, "--profile", "mine")
    assert not made_again(folder, "--profile", "mine")
    path.write_text(PRINTER.replace("169.5", "169"))
    assert made_again(folder, "--profile", "mine")


def test_another_press_and_where_it_counts_another_day_make_all_anew(folder: Path) -> None:
    def key(press: str, day: int, **values: object) -> str:
        plain = {"printer": None, "printers": folder / "printers.toml", "codes": (), **values}
        asked = records.asked(folder / "games", folder / "out", (), None, plain)
        assert asked
        return asked.key(press, date(2026, 1, day))

    assert key("one", 1) == key("one", 2) != key("two", 1)
    assert key("one", 1, codes=("today",)) == key("one", 1, codes=("today",)) != key("one", 2, codes=("today",))
    assert key("one", 1, codes=("7F3K-2",)) == key("one", 2, codes=("7F3K-2",))


def test_a_press_is_known_by_its_files_and_its_libraries(tmp_path: Path) -> None:
    package = tmp_path / "pnp"
    shutil.copytree(
        Path(records.__file__).parents[1], package, ignore=shutil.ignore_patterns("__pycache__", "templates")
    )
    code = "from pnp.build.stamps import press_stamp; print(press_stamp())"

    def stamp() -> str:
        done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
        return done.stdout

    first = stamp()
    assert first == stamp()
    (package / "units.py").write_text((package / "units.py").read_text().replace("25.4", "25.5"))
    second = stamp()
    assert first != second
    (tmp_path / "shapely_new-1.0.dist-info").mkdir()
    assert second != stamp()


def test_a_build_with_problems_is_not_recorded(folder: Path) -> None:
    (folder / "games/small/cards.csv").write_text("name\nFerry\n")
    done = [pnp(*words(folder)) for _ in range(2)]
    assert [each.returncode for each in done] == [1, 1]
    assert done[0].stderr == done[1].stderr
    assert not (folder / "out").exists()


def test_names_that_are_no_game_are_refused_as_ever_and_nothing_is_looked_at(folder: Path) -> None:
    built(folder, "small", *CARDS)
    for name in ("smal", "/", "..", "small/../small"):
        assert pnp(*words(folder, name)).stderr == pnp(*words(folder, name, "--no-cache")).stderr != ""
    assert len(kept(folder)) == 1


def test_where_a_link_leads_to_the_whole_disk_there_is_no_record(folder: Path) -> None:
    maze(folder / "games/small/links")
    first = built(folder, *CARDS)
    assert made_again(folder, *CARDS)
    assert first == built(folder, *CARDS, "--no-cache")
    assert kept(folder) == []
    shutil.rmtree(folder / "games/small/links")
    assert made_again(folder, *CARDS)
    assert not made_again(folder, *CARDS)


def test_older_files_are_looked_for_each_time(folder: Path) -> None:
    first = built(folder)
    old = folder / "out/small/old-a4-en.pdf"
    old.write_bytes(b"")
    again = built(folder)
    assert again[1].startswith(first[1])
    assert again[1].endswith("note: 1 older file that this build did not make: small/old-a4-en.pdf\n")
    assert again == built(folder, "--no-cache")
    old.unlink()
    assert first == built(folder)


def test_without_records_none_is_read_and_none_is_written(folder: Path) -> None:
    built(folder, *CARDS, "--no-cache")
    assert not (folder / "out/.cache").exists()
    built(folder, *CARDS)
    before = {path: path.read_bytes() for path in kept(folder)}
    assert made_again(folder, *CARDS, "--no-cache")
    assert before == {path: path.read_bytes() for path in kept(folder)}
    assert len(before) == 1


def test_where_no_record_can_be_written_there_is_none(folder: Path) -> None:
    (folder / "out").mkdir()
    (folder / "out/.cache").write_text("a file, not a folder")
    first = built(folder, *CARDS)
    assert made_again(folder, *CARDS)
    assert first == built(folder, *CARDS)


def test_builds_beside_one_another_leave_whole_records(folder: Path) -> None:
    orders = [(*CARDS, "--ink", ink) for ink in ("full", "low", "full")]
    running = [
        subprocess.Popen([PNP, *words(folder, *order)], cwd=folder, stderr=subprocess.DEVNULL) for order in orders
    ]
    assert [process.wait() for process in running] == [0, 0, 0]
    before = files(folder)
    assert len(kept(folder)) == 2
    for order in orders[:2]:
        subprocess.run([PNP, *words(folder, *order)], cwd=folder, capture_output=True, check=True)
    assert before == files(folder)


def test_what_changes_while_a_build_runs_is_not_recorded(folder: Path) -> None:
    values = {"printer": None, "printers": folder / "printers.toml", "codes": ()}
    asked = records.asked(folder / "games", folder / "out", (), None, values)
    assert asked

    def ran(change: Callable[[Path], None]) -> bool:
        before, _ = records.seen(asked)
        change(folder)
        records.keep(asked, before, records.Telling(folder / "out"), {}, ())
        return records.seen(asked)[1] is not None

    for change in (_cell, _cell_as_long_and_as_old, _new_file, _lost_file, _no_shared_folder):
        assert not ran(change)
    assert ran(lambda _: None)


def test_what_builds_keep_inside_a_game_is_none_of_its_files(folder: Path) -> None:
    (folder / "games/small/out").mkdir()
    for games, out in (("games", folder / "games/small/out"), (str(folder / "games"), Path("games/small/out"))):
        with chdir(folder):
            values = {"printer": None, "printers": folder / "printers.toml", "codes": ()}
            asked = records.asked(Path(games), out, (), None, values)
            assert asked
            before, _ = records.seen(asked)
            records.keep(asked, before, records.Telling(out), {}, ())
            assert kept(folder / "games/small")
            assert records.seen(asked)[0].read == before.read
            (out / "picture.svg").write_text(games)
            assert records.seen(asked)[0].read != before.read


def test_a_build_that_nothing_has_changed_for_loads_no_reader_and_no_printer(folder: Path) -> None:
    code = "import sys; from pnp.cli.group import cli; cli.main(standalone_mode=False); print(*sys.modules)"

    def loaded() -> set[str]:
        done = subprocess.run(
            [sys.executable, "-c", code, *words(folder, *CARDS)], capture_output=True, text=True, check=True
        )
        return set(done.stdout.split())

    heavy = {"pnp.data.load", "pnp.build.planning", "pnp.pieces", "pnp.render.pdf", "uharfbuzz"}
    assert heavy <= loaded()
    assert not (heavy | {"reportlab", "pydantic_core", "PIL", "concurrent.futures", "tempfile"}) & loaded()
