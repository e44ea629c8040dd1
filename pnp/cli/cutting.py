"""How sheets are to be cut, from the options of the command line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from pnp import build, units
from pnp.cli.options import Command
from pnp.values import replace

FURTHEST = 50.0  # mm: no sheet has margins for longer marks


class Millimetres(click.ParamType[Any]):
    """A length such as 5mm, 0.2in or a bare number of mm, from `low` to `high`, or a `word` in its place."""

    name = "length"

    def __init__(self, low: float, high: float, word: str = "") -> None:
        self.low, self.high, self.word = low, high, word

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if not isinstance(value, str) or (self.word and value == self.word):
            return value
        try:
            found = units.length(value)
        except ValueError as error:
            self.fail(str(error), param, ctx)
        if not (units.fits(self.low, found) and units.fits(found, self.high)):
            also = f" or {self.word}" if self.word else ""
            self.fail(f'"{value}": allowed are {units.tidy(self.low)} to {units.tidy(self.high)} mm{also}', param, ctx)
        return found


def cutting_options(command: Command) -> Command:
    """Add to a command how sheets are to be cut."""
    usual = build.Cutting()
    plan = "Write a plan of the strokes too."
    command = click.option("--cut-plan", is_flag=True, help=plan)(command)
    arm = "Arms of the registration marks, 5 to 20 mm."
    command = click.option(
        "--cutter-arm", type=Millimetres(5, 20, "longest"), default="5mm", metavar="LENGTH|longest", help=arm
    )(command)
    text = "Registration marks for a cutting machine, and an SVG of what it cuts; silhouette4: four marks."
    cutters = click.Choice(["silhouette", "silhouette4"])
    command = click.option("--cutter", type=cutters, default=None, help=text)(command)
    text = "Radius of the corners of cards. Default: what the game says."
    command = click.option("--corners", type=Millimetres(0, FURTHEST), metavar="LENGTH", help=text)(command)
    text = "own: all bleed between neighbours; shared: one cut for two; none: no bleed. Default: what the game says."
    between = click.Choice(["own", "shared", "none"])
    command = click.option("--bleed", type=between, default=None, help=text)(command)
    text = "How far from the trim crop marks begin. Default: outside the bleed."
    command = click.option("--mark-offset", type=Millimetres(0, FURTHEST), metavar="LENGTH", help=text)(command)
    text = "Length of crop marks."
    command = click.option(
        "--mark-length", type=Millimetres(1, FURTHEST), default="5mm", show_default=True, metavar="LENGTH", help=text
    )(command)
    text = "crop: short marks outside the pieces; lines: along every cut."
    marks = click.Choice(["crop", "lines", "both", "none"])
    return click.option("--marks", type=marks, default=usual.marks, show_default=True, help=text)(command)


def cut(order: build.Order, values: Mapping[str, Any]) -> build.Order:
    """Return the order with what the options of `cutting_options` ask for. Raises click.UsageError."""
    usual = build.Cutting()
    arm = None if values["cutter_arm"] == "longest" else values["cutter_arm"]
    cutting = build.Cutting(
        marks=values["marks"],
        length=values["mark_length"],
        offset=values["mark_offset"],
        bleed=values["bleed"],
        corners=values["corners"],
        cutter=values["cutter"],
        arm=arm,
    )
    if cutting.cutter:
        _machine_alone(cutting, values)
    elif arm != usual.arm:
        raise click.UsageError("--cutter-arm goes with --cutter")
    elif cutting.corners is not None and not cutting.lines:
        raise click.UsageError("--corners goes with --marks lines or both, or with --cutter: else nothing shows them")
    if values["cut_plan"] and cutting.marks == "none":
        raise click.UsageError("--cut-plan follows the marks of the sheets: leave out --marks none")
    if cutting.asked and cutting.marks in ("lines", "none"):
        raise click.UsageError(
            f"--marks {cutting.marks} leaves out crop marks: --mark-length and --mark-offset do nothing"
        )
    return replace(order, how=replace(order.how, cutting=cutting), cut_plan=values["cut_plan"])


def _machine_alone(cutting: build.Cutting, values: Mapping[str, Any]) -> None:
    """Refuse with --cutter what it does not go with: its layout is fixed."""
    if values["cut_plan"]:
        raise click.UsageError("--cut-plan is for a knife; with --cutter the machine cuts")
    if cutting.asked or cutting.marks != "crop":
        raise click.UsageError("with --cutter there are registration marks alone: leave out --marks and its measures")
    if cutting.bleed:
        raise click.UsageError("with --cutter the distance between pieces is fixed: leave out --bleed")
    if values.get("pack"):
        raise click.UsageError("with --cutter each piece has sheets of its own: leave out --pack")
