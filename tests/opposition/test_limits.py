from __future__ import annotations

import pytest

from dissensus.opposition import conditions, modals, quantifiers


def found(text: str) -> set[tuple[str, str]]:
    return {(c.kind, text[slice(*c.span)].lower()) for c in conditions(text)}


@pytest.mark.parametrize(
    ("text", "kind", "cue"),
    [
        ("Refunds are paid if the item is unused.", "if", "if"),
        ("Unless it rains, the pool opens.", "if", "unless"),
        ("It is free provided that you register.", "if", "provided that"),
        ("When the valve fails, the pump stops.", "if", "when"),
        ("It runs as long as the light is on.", "if", "as long as"),
        ("Once approved, the plan starts.", "if", "once"),
        ("All labs open except Oslo.", "exception", "except"),
        ("Staff other than drivers may leave.", "exception", "other than"),
        ("It serves lunch but not dinner.", "exception", "but not"),
        ("With the exception of Oslo, all open.", "exception", "with the exception of"),
        ("Only members may enter.", "exception", "only members"),
        ("Visitors with a pass may enter.", "exception", "with a pass"),
        ("Visitors holding a valid ticket may enter.", "exception", "holding a valid ticket"),
        ("It was open until 1990.", "time", "until"),
        ("It no longer works.", "time", "no longer"),
        ("It used to be open.", "time", "used to"),
        ("As of 2019 the chair was Ann Lee.", "time", "as of"),
        ("Since 2023 the chair is Bo Ek.", "time", "since"),
        ("He was formerly a pilot.", "time", "formerly"),
        ("It opened in 2019.", "time", "in 2019"),
        ("It opened in March 2019.", "time", "in march 2019"),
        ("The firm plans to ship it.", "plan", "plans to"),
        ("It will ship in June.", "plan", "will"),
        ("It is expected to ship.", "plan", "is expected to"),
        ("The launch is scheduled for June.", "plan", "is scheduled"),
        ("It may rain.", "hedge", "may"),
        ("He reportedly left.", "hedge", "reportedly"),
        ("About 30 people came.", "hedge", "about"),
        ("It is likely wrong.", "hedge", "likely"),
        ("Some labs opened.", "part", "some"),
        ("Half of the labs opened.", "part", "half of"),
        ("It rained in the north.", "part", "in the north"),
        ("Its European arm closed.", "part", "arm"),
        ("The two divisions closed.", "part", "divisions"),
    ],
)
def test_conditions(text: str, kind: str, cue: str) -> None:
    assert (kind, cue) in found(text)


@pytest.mark.parametrize("text", ["", "The pool is open.", "It opened on May 5.", "River A is 200 km long."])
def test_plain_statements_have_no_condition(text: str) -> None:
    assert conditions(text) == ()


def test_a_condition_reaches_to_the_end_of_its_clause() -> None:
    text = "If it rains hard, the pool shuts."
    (condition,) = conditions(text)
    assert text[slice(*condition.scope)] == "If it rains hard"


@pytest.mark.parametrize(
    ("text", "force"),
    [
        ("You must register.", "require"),
        ("You shall register.", "require"),
        ("You have to register.", "require"),
        ("You are required to register.", "require"),
        ("You must not register.", "forbid"),
        ("You may not register.", "forbid"),
        ("You shall not register.", "forbid"),
        ("You cannot register.", "forbid"),
        ("You are not allowed to register.", "forbid"),
        ("No guest may register.", "forbid"),
        ("You may register.", "permit"),
        ("You can register.", "permit"),
        ("You are permitted to register.", "permit"),
        ("You need not register.", "optional"),
        ("You do not have to register.", "optional"),
        ("You are not required to register.", "optional"),
        ("Registration is voluntary.", "optional"),
        ("You should register.", "advise"),
        ("You should not register.", "dissuade"),
    ],
)
def test_forces(text: str, force: str) -> None:
    (modal,) = modals(text)
    assert modal.force == force


@pytest.mark.parametrize("text", ["It may have rained.", "It opened on 5 May.", "It opened."])
def test_guesses_and_months_are_no_permissions(text: str) -> None:
    assert modals(text) == ()


@pytest.mark.parametrize(
    ("text", "level", "domain"),
    [
        ("All labs opened.", "all", "thing"),
        ("Every lab opened.", "all", "thing"),
        ("Both labs opened.", "all", "thing"),
        ("Not all labs opened.", "not all", "thing"),
        ("Some labs did not open.", "not all", "thing"),
        ("Some of the labs opened.", "some", "thing"),
        ("Most labs opened.", "many", "thing"),
        ("Only a few labs opened.", "few", "thing"),
        ("Only one lab opened.", "one", "thing"),
        ("Neither lab opened.", "none", "thing"),
        ("No lab opened.", "none", "thing"),
        ("It always opens.", "all", "time"),
        ("It never opens.", "none", "time"),
        ("It usually opens.", "many", "time"),
        ("It rarely opens.", "few", "time"),
    ],
)
def test_levels(text: str, level: str, domain: str) -> None:
    (quantity,) = quantifiers(text)
    assert (quantity.level, quantity.domain) == (level, domain)
