"""Where a line of Chinese or Japanese may end: between any two signs, but for those that cling to a neighbour.

Before words are measured; knows no font. Korean breaks at its spaces, as Latin does.
"""

from __future__ import annotations

from pnp import letters
from pnp.expressions import expression

_SIGN = (
    "\u2e80-\u2fdf\u3000-\u312f\u3190-\u31ff\u3220-\u33ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\ufe30-\ufe4f\uff01-\uff9f\uffe0-\uffe6\U00020000-\U0003fffd"
)
_ANY = expression(f"[{_SIGN}]")
_FIRST = "\u2e80"
_NEVER_FIRST = frozenset(
    "、。，．,.・：；:;？！?!）)」』】〕〗〙〉》］｝]}｠｣､｡･’”»›…‥―ー〜～〻々ゝゞヽヾ％‰%℃"
    "ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰㇱㇲㇳㇴㇵㇶㇷㇸㇹㇺㇻㇼㇽㇾㇿｧｨｩｪｫｬｭｮｯｰﾞﾟ"
    "\u3000\u00a0\u202f\u2060\ufeff\u00ad"
)
_NEVER_LAST = frozenset("「『【〔〖〘〈《（(［｛[{｟｢‘“«‹￥＄￡¥$£＃#\u00a0\u202f\u2060\ufeff")


def has_signs(text: str) -> bool:
    """Say whether `text` has a sign of Chinese or Japanese."""
    return not text.isascii() and max(text) >= _FIRST and _ANY.search(text) is not None


def parts(text: str) -> list[str]:
    """Return `text`, which has no spaces, in the pieces that must not be broken."""
    found: list[str] = []
    start = 0
    for at in range(1, len(text)):
        if breaks(text[at - 1], text[at]):
            found.append(text[start:at])
            start = at
    return [*found, text[start:]]


def breaks(before: str, after: str) -> bool:
    """Say whether a line may end between these two characters, one of them Chinese or Japanese."""
    if not (_ANY.match(before) or _ANY.match(after)) or letters.extends(before, after):
        return False
    return after not in _NEVER_FIRST and before not in _NEVER_LAST
