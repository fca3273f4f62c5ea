"""The side with the most independent origins is kept; copies of one text are one voice."""

from __future__ import annotations

from dissensus.policies.base import Component, Outcome, Ruling, Status


def sides(component: Component) -> list[list[str]]:
    """Document ids by side: none of a side is at odds with another of it. Found by id, whatever the order; copies go
    together."""
    found: list[list[str]] = []
    for group in sorted(sorted(group) for group in {component.origin(d.doc_id) for d in component.documents}):
        doc_id = group[0]
        # The side it has most in common with: the one whose opponents are its own.
        fits = [side for side in found if not any(component.at_odds(doc_id, other) for other in side)]
        if fits:
            _shared = {
                id(side): sum(
                    component.at_odds(doc_id, other) and component.at_odds(side[0], other)
                    for other in (d.doc_id for d in component.documents)
                )
                for side in fits
            }
            max(fits, key=lambda side: _shared[id(side)]).extend(group)
        else:
            found.append(group)
    return found


def decide(component: Component) -> Ruling:
    """Most origins kept; an equal number is a tie and everything stays."""
    listed = sides(component)
    votes = [len({component.origin(doc_id) for doc_id in side}) for side in listed]
    most = max(votes)
    told = " against ".join(map(str, sorted(votes, reverse=True)))
    tie = votes.count(most) > 1
    outcomes = {}
    for side, count in zip(listed, votes, strict=True):
        copies = len(side) - count
        extra = f", {copies} {'copy' if copies == 1 else 'copies'} not counted" if copies else ""
        for doc_id in side:
            if tie:
                outcomes[doc_id] = Outcome(kept=True, reason=f"tie: {told} independent origins{extra}")
            else:
                word = "majority" if count == most else "minority"
                outcomes[doc_id] = Outcome(kept=count == most, reason=f"{word}: {told} independent origins{extra}")
    status: Status = "unresolved" if tie else "resolved"
    return Ruling(policy="majority", status=status, outcomes=outcomes)
