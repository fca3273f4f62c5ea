"""What can go wrong, and how each door reports it (exit code of the CLI; bugs keep their traceback)."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class DissensusError(Exception):
    """Something the user can mend. The message says what was wrong, the value got, what is accepted, what to do."""

    exit_code = 2


class InputError(DissensusError):
    """A file, row or argument that cannot be used as it is."""


class JudgeError(DissensusError):
    """A judge that cannot be loaded or cannot work at all (a single failed pair is an unscored record instead)."""


class MissingExtraError(DissensusError):
    """An optional package is needed and absent."""

    def __init__(self, package: str, extra: str, purpose: str) -> None:
        super().__init__(f"{purpose} needs the package {package!r}; install it with: pip install 'dissensus[{extra}]'")


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """The tail of an unknown-name message: a near name where there is one, else the accepted names."""
    known = sorted(known)
    near = difflib.get_close_matches(name, known, n=1)
    return f"Did you mean {near[0]}?" if near else f"Accepted: {', '.join(known)}."
