"""Time `pnp build` of a deck against the bare script, whole processes in turn, and print the paired ratio.

    python tests/benchmarks/deck_build.py [CARDS] [PAIRS]

The ratio is what counts: both run on the same machine at the same time. Wanted: under 4 at 62 cards.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import fontpkg
import workload

HERE = Path(__file__).parent
SHARED = HERE.parents[1] / "templates/_shared"
FONTS = [str(fontpkg.path("Atkinson Hyperlegible", weight=weight)) for weight in (400, 700)]


def seconds(command: list[str]) -> float:
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - start


def main() -> None:
    cards = int(sys.argv[1]) if len(sys.argv) > 1 else 62
    pairs = int(sys.argv[2]) if len(sys.argv) > 2 else 9
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        workload.make(cards, folder, SHARED)
        bare = [sys.executable, str(HERE / "bare.py"), name, f"{name}/bare.pdf", *FONTS]
        ours = [
            str(Path(sys.executable).with_name("pnp")),
            "build",
            "deck",
            "--piece",
            "deck",
            "--templates",
            name,
            "--out",
            f"{name}/out",
        ]
        for command in (bare, ours):
            seconds(command)
        times = [(seconds(ours), seconds(bare)) for _ in range(pairs)]
    ratios = sorted(a / b for a, b in times)
    print(
        f"{cards} cards, {pairs} pairs: pnp build {statistics.median(a for a, _ in times):.3f} s, "
        f"bare script {statistics.median(b for _, b in times):.3f} s"
    )
    print(f"ratio: min {ratios[0]:.2f}  median {statistics.median(ratios):.2f}  max {ratios[-1]:.2f}")


if __name__ == "__main__":
    main()
