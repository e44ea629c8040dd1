"""What can be wrong with a picture file."""

from __future__ import annotations


class ArtProblem(Exception):  # noqa: N818 - what is the matter with a picture, not that something failed
    """A picture that cannot be used, told to the person who made it.

    `line` counts from 1 (0: the file as a whole), `message` says what was found, `hint` what to do (may be empty).
    The text never quotes what the file holds beyond names of elements and short values.
    """

    def __init__(self, message: str, hint: str = "", line: int = 0) -> None:
        super().__init__(f"{message} ({hint})" if hint else message)
        self.line = line
        self.message = message
        self.hint = hint
        self.file = ""  # its name, where pictures are looked up by theirs

    def at(self, line: int, where: str = "") -> ArtProblem:
        """Return the problem with its place, unless it has one already."""
        if self.line:
            return self
        return ArtProblem(f"{where}: {self.message}" if where else self.message, self.hint, line)


def shown(text: str) -> str:
    """Return `text` short enough to stand in a message."""
    flat = " ".join(text.split())
    return f"{flat[:30]}…" if len(flat) > 30 else flat
