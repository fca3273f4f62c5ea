"""Names to parts: what ships with dissensus, and what other packages add through entry points."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from importlib.metadata import entry_points
from typing import Any

from dissensus.errors import DissensusError, did_you_mean


class Registry:
    """Looks up `module:attribute` targets by name, loading them only when asked for."""

    def __init__(self, kind: str, shipped: Mapping[str, str]) -> None:
        """Names that ship, with their targets.

        Args:
            kind: What the names are, singular ("judge"); entry points are read from `dissensus.<kind>s`.
            shipped: Name -> "module:attribute".
        """
        self.kind = kind
        self._shipped = dict(shipped)

    def targets(self) -> dict[str, str]:
        """Every known name with its target; a shipped name cannot be taken over by another package."""
        others = {point.name: point.value for point in entry_points(group=f"dissensus.{self.kind}s")}
        return {**others, **self._shipped}

    def load(self, name: str) -> Any:
        """The object of this name.

        Raises:
            DissensusError: The name is unknown; the message names a near one.
        """
        target = self._shipped.get(name)
        if target is None:  # only then are the installed packages looked through, which takes milliseconds
            targets = self.targets()
            if name not in targets:
                raise DissensusError(f"Unknown {self.kind} {name!r}. {did_you_mean(name, targets)}")
            target = targets[name]
        module, _, attribute = target.partition(":")
        return getattr(importlib.import_module(module), attribute)
