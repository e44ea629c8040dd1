"""The tracker on a home network: the server, the addresses a phone can use, and the QR code that opens them."""

from __future__ import annotations

import io
import logging
import socket
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

import segno
from waitress import create_server
from waitress.server import BaseWSGIServer

from pnp.listening import listening
from tracker.guard import IMPORT

if TYPE_CHECKING:
    from flask import Flask

THREADS = 8
# A datagram socket that is only connected sends nothing; it tells which own address would be used towards another.
_TOWARDS = ("192.168.0.1", "10.0.0.1", "172.16.0.1", "192.0.2.1")


def server(app: Flask, host: str, port: int) -> BaseWSGIServer:
    """Return a server that listens already; `run()` serves until Ctrl-C. Raises OSError when the port is taken."""
    # A page asks for its style, script and fonts at once; that they queue for a moment is nothing to tell a player.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    return create_server(
        app,
        sockets=[listening(host, port)],
        threads=THREADS,
        max_request_body_size=2 * IMPORT,  # beyond it a bare page answers; what we refuse earlier gets one of ours
        channel_timeout=30,
        cleanup_interval=10,
        connection_limit=200,
        ident=None,
        clear_untrusted_proxy_headers=True,
    )


def names() -> frozenset[str]:
    """Return the names under which this machine is known on its network."""
    own = socket.gethostname().lower().partition(".")[0]
    return frozenset({own, f"{own}.local", f"{own}.lan", f"{own}.home"}) if own else frozenset()


def addresses() -> tuple[str, ...]:
    """Return this machine's own addresses that other machines may reach, the likeliest first; none of them loopback."""
    found: list[str] = []
    for target in _TOWARDS:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect((target, 9))
            except OSError:
                continue
            found.append(str(probe.getsockname()[0]))
    with suppress(OSError):
        found += [str(entry[4][0]) for entry in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return ranked(found)


def ranked(found: Sequence[str]) -> tuple[str, ...]:
    """Return usable addresses without repeats: home networks first, those of containers and tunnels later."""
    usable = (a for a in dict.fromkeys(found) if not a.startswith("127.") and a != "0.0.0.0")
    homes = ("192.168.", "10.", "172.")
    return tuple(sorted(usable, key=lambda a: [a.startswith(home) for home in homes], reverse=True))


def welcome(host: str, port: int) -> str:
    """Return what to print at the start: where the pages are and, on a network, a QR code for phones."""
    if host != "0.0.0.0":
        return f"Bullpen is at http://{f'[{host}]' if ':' in host else host}:{port}/  (Ctrl-C ends)"
    here = f"On this machine: http://127.0.0.1:{port}/  (Ctrl-C ends)"
    urls = [f"http://{address}:{port}/" for address in addresses()]
    if not urls:
        return f"This machine has no address on a network, so phones cannot reach it.\n{here}"
    return f"{code(urls[0])}\nOn phones in the same network: {'  or  '.join(urls)}\n{here}"


def code(url: str) -> str:
    """Return the QR code of an address, drawn with characters."""
    out = io.StringIO()
    segno.make(url, error="l", micro=False).terminal(out=out, compact=True)
    return out.getvalue().rstrip("\n")
