"""What lies beneath a shape when everything has become white paper and lines. Used by `pnp.layout.thrift`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pnp.extent import corners, held, moved_box, through
from pnp.scene import Color, Matrix, Path, Rect, Segment
from pnp.values import dataclass, replace

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Ground:
    """What was drawn at `box` (None: everywhere): `ink` that became an outline, None for paper and solid marks.

    `edge` is the outline of the inked area where it is known, `clips` cut it off.
    """

    box: Rect | None
    ink: Color | None
    edge: Path | None = None
    clips: tuple[Path, ...] = ()

    def held(self, points: Sequence[Point]) -> int:
        """Return how many of the points lie on it."""
        if self.box is None:
            return len(points)
        box = self.box
        inside = [(x, y) for x, y in points if box.x <= x <= box.right and box.y <= y <= box.bottom]
        for cut in self.clips:
            inside = [point for point in inside if held(cut.segments, (point,), evenodd=cut.evenodd)]
        if self.edge is None or not inside:
            return len(inside)
        return held(self.edge.segments, inside, evenodd=self.edge.evenodd)

    def cut(self, clip: Path | None) -> Ground:
        """Return what a clip leaves of it."""
        return self if clip is None else replace(self, clips=(*self.clips, clip))

    def seen(self, matrix: Matrix) -> Ground:
        """Return it in the coordinates outside a group of this matrix."""
        box = self.box and moved_box(self.box, matrix)
        edge = self.edge and replace(self.edge, segments=through(self.edge.segments, matrix))
        clips = tuple(replace(clip, segments=through(clip.segments, matrix)) for clip in self.clips)
        return Ground(box, self.ink, edge, clips)


def under(grounds: Sequence[Ground], segments: Iterable[Segment]) -> Ground | None:
    """Return the topmost thing beneath at least half of the points of an outline."""
    points = [point for polygon in corners(segments) for point in polygon]
    points = points[:: len(points) // 24 + 1]
    return next((ground for ground in reversed(grounds) if points and 2 * ground.held(points) >= len(points)), None)
