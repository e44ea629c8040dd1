"""The `pnp` command: words of the command line in, files and messages out. Only here the surroundings are looked at.

What is asked for most often of scripts, the version, is answered before anything is loaded.
"""

from __future__ import annotations

import gc
import os
import sys

from pnp import __version__

THRESHOLDS = (200_000, 50, 100)
"""How many new objects there are before Python looks for those that nobody needs: what a build makes it needs to its
end, and with Python's own numbers a fifth of the time goes into finding that out."""


def program() -> None:
    """Run `pnp` as a process of its own, which ends as soon as everything is written.

    To let go of all that a build has made, one thing after the other, would take Python as long as a small deck. Python
    has no stream where the caller has closed it.
    """
    status = 0
    try:
        main()
    except SystemExit as end:
        if not isinstance(end.code, int | None):
            raise
        status = end.code or 0
    except KeyboardInterrupt:  # before there is a command that ends well
        status = 1
        if sys.stderr:
            sys.stderr.write("Aborted!\n")
    try:
        for stream in (sys.stdout, sys.stderr):
            if stream:
                stream.flush()
    except (OSError, ValueError):  # nobody listens any more: Python says what it always says
        sys.exit(status)
    os._exit(status)


def main() -> None:
    """Run `pnp`: problems of the author's files go to stderr, one a line, and the exit status is 1."""
    if sys.argv[1:] == ["--version"]:
        if sys.stdout:
            sys.stdout.write(f"pnp, version {__version__}\n")
        return
    gc.set_threshold(*THRESHOLDS)
    from pnp.cli.group import run

    run()
