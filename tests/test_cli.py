"""The `pnp` command as people type it: arguments in; standard output, standard error and an exit status out.

Most commands run in this process, by the function that the installed command calls; those in which the process itself
is the point are run as `PNP`.
"""

from __future__ import annotations

import io
import json
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path

import pypdf
import pytest
from PIL import Image

from pnp.cli import main
from tests import small_folder

ROOT = Path(__file__).parent.parent
SLUGS = sorted(path.parent.name for path in ROOT.glob("templates/*/game.toml"))
PNP = str(Path(sys.executable).with_name("pnp"))


def process(*words: str, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    return subprocess.run([PNP, *words], cwd=cwd, capture_output=True, text=True, check=False)


def pnp(*words: str, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """Do what `process` does, without a process."""
    return called(main, "pnp", *words, cwd=cwd)


def called(command: Callable[[], object], *words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Call the function of an installed command with the words of a command line, the first of which is its name."""
    out, err, before, status = io.StringIO(), io.StringIO(), sys.argv, 0
    sys.argv = [*words]
    try:
        with chdir(cwd), redirect_stdout(out), redirect_stderr(err):
            command()
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else -1
    finally:
        sys.argv = before
    return subprocess.CompletedProcess(words, status, out.getvalue(), err.getvalue())


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which `pnp new my-game` was run."""
    folder = tmp_path_factory.mktemp("own")
    done = pnp("new", "my-game", "--lang", "en", cwd=folder)
    assert done.returncode == 0, done.stderr
    return folder


def test_list_gives_id_kind_copies_and_size_of_every_piece() -> None:
    rows = json.loads(pnp("list", "--json").stdout)
    found = {(row["game"], row["piece"]): row for row in rows}
    assert found["viva-pamplona", "torro-cards"] == {
        "game": "viva-pamplona",
        "piece": "torro-cards",
        "kind": "cards",
        "copies": 22,
        "size_mm": [63.0, 88.0],
    }
    assert found["raging-bulls", "sheet"]["kind"] == "sheet"


def test_list_without_json_is_a_table_of_the_same_pieces() -> None:
    assert "torro-cards" in pnp("list").stdout


def test_build_prints_one_path_a_line_and_sums_the_sheets_up_on_stderr(tmp_path: Path) -> None:
    done = process("build", "viva-pamplona", "--piece", "torro-cards", "--out", str(tmp_path))
    path = tmp_path / "viva-pamplona/torro-cards-a4-en.pdf"
    assert (done.returncode, done.stdout) == (0, f"{path}\n")
    assert len(pypdf.PdfReader(path).pages) == 6
    assert "3 sheets of a4 in all" in done.stderr


def test_build_names_files_by_piece_paper_language_and_ink(tmp_path: Path) -> None:
    done = pnp("build", "raging-bulls", "--paper", "letter", "--lang", "fr", "--ink", "low", "--out", str(tmp_path))
    assert done.returncode == 0, done.stderr
    pieces = ("all", "blocked", "rules", "sheet", "sheet-large", "sheet-left")
    wanted = {*(f"{piece}-letter-fr-low.pdf" for piece in pieces), "print-plan-letter-fr.pdf"}
    assert {path.name for path in tmp_path.rglob("*.pdf")} == wanted


def test_two_builds_give_identical_bytes_whatever_the_hash_seed(tmp_path: Path) -> None:
    found = []
    for seed in ("1", "2"):
        out = tmp_path / seed
        words = [PNP, "build", "raging-bulls", "--out", str(out)]
        subprocess.run(words, cwd=ROOT, check=True, capture_output=True, env={"PYTHONHASHSEED": seed, "PATH": ""})
        found.append({path.relative_to(out): path.read_bytes() for path in sorted(out.rglob("*.pdf"))})
    assert found[0] == found[1]
    assert len(found[0]) >= 4


def test_build_leaves_no_temporary_file_behind(tmp_path: Path) -> None:
    pnp("build", "raging-bulls", "--out", str(tmp_path))
    found = [path for path in tmp_path.rglob("*") if path.is_file()]
    (record,) = (path for path in found if path.parent == tmp_path / ".cache/builds")
    assert {path.suffix for path in found if path != record} == {".pdf"}
    assert not record.name.startswith(".")


def test_with_its_streams_closed_the_press_does_what_it_does(tmp_path: Path) -> None:
    games = str(small_folder.write(tmp_path / "games/small").parent)
    for command in (("--version",), ("build", "--templates", games), ("budget", "--templates", games)):
        words = ("sh", "-c", 'exec "$0" "$@" >&- 2>&-', PNP, *command)
        assert subprocess.run(words, cwd=tmp_path, check=False).returncode == 0
    assert len(list(tmp_path.glob("output/small/*.pdf"))) > 1


def test_who_breaks_off_while_the_press_is_loaded_sees_no_more_than_that() -> None:
    start = "import signal, pnp.cli; signal.signal(signal.SIGINT, signal.default_int_handler)"
    code = f"{start}; pnp.cli.main = lambda: signal.raise_signal(signal.SIGINT); pnp.cli.program()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", "Aborted!\n")


def test_an_unknown_game_is_named_with_the_near_one(tmp_path: Path) -> None:
    done = process("build", "raging-bull", "--out", str(tmp_path))
    assert done.returncode == 1
    assert "raging-bull" in done.stderr
    assert "raging-bulls" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_an_unknown_piece_is_named_with_the_near_one(tmp_path: Path) -> None:
    done = pnp("build", "--piece", "torro-card", "--out", str(tmp_path))
    assert (done.returncode, done.stdout) == (1, "")
    assert "did you mean torro-cards?" in done.stderr


def test_a_language_that_a_game_lacks_is_refused_with_those_it_has(tmp_path: Path) -> None:
    done = pnp("build", "raging-bulls", "--lang", "de", "--out", str(tmp_path))
    assert done.returncode == 1
    assert 'no "de" here; this game has en, fr' in done.stderr


def test_an_unknown_paper_is_refused_with_the_known_ones(tmp_path: Path) -> None:
    done = pnp("build", "--paper", "a44", "--out", str(tmp_path))
    assert done.returncode == 1
    assert "a4" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_wrong_usage_exits_with_2() -> None:
    assert process("build", "--flip", "sideways").returncode == 2
    assert pnp("print").returncode == 2


def test_a_paper_too_small_is_refused_with_the_arithmetic(tmp_path: Path) -> None:
    done = pnp("build", "raging-bulls", "--paper", "100x150mm", "--out", str(tmp_path))
    assert done.returncode == 1
    assert "templates/raging-bulls/game.toml: sheet: Game sheet does not fit: sheet 190 × 264 mm" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_problems_of_one_game_keep_the_other_games_from_being_written(tmp_path: Path, own: Path) -> None:
    broken = own / "templates/broken"
    broken.mkdir()
    (broken / "game.toml").write_text("format = 1\n")
    try:
        done = pnp("build", "--out", str(tmp_path), cwd=own)
    finally:
        (broken / "game.toml").unlink()
        broken.rmdir()
    assert (done.returncode, done.stdout) == (1, "")
    assert "templates/broken/game.toml" in done.stderr
    assert "Traceback" not in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_check_finds_nothing_in_the_games_that_ship(soak: bool) -> None:
    games = SLUGS if soak else ["raging-bulls"]  # all of them are checked with the commands of the README
    done = pnp("check", *games)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count(": no problem found (") == len(games)


def test_a_language_without_words_for_the_margins_is_noted_once(own: Path, tmp_path: Path) -> None:
    folder = tmp_path / "templates/my-game"
    shutil.copytree(own / "templates/my-game", folder)
    languages = 'languages = ["en"]'
    for path in folder.rglob("*"):
        if path.suffix in (".toml", ".csv"):
            text = path.read_text(encoding="utf-8").replace("title.en", "title.de").replace(".en", ".de")
            path.write_text(text.replace(languages, languages.replace("en", "de")), encoding="utf-8")
    (folder / "rules.en.md").rename(folder / "rules.de.md")
    shutil.copytree(folder, folder.with_name("second"))
    note = 'note: the words in the margins have no "de"; they print in English'
    checked = pnp("check", cwd=tmp_path)
    assert (checked.returncode, checked.stderr) == (0, f"{note}\n")
    built = pnp("build", "--piece", "cards", "--out", str(tmp_path / "out"), cwd=tmp_path)
    assert (built.returncode, built.stderr.count(note)) == (0, 1)
    (tmp_path / "templates/_shared").mkdir()
    words = tomllib.loads((ROOT / "templates/_shared/furniture.toml").read_text(encoding="utf-8"))["en"]
    own = tmp_path / "templates/_shared/furniture.toml"
    own.write_text('[de]\npage = "Seite"\n')
    told = pnp("check", cwd=tmp_path).stderr
    assert told.startswith(f'note: {len(words) - 1} words of pages print in English, not in "de": of, front, back, ')
    assert told.count("\n") == 1
    whole = "\n".join(f"{key} = {json.dumps(word)}" for key, word in words.items())
    own.write_text(f"[de]\n{whole}\n", encoding="utf-8")
    assert pnp("check", cwd=tmp_path).stderr == ""
    own.write_text('[page]\nde = "Seite"\n[de]\npgae = "Seite"\nfrom_slot = "ab Platz"\n', encoding="utf-8")
    assert pnp("check", cwd=tmp_path).stderr.splitlines()[:3] == [
        '_shared/furniture.toml:1: page: "page" is not the code of a language (write [de] and below it page = "…")',
        '_shared/furniture.toml:4: de.pgae: is not a word of pages (did you mean "page"?)',
        '_shared/furniture.toml:5: de.from_slot: found "ab Platz"; allowed: {} once, as in "from slot {}"',
    ]


def test_check_takes_a_folder(own: Path) -> None:
    done = pnp("check", "templates/my-game", cwd=own)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_new_game_builds_at_once(own: Path, tmp_path: Path) -> None:
    done = pnp("build", "my-game", "--out", str(tmp_path), cwd=own)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "my-game/all-a4-en.pdf").exists()


def test_a_new_game_never_overwrites_an_old_one(own: Path) -> None:
    done = pnp("new", "my-game", cwd=own)
    assert done.returncode == 1
    assert "my-game" in done.stderr


def test_games_that_come_with_bullpen_are_found_from_anywhere(tmp_path: Path) -> None:
    assert "torro-cards" in process("list", cwd=tmp_path).stdout


def test_preview_writes_a_picture_of_each_side_at_its_own_size(tmp_path: Path) -> None:
    done = pnp("preview", "viva-pamplona", "--piece", "torro-cards", "--out", str(tmp_path))
    paths = [Path(line) for line in done.stdout.splitlines()]
    assert paths[:2] == [
        tmp_path / "viva-pamplona/torro-cards-01-front.png",
        tmp_path / "viva-pamplona/torro-cards-01-back.png",
    ]
    with Image.open(paths[0]) as picture:
        assert picture.size == (round(63 / 25.4 * 300), round(88 / 25.4 * 300))


def test_preview_writes_svg_in_millimetres(tmp_path: Path) -> None:
    pnp("preview", "viva-pamplona", "--piece", "torro-cards", "--format", "svg", "--out", str(tmp_path))
    text = (tmp_path / "viva-pamplona/torro-cards-01-front.svg").read_text()
    assert 'width="63mm"' in text
    assert 'viewBox="0 0 63 88"' in text


def test_an_output_folder_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file, not a folder")
    done = pnp("build", "raging-bulls", "--out", str(tmp_path / "taken/below"))
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert "taken" in done.stderr
