"""Numbers, units, dates, versions; negation, antonyms, modality, scope: what the shipped judge must get right whole.

Each kind in several phrasings: (document, claim, whether they clash).
"""

from __future__ import annotations

import pytest

from dissensus.judges import JudgeSettings, Request, open_judge
from dissensus.judges.base import Judge
from dissensus.types import Claim, Document, Label

CASES: dict[str, list[tuple[str, str, bool]]] = {
    "thousands_separator": [
        ("The grant is $1,200,000.00.", "The grant is 1200000 dollars.", False),
        ("The foundation gave a grant of $1.2M.", "The grant is 1,200,000 dollars.", False),
        ("The plant cost 3 400 000 euros.", "The plant cost 3.4 million euros.", False),
    ],
    "number_clash": [
        ("The legal age is 64.", "The legal age is 62.", True),
        ("Retirement is possible from the age of 64.", "People can retire at 62.", True),
        ("The tower is 120 metres high.", "The tower has a height of 210 metres.", True),
    ],
    "identifiers_are_not_amounts": [
        ("The prize went to member 101.", "Member 100 joined in spring.", False),
        ("The 2026 edition has 7 chapters.", "The edition of 2026 is in print.", False),
        ("See section 4 for refunds.", "Section 5 deals with deliveries.", False),
    ],
    "days_and_insertion": [
        ("You can get a refund in 30 days.", "You can get a refund in 10 days.", True),
        ("The supplier is NOT liable for delays.", "The supplier is liable for delays.", True),
        ("Invoices fall due after 14 days.", "Invoices fall due after 41 days.", True),
    ],
    "units": [
        ("The parcel weighs 3 lb.", "The parcel weighs 3 kg.", True),
        ("The bottle holds 2000 ml.", "The bottle holds 2 litres.", False),
        ("The course takes 90 minutes.", "The course takes an hour and a half.", False),
    ],
    "dates": [
        ("The call closes on 1 April.", "The deadline of the call is 5 March.", True),
        ("The meeting was on 3 March 2014.", "The meeting took place on 2014-03-03.", False),
        ("She was born on 4 July 1931.", "She was born in 1931.", False),
    ],
    "prefix_negation": [
        ("Here is a minimal list of duties.", "This is a non-exhaustive list of duties.", False),
        ("The plan is unaffordable for most families.", "Most families can afford the plan.", True),
    ],
    "negation_of_another_phrase": [
        ("The lab opens Saturdays.", "The lab does not open Sundays.", False),
        ("The shop does not sell bread. It sells milk.", "The shop sells milk.", False),
    ],
    "connectives": [
        ("However, the result was confirmed in 3 labs.", "The result was confirmed in 3 labs.", False),
        ("Nevertheless the bridge was finished in 1954.", "The bridge was finished in 1954.", False),
    ],
    "rule_and_exception": [
        ("Visitors with a pass may enter.", "Visitors may not enter.", False),
        ("Dogs are banned from the park. Guide dogs are welcome.", "Guide dogs may enter the park.", False),
        ("Employees must book economy class.", "Employees on flights over eight hours may book business class.", False),
    ],
    "shapes_that_only_seem_to_clash": [
        ("The new line was opened in 2021.", "In 2018 the new line was planned for 2021.", False),
        ("The tool supports French.", "The tool supports English.", False),
        ("The office in Munich has 40 staff.", "The company has 900 staff in Europe.", False),
        ("Marta Ilves, the chess player, was born in 1990.", "Marta Ilves, the painter, was born in 1952.", False),
        ("If the pump fails, the valve closes.", "The valve is open during normal operation.", False),
    ],
    "other_subject": [
        ("River B is 300 km long.", "River A is 200 km long.", False),
        ("The north tower has 12 floors.", "The south tower has 9 floors.", False),
    ],
}


#: What the shipped model still gets wrong; a release that gets one right must take it off this list.
KNOWN_MISSES = {
    "thousands_separator-2", "identifiers_are_not_amounts-2", "units-0", "prefix_negation-0", "rule_and_exception-0",
    "rule_and_exception-1", "shapes_that_only_seem_to_clash-1",
    "shapes_that_only_seem_to_clash-4", "other_subject-0", "other_subject-1",
}  # fmt: skip


def parameters() -> list[object]:
    found = []
    for kind, cases in CASES.items():
        for i, case in enumerate(cases):
            name = f"{kind}-{i}"
            marks = (
                [pytest.mark.xfail(reason="a known limit of the model", strict=True)] if name in KNOWN_MISSES else []
            )
            found.append(pytest.param(*case, id=name, marks=marks))
    return found


@pytest.fixture(scope="module")
def judge() -> Judge:
    return open_judge("onnx", JudgeSettings(threads=1))


@pytest.mark.parametrize(("document", "claim", "clash"), parameters())
def test_kind(judge: Judge, document: str, claim: str, clash: bool) -> None:
    request = Request(
        sample_id="s", claim=Claim(claim_id="c1", text=claim), document=Document(doc_id="d1", text=document)
    )
    (record,) = judge.judge([request])
    assert (record.label is Label.CONTRADICTS) == clash, record.probs
