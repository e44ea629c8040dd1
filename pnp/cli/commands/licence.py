"""`pnp licence`: fonts and art with their terms."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pnp import build
from pnp.cli.games import games, root
from pnp.cli.notes import counted
from pnp.cli.options import lang_option, templates_option
from pnp.data import load

if TYPE_CHECKING:
    from pnp.build.licences import FontUse, PictureUse


@click.command()
@click.argument("names", nargs=-1, metavar="[GAME]...")
@click.option("--json", "as_json", is_flag=True, help="As JSON, every file by itself.")
@lang_option
@templates_option
def command(names: tuple[str, ...], as_json: bool, lang: str | None, templates: Path | None) -> None:
    """List the fonts and pictures that games (default: all) use, with who made them and on what terms.

    Terms of pictures stand in [[art]] of game.toml, else in the files themselves.
    """
    from pnp.build.licences import pictures, used_fonts
    from pnp.data.load.artwork import shared_artworks

    folder = root(templates)
    shared = load.shared_folder(folder)
    chosen = games(templates, names)
    fonts = used_fonts(chosen, build.Order(load.paper("a4", shared), lang))
    art = pictures(chosen, shared, shared_artworks(shared))
    if as_json:
        told = {"fonts": [asdict(use) for use in fonts], "art": [asdict(use) for use in art]}
        click.echo(json.dumps(told, indent=1, ensure_ascii=False))
        return
    for line in (*_fonts(fonts), "", *_art(art)):
        click.echo(line)
    open_ = [use for use in art if not use.terms]
    if open_:
        hint = "state them in [[art]] of game.toml"
        click.echo(f"note: {counted(len(open_), 'picture')} without terms; {hint}", err=True)


def _fonts(fonts: Sequence[FontUse]) -> Iterator[str]:
    """Yield the lines about fonts."""
    yield "Fonts"
    for use in fonts:
        version = f" {use.version}" if use.version else ""
        yield f"  {use.family}{version}: {use.terms or 'not stated'}"
        yield from (f"    {words}" for words in (use.by, f"in {', '.join(use.games)}") if words)


def _art(art: Sequence[PictureUse]) -> Iterator[str]:
    """Yield the lines about pictures: those on the same terms together, those without terms by name."""
    yield "Art"
    groups: dict[tuple[str, str, str, str], list[PictureUse]] = {}
    for use in art:
        groups.setdefault((use.game, use.terms, use.by, use.source), []).append(use)
    for (game, terms, by, source), uses in groups.items():
        about = ", ".join(filter(None, (terms or "not stated", f"by {by}" if by else "", source)))
        yield f"  {game or 'shared icons'}, {counted(len(uses), 'picture')}: {about}"
        shown = uses if not terms else uses[:3] if len(uses) > 4 else uses
        yield from (f"    {use.file}" for use in shown)
        if len(shown) < len(uses):
            yield f"    and {len(uses) - len(shown)} more"
