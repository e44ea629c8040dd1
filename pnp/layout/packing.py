"""Pieces of several sizes on the fewest sheets: which lie where. Arithmetic alone, before anything is drawn.

A sheet is cut in three rounds, each cut going straight across what it cuts: first into bands as wide as the room, then
a band into blocks side by side, then a block into pieces of one size. Blocks stand GAP apart, so that each has its own
crop marks. Same input, same sheets. All lengths are mm.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from math import ceil
from typing import TypeAlias

from pnp.scene import Rect
from pnp.units import count, fits
from pnp.values import dataclass, replace

GAP = 4.0  # between blocks: 2 mm of bleed on either side and a mark of its own for each
LOOKS = 2  # bands for which every way is tried to its end; for those after them the densest is taken


@dataclass(frozen=True, slots=True)
class Lot:
    """Pieces of one size: `number` of them, `gutter` apart when they lie side by side; not all may be `turnable`."""

    width: float
    height: float
    gutter: float
    number: int
    turnable: bool = True

    @property
    def ways(self) -> tuple[bool, ...]:
        """How a piece may lie: straight, and turned by a quarter where that makes a difference."""
        return (False, True) if self.turnable and self.width != self.height else (False,)

    def size(self, turned: bool) -> tuple[float, float]:
        """Return width and height as they lie, `turned` by a quarter or not."""
        return (self.height, self.width) if turned else (self.width, self.height)

    @property
    def area(self) -> float:
        """The area of one piece."""
        return self.width * self.height


@dataclass(frozen=True, slots=True)
class Block:
    """Pieces of the lot with this index in columns and rows, `number` of them from the top left, row by row.

    (x, y) is the top left corner, counted from that of the room.
    """

    lot: int
    turned: bool
    columns: int
    rows: int
    number: int
    box: Rect


Left: TypeAlias = tuple[int, ...]
"""How many of each lot still need a place."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """What lies in one room, by the index of the room."""

    room: int
    blocks: tuple[Block, ...]


Room: TypeAlias = tuple[float, float]
"""Width and height of what a page has for pieces."""


def pack(lots: Sequence[Lot], rooms: Sequence[Room]) -> tuple[Sheet, ...] | None:
    """Return the sheets that hold all pieces, each on whichever of the rooms holds most; None: one is too large.

    Full sheets of one size come first where that takes no sheet more.
    """
    packer = _Packer(tuple(lots), tuple(rooms))
    sorted_first = packer.sheets(packer.full_sheets())
    if sorted_first is None or len(sorted_first) <= least(lots, rooms):
        return sorted_first
    mixed = packer.sheets([])
    return mixed if mixed and len(mixed) < len(sorted_first) else sorted_first


def least(lots: Sequence[Lot], rooms: Sequence[Room]) -> int:
    """Return the number of sheets below which no way can come: that of their areas."""
    most = max(width * height for width, height in rooms)
    return ceil(sum(lot.area * lot.number for lot in lots) / most - 1e-9)


@dataclass(frozen=True)
class _Packer:
    lots: tuple[Lot, ...]
    rooms: tuple[Room, ...]

    @cached_property
    def gap(self) -> float:
        """The distance between blocks."""
        return max(GAP, *(lot.gutter for lot in self.lots))

    @cached_property
    def order(self) -> tuple[int, ...]:
        """The lots by size, the largest first."""
        return tuple(sorted(range(len(self.lots)), key=lambda at: (-self.lots[at].area, at)))

    def full_sheets(self) -> list[Sheet]:
        """Return as many sheets of one size alone as the pieces of each fill."""
        found: list[Sheet] = []
        for at, lot in enumerate(self.lots):
            ways = [
                Sheet(index, (block,))
                for index, room in enumerate(self.rooms)
                for turned in lot.ways
                for block in self._whole(at, room, turned)
            ]
            if ways:
                fullest = max(ways, key=lambda sheet: sheet.blocks[0].number)
                found += [fullest] * (lot.number // fullest.blocks[0].number)
        return found

    def _whole(self, at: int, room: Room, turned: bool) -> Iterator[Block]:
        """Yield the block that fills a room with one lot."""
        lot = self.lots[at]
        width, height = lot.size(turned)
        columns, rows = count(width, room[0], lot.gutter), count(height, room[1], lot.gutter)
        if columns and rows:
            yield self._block(at, turned, columns, rows, columns * rows, 0.0, 0.0)

    def sheets(self, found: list[Sheet]) -> tuple[Sheet, ...] | None:
        """Return the sheets found so far and those for all that is left; None where something fits nowhere."""
        left = [lot.number for lot in self.lots]
        for sheet in found:
            for block in sheet.blocks:
                left[block.lot] -= block.number
        sheets = list(found)
        while any(left):
            ways = [(index, self._stack(room, room[1], tuple(left), 0)) for index, room in enumerate(self.rooms)]
            index, blocks = max(ways, key=lambda way: (self._worth(way[1]), -way[0]))
            if not blocks:
                return None
            used = [sum(block.number for block in blocks if block.lot == at) for at in range(len(self.lots))]
            times = min(there // number for there, number in zip(left, used, strict=True) if number)
            sheets += [Sheet(index, blocks)] * times
            left = [there - times * number for there, number in zip(left, used, strict=True)]
        return tuple(sheets)

    def _worth(self, blocks: Sequence[Block]) -> float:
        return sum(self.lots[block.lot].area * block.number for block in blocks)

    def _stack(self, room: Room, height: float, left: Left, depth: int) -> tuple[Block, ...]:
        """Return the bands for the lowest `height` of a room that hold most; the largest lot begins each."""
        for lead in self.order:
            bands = list(self._bands(lead, room, height, left)) if left[lead] else []
            if not bands:
                continue
            if depth >= LOOKS:
                bands = [max(bands, key=lambda band: self._worth(band) / (_deep(band) + self.gap))]
            return max((self._below(band, room, height, left, depth) for band in bands), key=self._worth)
        return ()

    def _below(self, band: tuple[Block, ...], room: Room, height: float, left: Left, depth: int) -> tuple[Block, ...]:
        """Return the band and all that goes below it."""
        rest = list(left)
        for block in band:
            rest[block.lot] -= block.number
        down = _deep(band) + self.gap
        return (*band, *(_lower(block, down) for block in self._stack(room, height - down, tuple(rest), depth + 1)))

    def _bands(self, lead: int, room: Room, height: float, left: Left) -> Iterator[tuple[Block, ...]]:
        """Yield the bands that begin with a lot, straight and turned, with as many rows of it as go and with one."""
        lot = self.lots[lead]
        for turned in lot.ways:
            wide, high = lot.size(turned)
            columns, rows = count(wide, room[0], lot.gutter), count(high, height, lot.gutter)
            if columns and rows:
                for taken in sorted({1, min(rows, ceil(left[lead] / columns))}, reverse=True):
                    yield self._filled(lead, turned, taken, room[0], left)

    def _filled(self, lead: int, turned: bool, rows: int, room: float, left: Left) -> tuple[Block, ...]:
        """Return a band: a block of the lot that leads, then whichever block holds most of what is left."""
        lot = self.lots[lead]
        columns = min(count(lot.size(turned)[0], room, lot.gutter), ceil(left[lead] / rows))
        blocks = [self._block(lead, turned, columns, rows, min(left[lead], columns * rows), 0.0, 0.0)]
        high = blocks[0].box.height
        while True:
            x = blocks[-1].box.right + self.gap
            beside = [
                block
                for at in self.order
                if left[at] and all(block.lot != at for block in blocks)
                for way in self.lots[at].ways
                for block in self._beside(at, way, x, room - x, high, left[at])
            ]
            if not beside:
                return tuple(blocks)
            blocks.append(max(beside, key=lambda block: self.lots[block.lot].area * block.number))

    def _beside(self, at: int, turned: bool, x: float, wide: float, high: float, left: int) -> Iterator[Block]:
        """Yield the block of a lot for what is left of a band."""
        lot = self.lots[at]
        width, height = lot.size(turned)
        rows, columns = count(height, high, lot.gutter), count(width, wide, lot.gutter)
        if rows and columns:
            columns = min(columns, ceil(left / rows))
            rows = min(rows, ceil(left / columns))
            yield self._block(at, turned, columns, rows, min(left, columns * rows), x, 0.0)

    def _block(self, at: int, turned: bool, columns: int, rows: int, number: int, x: float, y: float) -> Block:
        lot = self.lots[at]
        width, height = lot.size(turned)
        box = Rect(x, y, columns * (width + lot.gutter) - lot.gutter, rows * (height + lot.gutter) - lot.gutter)
        return Block(at, turned, columns, rows, number, box)


def _deep(band: Sequence[Block]) -> float:
    """Return how far down a band goes: as far as the block that leads it, which is the highest."""
    return band[0].box.height


def _lower(block: Block, by: float) -> Block:
    return replace(block, box=replace(block.box, y=block.box.y + by))


def centred(sheet: Sheet, room: Room) -> Sheet:
    """Return the sheet with its blocks in the middle of the room."""
    wide = max(block.box.right for block in sheet.blocks)
    high = max(block.box.bottom for block in sheet.blocks)
    assert fits(wide, room[0])
    assert fits(high, room[1])
    right, down = (room[0] - wide) / 2, (room[1] - high) / 2
    blocks = (replace(b, box=replace(b.box, x=b.box.x + right, y=b.box.y + down)) for b in sheet.blocks)
    return Sheet(sheet.room, tuple(blocks))
