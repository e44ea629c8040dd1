"""Small pictures of what hands do with paper: turn, cut, fold, glue, staple. Part of layout; knows no words.

Each is drawn on 8 × 8 mm with lines of one width, so that a row of them reads like a line of type.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, TypeAlias, assert_never

from pnp.scene import BLACK, WHITE, Color, Group, Path, Rect, Segment, Shape, Stroke, ellipse, line, polygon, rectangle

Step: TypeAlias = Literal["turn", "cut", "shape", "fold", "glue", "staple"]
SIZE = 8.0  # mm: width and height of a picture
LINE = 0.5  # mm
DASH = (0.9, 0.7)  # mm: a fold


@lru_cache(maxsize=32)
def pictogram(step: Step, color: Color = BLACK) -> Group:
    """Return the picture of a step, its top left corner at the origin; equal ones are the same object."""
    pen = Stroke(color, LINE, cap="round", join="round")
    match step:
        case "turn":
            shapes = _turn(pen, color)
        case "cut":
            shapes = _scissors(pen)
        case "shape":
            shapes = _shape(pen)
        case "fold":
            shapes = _fold(pen)
        case "glue":
            shapes = _drop(color)
        case "staple":
            shapes = _booklet(pen, color)
        case _:
            assert_never(step)
    return Group(shapes, once=True)


def _turn(pen: Stroke, color: Color) -> tuple[Shape, ...]:
    """A sheet, its other side behind it, and the arrow that leads there."""
    return (
        Path(rectangle(Rect(0.6, 1.8, 3.6, 5.4)), fill=color),
        Path(rectangle(Rect(3.9, 1.8, 3.6, 5.4)), fill=WHITE, stroke=pen),
        Path((("M", 2.4, 1.2), ("C", 3.2, 0.2, 4.8, 0.2, 5.6, 1.0)), stroke=pen),
        Path(polygon(((5.0, 1.5), (6.5, 1.6), (6.1, 0.2))), fill=color),
    )


def _scissors(pen: Stroke) -> tuple[Shape, ...]:
    """Open scissors on a line."""
    return (
        Path((*line(2.5, 2.9, 7.5, 5.6), *line(2.5, 5.1, 7.5, 2.4)), stroke=pen),
        Path((*ellipse(1.6, 2.3, 1.1), *ellipse(1.6, 5.7, 1.1)), fill=WHITE, stroke=pen),
    )


def _shape(pen: Stroke) -> tuple[Shape, ...]:
    """A round piece coming out of its square."""
    return (
        Path(rectangle(Rect(0.6, 0.6, 6.8, 6.8)), stroke=Stroke(pen.paint, LINE, DASH)),
        Path(ellipse(4, 4, 2.6), fill=WHITE, stroke=pen),
    )


def _fold(pen: Stroke) -> tuple[Shape, ...]:
    """A sheet with one half coming up from a dashed line."""
    return (
        Path(polygon(((0.6, 3.4), (4.0, 2.4), (4.0, 6.4), (0.6, 7.4))), fill=WHITE, stroke=pen),
        Path(polygon(((4.0, 2.4), (7.0, 0.6), (7.0, 4.6), (4.0, 6.4))), fill=WHITE, stroke=pen),
        Path(line(4.0, 2.4, 4.0, 6.4), stroke=Stroke(WHITE, LINE)),
        Path(line(4.0, 2.4, 4.0, 6.4), stroke=Stroke(pen.paint, LINE, DASH)),
    )


def _drop(color: Color) -> tuple[Shape, ...]:
    """A drop of glue on a line."""
    drop: tuple[Segment, ...] = (
        ("M", 4.0, 0.6),
        ("C", 5.2, 2.4, 6.1, 3.3, 6.1, 4.5),
        ("C", 6.1, 5.7, 5.2, 6.5, 4.0, 6.5),
        ("C", 2.8, 6.5, 1.9, 5.7, 1.9, 4.5),
        ("C", 1.9, 3.3, 2.8, 2.4, 4.0, 0.6),
        ("Z",),
    )
    return Path(drop, fill=color), Path(line(0.8, 7.4, 7.2, 7.4), stroke=Stroke(color, LINE, cap="round"))


def _booklet(pen: Stroke, color: Color) -> tuple[Shape, ...]:
    """An open booklet with two staples on its fold."""
    return (
        Path(polygon(((0.6, 1.4), (4.0, 2.2), (7.4, 1.4), (7.4, 6.4), (4.0, 7.2), (0.6, 6.4))), fill=WHITE, stroke=pen),
        Path(line(4.0, 2.2, 4.0, 7.2), stroke=Stroke(color, 0.25)),
        Path((*line(4.0, 3.0, 4.0, 4.0), *line(4.0, 5.4, 4.0, 6.4)), stroke=Stroke(color, 1.0)),
    )
