"""The source that weighs most is kept, the newest of those that weigh the same: a fresh blog does not override a statute."""

from __future__ import annotations

from dissensus.policies.base import Component, Ruling, newest, rule_by_rank


def decide(component: Component) -> Ruling:
    """Weight first, date second."""
    heaviest = max(d.weight for d in component.documents)
    top = [d for d in component.documents if d.weight == heaviest]
    losers = {
        d.doc_id: f"less authority: weight {d.weight:g} against {heaviest:g}"
        for d in component.documents
        if d.weight < heaviest
    }
    if not component.torn(top):
        return rule_by_rank(
            component, "authority_then_recency", top, losers, {}, f"most authority: weight {heaviest:g}"
        )
    winners, older, undated, latest = newest(top)
    losers |= {d.doc_id: f"older: {d.published}, the newest of equal authority is of {latest}" for d in older}
    return rule_by_rank(
        component,
        "authority_then_recency",
        winners,
        losers,
        {d.doc_id: "undated: cannot be placed among those of equal authority" for d in undated},
        f"most authority, newest: {latest}",
    )
