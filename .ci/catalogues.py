"""What the tracker's catalogues lack: texts missing in a language, empty, fuzzy, with other blanks, or used by nobody.

`make lint` runs it and a build stops on it (`.ci/build.py`). Rules modules of one's own, elsewhere:
`python .ci/catalogues.py FOLDER`. Reads sources and never imports them, so that it works before anything is installed.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from gettext import c2py
from pathlib import Path
from string import Formatter

from babel import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import PoFileError, read_po

LANGUAGES = ("en", "fr")  # as in tracker/speech.py; a test compares
SPEAKS = re.compile(r"^say = \w+\(__file__\)", re.MULTILINE)
_QUOTED = re.compile(r"""["']([\w%]+)["']""")
_CODE = re.compile(r"\{[{%].*?[%}]\}", re.DOTALL)
_ASKED = re.compile(r"""\bt\(["'](\w+)["']""")
_HOLE = "\0"


def faults(root: Path) -> list[str]:
    """Return what is wrong with the catalogues of all speaking modules under `root`, as file, line, key and reason."""
    files = (*root.glob("tracker/**/*.py"), *root.glob("tracker/pages/**/*.html")) or (*root.glob("*.py"),)
    sources = sorted(files)
    speaking = [file for file in sources if SPEAKS.search(file.read_text(encoding="utf-8"))]
    spoken_for = {module.parent for module in speaking if module.stem == "words"}  # for all modules beside it
    others = [file for file in sources if file.stem == "speech" or not {file, file.parent} & {*speaking, *spoken_for}]
    found: list[str] = []
    for module in speaking:
        package = module.parent in spoken_for
        own = others if module.stem == "speech" else sorted(module.parent.glob("*.py")) if package else [module]
        slug = (module.parent.name if package else module.stem).replace("_", "-")
        found += _of_module(module, own, (*root.glob(f"templates/{slug}/examples.toml"), *root.glob(f"{slug}/*.toml")))
    known = {module.with_suffix(f".{lang}.po") for module in speaking for lang in LANGUAGES}
    strays = {*root.glob("tracker/**/*.po"), *root.glob("*.po")} - known
    found += [f"{file}: belongs to no module that speaks" for file in sorted(strays)]
    return [line.replace(f"{root}/", "") for line in found]


def _of_module(module: Path, sources: Iterable[Path], examples: Iterable[Path]) -> Iterator[str]:
    files = {lang: module.with_suffix(f".{lang}.po") for lang in LANGUAGES}
    catalogues: dict[Path, Catalog] = {}
    for lang, file in files.items():
        try:
            catalogues[file] = read_po(file.read_bytes().splitlines(), abort_invalid=True)
        except FileNotFoundError:
            yield f"{file}: missing; {module} speaks {' and '.join(LANGUAGES)}"
        except PoFileError as error:
            yield f"{file}:{error.lineno + 1}: cannot be read: {str(error).rpartition(' on ')[0]}"
        else:
            yield from _of_header(file, lang, catalogues[file])
            yield from _of_texts(file, catalogues[file])
    if len(catalogues) < len(LANGUAGES):
        return
    first, *rest = catalogues.items()
    for other in rest:
        yield from _of_pair(first, other)
    asked, said, patterns = _uses(sources)
    for at, key in asked:
        if key not in first[1]:
            yield f"{at}: {key}: is asked for and has no text in {first[0]}"
    said |= {key for file in examples for key in _names(tomllib.loads(file.read_text(encoding="utf-8")))}
    for message in _messages(first[1]):
        if _key(message) not in said and not _built(_key(message), patterns, said):
            yield f"{first[0]}:{message.lineno}: {_key(message)}: is used nowhere"


def _of_header(file: Path, lang: str, catalogue: Catalog) -> Iterator[str]:
    """Yield what a header lacks that translators' tools go by."""
    text = file.read_text(encoding="utf-8")
    plural = f"Plural-Forms: {catalogue.plural_forms}"
    for field in (f"Language: {lang}", "Content-Type: text/plain; charset=utf-8", plural):
        if f'"{field}\\n"'.lower() not in text.lower():
            yield f"{file}:1: the header has no “{field}”"
    rule, locale = c2py(catalogue.plural_expr), Locale.parse(lang)
    wrong = [number for number in range(200) if (rule(number) == 0) != (locale.plural_form(number) == "one")]
    if wrong:
        yield f"{file}:1: Plural-Forms takes {wrong[0]} for the wrong form of {lang}"


def _of_texts(file: Path, catalogue: Catalog) -> Iterator[str]:
    """Yield what is wrong with the texts of one catalogue by itself."""
    lines = file.read_text(encoding="utf-8").splitlines()
    seen: dict[str, int] = {}
    for number, line in enumerate(lines, 1):
        if line.startswith("msgid ") and seen.setdefault(line, number) != number:
            yield f"{file}:{number}: {line[7:-1]}: stands in line {seen[line]} already"
    yield from (f"{file}:{each.lineno}: {_key(each)}: is obsolete" for each in catalogue.obsolete.values())
    for message in _messages(catalogue):
        at = f"{file}:{message.lineno}: {_key(message)}"
        if message.fuzzy:
            yield f"{at}: is fuzzy"
        if not all(form.strip() for form in _forms(message)):
            yield f"{at}: is empty"
        elif len({_blanks(form) for form in _forms(message)}) > 1:
            yield f"{at}: its forms have different blanks"


def _of_pair(first: tuple[Path, Catalog], second: tuple[Path, Catalog]) -> Iterator[str]:
    """Yield where one catalogue has a key, a plural or a blank that the other lacks."""
    for (file, catalogue), (there, other) in ((first, second), (second, first)):
        for message in _messages(other):
            if _key(message) not in catalogue:
                yield f"{file}: {_key(message)}: missing; {there}:{message.lineno} has it"
    for message in _messages(second[1]):
        twin = first[1].get(_key(message))
        if twin is None:
            continue
        at = f"{second[0]}:{message.lineno}: {_key(message)}"
        if message.id != twin.id:
            yield f"{at}: has another msgid_plural than {first[0]}:{twin.lineno}"
        mine, theirs = (set().union(*map(_blanks, _forms(each))) for each in (message, twin))
        if mine != theirs:
            yield f"{at}: its blanks are {_told(mine)}; in {first[0]}:{twin.lineno} they are {_told(theirs)}"


def _uses(sources: Iterable[Path]) -> tuple[list[tuple[str, str]], set[str], list[re.Pattern[str]]]:
    """Return the keys asked for by name with their places, all words in quotes, and the patterns of built keys."""
    asked: list[tuple[str, str]] = []
    words: set[str] = set()
    for file in sources:
        text = file.read_text(encoding="utf-8")
        if file.suffix == ".html":
            words |= {word.replace("%s", _HOLE) for code in _CODE.findall(text) for word in _QUOTED.findall(code)}
            for number, line in enumerate(text.splitlines(), 1):
                asked += [(f"{file}:{number}", key) for key in _ASKED.findall(line)]
            continue
        keys: set[int] = set()  # a name in brackets is looked up, not said
        for node in ast.walk(ast.parse(text)):
            match node:
                case ast.Subscript(slice=ast.Constant()):
                    keys.add(id(node.slice))
                case ast.Constant(value=str() | int() as value) if id(node) not in keys:
                    words.add(str(value))
                case ast.JoinedStr(values=parts):
                    words.add("".join(str(p.value) if isinstance(p, ast.Constant) else _HOLE for p in parts))
                case ast.Call(func=ast.Name(id="say" | "word"), args=[ast.Constant(value=str(key)), *_]):
                    asked.append((f"{file}:{node.lineno}", key))
                case ast.Call(func=ast.Attribute(attr="refuse" | "warn"), args=[_, ast.Constant(value=str(key)), *_]):
                    asked.append((f"{file}:{node.lineno}", key))
    built = [word for word in words if _HOLE in word and word.strip(_HOLE)]
    return asked, words, [re.compile(re.escape(word).replace(_HOLE, r"(\w+)")) for word in built]


def _built(key: str, patterns: Iterable[re.Pattern[str]], words: set[str]) -> bool:
    """Say whether a key is one of those put together from a pattern, such as dice_{key}, and words in quotes."""
    matches = (pattern.fullmatch(key) for pattern in patterns)
    return any(match and all(part in words or part.isdigit() for part in match.groups()) for match in matches)


def _names(value: object) -> Iterator[str]:
    """Yield all keys in a TOML file: worked examples are shown with the names of what goes in and comes out."""
    if isinstance(value, dict):
        yield from value
    for each in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _names(each)


def _messages(catalogue: Catalog) -> list[Message]:
    return [message for message in catalogue if message.id]


def _key(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


def _forms(message: Message) -> tuple[str, ...]:
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ("",))


def _blanks(text: str) -> frozenset[str]:
    try:
        return frozenset(name for _, name, _, _ in Formatter().parse(text) if name is not None)
    except ValueError:
        return frozenset([text])


def _told(blanks: Iterable[str]) -> str:
    return ", ".join(f"{{{name}}}" for name in sorted(blanks)) or "none"


if __name__ == "__main__":
    sys.exit("\n".join(faults(Path(*sys.argv[1:]).resolve())) or 0)
