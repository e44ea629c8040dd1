"""What no text of an author may hold: characters that nothing prints, and more letters than anybody means.

One of the small checks in front of the pipeline; knows no file and no game.
"""

from __future__ import annotations

from pnp.expressions import expression

LONGEST = 20_000  # letters: what is longer was not meant, and would take minutes to set
_UNSEEN = expression("[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]")


def breaks(text: str) -> str:
    """Return a text with line breaks of one kind."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def fault(text: str, longest: int = LONGEST) -> tuple[str, str] | None:
    """Return sentence and hint about what is wrong with a text, None when it can be printed."""
    match = _UNSEEN.search(text)
    if match:
        return f"the text holds the control character U+{ord(match[0]):04X}", "take it out"
    if len(text) > longest:
        return f"the text has {len(text):,} letters; allowed: up to {longest:,}", ""
    return None
