"""Which fonts and pictures a game uses, who made them and on what terms. Beside the exports.

Fonts are those of the finished drawings, in every language; pictures all files of the folder of art and of the shared
icons. What authors state counts before what a file says about itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from pnp import fonts, stated
from pnp.build.order import Order, pieces
from pnp.data import artwork
from pnp.data.artwork import Artwork
from pnp.data.game import Game
from pnp.data.pictures import ENDINGS
from pnp.layout import furniture, masthead
from pnp.scene import Group, Layer, Shape, Text
from pnp.values import dataclass, replace


@dataclass(frozen=True, slots=True)
class FontUse:
    """A family, its version and terms, and which games are set in it."""

    family: str
    version: str
    terms: str
    by: str
    games: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PictureUse:
    """A picture with its terms; `game` is "" for a shared icon, `told` where the terms stand ("" for nowhere)."""

    game: str
    file: str
    terms: str
    by: str
    source: str
    told: str


def used_fonts(games: Sequence[Game], order: Order) -> tuple[FontUse, ...]:
    """Return the families that the games print, by name: on their pieces and in the margins. Raises DataError."""
    found: dict[str, FontUse] = {}
    for game in games:
        keys = {fonts.face(name, weight).key for name, weight in _house()}
        if "display" in game.fonts:
            keys.add(fonts.face(game.fonts["display"]).key)
        for lang in (order.lang,) if order.lang else game.languages:
            made = pieces(game, replace(order, lang=lang))
            seen: set[int] = set()  # of drawings that `made` holds
            for piece in made:
                sides = (shape for face in piece.faces for shape in (face.front, face.back) if shape is not None)
                keys.update(_faces(sides, seen))
        for key in sorted(keys):
            face = fonts.by_key(key)
            told = stated.font(face.path)
            name = face.family.partition(" #")[0]
            use = found.get(name) or FontUse(name, told.version, told.terms, told.by, ())
            found[name] = replace(use, games=tuple(dict.fromkeys((*use.games, game.slug))))
    return tuple(found[name] for name in sorted(found))


def _house() -> tuple[tuple[str, int], ...]:
    """Return the faces of margins, print plans and sheets."""
    return (furniture.FAMILY, furniture.WEIGHT), (masthead.FAMILY, 400)


def _faces(shapes: Iterable[Shape], seen: set[int]) -> Iterator[str]:
    """Yield the face of every run of letters; a group that was seen is passed over."""
    for shape in shapes:
        match shape:
            case Text():
                yield shape.run.face
            case Group() | Layer() if id(shape) not in seen:
                seen.add(id(shape))
                yield from _faces(shape.children, seen)
            case _:
                pass


def pictures(
    games: Sequence[Game], shared: Path, said: Sequence[Artwork], file: str = "art.toml"
) -> tuple[PictureUse, ...]:
    """Return all pictures of the games and the icons of `shared`, with their terms; `said` are those of the icons."""
    found: list[PictureUse] = []
    for game in games:
        own = {path.relative_to(game.folder / "art").as_posix(): path for path in game.art.values()}
        found += (
            _use(game.slug, f"art/{name}", own[name], artwork.of(name, game.artworks), game.file)
            for name in sorted(own)
        )
    icons = shared / "icons"
    held = {path.relative_to(shared).as_posix(): path for path in icons.rglob("*") if path.suffix.lower() in ENDINGS}
    shown = f"{shared.name}/{file}"
    found += (_use("", name, held[name], artwork.of(name, said), shown) for name in sorted(held))
    return tuple(found)


def _use(game: str, name: str, path: Path, said: Artwork | None, file: str) -> PictureUse:
    """Return a picture with what its author states about it, else with what the file does."""
    if said:
        return PictureUse(game, name, said.terms, said.by, said.source, f"{file}:{said.line}")
    own = stated.picture(path)
    return PictureUse(game, name, own.terms, own.by, own.source, name if own.terms else "")
