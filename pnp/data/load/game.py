"""From one template folder to one Game: reads its files in turn and notes every problem on the way."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from pnp.data import furniture, pictures, prose, source
from pnp.data.game import Example, Game, Rules
from pnp.data.load.artwork import artworks
from pnp.data.load.checks import (
    PRINTED,
    check_boards,
    check_components,
    check_dice,
    check_examples,
    check_ids,
    check_score,
)
from pnp.data.load.counts import check_counts
from pnp.data.load.decks import deck, sheet, standees
from pnp.data.load.dials import dial, dividers
from pnp.data.load.errors import read
from pnp.data.load.faces import FALLBACK, own_fonts, stacked
from pnp.data.load.frames import Frames
from pnp.data.load.idle_keys import check_idle
from pnp.data.load.models import ExamplesTable, GameTable
from pnp.data.load.needs import Shop
from pnp.data.load.neighbours import check_neighbours
from pnp.data.load.papers import paper, papers
from pnp.data.load.pieces import booklet, box, dice_pieces, pad, poster
from pnp.data.load.piles import piles
from pnp.data.load.profiles import Known, profiles
from pnp.data.load.sizes import sizes
from pnp.data.load.types import SHIPPED, Color, Family, Refused, Terms, is_language
from pnp.data.paper import Paper
from pnp.data.prints import Deck, Print
from pnp.data.source import Source
from pnp.errors import DataError, Problem
from pnp.near import listed, meant
from pnp.values import dataclass, replace

FORMAT = 1
FILES = ("game.toml", "frames.toml", "examples.toml")


@dataclass(frozen=True, slots=True)
class Shared:
    """What all games of a template folder may use."""

    frames: Source | None
    icons: pictures.Pictures
    papers: Callable[[], Mapping[str, Paper]]
    sizes: Callable[[], Mapping[str, tuple[float, float]]]
    paper: Callable[[str], Paper]
    words: Callable[[str], Mapping[str, str]]
    unread: bool = False  # the file of base frames is there and is not TOML


def shared(folder: Path, shown: str, problems: list[Problem]) -> Shared:
    """Read the base frames and the list of icons in `_shared`; a folder without them has none."""
    file = folder / "frames.toml"
    frames = source.read(file, f"{shown}/frames.toml", problems) if source.there(file) else None
    icons = _icons(folder / "icons", f"{shown}/icons", problems)
    unread = frames is None and source.there(file)
    return Shared(
        frames=frames,
        icons=icons,
        papers=lambda: papers(folder),
        sizes=lambda: sizes(folder),
        paper=lambda name: paper(name, folder),
        words=lambda lang: _words(folder, lang),
        unread=unread,
    )


def _words(folder: Path, lang: str) -> Mapping[str, str]:
    """Return the words of pages; faults of their file are told where pages are made."""
    try:
        return furniture.words(folder, lang)
    except DataError:
        return {}


def game(folder: Path, shown: str, common: Shared, problems: list[Problem]) -> Game | None:
    """Read one game. What is wrong is added to `problems`; the game is complete only if nothing was added."""
    main, frames, examples = (_toml(folder, name, shown, problems) for name in FILES)
    if main is None:
        if not source.there(folder / FILES[0]):
            problems.append(Problem(shown, 0, "", "the folder has no game.toml"))
        return None
    version = main.raw.get("format")
    if isinstance(version, int) and version != FORMAT:
        message = f"found {version}; this version of the press reads format {FORMAT}"
        problems.append(Problem(main.shown, main.line(("format",)), "format", message))
        return None
    return _Reader(folder, shown, common, problems, main, frames, examples).game()


def _toml(folder: Path, name: str, shown: str, problems: list[Problem]) -> Source | None:
    return source.read(folder / name, f"{shown}/{name}", problems) if source.there(folder / name) else None


def _icons(folder: Path, shown: str, problems: list[Problem]) -> pictures.Pictures:
    found = pictures.collect(folder, shown, problems)
    return pictures.Pictures({name: path for name, path in found.items() if path.suffix.lower() == ".svg"})


def _terms(raw: source.Toml, families: Mapping[str, str]) -> Terms:
    """Return the words the game defines, as far as they are sound; the faults are told by the model."""
    languages = raw.get("languages")
    codes = [lang for lang in languages if is_language(lang)] if isinstance(languages, list) else []
    inks, fonts = raw.get("inks"), raw.get("fonts")
    own = {role: _family(name, families) for role, name in (fonts if isinstance(fonts, Mapping) else {}).items()}
    helped = {role: stacked(stack, own.get(FALLBACK, "")) for role, stack in {**SHIPPED, **own}.items()}
    return Terms(
        languages=tuple(dict.fromkeys(codes)) or ("en",),
        inks={id_: _color(ink) for id_, ink in (inks if isinstance(inks, Mapping) else {}).items()},
        fonts=helped,
        families=families,
    )


def _color(ink: object) -> str:
    try:
        return Color().read(ink["color"] if isinstance(ink, Mapping) else ink, Terms())
    except (Refused, KeyError):
        return "#000000"


def _family(name: object, families: Mapping[str, str]) -> str:
    try:
        return Family(roles=False).read(name, Terms(families=families))
    except Refused:
        return SHIPPED["text"]


class _Reader:
    """The reading of one game whose game.toml is sound TOML of the right format."""

    def __init__(
        self,
        folder: Path,
        shown: str,
        common: Shared,
        problems: list[Problem],
        main: Source,
        frames: Source | None,
        examples: Source | None,
    ) -> None:
        self.folder, self.shown, self.problems, self.common = folder, shown, problems, common
        self.main, self.examples = main, examples
        self.terms = replace(_terms(main.raw, own_fonts(folder, shown, problems)), sizes=common.sizes)
        unread = common.unread or (frames is None and source.there(folder / "frames.toml"))
        self.frames = Frames(frames, common.frames, self.terms, unread=unread)
        self.art = pictures.collect(folder / "art", f"{shown}/art", problems)
        icons = _icons(folder / "art" / "icons", f"{shown}/art/icons", problems)
        self.icons = pictures.Pictures({**common.icons, **icons})

    def game(self) -> Game | None:
        model = read(GameTable, self.main.raw, self.terms, self.main.tell)
        rules = self.rules()
        anchors = self.anchors(rules)
        self.stray_files()
        self.check_tables(anchors)
        examples = self.read_examples(anchors)
        if model is None:
            return None
        found = self.whole(model, rules, examples, self.shop(anchors))
        self.check_whole(found)
        return found

    def whole(self, model: GameTable, rules: tuple[Rules, ...], examples: tuple[Example, ...], shop: Shop) -> Game:
        """Return the game that its tables make together."""
        prints = self.prints(model, shop)
        decks = [made for made in prints if isinstance(made, Deck)]
        return Game(
            slug=self.folder.name or self.folder.resolve().name,
            file=f"{self.shown}/game.toml",
            folder=self.folder,
            data_version=model.data_version,
            title=model.title,
            designer=model.designer,
            publisher=model.publisher,
            year=model.year,
            credit=model.credit,
            languages=self.terms.languages,
            players=model.players,
            minutes=model.minutes,
            age=model.age,
            fonts=self.terms.fonts,
            typographer=model.typographer,
            inks=tuple(ink.made(id_) for id_, ink in model.inks.items()),
            components=tuple(component.made() for component in model.components),
            prints=prints,
            dice=tuple(die.made() for die in model.dice),
            boards=tuple(board.made() for board in model.boards),
            board_lines={id_: self.main.line(path) for id_, path in self.main.ids("boards").items()},
            scoring=model.score.made(self.terms.languages) if model.score else None,
            rules=rules,
            examples=examples,
            art=self.art,
            icons=self.icons,
            artworks=artworks(model.art, pictures.places(self.art, self.folder / "art"), self.main),
            piles=piles(model.piles, decks, model.players[1], shop),
            profiles=profiles(model.profiles, self.main, self.known()),
        )

    def known(self) -> Known:
        """Return what profiles may name."""
        pieces = [id_ for word in PRINTED for id_ in self.main.ids(word)]
        return Known(self.terms.languages, pieces, self.common.paper)

    def check_tables(self, anchors: frozenset[str] | None) -> None:
        """Tell what is wrong between the tables of the manifest, as they are written."""
        check_ids(self.main)
        check_components(self.main)
        check_dice(self.main, self.art)
        check_boards(self.main, self.art)
        check_idle(self.main)
        check_score(self.main, anchors)

    def check_whole(self, game: Game) -> None:
        """Tell what is wrong between what the tables make."""
        check_counts(self.main, game.prints, game.dice, game.scoring)
        check_neighbours(self.main, game.boards)
        if any(ink.means for ink in game.inks):
            from pnp.data.load.meanings import check_meanings

            check_meanings(self.main, game.inks, game.prints, game.boards)
        self.frames.check_rest()

    def anchors(self, rules: tuple[Rules, ...]) -> frozenset[str] | None:
        """Return the anchors that may be named, None when there are rules that could not be read."""
        if not rules and any(source.there(self.folder / f"rules.{lang}.md") for lang in self.terms.languages):
            return None
        return frozenset(section.anchor for found in rules for section in found.sections)

    def shop(self, anchors: frozenset[str] | None) -> Shop:
        """Return what printed things are made from."""
        return Shop(
            folder=self.folder,
            shown=self.shown,
            source=self.main,
            languages=self.terms.languages,
            frames=self.frames,
            art=self.art,
            boards=frozenset(self.main.ids("boards")),
            dice=frozenset(self.main.ids("dice")),
            anchors=anchors,
            has_bands=bool(self.main.table("score").get("bands")),
            papers=self.common.papers,
            problems=self.problems,
            words=self.common.words,
        )

    def prints(self, model: GameTable, shop: Shop) -> tuple[Print, ...]:
        """Return what can be printed, in the order in which the manifest names it."""
        ids = self.main.ids
        decks = [deck(each, ids("decks")[each.id], shop) for each in model.decks]
        decks += [deck(each, ids("tokens")[each.id], shop) for each in model.tokens]
        sheets = [sheet(each, ids("sheets")[each.id], shop) for each in model.sheets]
        held, whole = [each for each in decks if each], [each for each in sheets if each]
        made: list[Print | None] = [
            *held,
            *whole,
            *(standees(each, ids("standees")[each.id], shop) for each in model.standees),
            *(poster(each, ids("posters")[each.id], whole, shop) for each in model.posters),
            *(dice_pieces(each, ids("dice_pieces")[each.id], shop) for each in model.dice_pieces),
            *(dial(each, ids("dials")[each.id], shop) for each in model.dials),
            *(dividers(each, ids("dividers")[each.id], held, shop) for each in model.dividers),
            *(pad(each, ids("pads")[each.id], shop) for each in model.pads),
            *(booklet(each, ids("booklets")[each.id], shop) for each in model.booklets),
            *(box(each, ids("boxes")[each.id], held, shop) for each in model.boxes),
        ]
        lines = {id_: self.main.line(path) for word in PRINTED for id_, path in ids(word).items()}
        found = sorted((each for each in made if each), key=lambda each: lines[each.id])
        return tuple(replace(each, line=lines[each.id]) for each in found)

    def rules(self) -> tuple[Rules, ...]:
        """Return the rules in every language, none when the game has no rules at all."""
        found: dict[str, Rules] = {}
        files = {lang: f"rules.{lang}.md" for lang in self.terms.languages}
        there = {lang: name for lang, name in files.items() if source.there(self.folder / name)}
        for lang, name in there.items():
            shown = f"{self.shown}/{name}"
            text = source.words(self.folder / name, shown, self.problems)
            if text is not None:
                found[lang] = prose.parse(text, lang, shown, self.problems)
                prose.look_for_misprints(text, shown, self.icons, self.problems)
        for lang, name in files.items():
            if there and lang not in there:
                message = f"the file is missing; {listed(there.values())} is there"
                self.problems.append(Problem(f"{self.shown}/{name}", 0, "", message))
        first = next(iter(found.values()), None)
        for lang, rules in found.items():
            if first is not None and rules is not first:
                name, other = f"{self.shown}/{files[lang]}", f"{self.shown}/{files[first.lang]}"
                prose.compare(rules, name, first, other, self.problems)
                prose.compare(first, other, rules, name, self.problems)
        return tuple(found.values())

    def read_examples(self, anchors: frozenset[str] | None) -> tuple[Example, ...]:
        """Return the worked examples."""
        if self.examples is None:
            return ()
        model = read(ExamplesTable, self.examples.raw, self.terms, self.examples.tell)
        check_examples(self.examples, anchors)
        places = self.examples.ids("examples")
        return tuple(
            example.made(self.examples.line(places[example.id])) for example in (model.examples if model else ())
        )

    def stray_files(self) -> None:
        """Tell of files that look like the game's own and would never be read."""
        for path in sorted(self.folder.iterdir()):
            shown = f"{self.shown}/{path.name}"
            if path.suffix == ".toml" and path.name not in FILES:
                message = f"this file is never read; a game has {listed(FILES)}"
                self.problems.append(Problem(shown, 0, "", message, meant(path.name, FILES)))
            elif path.suffix == ".md" and path.stem.partition(".")[0].lower() == "rules":
                names = [f"rules.{lang}.md" for lang in self.terms.languages]
                if path.name not in names:
                    message = f"this file is never read; the game's languages have {listed(names)}"
                    self.problems.append(Problem(shown, 0, "", message))
