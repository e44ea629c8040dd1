"""The text of a rule section as passages: paragraphs, list items, decisions, tables. Between the data and the setting.

Rules are read by the Markdown parser that the phone uses too; on paper a link is its words. Bold, italic and icons
become marks that the setter of a line reads. Knows no game and no place.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, TypeAlias

from pnp.data import prose
from pnp.data.prose import DECISION
from pnp.values import dataclass, replace

if TYPE_CHECKING:
    from markdown_it.token import Token

Side: TypeAlias = Literal["left", "center", "right"]

BULLET, QUOTE = "•", ">"
NO_BREAK = "\u00a0"
TAB = 4  # blanks
_SIDES: dict[str, Side] = {"text-align:center": "center", "text-align:right": "right"}
_STARS = {"strong_open": "**", "strong_close": "**", "em_open": "*", "em_close": "*"}


@dataclass(frozen=True, slots=True)
class Passage:
    """What is set as one: `words` with what stands before them (`mark`), the rows of a table, or a line across.

    `inside`: what is around it, from outside in: the mark of a list item that it goes on with, ">" for a quotation.
    """

    kind: Literal["text", "item", "decision", "heading", "code", "table", "line"]
    words: str = ""
    mark: str = ""
    inside: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    sides: tuple[Side, ...] = ()


@lru_cache(maxsize=512)
def passages(body: str) -> tuple[Passage, ...]:
    """Return the passages of a Markdown text in order. The first row of a table is its heading."""
    return tuple(_Reader().read(prose.parts(body)))


class _Reader:
    """Goes through the tokens of a text: which lists and quotations are open, and what is being gathered."""

    def __init__(self) -> None:
        self.around: list[str] = []
        self.numbers: list[int | None] = []  # of the open lists: that of the next item, None for bullets
        self.mark = ""  # of an item that has no words yet
        self.heading = False
        self.table = Passage("table")
        self.row: list[str] | None = None

    def read(self, tokens: Sequence[Token]) -> Iterator[Passage]:
        """Yield what the tokens hold."""
        for token in tokens:
            match token.type:
                case "inline" if self.row is not None:
                    self.row.append(_words(token.children or ()))
                case "inline":
                    yield self.said(_words(token.children or ()))
                case "fence" | "code_block":
                    yield self.said(_code(token.content), code=True)
                case "hr":
                    yield Passage("line", inside=tuple(self.around))
                case "table_close":
                    yield self.table
                case _:
                    self.step(token)

    def step(self, token: Token) -> None:
        """Note what begins and what ends."""
        match token.type:
            case "bullet_list_open":
                self.numbers.append(None)
            case "ordered_list_open":
                self.numbers.append(int(token.attrs.get("start", 1)))
            case "bullet_list_close" | "ordered_list_close":
                self.numbers.pop()
            case "list_item_open":
                number = self.numbers[-1]
                self.mark = BULLET if number is None else f"{number}."
                self.numbers[-1] = None if number is None else number + 1
                self.around.append(self.mark)
            case "blockquote_open":
                self.mark = ""
                self.around.append(QUOTE)
            case "list_item_close" | "blockquote_close":
                self.mark = ""
                self.around.pop()
            case "heading_open" | "heading_close":
                self.heading = token.type == "heading_open"
            case _:
                self.step_in_table(token)

    def step_in_table(self, token: Token) -> None:
        """Note what begins and what ends of a table."""
        match token.type:
            case "table_open":
                self.table, self.mark = Passage("table", inside=tuple(self.around)), ""
            case "th_open":
                side = _SIDES.get(str(token.attrs.get("style")), "left")
                self.table = replace(self.table, sides=(*self.table.sides, side))
            case "tr_open":
                self.row = []
            case "tr_close":
                self.table = replace(self.table, rows=(*self.table.rows, tuple(self.row or ())))
                self.row = None
            case _:
                pass

    def said(self, words: str, code: bool = False) -> Passage:
        """Return words at the place where the reader is."""
        mark, self.mark = self.mark, ""
        if mark:
            return Passage("item", words, mark, tuple(self.around[:-1]))
        decided = words.startswith("**") and DECISION.match(words, 2)
        kind: Literal["code", "heading", "decision", "text"] = (
            "code" if code else "heading" if self.heading else "decision" if decided else "text"
        )
        return Passage(kind, words, inside=tuple(self.around))


def _words(tokens: Sequence[Token]) -> str:
    """Return the words of a paragraph with the marks that the setter reads."""
    return "".join(_written(token) for token in tokens).strip()


def _written(token: Token) -> str:
    match token.type:
        case "text":
            return token.content.replace("*", r"\*")  # a star that is left pairs with nothing
        case "text_special" | "code_inline":
            return _plain(token.content)
        case "softbreak":
            return " "
        case "hardbreak":
            return "\n"
        case other:
            return _STARS.get(other, "")


def _plain(words: str) -> str:
    """Return words in which nothing is a mark or an icon."""
    return words.replace("*", r"\*").replace(":", r"\:")


def _code(content: str) -> str:
    """Return lines of code as they are, with their blanks."""
    lines = (line.expandtabs(TAB).replace(" ", NO_BREAK) or NO_BREAK for line in content.rstrip("\n").split("\n"))
    return _plain("\n".join(lines))
