"""The `pnp` command: words of the command line in, files and messages out. Only here the surroundings are looked at.

What is asked for most often of scripts, the version, is answered before anything is loaded.
"""

from __future__ import annotations

import gc
import sys

from pnp import __version__

ROOMS = (200_000, 50, 100)
"""How many new objects there are before Python looks for those that nobody needs: what a build makes it needs to its
end, and with Python's own numbers a fifth of the time goes into finding that out."""


def main() -> None:
    """Run `pnp`: problems of the author's files go to stderr, one a line, and the exit status is 1."""
    if sys.argv[1:] == ["--version"]:
        sys.stdout.write(f"pnp, version {__version__}\n")
        return
    gc.set_threshold(*ROOMS)
    from pnp.cli.group import run

    run()
