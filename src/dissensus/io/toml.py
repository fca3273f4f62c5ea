"""TOML files that a user writes."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path
from typing import Any

from dissensus.errors import InputError


def read_toml(path: str | os.PathLike[str]) -> dict[str, Any]:
    """What a TOML file says; a byte order mark is passed over.

    Raises:
        InputError: It cannot be read, or is not TOML.
    """
    try:
        return tomllib.loads(Path(path).read_text(encoding="utf-8-sig"))
    except (OSError, UnicodeDecodeError) as problem:
        raise InputError(f"{path}: cannot be read ({getattr(problem, 'strerror', None) or problem})") from problem
    except tomllib.TOMLDecodeError as problem:
        raise InputError(f"{path}: not valid TOML ({problem})") from problem
