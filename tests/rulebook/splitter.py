"""Split a text into numbered sentences, so that a table can show where our rules say what each one says.

The rulebooks are not part of this project, nor are their sentences: only their number and digests are kept in
`texts.toml` and in the tables. Whoever owns a text can check every row:

    python -m tests.rulebook.splitter FILE

prints number, digest and sentence, one sentence a line, and at last the number of sentences and the digest of all.

How a text is split, in this order:

1. Every line is a block; blank lines count for nothing. A sentence never runs on over the end of a line.
2. Signs of headings (`#`) and list items (`•`, `-`, `*`, `1.`, `2)`, `a)`) at the beginning of a block are dropped.
3. A block with a tab, or with `|` at both ends, is a row of a table: one sentence, its cells joined by ` | `.
4. Any other block ends a sentence at `.`, `!`, `?` or `…`, with the closing quotes and brackets behind it, if a blank
   and then a capital, a digit or an opening sign follow. There is no end
   - after an abbreviation ("e.g."), or a single capital at the beginning of a sentence ("A. Setting up"),
   - after a number that counts something up: at the beginning of a sentence, or behind a colon ("two parts: 1. The …"),
   - before an opening bracket, if the sign is an ellipsis or stands inside quotes or brackets.
5. Blanks of all kinds become one blank, curly quotes straight ones, letters are composed (NFC): two copies of a text
   that differ only in these have the same digests.

A block without any letter or digit is dropped. Knows no game, and no rule of ours.
"""

from __future__ import annotations

import hashlib
import re
import sys
import unicodedata
from collections.abc import Iterator, Sequence
from pathlib import Path

_PLAIN = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "\u200b": None, "\ufeff": None, "\u00ad": None})
_MARKER = re.compile(r"(?:#{1,6}|[•◦▪*–-]|\d{1,2}[.)]|[A-Za-z]\))\s+")
_END = re.compile(r"(?P<sign>[.!?…]+)(?P<close>(?:\s*»|[\"')\]])*)\s+(?=(?:«\s*|[\"'(\[])*[\w+])")
_SHORT = frozenset({"e.g", "i.e", "cf", "vs", "p.ex", "mr", "mrs", "dr"})


def sentences(text: str) -> tuple[str, ...]:
    """Return the sentences of a text in order, in the form that is digested."""
    found = (sentence for line in text.splitlines() for sentence in _block(line))
    return tuple(sentence for sentence in found if any(letter.isalnum() for letter in sentence))


def digest(sentence: str) -> str:
    """Return the first eight hexadecimal digits of the SHA-256 of a sentence."""
    return hashlib.sha256(sentence.encode()).hexdigest()[:8]


def digest_of_all(found: Sequence[str]) -> str:
    """Return the SHA-256 of all sentences of a text, joined by line ends."""
    return hashlib.sha256("\n".join(found).encode()).hexdigest()


def _block(line: str) -> Iterator[str]:
    plain = unicodedata.normalize("NFC", line).translate(_PLAIN).strip()
    while marker := _MARKER.match(plain):
        plain = plain[marker.end() :]
    if "\t" in plain or (plain.startswith("|") and plain.endswith("|") and len(plain) > 1):
        cells = re.split(r"\t+|\|", plain.strip("|"))
        yield " | ".join(cell for cell in map(_tidy, cells) if cell)
        return
    start = 0
    for match in _END.finditer(plain):
        if _ends(plain, start, match):
            yield _tidy(plain[start : match.end()])
            start = match.end()
    yield _tidy(plain[start:])


def _ends(plain: str, start: int, match: re.Match[str]) -> bool:
    """Tell whether a sentence that begins at `start` ends at this sign."""
    before, sign = plain[start : match.start()], match["sign"]
    following = plain[match.end() :]
    first = following.lstrip("\"'«([ ")[0]
    if first.islower():
        return False
    if following[0] in "([" and (match["close"] or len(sign) > 1 or sign == "…"):
        return False
    if sign != ".":
        return True
    word = before.split()[-1].lstrip("\"'«([") if before.strip() else ""
    counted = word.isdigit() and (not before[: before.rindex(word)].strip() or before.split()[-2].endswith(":"))
    listed = len(word) == 1 and word.isupper() and word == before.strip()
    return not (counted or listed or word.casefold() in _SHORT)


def _tidy(words: str) -> str:
    return " ".join(words.split())


def main(argv: Sequence[str]) -> int:
    """Print the sentences of the file named in `argv`; return the exit code."""
    if len(argv) != 1:
        print("usage: python -m tests.rulebook.splitter FILE", file=sys.stderr)
        return 2
    found = sentences(Path(argv[0]).read_text(encoding="utf-8"))
    for number, sentence in enumerate(found, 1):
        print(f"{number}\t{digest(sentence)}\t{sentence}")
    print(f"{len(found)} sentences, digest {digest_of_all(found)}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
