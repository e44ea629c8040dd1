"""`pnp budget`: what a build takes, before it is printed."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pnp import build
from pnp.cli.games import games, root
from pnp.cli.notes import counted
from pnp.cli.options import Command, templates_option
from pnp.cli.orders import asked, order, order_options
from pnp.data import load

if TYPE_CHECKING:
    from pnp.build.budget import Item, Prices, Total

HEADS = ("piece", "things", "on", "sheets", "sides", "ink", "low ink", "strokes", "cutting", "hands")
LEFT = (0, 2)  # columns of words
FIXED: Mapping[str, Any] = {"ink": "full", "cut_plan": False}
"""Options of an order that a budget does not ask for: it shows both inks and counts the strokes anyway."""


class _Price(click.ParamType[Any]):
    """A number, 0 or more, with a point or a comma."""

    name = "price"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        if isinstance(value, float):
            return value
        try:
            found = float(str(value).strip().replace(",", "."))
        except ValueError:
            self.fail(f'"{value}" is not a number; allowed: 0 or more, such as 0.02 or 0,02', param, ctx)
        if not 0 <= found < inf:
            self.fail(f"found {value}; allowed: 0 or more", param, ctx)
        return found


def _price_options(command: Command) -> Command:
    """Add what things cost."""
    price = _Price()
    text = "Millilitres of ink on an A4 page covered all over."
    command = click.option("--ink-page", type=price, default=0.4, show_default=True, metavar="ML", help=text)(command)
    text = "Price of a millilitre of ink."
    command = click.option("--price-ink", type=price, metavar="PRICE", help=text)(command)
    text = "Price of a sheet of labels. Default: that of a sheet."
    command = click.option("--price-label", type=price, metavar="PRICE", help=text)(command)
    text = "Price of a sheet of card. Default: that of a sheet."
    command = click.option("--price-card", type=price, metavar="PRICE", help=text)(command)
    text = "Price of a sheet of paper, in any money."
    return click.option("--price-sheet", type=price, metavar="PRICE", help=text)(command)


@click.command()
@click.argument("names", nargs=-1, metavar="[GAME]...")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of tables.")
@_price_options
@order_options
@templates_option
def command(names: tuple[str, ...], as_json: bool, templates: Path | None, **values: Any) -> None:
    """Tell what a build takes: sheets, ink in full and low, cuts, minutes, and money if prices are given."""
    from pnp.build import budget

    folder = root(templates)
    wanted = order(folder, {**values, **FIXED})
    chosen = asked(games(templates, names), names, wanted)
    pairs = budget.jobs(chosen, wanted, lambda code: load.words(folder, code))
    quiet = not (sys.stderr and sys.stderr.isatty())
    with click.progressbar(length=len(pairs), label="Weighing", file=sys.stderr, hidden=quiet) as bar:
        found = []
        for item in budget.items(pairs, wanted):
            found.append(item)
            bar.update(1)
    if not wanted.how.cutting.shown(wanted.paper) and wanted.paper.cells is None:
        click.echo("note: without marks to cut along no strokes are counted", err=True)
    prices = _prices(values)
    if as_json:
        click.echo(json.dumps(_json(found, prices), indent=1, ensure_ascii=False))
    else:
        titles = {game.slug: game.title.get(build.language(game, wanted.lang)) for game in chosen}
        click.echo("\n".join(_told(titles, found, prices)))


command.params = [each for each in command.params if each.name not in FIXED]


def _prices(values: Mapping[str, Any]) -> Prices:
    from pnp.build.budget import Prices

    plain = values["price_sheet"]
    asked = {"plain": plain, "card": values["price_card"], "label": values["price_label"]}
    sheets = {load: plain if price is None else price for load, price in asked.items()}
    found: Any = {load: price for load, price in sheets.items() if price is not None}
    return Prices(found, values["price_ink"], values["ink_page"])


def _told(titles: Mapping[str, str], found: Sequence[Item], prices: Prices) -> Iterator[str]:
    """Yield the lines of a table for each game, its sums, and by which rates they were reckoned."""
    from pnp.build.budget import total

    for slug, title in titles.items():
        of_game = [item for item in found if item.game == slug]
        if of_game:
            yield title
            yield from _table(of_game)
            yield from _sums(total(of_game, prices), prices)
            yield ""
    if len({item.game for item in found}) > 1:
        yield "All of them"
        yield from _sums(total(found, prices), prices)
        yield ""
    yield from _rates(found, prices)


def _table(items: Sequence[Item]) -> Iterator[str]:
    rows = [HEADS, *(row for item in items for row in _rows(item))]
    widths = [max(len(row[at]) for row in rows) for at in range(len(HEADS))]
    for number, row in enumerate(rows):
        cells = (
            cell.ljust(wide) if at in LEFT else cell.rjust(wide)
            for at, (cell, wide) in enumerate(zip(row, widths, strict=True))
        )
        yield f"  {'  '.join(cells)}".rstrip()
        if not number:
            yield f"  {'  '.join('-' * wide for wide in widths)}"


def _rows(item: Item) -> Iterator[tuple[str, ...]]:
    """Yield the cells of an item and, where pieces share its sheets, of each of these."""
    instead = f", instead of {item.instead_of}" if item.instead_of else "" if item.counted else ", to choose"
    shared = len(item.parts) > 1
    yield (
        f"{item.title}{instead}",
        str(sum(part.things for part in item.parts)),
        f"{item.paper} {item.load}",
        str(item.sheets),
        str(item.pages),
        _share(item.full / item.area),
        _share(item.low / item.area),
        "machine" if item.machined else str(item.strokes or ""),
        _minutes(item.cut),
        _minutes(item.hands),
    )
    for part in item.parts if shared else ():
        yield (f"  {part.title}", str(part.things), *[""] * 7, _minutes(part.hands))


def _share(share: float) -> str:
    return f"{max(1, round(100 * share))} %" if share > 0 else ""


def _amount(number: float) -> str:
    return f"{number:.1f}" if number >= 1 else f"{number:.2g}"


def _minutes(seconds: int) -> str:
    """Write a time, rounded up to whole minutes; nothing for none."""
    minutes = -(-seconds // 60)
    if minutes < 60:
        return f"{minutes} min" if minutes else ""
    return f"{minutes // 60} h {minutes % 60:02d} min"


def _sums(found: Total, prices: Prices) -> Iterator[str]:
    sheets = ", ".join(f"{number} of {paper} {load}" for (load, paper), number in found.sheets.items())
    number = sum(found.sheets.values())
    yield f"  paper  {counted(number, 'sheet')}: {sheets}; {counted(found.pages, 'side')} to print"
    yield (
        f"  ink    {_amount(found.full)} A4 pages covered all over, about {_amount(found.full * prices.per_page)} ml; "
        f"low ink {_amount(found.low)}, about {_amount(found.low * prices.per_page)} ml"
    )
    cut = f"{counted(found.strokes, 'stroke')} {_minutes(found.cut)}" if found.strokes else "no strokes"
    hands = f"shapes, folds and glue {_minutes(found.hands)}" if found.hands else "nothing to fold or glue"
    whole = _minutes(found.cut + found.hands)
    yield f"  time   {cut}, {hands}{f': about {whole}' if whole else ''}"
    yield from _money(found)


def _money(found: Total) -> Iterator[str]:
    cost = found.cost
    if cost.paper is None and cost.full is None:
        return
    paper = f"paper {cost.paper:.2f}" if cost.paper is not None else ""
    if cost.full is None or cost.low is None:
        yield f"  cost   {paper}, roughly"
        return
    alone = cost.paper or 0.0
    sums = f" = {alone + cost.full:.2f}; low ink {alone + cost.low:.2f}" if paper else f"; low ink {cost.low:.2f}"
    yield f"  cost   {f'{paper} + ' if paper else ''}ink {cost.full:.2f}{sums}, roughly"


def _rates(found: Sequence[Item], prices: Prices) -> Iterator[str]:
    """Yield how the figures were reckoned."""
    from pnp.layout.handwork import EACH, SHAPE
    from pnp.layout.strokes import SECONDS

    each = f"a round piece {SHAPE} s, a standee {EACH['standees']} s, a box {EACH['box']} s"
    yield f"A stroke counts {SECONDS} s, {each}."
    yield (
        f"A page covered all over takes {prices.per_page:g} ml of ink; mixed colours take more. All figures are rough."
    )
    if any(item.machined for item in found):
        yield "What a machine cuts is not in the time."


def _json(found: Sequence[Item], prices: Prices) -> dict[str, object]:
    from pnp.build.budget import total
    from pnp.layout.strokes import SECONDS

    slugs = dict.fromkeys(item.game for item in found)
    return {
        "games": [
            {
                "game": slug,
                "pieces": [_json_item(item) for item in found if item.game == slug],
                "total": _json_total(total([item for item in found if item.game == slug], prices), prices),
            }
            for slug in slugs
        ],
        "total": _json_total(total(found, prices), prices),
        "model": {"ink_ml_per_page": prices.per_page, "seconds_per_stroke": SECONDS},
    }


def _json_item(item: Item) -> dict[str, object]:
    return {
        "piece": item.id,
        "title": item.title,
        "parts": [{"piece": part.id, "things": part.things, "hand_seconds": part.hands} for part in item.parts],
        "paper": item.paper,
        "stock": item.load,
        "sheets": item.sheets,
        "pages": item.pages,
        "two_sided": item.both,
        "ink": {"full": round(item.full / item.area, 4), "low": round(item.low / item.area, 4)},
        "strokes": item.strokes,
        "machine": item.machined,
        "cut_seconds": item.cut,
        "hand_seconds": item.hands,
        "counted": item.counted,
        "instead_of": item.instead_of,
    }


def _json_total(found: Total, prices: Prices) -> dict[str, object]:
    def ink(pages: float) -> dict[str, float]:
        return {"pages": round(pages, 3), "ml": round(pages * prices.per_page, 3)}

    cost = found.cost
    return {
        "sheets": [{"paper": paper, "stock": load, "sheets": number} for (load, paper), number in found.sheets.items()],
        "pages": found.pages,
        "ink": {"full": ink(found.full), "low": ink(found.low)},
        "strokes": found.strokes,
        "minutes": {
            "cut": -(-found.cut // 60),
            "hands": -(-found.hands // 60),
            "all": -(-(found.cut + found.hands) // 60),
        },
        "cost": {
            name: None if value is None else round(value, 2)
            for name, value in (("paper", cost.paper), ("ink_full", cost.full), ("ink_low", cost.low))
        },
    }
