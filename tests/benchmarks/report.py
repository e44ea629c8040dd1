"""Results as tables: on the terminal, and in README.md between the marks of each measure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isnan
from pathlib import Path

from timing import Spread

README = Path(__file__).with_name("README.md")


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of words under a head."""

    head: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Wanted:
    """A figure that was found and the most that it may be."""

    what: str
    found: float
    most: float
    unit: str = ""

    @property
    def met(self) -> bool:
        return self.found <= self.most


@dataclass(frozen=True, slots=True)
class Section:
    """What one measure found: tables, what was wanted of it and words about both."""

    tables: tuple[Table, ...]
    wanted: tuple[Wanted, ...] = ()
    words: str = ""


def times(ratio: Spread) -> str:
    """Return a ratio of pairs: the middle, and the least and the greatest in brackets."""
    return f"**{ratio.mid:.2f}** ({ratio.low:.2f}–{ratio.high:.2f})"


def seconds(value: float) -> str:
    return f"{value:.2f} s" if value >= 1 else f"{value * 1000:.0f} ms"


def size(count: float) -> str:
    return f"{count / 1e6:.2f} MB" if count >= 1e6 else f"{count / 1e3:.0f} kB"


def memory(megabytes: float) -> str:
    """Return a peak; a dash for one that is less than that of this program, which cannot be told."""
    return "–" if isnan(megabytes) else f"{megabytes:.0f} MB"


def markdown(section: Section) -> str:
    """Return a section as Markdown."""
    tables = [*section.tables]
    if section.wanted:
        rows = [
            (each.what, f"{each.found:.4g}{each.unit}", f"≤ {each.most:.4g}{each.unit}", "yes" if each.met else "no")
            for each in section.wanted
        ]
        tables.append(Table(("wanted", "found", "at most", "met"), rows))
    parts = [_pipes(table) for table in tables if table.rows]
    return "\n\n".join(filter(None, (*parts, section.words)))


def _pipes(table: Table) -> str:
    rule = ["---", *["--:"] * (len(table.head) - 1)]
    return "\n".join(f"| {' | '.join(row)} |" for row in (table.head, rule, *table.rows))


def plain(section: Section) -> str:
    """Return a section for the terminal: columns with room between them, no marks."""
    blocks = []
    for block in markdown(section).replace("**", "").split("\n\n"):
        if not block.startswith("|"):
            blocks.append(block)
            continue
        rows = [line[2:-2].split(" | ") for line in block.splitlines()]
        rows = [row for row in rows if row[0] != "---"]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = [
            "  ".join(cell.ljust(width) if not at else cell.rjust(width) for at, (cell, width) in enumerate(cells))
            for cells in (zip(row, widths, strict=True) for row in rows)
        ]
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks)


def write(name: str, text: str) -> None:
    """Put `text` between the marks of a measure in README.md."""
    before, mark, rest = README.read_text("utf-8").partition(f"<!-- {name} -->\n")
    _, end, after = rest.partition(f"<!-- end of {name} -->\n")
    if not (mark and end):
        raise ValueError(f"{README} has no place for {name}")
    README.write_text(f"{before}{mark}{text}\n{end}{after}", "utf-8")
