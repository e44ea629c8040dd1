"""What the tracker says: the catalogues have no gap, a gap stops the build, and numbers choose their form."""

from __future__ import annotations

import re
import runpy
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from pnp.data.words import Words
from tracker.games.pamplona import say as pamplona
from tracker.games.viva_pamplona import say as viva
from tracker.speech import LANGUAGES, Speaker, say

ROOT = Path(__file__).parent.parent
CHECK = runpy.run_path(str(ROOT / ".ci/catalogues.py"))
FAULTS: Callable[[Path], list[str]] = CHECK["faults"]
CATALOGUES = sorted(ROOT.glob("tracker/**/*.po"))

MODULE = """say = Referee(__file__)
say("bleat", loud=1)
say.warn("seats", "goats", count=2)
say(f"horn_{kind}")
kinds = "long", "short"
"""
EN = """msgid ""
msgstr ""
"Language: en\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "bleat"
msgstr "bleats {loud}"

msgid "goats"
msgid_plural "{count}"
msgstr[0] "{count} goat"
msgstr[1] "{count} goats"

msgid "horn_long"
msgstr "long"
"""
FR = (
    EN.replace("Language: en", "Language: fr").replace("n != 1", "n > 1")
    .replace("bleats", "bêle").replace("goat", "chèvre").replace('"chèvres"', '"goats"').replace('"long"', '"longue"')
)  # fmt: skip


def goats(folder: Path, en: str = EN, fr: str = FR) -> Path:
    """A rules module of somebody else's with its catalogues."""
    for name, text in (("goats.py", MODULE), ("goats.en.po", en), ("goats.fr.po", fr)):
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def copy(folder: Path) -> Path:
    """What a build reads of this project, without drawings."""
    shutil.copytree(ROOT / "tracker", folder / "tracker", ignore=shutil.ignore_patterns("static", "__pycache__"))
    shutil.copytree(ROOT / ".ci", folder / ".ci")
    examples = [path.relative_to(ROOT) for path in ROOT.glob("templates/*/examples.toml")]
    for name in ("pyproject.toml", "README.md", "LICENSE", "pnp/__init__.py", *examples):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    return folder


def build(folder: Path) -> tuple[int, str, list[str]]:
    """Build a wheel; return the exit status, what was complained about, and what was built."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return done.returncode, done.stderr.strip(), [path.suffix for path in folder.glob("dist/*")]


def test_no_text_of_the_tracker_is_missing_empty_fuzzy_or_unused() -> None:
    assert FAULTS(ROOT) == []


def test_the_check_asks_for_the_languages_of_the_pages() -> None:
    assert CHECK["LANGUAGES"] == LANGUAGES


def test_a_missing_entry_stops_the_build_with_its_file_line_and_key(tmp_path: Path) -> None:
    copied = copy(tmp_path)
    assert build(copied)[::2] == (0, [".whl"])
    shutil.rmtree(copied / "dist")
    path = copied / "tracker/speech.fr.po"
    entry = 'msgid "find"\nmsgstr "Chercher"\n\n'
    text = path.read_text(encoding="utf-8")
    assert entry in text
    path.write_text(text.replace(entry, ""), encoding="utf-8")
    line = (ROOT / "tracker/speech.en.po").read_text(encoding="utf-8").splitlines().index('msgid "find"') + 1
    fault = f"tracker/speech.fr.po: find: missing; tracker/speech.en.po:{line} has it"
    assert build(copied) == (1, f"Catalogues with gaps:\n{fault}", [])
    lint = [sys.executable, copied / ".ci/catalogues.py", copied]
    done = subprocess.run(lint, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr.strip()) == (1, fault)


def test_a_module_elsewhere_may_bring_complete_catalogues(tmp_path: Path) -> None:
    assert FAULTS(goats(tmp_path)) == []


def test_a_module_without_a_catalogue_of_one_language_is_told(tmp_path: Path) -> None:
    (goats(tmp_path) / "goats.fr.po").unlink()
    assert FAULTS(tmp_path) == ["goats.fr.po: missing; goats.py speaks en and fr"]


@pytest.mark.parametrize(
    ("was", "becomes", "told"),
    [
        ('msgstr "bêle {loud}"', 'msgstr ""', "goats.fr.po:7: bleat: is empty"),
        ('msgstr "bêle {loud}"', 'msgstr "bêle"',
         "goats.fr.po:7: bleat: its blanks are none; in goats.en.po:7 they are {loud}"),
        ('msgid "bleat"', '#, fuzzy\nmsgid "bleat"', "goats.fr.po:8: bleat: is fuzzy"),
        ('msgid "bleat"', '#~ msgid "baa"\n#~ msgstr "bê"\n\nmsgid "bleat"', "goats.fr.po:7: baa: is obsolete"),
        ('msgid "bleat"', 'msgid "bleat"\nmsgstr "bê {loud}"\n\nmsgid "bleat"',
         "goats.fr.po:10: bleat: stands in line 7 already"),
        ("{count} chèvres", "chèvres", "goats.fr.po:10: goats: its forms have different blanks"),
        ('msgstr[1] "{count} chèvres"\n', "", "goats.fr.po:10: goats: is empty"),
        ('{count} chèvres"\n', '{count} chèvres"\nmsgstr[2] "{count}"\n',
         "goats.fr.po:10: cannot be read: msg has more translations than num_plurals of catalog"),
        ('msgid_plural "{count}"', 'msgid_plural "{most}"',
         "goats.fr.po:10: goats: has another msgid_plural than goats.en.po:10"),
        ("n > 1", "n != 1", "goats.fr.po:1: Plural-Forms takes 0 for the wrong form of fr"),
        ("Language: fr", "Language: de", "goats.fr.po:1: the header has no “Language: fr”"),
        ('msgid "bleat"', 'msgid "bleat"\nthe goat', "goats.fr.po:8: cannot be read: Unknown or misformatted keyword"),
    ],
)  # fmt: skip
def test_what_is_wrong_in_one_language_is_told_in_one_line(tmp_path: Path, was: str, becomes: str, told: str) -> None:
    assert was in FR
    assert told in FAULTS(goats(tmp_path, fr=FR.replace(was, becomes)))


def test_what_no_module_says_and_what_nobody_wrote_is_told(tmp_path: Path) -> None:
    en, fr = (text.replace('"bleat"', '"baa"').replace("horn_long", "horn_twisted") for text in (EN, FR))
    assert FAULTS(goats(tmp_path, en, fr)) == [
        "goats.py:2: bleat: is asked for and has no text in goats.en.po",
        "goats.en.po:7: baa: is used nowhere",
        "goats.en.po:15: horn_twisted: is used nowhere",
    ]


@pytest.mark.parametrize("file", CATALOGUES, ids=lambda file: file.name)
def test_catalogues_say_who_they_are_to_translators(file: Path) -> None:
    catalogue = read_po(file.read_bytes().splitlines())
    assert (str(catalogue.locale), catalogue.charset, catalogue.num_plurals) == (file.suffixes[0][1:], "utf-8", 2)
    assert "msgid is a key" in catalogue.header_comment


@pytest.mark.parametrize("file", CATALOGUES, ids=lambda file: file.name)
def test_no_line_begins_with_french_punctuation(file: Path) -> None:
    texts = "\n".join(line for line in file.read_text(encoding="utf-8").splitlines() if line.startswith("msgstr"))
    assert re.findall(r".* [;:!?»].*|.*« .*", texts) == []


def test_words_within_words_speak_the_same_language() -> None:
    hint = say("table_hint", word="left")
    text = say("table_found", found="1", allowed=say("table_range", low=0, high=3), hint=hint)
    assert text.get("fr") == "trouvé 1\u00a0; permis\u00a0: 0 à 3 (vouliez-vous dire left\u00a0?)"
    assert text.get("en") == "found 1; allowed 0 to 3 (did you mean left?)"


@pytest.mark.parametrize(
    ("number", "english", "french"),
    [(0, "points", "point"), (1, "point", "point"), (2, "points", "points"), (-1, "point", "point")],
)
def test_a_number_chooses_the_form_by_the_rule_of_each_language(number: int, english: str, french: str) -> None:
    assert say("points", count=number).texts == (("en", english), ("fr", french))


@pytest.mark.parametrize(
    ("said", "english", "french"),
    [
        (say("found", count=1, all=9, words="ox"), "1 of 9 sections speaks of “ox”.",
         "1 section sur 9 parle de «\u00a0ox\u00a0»."),
        (say("player", low=2), "2 players", "2 joueurs"),
        (say("left", count=1), "left", "reste"),
        (say("dice_faces", found="1234567890", low=1, high=9), "found 1234567890 faces; allowed 1 to 9",
         "trouvé 1234567890 faces\u00a0; permis\u00a0: 1 à 9"),
        (pamplona("bravery_sum", most=6, distance=1), "6 − 1 row ahead", "6 − 1 d’avance"),
        (viva("gaps", ranks="3", count=1), "nobody has rank 3; ranks are filled without gaps",
         "personne n’a le gradin 3\u00a0; les gradins se remplissent sans trou"),
    ],
)  # fmt: skip
def test_one_and_many_read_well_in_both_languages(said: Words, english: str, french: str) -> None:
    assert said.texts == (("en", english), ("fr", french))


def test_a_python_file_stands_for_the_catalogues_beside_it(tmp_path: Path) -> None:
    speaker = Speaker(str(goats(tmp_path) / "goats.py"))
    assert speaker("goats", count=3).texts == (("en", "3 goats"), ("fr", "3 chèvres"))
    assert ("bleat" in speaker, "baa" in speaker) == (True, False)
    with pytest.raises(KeyError, match="baa"):
        speaker("baa")


def test_who_says_nothing_does_not_wait_for_the_catalogues() -> None:
    code = "import sys, tracker.cli, tracker.page; print('babel' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_what_is_filled_in_is_never_filled_in_again() -> None:
    assert say("found_none", words="{count}").get("en").startswith("No section speaks of “{count}”.")
