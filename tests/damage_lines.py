"""Damage to TOML and to the lines of other texts. Beside `damage`, which lists it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random
from typing import TypeAlias

from tests import damage_words as words

Files: TypeAlias = dict[str, bytes]

_PAIR = re.compile(r"(\s*)([\w.\"-]+)(\s*=\s*)(.*?)(\s*#.*)?")
_HEAD = re.compile(r"\[\[?[^\]]*\]\]?\s*(#.*)?")
NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


def picked(files: Files, rng: Random, *ends: str) -> str:
    """Return a file with one of these endings, "" where there is none."""
    return rng.choice([name for name, data in files.items() if name.endswith(ends) and data[:1] != b"\0"] or [""])


def as_text(files: Files, name: str) -> list[str]:
    return files[name].decode("utf-8", "surrogateescape").splitlines(keepends=True)


def put(files: Files, name: str, lines: Sequence[str]) -> None:
    files[name] = "".join(lines).encode("utf-8", "surrogateescape")


def short(value: str) -> str:
    shown = repr(value)
    return shown if len(shown) <= 90 else f"{shown[:80]}… ({len(value)} signs)"


# TOML


def _toml(files: Files, rng: Random) -> tuple[str, list[str], list[int]]:
    """Return a TOML file, its lines, and which of them hold a key; game and frames are where most is."""
    own = [name for name in files if name.endswith(("rich/game.toml", "rich/frames.toml")) and files[name][:1] != b"\0"]
    name = rng.choice(own) if own and rng.random() < 0.8 else picked(files, rng, ".toml")
    lines = as_text(files, name) if name else []
    return name, lines, [at for at, line in enumerate(lines) if _PAIR.fullmatch(line.rstrip("\n"))]


def _rewritten(files: Files, rng: Random, new: Callable[[re.Match[str], list[str]], str]) -> str:
    """Give the value of a key anew."""
    name, lines, keys = _toml(files, rng)
    if not keys:
        return ""
    at = rng.choice(keys)
    match = _PAIR.fullmatch(lines[at].rstrip("\n"))
    assert match is not None
    value = new(match, [lines[other] for other in keys])
    lines[at] = f"{match[1]}{match[2]}{match[3]}{value}\n"
    put(files, name, lines)
    return f"{name}:{at + 1}: {match[2]} = {short(value)}"


def other_value(files: Files, rng: Random) -> str:
    """Give a key a value that no author means."""
    return _rewritten(files, rng, lambda match, lines: words.value(rng))


def value_of_another(files: Files, rng: Random) -> str:
    """Give a key the value of another key."""

    def new(match: re.Match[str], lines: list[str]) -> str:
        other = _PAIR.fullmatch(rng.choice(lines).rstrip("\n"))
        return other[4] if other else "0"

    return _rewritten(files, rng, new)


def scaled(files: Files, rng: Random) -> str:
    """Make a number in a value far larger, smaller, negative."""

    def new(match: re.Match[str], lines: list[str]) -> str:
        numbers = list(NUMBER.finditer(match[4]))
        if not numbers:
            return f"{match[4]} "
        found = rng.choice(numbers)
        return match[4][: found.start()] + words.number(rng, found[0]) + match[4][found.end() :]

    return _rewritten(files, rng, new)


def spoilt_text(files: Files, rng: Random) -> str:
    """Change the text of a value here and there."""

    def new(match: re.Match[str], lines: list[str]) -> str:
        text = match[4]
        at = rng.randrange(len(text) + 1)
        return text[:at] + words.inside(rng) + text[at + rng.randrange(3) :]

    return _rewritten(files, rng, new)


def key_added(files: Files, rng: Random) -> str:
    """Write a key that some table knows, most times the one it is written in."""
    name, lines, keys = _toml(files, rng)
    if not keys:
        return ""
    at = rng.choice(keys)
    start = next((above for above in range(at, -1, -1) if _HEAD.fullmatch(lines[above].strip())), 0)
    end = next((below for below in range(at, len(lines)) if _HEAD.fullmatch(lines[below].strip())), len(lines))
    block = "".join(lines[start:end])
    kind = re.search(r'^kind = "(\w+)"', block, re.MULTILINE) if name.endswith("frames.toml") else None
    heading = lines[start].strip() if name.endswith("game.toml") and lines[start].startswith("[") else None
    at_home = rng.random() < 0.8 and (kind or heading)
    key, value = words.known_key(rng, heading or "", kind[1] if kind else "") if at_home else words.known_key(rng)
    value = words.value(rng) if rng.random() < 0.2 else value
    there = next((line for line in range(start, end) if lines[line].startswith(f"{key} =")), None)
    at = at if there is None else there
    lines[at : at if there is None else at + 1] = [f"{key} = {value}\n"]
    put(files, name, lines)
    return f"{name}:{at + 1}: {key} = {short(value)}"


def key_renamed(files: Files, rng: Random) -> str:
    """Misspell a key, or call it as another one."""
    name, lines, keys = _toml(files, rng)
    if not keys:
        return ""
    at = rng.choice(keys)
    old = lines[at]
    key = old.partition("=")[0].strip()
    new = rng.choice(
        [words.known_key(rng)[0], key[:-1] or "a", f"{key}{key[-1:]}", key.upper(), f"{key}.en", f'"{key} "']
    )
    lines[at] = f"{new} ={old.partition('=')[2]}"
    put(files, name, lines)
    return f"{name}:{at + 1}: {key} → {new}"


def table_changed(files: Files, rng: Random) -> str:
    """Leave out a table, repeat it, write it often, move it, or head it otherwise."""
    name, lines, _ = _toml(files, rng)
    heads = [at for at, line in enumerate(lines) if _HEAD.fullmatch(line.strip())]
    if not heads:
        return ""
    at = rng.choice(heads)
    end = next((other for other in heads if other > at), len(lines))
    table, head = lines[at:end], lines[at].strip()
    match rng.randrange(6):
        case 0:
            lines[at:end] = []
            what = "left out"
        case 1:
            lines[end:end] = table
            what = "twice"
        case 2:
            many = rng.choice([3, 30, 300])
            lines[end:end] = table * many
            what = f"{many} times more"
        case 3:
            lines[at:end] = []
            to = rng.choice([other for other in [*heads, 0] if other <= at])
            lines[to:to] = table
            what = f"moved to line {to + 1}"
        case 4:
            new = head.strip("[]")
            lines[at] = f"[{new}]\n" if head.startswith("[[") else f"[[{new}]]\n"
            what = "the other kind of table"
        case _:
            new = rng.choice(
                [lines[rng.choice(heads)].strip(), f"[{words.ident(rng)}]", f"[[{words.ident(rng)}]]", "[]"]
            )
            lines[at] = f"{new}\n"
            what = f"called {new}"
    put(files, name, lines)
    return f"{name}:{at + 1}: table {head} {what}"


def circle(files: Files, rng: Random) -> str:
    """Let a frame or slot extend another one, or itself."""
    name = next((name for name in files if name.endswith(f"{rng.choice(['rich', '_shared'])}/frames.toml")), "")
    if not name or files[name][:1] == b"\0":
        return ""
    lines = as_text(files, name)
    heads = [at for at, line in enumerate(lines) if line.startswith("[")]
    if not heads:
        return ""
    at, to = rng.choice(heads), rng.choice(heads)
    parts = lines[to].strip().strip("[]").split(".")
    target = rng.choice([parts[0], parts[-1], f"{parts[0]}.{parts[-1]}"])
    lines.insert(at + 1, f'extends = "{target}"\n')
    put(files, name, lines)
    return f'{name}:{at + 2}: {lines[at].strip()} extends "{target}"'


# lines of any text


def line_changed(files: Files, rng: Random) -> str:
    """Drop, repeat, swap or break a line of a text, or put something strange in it."""
    name = picked(files, rng, ".toml", ".csv", ".json", ".md", ".svg")
    lines = as_text(files, name) if name else []
    if not lines:
        return ""
    at, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    match rng.randrange(6):
        case 0:
            lines[at : at + rng.choice([1, 1, 2, 5])] = []
            what = "dropped"
        case 1:
            lines[at:at] = [lines[at]] * rng.choice([1, 1, 5, 500])
            what = "repeated"
        case 2:
            lines[at], lines[other] = lines[other], lines[at]
            what = f"swapped with {other + 1}"
        case 3:
            text = lines[at]
            cut = rng.randrange(len(text) + 1)
            new = words.inside(rng)
            lines[at] = text[:cut] + new + text[cut + rng.randrange(3) :]
            what = f"with {short(new)} inside"
        case 4:
            lines[at] = lines[at].replace("\n", rng.choice(["\r", "\r\n", " ", "\u2028", "\n\n\n", ""]))
            what = "ending otherwise"
        case _:
            text = lines[at]
            cut = rng.randrange(len(text) + 1)
            lines[at] = text[:cut] + "\n" + text[cut:]
            what = f"broken at {cut}"
    put(files, name, lines)
    return f"{name}:{at + 1}: line {what}"


def cell_changed(files: Files, rng: Random) -> str:
    """Change a cell of a CSV file, or add a column."""
    name = picked(files, rng, ".csv")
    lines = as_text(files, name) if name else []
    if not lines:
        return ""
    sign = next((sign for sign in "\t;," if sign in lines[0]), ",")
    at = rng.randrange(len(lines))
    cells = lines[at].rstrip("\n").split(sign)
    new = words.cell(rng)
    if rng.random() < 0.25:
        column = rng.choice([words.column(rng), new])
        lines = [
            f"{line.rstrip(chr(10))}{sign}{words.cell(rng) if number else column}\n"
            for number, line in enumerate(lines)
        ]
        put(files, name, lines)
        return f"{name}: a column {short(column)} more"
    place = rng.randrange(len(cells))
    cells[place] = words.column(rng) if at == 0 and rng.random() < 0.7 else new
    lines[at] = sign.join(cells) + "\n"
    put(files, name, lines)
    return f"{name}:{at + 1}: cell {place + 1} is {short(cells[place])}"


def token_changed(files: Files, rng: Random) -> str:
    """Change a value in a JSON file."""
    name = picked(files, rng, ".json")
    text = files[name].decode("utf-8", "surrogateescape") if name else ""
    found = list(re.finditer(r'"[^"]*"|-?\d+(\.\d+)?|null|[\[\]{},:]', text))
    if not found:
        return ""
    token = rng.choice(found)
    new = words.json_value(rng)
    put(files, name, [text[: token.start()], new, text[token.end() :]])
    return f"{name}: {token[0]} at {token.start()} → {short(new)}"


def markdown_changed(files: Files, rng: Random) -> str:
    """Put something strange between the lines of the rules."""
    name = picked(files, rng, ".md")
    lines = as_text(files, name) if name else []
    at = rng.randrange(len(lines) + 1)
    new = words.markdown(rng)
    lines[at:at] = [new, "\n"]
    if name:
        put(files, name, lines)
    return f"{name}:{at + 1}: {short(new)}" if name else ""
