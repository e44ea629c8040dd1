"""A text in the languages of a game. Knows no file and no drawing."""

from __future__ import annotations

from pnp.values import dataclass


@dataclass(frozen=True, slots=True)
class Words:
    """One text in the languages of a game, the game's first language first."""

    texts: tuple[tuple[str, str], ...]

    def get(self, lang: str) -> str:
        """Return the text in `lang`, else in the game's first language."""
        for code, text in self.texts:
            if code == lang:
                return text
        return self.texts[0][1] if self.texts else ""

    def has(self, lang: str) -> bool:
        """Say whether the text exists in `lang` itself."""
        return any(code == lang for code, _ in self.texts)
