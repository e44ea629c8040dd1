"""What game.toml may say of dials, spinners and dividers, as tables, and the values they become.

No `from __future__ import annotations` here: the annotations are used.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Literal

from pnp.data.dials import Dial, Dividers, Sector, Tab
from pnp.data.inks import Pattern
from pnp.data.load.counted_slots import Labels
from pnp.data.load.decks import fixed_frame
from pnp.data.load.lists import Range
from pnp.data.load.needs import Shop
from pnp.data.load.prints import NO_COLUMNS, Group, Make, Only, PrintTable
from pnp.data.load.table import Table
from pnp.data.load.tabled import table as rows_of
from pnp.data.load.types import Length, Size, Whole
from pnp.data.load.words import NO_WORDS, Copies, Count, Font, Gutter, InkId, MaybeInk, MaybeText, Optional, Pt
from pnp.data.pictures import check_picture, fault
from pnp.data.prints import Deck
from pnp.data.tables import no_column
from pnp.data.where import KeyPath
from pnp.data.words import Words
from pnp.errors import Problem
from pnp.near import listed, meant
from pnp.units import fits, tidy

MOST = 72  # sectors of 5 degrees
BAND = 0.4  # of the radius of a dial: its band, where it says nothing else
NARROWEST = 4.0  # mm: the band of a dial, whose window needs room to its edges
Texts = tuple[tuple[str, str], ...]


class SectorTable(Table):
    title: Optional = NO_WORDS
    weight: Annotated[int, Whole(1, 99)] = 1
    ink: MaybeInk = ""
    pattern: Pattern = "solid"
    art: MaybeText = ""

    def made(self) -> Sector:
        return Sector(self.title, self.weight, self.ink, self.pattern, self.art)


class DialTable(PrintTable):
    form: Literal["dial", "spinner"]
    across: Annotated[float, Length(20, 140)] = 60.0
    numbers: Annotated[tuple[int, int] | None, Range(-999, 999)] = None
    step: Count = 1
    labels: Annotated[tuple[Texts, ...], Labels()] = ()
    sectors: tuple[SectorTable, ...] = ()
    band: Annotated[float | None, Length(0)] = None
    hole: Annotated[float, Length(0, 20)] = 4.0
    cover: MaybeText = ""
    ink: InkId = "#000000"
    font: Font = "display"
    size: Pt = 24.0
    gutter: Gutter = 4.0
    copies: Copies = 1


class TabTable(Table):
    title: Optional = NO_WORDS
    art: MaybeText = ""
    ink: MaybeInk = ""


class DividersTable(PrintTable):
    size: Annotated[tuple[float, float] | None, Size()] = None
    deck: MaybeText = ""
    margin: Annotated[float, Length(0, 20)] = 1.0
    tab_width: Annotated[float | None, Length(above=0)] = None
    tab_height: Annotated[float, Length(5, 40)] = 10.0
    positions: Annotated[int, Whole(1, 10)] = 3
    titles: Annotated[tuple[Texts, ...], Labels()] = ()
    tabs: tuple[TabTable, ...] = ()
    table: MaybeText = ""
    column: MaybeText = "title"
    art_column: MaybeText = ""
    group: Group = ()
    make: Make = NO_COLUMNS
    only: Only = None
    frame: MaybeText = ""
    ink: InkId = "#000000"
    font: Font = "label"
    text_size: Pt = 14.0
    gutter: Gutter = 4.0


def dial(model: DialTable, path: KeyPath, shop: Shop) -> Dial | None:
    """Return the dial or spinner; None, after telling, when it has no sectors."""
    sectors = _sectors(model, path, shop)
    radius = model.across / 2
    band = model.band if model.band is not None else BAND * radius if model.form == "dial" else 0.0
    if not fits(band + model.hole / 2, radius):
        message = f"found {tidy(band)}; allowed: up to {tidy(radius - model.hole / 2)}, the room outside the hole"
        shop.source.tell((*path, "band"), message)
    if model.form == "dial" and model.band is not None and model.band < NARROWEST:
        message = f"found {tidy(model.band)}; allowed: {tidy(NARROWEST)} or more, since a dial shows its sectors there"
        shop.source.tell((*path, "band"), message)
    if not fits(model.hole, model.across / 3):
        message = f"found {tidy(model.hole)}; allowed: up to {tidy(round(model.across / 3, 1))}, a third of the disc"
        shop.source.tell((*path, "hole"), message)
    if model.cover and model.form == "spinner":
        shop.source.tell((*path, "cover"), "a spinner has an arrow instead of a cover")
    cover = fixed_frame(model.cover, (*path, "cover"), f'the dial "{model.id}"', (model.across, model.across), shop)
    if not sectors:
        return None
    return Dial(
        id=model.id,
        title=model.title,
        form=model.form,
        across=model.across,
        sectors=sectors,
        hole=model.hole,
        band=band,
        ink=model.ink,
        family=model.font,
        size=model.size,
        copies=model.copies,
        gutter=model.gutter,
        cover=cover,
    )


def _sectors(model: DialTable, path: KeyPath, shop: Shop) -> tuple[Sector, ...]:
    """Return the parts of the disc, none after telling that there are none, too many, or several kinds of them."""
    keys = [key for key in ("numbers", "labels", "sectors") if getattr(model, key)]
    if not keys and any(key in shop.source.table(*path) for key in ("numbers", "labels")):
        return ()  # what is wrong with it is told already
    if len(keys) != 1:
        found = f"found {listed(keys)}; allowed: one of them" if keys else "is missing: what the disc shows"
        shop.source.tell(
            (*path, keys[0] if keys else "numbers"), found, "numbers = [0, 20], labels, or [[dials.sectors]]"
        )
        return ()
    if model.step != 1 and not model.numbers:
        shop.source.tell((*path, "step"), "only numbers have a step")
    if model.numbers:
        low, high = model.numbers
        last = high - (high - low) % model.step
        if last != high:
            message = f"steps of {model.step} from {low} end at {last}; {high} is not among them"
            shop.source.note((*path, "step"), message)
        said = [str(number) for number in range(low, high + 1, model.step)]
        made = tuple(Sector(Words(tuple((lang, each) for lang in shop.languages))) for each in said)
    elif model.labels:
        made = tuple(Sector(Words(texts)) for texts in model.labels)
    else:
        made = tuple(each.made() for each in model.sectors)
        for number, each in enumerate(made):
            check_picture(shop.source, (*path, "sectors", number, "art"), each.art, shop.art)
    if not 2 <= len(made) <= MOST:
        shop.source.tell((*path, keys[0]), f"this makes {len(made)} sectors; allowed: 2 to {MOST}")
        return ()
    return made


def dividers(model: DividersTable, path: KeyPath, decks: Iterable[Deck], shop: Shop) -> Dividers | None:
    """Return the dividers; None, after telling, when their size or what they say is not known."""
    known = {deck.id: deck for deck in decks}
    size = _body(model, path, known, shop)
    tabs = _tabs(model, path, known, shop)
    if size is None or not tabs:
        return None
    width, height = size
    wide = model.tab_width or width / model.positions
    if not fits(wide, width):
        shop.source.tell((*path, "tab_width"), f"found {tidy(wide)}; allowed: up to {tidy(width)}, the divider's width")
    behind = fixed_frame(model.frame, (*path, "frame"), f'the dividers "{model.id}"', size, shop)
    return Dividers(
        id=model.id,
        title=model.title,
        width=width,
        height=height,
        tab=(wide, model.tab_height),
        positions=model.positions,
        tabs=tabs,
        ink=model.ink,
        family=model.font,
        size=model.text_size,
        gutter=model.gutter,
        frame=behind,
    )


def _body(model: DividersTable, path: KeyPath, known: Mapping[str, Deck], shop: Shop) -> tuple[float, float] | None:
    """Return width and height without the tab: as asked, or those of a deck with a margin at both sides and below."""
    if model.size and model.deck:
        shop.source.tell((*path, "deck"), "the dividers have size and deck; only one of the two can hold")
    if model.size:
        return model.size
    deck = known.get(model.deck)
    if deck is None:
        if model.deck in (*shop.source.ids("decks"), *shop.source.ids("tokens")):
            pass  # it could not be made: what is wrong is told there
        elif model.deck:
            hint = meant(model.deck, known) or (f"there is {listed(sorted(known))}" if known else "")
            shop.source.tell((*path, "deck"), f'"{model.deck}" is not a deck of game.toml', hint)
        else:
            hint = 'or write deck = "…" to have them as large as its cards'
            shop.source.tell((*path, "size"), "is missing: how large the dividers are without their tabs", hint)
        return None
    return deck.width + 2 * model.margin, deck.height + model.margin


def _tabs(model: DividersTable, path: KeyPath, known: Mapping[str, Deck], shop: Shop) -> tuple[Tab, ...]:
    """Return a tab for each title, each table, each row, or else each deck of cards."""
    keys = [key for key in ("titles", "tabs", "table") if getattr(model, key)]
    if len(keys) > 1:
        shop.source.tell((*path, keys[1]), f"found {listed(keys)}; allowed: one of them")
        return ()
    if model.titles:
        return tuple(Tab(Words(texts)) for texts in model.titles)
    if model.tabs:
        for number, each in enumerate(model.tabs):
            check_picture(shop.source, (*path, "tabs", number, "art"), each.art, shop.art)
        return tuple(Tab(each.title, each.art, each.ink) for each in model.tabs)
    if model.table:
        return tuple(_from_rows(model, path, shop))
    tabs = tuple(Tab(deck.title) for deck in known.values() if deck.kind == "cards")
    if not tabs and not shop.source.ids("decks"):  # else what is wrong with them is told there
        shop.source.tell(path, "the game has no decks to divide", 'write titles = ["…"], or table = "…"')
    return tabs


def _from_rows(model: DividersTable, path: KeyPath, shop: Shop) -> Iterator[Tab]:
    """Yield a tab for each different cell of a column, in the order of the table."""
    found = rows_of(model, path, shop)
    if found is None:
        return
    for key, column in (("column", model.column), ("art_column", model.art_column)):
        if column and not found.spread(column, shop.languages):
            shop.source.tell((*path, key), *no_column(column, found.columns, found.file, shop.languages))
            return
    seen: set[str] = set()
    for row in found.rows:
        words = Words(tuple((lang, row.cell(model.column, lang)) for lang in shop.languages))
        first = words.get(shop.languages[0])
        if not first or first in seen:
            continue
        seen.add(first)
        art = row.cell(model.art_column, shop.languages[0]) if model.art_column else ""
        missing = fault(art, shop.art) if art else None
        if missing:
            shop.problems.append(Problem(found.file, row.line, model.art_column, *missing))
        yield Tab(words, art)
