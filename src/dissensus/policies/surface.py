"""Both sides are kept, and the answer is to say so."""

from __future__ import annotations

from dissensus.policies.base import Component, Ruling, keep_all


def decide(component: Component) -> Ruling:
    """All kept."""
    return keep_all(component, "surface", "surfaced", "kept with the other side: the disagreement is to be told")
