"""The user is asked which of the two is meant; until then both are kept."""

from __future__ import annotations

from dissensus.conflicts.homonyms import told_apart
from dissensus.policies.base import Component, Ruling, keep_all


def decide(component: Component) -> Ruling:
    """All kept, with the question to ask."""
    return keep_all(component, "clarify", "clarify", "kept until the user has said which is meant", ask(component))


def ask(component: Component) -> str:
    """A question that names what tells the sides apart."""
    by_id = {d.doc_id: d for d in component.documents}
    best = component.conflicts[0]
    a, b = by_id[best.a.doc_id], by_id[best.b.doc_id]
    for name, one, other in told_apart(a, b):
        return f"Which {name} do you mean: {one} ({a.doc_id}), or {other} ({b.doc_id})?"
    one, other = (q.value or " ".join(q.text.split()) for q in (best.a, best.b))
    return (
        f"Which do you mean: the one of {a.title or a.doc_id} ({one}), or the one of {b.title or b.doc_id} ({other})?"
    )
