"""Regular expressions that are compiled when they are first used. Below everything; knows no module of the press.

The press knows some 120 of them and a build needs a third: to compile the others as well would take as long as to draw
a page of cards. What is returned works as a compiled one does, but cannot be handed to the functions of `re`.
"""

from __future__ import annotations

import re
from typing import Any, AnyStr, cast


def expression(text: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """Return what `re.compile` returns, which is not called before a method or a value of it is asked for."""
    return cast("re.Pattern[AnyStr]", _Waiting(text, flags))


class _Waiting:
    """Stands for a compiled expression and passes on what it can."""

    def __init__(self, text: str | bytes, flags: int) -> None:
        self._told = text, flags

    def __getattr__(self, name: str) -> Any:
        """Called once for each name: what is found stays here as if it had always been."""
        text, flags = self._told
        found = getattr(re.compile(text, flags), name)
        setattr(self, name, found)
        return found
