"""The documents of a conflict wait for a person."""

from __future__ import annotations

from dissensus.policies.base import Component, Ruling, drop_all


def decide(component: Component) -> Ruling:
    """All set aside."""
    return drop_all(component, "review", "review", "set aside until a person has decided")
