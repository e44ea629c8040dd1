"""What a hostile or broken client sends through a real server: raw bytes, slow lines, bodies without end."""

from __future__ import annotations

import re
import socket
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from click.testing import CliRunner

from pnp.listening import loopback
from tests.test_tracker_cli import TEMPLATES, server
from tracker import create_app, lan
from tracker.cli import main


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """A server in a process of its own."""
    with server("--port", "0", "--data", str(tmp_path_factory.mktemp("data"))) as (_, said):
        yield int(urlsplit(said.split()[3]).port or 0)


def asked(port: int, request: str | bytes) -> bytes:
    """Send bytes and return the whole answer, or what came before the line was cut."""
    answer = b""
    with closing(socket.create_connection(("127.0.0.1", port), timeout=10)) as line:
        line.sendall(request if isinstance(request, bytes) else request.encode("latin-1"))
        line.settimeout(3)
        try:
            while chunk := line.recv(65536):
                answer += chunk
                head, _, body = answer.partition(b"\r\n\r\n")
                length = re.search(rb"(?i)content-length: (\d+)", head)
                if body is not None and length and len(body) >= int(length[1]):
                    break
        except (TimeoutError, ConnectionResetError):
            pass
    return answer


def raw(port: int, request: str | bytes) -> int:
    return int(asked(port, request).split(b" ", 2)[1] or 0)


def test_two_origin_headers_and_a_forged_host_are_refused_by_the_server_too(port: int) -> None:
    ours = f"Host: localhost:{port}\r\n"
    body = "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 7\r\n\r\nexpr=d6"
    origin = f"Origin: http://localhost:{port}\r\n"
    assert raw(port, f"POST /dice HTTP/1.1\r\n{ours}{origin}{body}") == 303
    assert raw(port, f"POST /dice HTTP/1.1\r\n{ours}{origin}{origin}{body}") == 403
    assert raw(port, f"POST /dice HTTP/1.1\r\n{ours}{origin}Origin: http://evil.test\r\n{body}") == 403
    for path in ("/", "/static/bullpen.css", "/nowhere"):
        for host in ("evil.test", f"evil.test:{port}", "", "localhost.evil.test", "localhost\r\nHost: evil.test"):
            assert raw(port, f"GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n") == 400, (path, host)
    assert raw(port, f"GET http://evil.test/ HTTP/1.1\r\n{ours}\r\n") in (200, 400)
    assert raw(port, "GET http://localhost/ HTTP/1.1\r\nHost: evil.test\r\n\r\n") == 400


def test_what_a_client_says_of_proxies_changes_nothing(port: int) -> None:
    ours = f"Host: localhost:{port}\r\nX-Forwarded-For: 10.0.0.9\r\nForwarded: host=evil.test;proto=https\r\n"
    more = "X-Forwarded-Host: evil.test\r\nX-Forwarded-Proto: https\r\nX-Forwarded-Prefix: /evil\r\n"
    answer = asked(port, f"GET /print HTTP/1.1\r\n{ours}{more}\r\n")
    assert answer.startswith(b"HTTP/1.1 200 ")
    assert b"evil" not in answer
    assert b"Strict-Transport" not in answer
    origin = "Origin: https://evil.test\r\nContent-Length: 0\r\n\r\n"
    assert raw(port, f"POST /dice HTTP/1.1\r\n{ours}{more}{origin}") == 403


def test_a_body_without_end_is_cut_off_and_others_are_served(port: int) -> None:
    head = f"POST /dice HTTP/1.1\r\nHost: localhost:{port}\r\nContent-Type: application/x-www-form-urlencoded\r\n"
    assert raw(port, f"{head}Content-Length: 1073741824\r\n\r\n") == 413
    assert raw(port, f"{head}Content-Length: 70000\r\n\r\n{'x' * 70000}") == 413
    assert raw(port, f"{head}Content-Length: -1\r\n\r\n") == 400
    assert raw(port, f"{head}Content-Length: 5\r\nContent-Length: 7\r\n\r\nexpr=d6") == 400
    many = "&".join(["a="] * 10_000)
    assert raw(port, f"{head}Content-Length: {len(many)}\r\n\r\n{many}") == 413
    with closing(socket.create_connection(("127.0.0.1", port), timeout=10)) as line:
        line.sendall(f"{head}Transfer-Encoding: chunked\r\n\r\n".encode())
        chunk = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
        sent = 0
        answer = b""
        with pytest.raises((BrokenPipeError, ConnectionResetError, StopIteration)):  # noqa: PT012
            for _ in range(2000):
                line.sendall(chunk)
                sent += len(chunk)
                line.setblocking(False)
                with suppress(BlockingIOError):
                    answer += line.recv(4096)
                line.setblocking(True)
                if answer.startswith(b"HTTP/1.1 413"):
                    raise StopIteration
        assert sent < 16 * 1024 * 1024
    assert raw(port, f"GET /healthz HTTP/1.1\r\nHost: localhost:{port}\r\n\r\n") == 200


@pytest.mark.parametrize("name", ["%ED%A0%80", "%ff%fe", "%00", "%", "%u0041", "\xff\xfe", "%F4%90%80%80"])
def test_bytes_that_are_no_text_never_break_a_page(port: int, name: str) -> None:
    body = f"seats-0-name={name}&seats-0-fields-0-outcome=left"
    head = f"Host: localhost:{port}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}"
    assert raw(port, f"POST /score/raging-bulls HTTP/1.1\r\n{head}\r\n\r\n{body}") in (303, 400)
    assert raw(port, f"GET /rules/raging-bulls?q={name} HTTP/1.1\r\nHost: localhost:{port}\r\n\r\n") in (200, 400)
    assert raw(port, f"GET /score/{name} HTTP/1.1\r\nHost: localhost:{port}\r\n\r\n") in (400, 404)


def test_a_header_without_end_is_cut_off(port: int) -> None:
    ours = f"Host: localhost:{port}\r\n"
    assert raw(port, f"GET / HTTP/1.1\r\n{ours}X-Long: {'x' * 100_000}\r\n\r\n") == 431
    assert raw(port, f"GET /?{'x' * 100_000} HTTP/1.1\r\n{ours}\r\n") == 431
    assert raw(port, f"GET / HTTP/1.1\r\n{ours}X-Long: {'x' * 1_000_000}\r\n\r\n") == 431
    assert raw(port, f"GET / HTTP/1.1\r\n{ours}{'X: y' * 10}\r\nno colon\r\n\r\n") in (200, 400)
    assert raw(port, f"GET /\x00 HTTP/1.1\r\n{ours}\r\n") in (400, 404)


def test_slow_and_idle_lines_keep_nobody_waiting(port: int) -> None:
    lines = [socket.create_connection(("127.0.0.1", port), timeout=5) for _ in range(120)]
    try:
        for line in lines[:20]:
            line.sendall(f"POST /dice HTTP/1.1\r\nHost: localhost:{port}\r\nContent-Length: 60000\r\n\r\nx".encode())
        start = time.monotonic()
        for _ in range(10):
            assert raw(port, f"GET /healthz HTTP/1.1\r\nHost: localhost:{port}\r\n\r\n") == 200
            for line in lines[:20]:
                line.sendall(b"x")
        assert time.monotonic() - start < 5
    finally:
        for line in lines:
            line.close()


def test_the_server_tells_nothing_about_itself_and_has_its_limits(port: int) -> None:
    answer = asked(port, f"GET / HTTP/1.1\r\nHost: localhost:{port}\r\n\r\n").partition(b"\r\n\r\n")[0].lower()
    assert b"waitress" not in answer
    assert b"python" not in answer
    assert b"\r\nserver:" not in answer
    listening = lan.server(create_app({"GAMES": ()}), "127.0.0.1", 0)
    settings = listening.adj
    listening.close()
    listening.task_dispatcher.shutdown()
    assert (settings.threads, settings.channel_timeout, settings.connection_limit, settings.ident) == (8, 30, 200, None)
    assert settings.max_request_body_size == 4 * 1024 * 1024
    assert settings.clear_untrusted_proxy_headers


@pytest.mark.parametrize("host", ["0.0.0.0", "192.168.1.20", "::", "x.test"])
def test_debug_mode_is_served_to_this_machine_only(tmp_path: Path, host: str) -> None:
    done = CliRunner().invoke(
        main,
        ["serve", "--host", host, "--templates", TEMPLATES, "--data", str(tmp_path)],
        env={"FLASK_DEBUG": "1"},
    )
    assert (done.exit_code, "debug mode" in done.output) == (1, True)
    assert [loopback(name) for name in ("127.0.0.1", "127.9.9.9", "::1", "localhost")] == [True] * 4
