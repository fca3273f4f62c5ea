"""The document whose source weighs most is kept."""

from __future__ import annotations

from dissensus.policies.base import Component, Ruling, rule_by_rank


def decide(component: Component) -> Ruling:
    """Heaviest kept, lighter set aside; equal weights at odds are a tie."""
    heaviest = max(d.weight for d in component.documents)
    return rule_by_rank(
        component,
        "reliability",
        [d for d in component.documents if d.weight == heaviest],
        {
            d.doc_id: f"less reliable: weight {d.weight:g} against {heaviest:g}"
            for d in component.documents
            if d.weight < heaviest
        },
        {},
        f"most reliable: weight {heaviest:g}",
    )
