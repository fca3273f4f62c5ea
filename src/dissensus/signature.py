"""One line that names everything that can change a figure.

Equal signatures and a deterministic judge mean equal numbers. The form follows sacrebleu's signatures: `key:value`
pairs joined by `|`, the version last.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

_SHORT = {
    "judge": "j",
    "model": "m",
    "decomposer": "d",
    "windows": "w",
    "thresholds": "t",
    "mixed": "x",
    "undecided": "u",
    "conflicted_only": "co",
    "min_weight": "mw",
    "average": "a",
    "bootstrap": "b",
    "version": "v",
}


@dataclass(frozen=True, slots=True)
class Signature:
    """Ordered settings of a run; prints long, `short()` abbreviates the keys."""

    fields: tuple[tuple[str, str], ...]

    @classmethod
    def build(cls, settings: Mapping[str, object], version: str) -> Signature:
        """The signature of a run, version last.

        Args:
            settings: Every choice that can change a number, in reading order.
            version: Version of dissensus.
        """
        return cls((*((key, _text(value)) for key, value in settings.items()), ("version", version)))

    @classmethod
    def parse(cls, line: str) -> Signature:
        """The signature a line holds.

        Raises:
            ValueError: A part is not `key:value`.
        """
        long = {short: key for key, short in _SHORT.items()}
        parts = [part.partition(":") for part in line.strip().split("|")]
        if not all(colon and key for key, colon, _ in parts):
            raise ValueError(f"signature {line!r}: expected key:value parts joined by '|'")
        return cls(tuple((long.get(key, key), value) for key, _, value in parts))

    def short(self) -> str:
        """The same line with abbreviated keys."""
        return "|".join(f"{_SHORT.get(key, key)}:{value}" for key, value in self.fields)

    def __str__(self) -> str:
        return "|".join(f"{key}:{value}" for key, value in self.fields)


def _text(value: object) -> str:
    """A value without the two separators, numbers in their shortest form."""
    text = number(value) if isinstance(value, float) else str(value)
    return text.replace("|", "/").replace("\n", " ")


def number(value: float) -> str:
    """The shortest text that reads back as the same number: 0.5, 1, 1e-09."""
    return repr(float(value)).removesuffix(".0")


def thresholds_text(thresholds: Mapping[str, float]) -> str:
    """Thresholds as a signature shows them: `contradicts=0.5,supports=0.46`."""
    return ",".join(f"{name}={number(value)}" for name, value in sorted(thresholds.items()))
