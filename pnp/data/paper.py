"""Papers and printers as frozen values: what `templates/_shared/papers.toml` says. Knows no layout.

All lengths in mm. Offsets follow one rule: +x moves to the right and +y down, as seen on the printed side.
"""

from __future__ import annotations

from pnp.values import dataclass


@dataclass(frozen=True, slots=True)
class LabelGrid:
    """Where the labels of a sheet lie, or its cards that are perforated: cells of width × height in columns and rows.

    (x, y) is the top left corner of the first one; `across` and `down` lead from one to the next. `radius` rounds their
    corners; one of half their width makes them round.
    """

    columns: int
    rows: int
    width: float
    height: float
    x: float
    y: float
    across: float
    down: float
    radius: float = 0.0


@dataclass(frozen=True, slots=True)
class Paper:
    """One kind of paper in one printer. `width` ≤ `height` for named papers; a custom one keeps the order it was given.

    `margin`          what the printer cannot reach, on each side.
    `printer_offset`  corrects a printer that feeds off centre: moves fronts and backs alike on their pages.
    `layout_offset`   moves the pieces on the paper itself, so backs move the opposite way across the flip.
    `back_offset`     moves back pages only, for printers whose second side lands beside the first.
    `crop_marks`      False leaves them out of every output.
    `title`           what people call it, where its id does not say so; `also` are other names that find it.
    `cells`           where its labels lie; None on plain paper.
    """

    id: str
    width: float
    height: float
    margin: float
    printer_offset: tuple[float, float] = (0.0, 0.0)
    layout_offset: tuple[float, float] = (0.0, 0.0)
    back_offset: tuple[float, float] = (0.0, 0.0)
    crop_marks: bool = True
    title: str = ""
    also: tuple[str, ...] = ()
    cells: LabelGrid | None = None
