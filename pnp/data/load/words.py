"""Kinds of keys that the tables of several files share, ready for annotations. Part of reading; knows no table."""

from typing import Annotated, TypeAlias

from pnp.data.load.types import Family, Ink, Length, Name, Points, Size, Switch, Text, Texts, Whole
from pnp.data.words import Words

NO_WORDS = Words(())

PieceId: TypeAlias = Annotated[str, Name(lower=True)]
AnyId: TypeAlias = Annotated[str, Name()]
Title: TypeAlias = Annotated[Words, Texts()]
Optional: TypeAlias = Annotated[Words, Texts(blank=True)]
Sentence: TypeAlias = Annotated[str, Text()]
MaybeText: TypeAlias = Annotated[str, Text(blank=True)]
Flag: TypeAlias = Annotated[bool, Switch()]
Count: TypeAlias = Annotated[int, Whole(1, 10_000)]  # more is a slip of the pen
Copies: TypeAlias = Annotated[int, Whole(1, 1000)]
Figure: TypeAlias = Annotated[int, Whole()]
Panel: TypeAlias = Annotated[tuple[float, float], Size()]
InkId: TypeAlias = Annotated[str, Ink()]
MaybeInk: TypeAlias = Annotated[str, Ink(blank=True)]
Font: TypeAlias = Annotated[str, Family()]
Pt: TypeAlias = Annotated[float, Points()]
Bleed: TypeAlias = Annotated[float, Length(0, 25)]
Gutter: TypeAlias = Annotated[float, Length(0, 100)]
