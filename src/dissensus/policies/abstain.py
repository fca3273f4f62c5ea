"""Nothing is answered from documents in conflict."""

from __future__ import annotations

from dissensus.policies.base import Component, Ruling, drop_all


def decide(component: Component) -> Ruling:
    """All set aside."""
    return drop_all(component, "abstain", "abstained", "in conflict: nothing is answered from it")
