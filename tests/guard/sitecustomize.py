"""Keeps the tests off the network: loaded by tests/conftest.py here, and by every Python that the tests start.

An audit hook sees each use of a socket, also one whose error is swallowed; loopback and Unix sockets are let through.
Attempts go to the file that DISSENSUS_TEST_NETWORK_LOG names, so that the run fails on them whatever the code did.
"""

from __future__ import annotations

import ipaddress
import os
import sys
from typing import Any

_WITH_ADDRESS = ("socket.connect", "socket.sendto", "socket.sendmsg")
_WITH_HOST = ("socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr", "socket.getnameinfo")


def is_local(host: object) -> bool:
    host = host.decode("ascii", "replace") if isinstance(host, bytes) else host
    if host in (None, "", "localhost"):
        return True
    try:
        return ipaddress.ip_address(str(host)).is_loopback
    except ValueError:
        return False


def guard(event: str, args: tuple[Any, ...]) -> None:
    if event in _WITH_ADDRESS:
        # A Unix socket's address is a string; a connected socket sends without one.
        host = args[1][0] if isinstance(args[1], tuple) else None
    elif event in _WITH_HOST:
        host = args[0][0] if isinstance(args[0], tuple) else args[0]
    else:
        return
    if not is_local(host):
        with open(os.environ["DISSENSUS_TEST_NETWORK_LOG"], "a", encoding="utf-8") as log:
            print(event, host, file=log)
        raise OSError(f"the tests are offline: {event} {host}")


sys.addaudithook(guard)
