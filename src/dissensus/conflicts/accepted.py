"""Conflicts that are known and accepted, so that a gate fails on new ones alone.

[[accepted]]
conflict = "3f9a2c41d07b"
reason = "the two handbooks are merged in spring"
owner = "people team"
expires = 2027-03-31
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime

from dissensus.conflicts.model import DocConflict
from dissensus.errors import InputError, did_you_mean
from dissensus.io.text import printable
from dissensus.io.toml import read_toml

_KEYS = ("conflict", "reason", "owner", "expires")


@dataclass(frozen=True, slots=True, kw_only=True)
class Accepted:
    """One known conflict."""

    conflict: str
    """Its fingerprint, or two document ids joined by `<>` for whatever they disagree about."""
    reason: str
    owner: str | None = None
    expires: date | None = None
    """Last day on which it is accepted."""

    def covers(self, conflict: DocConflict, today: date) -> bool:
        """Whether the conflict is this one and still accepted."""
        if self.expires is not None and today > self.expires:
            return False
        ids = {part.strip() for part in self.conflict.split("<>")}
        return conflict.conflict_id == self.conflict or ids == set(conflict.doc_ids)


def load_accepted(path: str | os.PathLike[str]) -> tuple[Accepted, ...]:
    """The known conflicts of a TOML file.

    Raises:
        InputError: It cannot be read, or an entry lacks what it needs; the message names entry, field and value.
    """
    said = read_toml(path)
    listed = said.get("accepted", [])
    if set(said) - {"accepted"} or not isinstance(listed, list):
        raise InputError(f"{path}: expected [[accepted]] tables and nothing else")
    return tuple(_entry(entry, f"{path}: accepted {n}") for n, entry in enumerate(listed, start=1))


def _entry(entry: object, where: str) -> Accepted:
    if not isinstance(entry, dict):
        raise InputError(f"{where} is {entry!r}; expected a table")
    for key in entry.keys() - set(_KEYS):
        raise InputError(f"{where}: unknown field {key!r}. {did_you_mean(key, _KEYS)}")
    for key in ("conflict", "reason"):
        if not isinstance(entry.get(key), str) or not entry[key].strip():
            raise InputError(f"{where}: field {key!r} is {entry.get(key)!r}; expected text")
    named = entry["conflict"].strip()
    if not re.fullmatch(r"[0-9a-f]{12}", named) and len([p for p in named.split("<>") if p.strip()]) != 2:
        raise InputError(f"{where}: field 'conflict' is {named!r}; expected 12 hex digits, or two ids as 'a <> b'")
    owner, expires = entry.get("owner"), entry.get("expires")
    if owner is not None and not isinstance(owner, str):
        raise InputError(f"{where}: field 'owner' is {owner!r}; expected text")
    if isinstance(expires, datetime):
        expires = expires.date()
    if expires is not None and not isinstance(expires, date):
        raise InputError(f"{where}: field 'expires' is {expires!r}; expected a day such as 2027-03-31, without quotes")
    return Accepted(conflict=named, reason=entry["reason"], owner=owner, expires=expires)


def split_known(
    conflicts: Iterable[DocConflict], accepted: Iterable[Accepted], today: date
) -> tuple[list[DocConflict], list[tuple[DocConflict, Accepted]]]:
    """New conflicts, and known ones with the entry that accepts each."""
    entries = list(accepted)
    new: list[DocConflict] = []
    known: list[tuple[DocConflict, Accepted]] = []
    for conflict in conflicts:
        entry = next((e for e in entries if e.covers(conflict, today)), None)
        if entry is None:
            new.append(conflict)
        else:
            known.append((conflict, entry))
    return new, known


def as_toml(conflicts: Iterable[DocConflict], reason: str) -> str:
    """A file that accepts these conflicts, to be edited."""
    parts = []
    for c in {c.conflict_id: c for c in conflicts}.values():
        told = " ".join(printable(c.explanation).split())
        parts.append(f'# {told}\n[[accepted]]\nconflict = "{c.conflict_id}"\nreason = {_quoted(reason)}\n')
    return "\n".join(parts)


def _quoted(text: str) -> str:
    """A TOML basic string; its escapes are those of JSON, and DEL."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
