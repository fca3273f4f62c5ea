"""Which bytes a result came from."""

from __future__ import annotations

import hashlib
import os

from dissensus.errors import InputError


def file_checksum(path: str | os.PathLike[str], digits: int = 12) -> str:
    """The first hexadecimal digits of the file's SHA-256.

    Raises:
        InputError: The file cannot be read.
    """
    try:
        with open(path, "rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()[:digits]
    except OSError as problem:
        raise InputError(f"{os.fspath(path)}: cannot be read ({problem.strerror or problem})") from None
