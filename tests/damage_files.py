"""Damage to drawings, pictures and whole files. Beside `damage`, which lists it."""

from __future__ import annotations

import re
import struct
import zlib
from random import Random

from tests import damage_words as words
from tests.damage_lines import NUMBER, Files, picked, put, short

FOLDER, PIPE = b"\0folder", b"\0pipe"
LINK = b"\0link:"
"""Instead of what is in a file: it is a folder, a pipe, or a link to what follows."""

_ATTRIBUTE = re.compile(r"([\w:-]+)=\"([^\"]*)\"")
_TAG = re.compile(r"<(/?)(\w+)")


def drawing_changed(files: Files, rng: Random) -> str:
    """Change an attribute or a tag of an SVG, or draw something strange too."""
    name = picked(files, rng, ".svg")
    text = files[name].decode("utf-8", "surrogateescape") if name else ""
    attributes, tags = list(_ATTRIBUTE.finditer(text)), list(_TAG.finditer(text))
    if not attributes or not tags:
        return ""
    found: re.Match[str] = rng.choice(attributes)
    kind = rng.randrange(7)
    start, end = found.span()
    match kind:
        case 0:
            new = f'{found[1]}="{words.attribute(rng)}"'
        case 1:
            new = ""
        case 2:
            numbers = list(NUMBER.finditer(found[2]))
            one = rng.choice(numbers) if numbers else None
            value = found[2][: one.start()] + words.number(rng, one[0]) + found[2][one.end() :] if one else "0"
            new = f'{found[1]}="{value}"'
        case 3:
            new = f"{found[0]} {words.drawn_attribute(rng)}"
        case 4:
            found = rng.choice(tags)
            start, end = found.span()
            new = f"<{found[1]}{words.tag(rng)}"
        case _:
            start = end = rng.choice([place.start() for place in tags])
            new = words.fragment(rng)
    put(files, name, [text[:start], new, text[end:]])
    return f"{name}: {short(text[start:end])} at {start} → {short(new)}"


def header_changed(files: Files, rng: Random) -> str:
    """Give a PNG another size, depth or kind in a header that is sound by itself."""
    name = picked(files, rng, ".png")
    data = files.get(name, b"")
    if len(data) < 33 or data[12:16] != b"IHDR":
        return ""
    fields = list(struct.unpack(">IIBBBBB", data[16:29]))
    at = rng.randrange(7)
    fields[at] = rng.choice(
        [0, 1, 2, 3, 4, 6, 8, 16, 255] if at > 1 else [0, 1, 13, 5000, 100_000, 2**31 - 1, 2**32 - 1]
    )
    body = struct.pack(">IIBBBBB", *fields)
    files[name] = data[:16] + body + struct.pack(">I", zlib.crc32(b"IHDR" + body)) + data[33:]
    return f"{name}: IHDR {fields}"


# whole files


def bytes_changed(files: Files, rng: Random) -> str:
    """Cut a file short, flip some of its bytes, or put others in."""
    name = picked(files, rng, "")
    data = bytearray(files.get(name, b""))
    if not data:
        return ""
    at = rng.randrange(len(data))
    match rng.randrange(4):
        case 0 | 1:
            del data[at:]
            what = f"ends after {at} bytes"
        case 2:
            places = [rng.randrange(len(data)) for _ in range(rng.choice([1, 2, 8]))]
            for place in places:
                data[place] ^= 1 << rng.randrange(8)
            what = f"bits flipped at {places}"
        case _:
            data[at:at] = rng.randbytes(rng.choice([1, 3, 40]))
            what = f"bytes put in at {at}"
    files[name] = bytes(data)
    return f"{name}: {what}"


def encoded(files: Files, rng: Random) -> str:
    """Save a text in another encoding, with a mark or with other ends of lines."""
    name = picked(files, rng, ".toml", ".csv", ".json", ".md", ".svg")
    if not name:
        return ""
    text = files[name].decode("utf-8", "replace")
    how = rng.choice(
        ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "latin-1", "cp1252", "mac-roman", "utf-32", "\r\n", "\r"]
    )
    if how in ("\r\n", "\r"):
        files[name] = text.replace("\n", how).encode()
    else:
        files[name] = text.encode(how, "replace")
    return f"{name}: {how!r}"


def file_changed(files: Files, rng: Random) -> str:
    """Take a file away, call it otherwise, put something else in its place, or something beside it."""
    name, other = picked(files, rng, ""), picked(files, rng, "")
    if not name:
        return ""
    folder, _, last = name.rpartition("/")
    stem = last.rpartition(".")[0]
    match rng.randrange(8):
        case 0:
            del files[name]
            what = "is gone"
        case 1:
            called = [last.upper(), last.capitalize(), f"{stem}.{words.ending(rng)}", words.file_name(rng)]
            new = f"{folder}/{rng.choice(called)}"
            files[new] = files.pop(name)
            what = f"is called {short(new)}"
        case 2:
            files[name] = rng.choice(
                [FOLDER, PIPE, LINK + b"nothing", LINK + last.encode(), LINK + b"..", LINK + b"/dev/zero"]
            )
            what = f"is {files[name][1:].decode()}"
        case 3:
            files[name], files[other] = files[other], files[name]
            what = f"swapped with {other}"
        case 4:
            files[name] = rng.choice([b"", b"\n", b"\xef\xbb\xbf", b" ", b"\0" * 10, b"a" * 200_000])
            what = f"holds {len(files[name])} bytes of nothing"
        case 5:
            new = f"{folder}/{rng.choice([f'{stem}.{words.ending(rng)}', words.file_name(rng)])}"
            files.setdefault(new, rng.choice([files[name], b"", FOLDER]))
            what = f"and beside it {short(new)}"
        case 6:
            files[name] = LINK + f"../{other}".encode()
            what = f"is a link to ../{other}"
        case _:
            new = f"{folder}/{words.file_name(rng)}/{last}"
            files[new] = files.pop(name)
            what = f"is now {short(new)}"
    return f"{name}: {what}"
