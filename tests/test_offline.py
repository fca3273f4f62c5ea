"""The guard itself: it refuses the network here and in processes that tests start, and lets loopback through."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The attempts of this test go to a log of their own, so that they do not fail it."""
    monkeypatch.setenv("DISSENSUS_TEST_NETWORK_LOG", str(tmp_path / "log"))
    return tmp_path / "log"


def test_this_process_is_offline(log: Path) -> None:
    with pytest.raises(OSError, match="offline"):
        socket.create_connection(("192.0.2.1", 9), timeout=1)
    with pytest.raises(OSError, match="offline"):
        socket.getaddrinfo("example.org", 80)
    assert [line.split()[1] for line in log.read_text().splitlines()] == ["192.0.2.1", "example.org"]


def test_a_child_process_is_offline_and_is_seen_though_it_swallows_the_error(log: Path) -> None:
    program = "import socket\ntry: socket.create_connection(('192.0.2.1', 9), 1)\nexcept OSError as e: print(e)"
    done = subprocess.run([sys.executable, "-c", program], env=os.environ, capture_output=True, text=True, check=True)
    assert "offline" in done.stdout
    assert "192.0.2.1" in log.read_text()


def test_loopback_and_unix_sockets_work(log: Path, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server, socket.create_connection(server.getsockname()):
        pass
    if hasattr(socket, "AF_UNIX"):
        with socket.socket(socket.AF_UNIX) as server, socket.socket(socket.AF_UNIX) as client:
            server.bind(str(tmp_path / "s"))
            server.listen()
            client.connect(str(tmp_path / "s"))
    assert not log.exists()
