"""Sockets to listen at, for the proof desk and for the tracker. Below everything; knows no page and no server."""

from __future__ import annotations

import ipaddress
import socket


def listening(host: str, port: int) -> socket.socket:
    """Return a socket bound to `host`, by its IPv4 address when it has one. Raises OSError when the port is taken.

    Bound here and not by the server, as waitress leaves a pipe and a socket open when the port is taken.
    """
    found = socket.getaddrinfo(host.strip("[]"), port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    family, kind, proto, _, address = min(found, key=lambda entry: entry[0] != socket.AF_INET)
    made = socket.socket(family, kind, proto)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind(address)
    except OSError:
        made.close()
        raise
    return made


def loopback(host: str) -> bool:
    """Say whether only this machine itself can reach a server that listens at `host`."""
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host.lower() == "localhost"
