"""The benchmark's deck through Typst: the compiler of the `typst` package on cards.typ.

python tests/benchmarks/typst_build.py FOLDER OUT.pdf FONTS       (FOLDER as written by workload.py; FONTS a folder)
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import typst


def main() -> None:
    folder, out, fonts = sys.argv[1:]
    root = Path(folder).absolute()  # Typst reads nothing outside of it
    source = root / "cards.typ"
    shutil.copy(Path(__file__).with_name("cards.typ"), source)
    typst.compile(
        source, output=out, root=root, font_paths=[fonts], ignore_system_fonts=True, sys_inputs={"deck": "/."}
    )


if __name__ == "__main__":
    main()
