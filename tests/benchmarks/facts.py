"""What is in a PDF: python tests/benchmarks/facts.py FILE… prints bytes, pages and fonts of each as JSON.

A program of its own, so that the one that times stays small.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from pypdf import PdfReader
from pypdf.generic import ArrayObject, DictionaryObject


def facts(path: Path) -> dict[str, object]:
    """Return bytes, pages and the names of embedded and of other fonts; also fonts that no page uses are listed."""
    reader = PdfReader(path)
    held: dict[str, bool] = {}
    for number in range(1, int(str(reader.trailer["/Size"]))):
        font = reader.get_object(number)
        if isinstance(font, DictionaryObject) and font.get("/Type") == "/Font":
            inner: Any = font.get("/DescendantFonts", ArrayObject([font])).get_object()
            about = inner[0].get_object().get("/FontDescriptor", DictionaryObject()).get_object()
            held[str(font["/BaseFont"])[1:]] = any(f"/FontFile{kind}" in about for kind in ("", "2", "3"))
    return {
        "bytes": path.stat().st_size,
        "pages": len(reader.pages),
        "embedded": sorted(name for name, inside in held.items() if inside),
        "loose": sorted(name for name, inside in held.items() if not inside),
    }


if __name__ == "__main__":
    print(json.dumps([facts(Path(name)) for name in sys.argv[1:]]))
