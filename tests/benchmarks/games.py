"""The shipped games as an author prints and checks them, and what every command costs before it does anything."""

from __future__ import annotations

import shutil
import statistics
import sys
import tempfile
from functools import partial
from pathlib import Path

from decks import HERE, PNP, deck, middle
from report import Section, Table, Wanted, memory, seconds, times
from timing import Program, Run, in_turn, once, ratios

TEMPLATES = str(HERE.parents[1] / "templates")
TRACKER = str(Path(sys.executable).with_name("tracker"))


def build(rounds: int) -> Section:
    """Time the build of all shipped games: one paper, one language, full ink."""
    with tempfile.TemporaryDirectory() as name:
        order = ("--templates", TEMPLATES, "--paper", "a4", "--lang", "en", "--ink", "full", "--out")
        clear = partial(shutil.rmtree, f"{name}/cold", ignore_errors=True)
        cold = Program([PNP, "build", *order, f"{name}/cold"], clear)
        warm = Program([PNP, "build", *order, f"{name}/warm"])
        once(warm)
        runs = in_turn({"cold": cold, "nothing changed": warm}, rounds)
    rows = [
        (
            name,
            seconds(middle(own, "wall")),
            seconds(middle(own, "cpu")),
            memory(middle(own, "peak")),
            times(ratios(own, runs["cold"])),
        )
        for name, own in runs.items()
    ]
    wanted = (
        Wanted("all games, cold, wall", middle(runs["cold"], "wall"), 3, " s"),
        Wanted("all games, nothing changed, wall", middle(runs["nothing changed"], "wall"), 0.5, " s"),
    )
    head = ("all games, A4, English", "wall", "processor", "memory", "wall ÷ cold")
    return Section((Table(head, rows),), wanted, f"Medians of {rounds} rounds.")


def check(rounds: int) -> Section:
    """Time `pnp check` of a deck and of all games, each in turn with its cold build."""
    with deck(1_000) as folder, tempfile.TemporaryDirectory() as out:
        programs = {
            "1,000 cards, check": Program([PNP, "check", "deck", "--templates", str(folder.folder)]),
            "1,000 cards, build": Program(folder.press(), folder.clear),
            "all games, check": Program([PNP, "check", "--templates", TEMPLATES]),
            "all games, build": Program(
                [PNP, "build", "--templates", TEMPLATES, "--out", out], lambda: shutil.rmtree(out, ignore_errors=True)
            ),
        }
        runs = in_turn(programs, rounds)
    rows = [
        (name, seconds(middle(own, "wall")), memory(middle(own, "peak")), times(ratios(own, built)))
        for name, own in runs.items()
        if (built := runs[name.replace("check", "build")]) is not own
    ]
    head = ("`pnp check`", "wall", "memory", "wall ÷ build")
    return Section((Table(head, rows),), (), f"Medians of {rounds} rounds. All games are checked in all languages.")


def start(rounds: int) -> Section:
    """Time commands that only start."""
    python = "python -c pass"
    programs = {
        python: Program([sys.executable, "-c", "pass"]),
        "pnp --version": Program([PNP, "--version"]),
        "pnp build --help": Program([PNP, "build", "--help"]),
        "tracker --help": Program([TRACKER, "--help"]),
    }
    runs = in_turn(programs, rounds)
    rows = [
        (name, seconds(middle(own, "wall")), seconds(middle(own, "cpu")), times(ratios(own, runs[python])))
        for name, own in runs.items()
    ]
    over = statistics.median(_over(ours, bare) for ours, bare in zip(runs["pnp --version"], runs[python], strict=True))
    wanted = Wanted(f"pnp --version − 2 × {python}", over, 30, " ms")
    head = ("command", "wall", "processor", f"wall ÷ {python}")
    return Section((Table(head, rows),), (wanted,), f"Medians of {rounds} rounds.")


def _over(ours: Run, bare: Run) -> float:
    return (ours.wall - 2 * bare.wall) * 1000
