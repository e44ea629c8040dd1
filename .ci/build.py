"""The build's own check: a package is not built or installed while a text of the tracker is missing in a language."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompleteCatalogues(BuildHookInterface[Any]):
    """Stops the build with every fault that `.ci/catalogues.py` finds."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Check before anything is packed."""
        root = Path(self.root)
        if faults := runpy.run_path(str(root / ".ci/catalogues.py"))["faults"](root):
            self.app.abort("\n".join(("Catalogues with gaps:", *faults)))
