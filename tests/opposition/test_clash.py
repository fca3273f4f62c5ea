from __future__ import annotations

import pytest

from dissensus.opposition import oppositions

CLASHING = {
    "negation": [
        ("The lab does not open Sundays.", "The lab opens Sundays."),
        ("The lab opens on Sundays.", "The lab doesn't open on Sundays."),
        ("The company is liable for damages.", "The company is NOT liable for damages."),
        ("The drug lowers blood pressure.", "The drug never lowered blood pressure."),
        ("The tea contains sugar.", "The tea contains no sugar."),
        ("The tea comes with sugar.", "The tea comes without sugar."),
        ("Injuries were reported.", "No injuries were reported."),
        ("The pump failed to start.", "The pump started."),
        ("The museum sold the painting.", "The museum did not sell the painting."),
        ("The service no longer supports French.", "The service supports French."),
        ("The minister refused to sign the treaty.", "The minister signed the treaty."),
        ("The engine was unable to restart.", "The engine restarted."),
        ("The tool uses YAML.", "The tool uses JSON rather than YAML."),
        ("The capital is Sydney.", "The capital is not Sydney but Canberra."),
        ("Officials denied that the mine was contaminated.", "The mine was contaminated."),
        ("There is evidence of fraud.", "There is no evidence of fraud."),
        ("He resigned.", "However, he has not resigned."),
        ("Nobody was hurt in the crash.", "Three people were hurt in the crash."),
        ("The device has a fan.", "The device lacks a fan."),
    ],
    "antonym": [
        ("The pool is open.", "The pool is closed."),
        ("The option is enabled by default.", "The option is disabled by default."),
        ("Sales rose in 2020.", "Sales fell in 2020."),
        ("Sales increased by 5% in 2020.", "Sales dropped by 3% in 2020."),
        ("The court granted the appeal.", "The court denied the appeal."),
        ("The board approved the merger.", "The merger was rejected by the board."),
        ("The jury found him guilty.", "The jury acquitted him."),
        ("The parking is free.", "The parking is paid."),
        ("The endpoint is deprecated.", "The endpoint is still supported."),
        ("The model is retired.", "The model is available."),
        ("The server is online.", "The server is offline."),
        ("The team won the final.", "The team lost the final."),
        ("The tower was built before the war.", "The tower was built after the war."),
        ("The water is hot.", "The water is cold."),
        ("The firmware is patched.", "The firmware is unpatched."),
        ("The method is reliable.", "The method is unreliable."),
        ("The call is synchronous.", "The call is asynchronous."),
        ("Lunch is included in the price.", "Lunch is excluded from the price."),
        ("The restaurant opened in 1990.", "The restaurant shut in 1990."),
        ("The company reported a profit in 2021.", "The company reported a loss in 2021."),
        ("The field is mutable.", "The field is immutable."),
    ],
    "quantifier": [
        ("All labs opened.", "No labs opened."),
        ("All samples passed the test.", "Not all samples passed the test."),
        ("Every member voted.", "None of the members voted."),
        ("The door is always locked.", "The door is never locked."),
        ("Both engines started.", "Only one engine started."),
        ("Both engines started.", "Neither engine started."),
        ("Each room has a window.", "Some rooms do not have a window."),
        ("Most villages have a school.", "Few villages have a school."),
        ("Some bridges collapsed.", "None of the bridges collapsed."),
        ("The clinic often closes early.", "The clinic never closes early."),
    ],
    "modality": [
        ("The battery cannot be replaced.", "The battery can be replaced."),
        ("Visitors must register.", "Visitors need not register."),
        ("Visitors must register.", "Visitors do not have to register."),
        ("Visitors must register.", "Visitors may register."),
        ("Visitors may enter.", "Visitors may not enter."),
        ("Visitors are allowed to enter the hall.", "Visitors must not enter the hall."),
        ("Employees are required to wear a badge.", "Employees are not required to wear a badge."),
        ("Guests can smoke on the balcony.", "Guests are prohibited from smoking on the balcony."),
        ("The tenant shall pay the deposit.", "The tenant shall not pay the deposit."),
        ("Users should update the firmware.", "Users should not update the firmware."),
        ("Registration is mandatory.", "Registration is optional."),
        ("Smoking is prohibited.", "Smoking is allowed."),
        ("Helmets are required.", "Helmets are optional."),
    ],
}

HARMLESS = [
    ("The lab does not open Sundays.", "The lab opens Saturdays."),
    ("a non-exhaustive list", "a minimal list"),
    ("This is a non-exhaustive list of fees.", "This is a minimal list of fees."),
    ("The result was confirmed in labs.", "However, the result was confirmed in 3 labs."),
    ("The result was confirmed.", "Nevertheless, the result was confirmed in 3 labs."),
    ("The tool will ship in May.", "The tool shipped in May."),
    ("The service supports English.", "The service supports French."),
    ("The service supports English.", "The service does not support French."),
    ("The firm is based in Europe.", "The firm is based in Munich."),
    ("River A is navigable.", "River B is not navigable."),
    ("The Rhine is 200 km long.", "The Elbe is 300 km long."),
    ("As of 2019 the chair was Ann Lee.", "Since 2023 the chair is Bo Ek."),
    ("The lab is not closed.", "The lab is open."),
    ("The lab is open.", "The lab isn't closed."),
    ("All labs passed the test.", "No labs failed the test."),
    ("The lab did not open until 1990.", "The lab opened in 1990."),
    ("He not only won the race but also set a record.", "He won the race."),
    ("No fewer than 5 labs opened.", "Labs opened."),
    ("There is no doubt that the drug works.", "The drug works."),
    ("He did not fail to report the loss.", "He reported the loss."),
    ("The old bridge closed in 1990.", "The new bridge opened in 1990."),
    ("The shop opens at 9.", "The shop opens at 9 and closes at 17."),
    ("The north gate is open.", "The south gate is closed."),
    ("The capital is Canberra.", "The capital is not Sydney but Canberra."),
    ("The hot tap is on the left.", "The cold tap is blue."),
    ("Some doors are open.", "Other windows are closed."),
    ("Members do not pay a fee.", "Guests pay a fee."),
    ("The Oslo office closed.", "The Bergen office opened."),
    ("The plant does not process milk.", "The plant processes meat."),
    ("The film was released in 1990.", "The film was released in 1990 in France."),
    ("The bank raised its rate in 2021.", "The bank lowered its rate in 2022."),
    ("Employees must wear a badge.", "Visitors need not wear a badge."),
    ("The tool uses JSON.", "The tool uses JSON rather than YAML."),
    ("He can swim.", "He can swim well."),
    ("He cannot help but smile.", "He smiles."),
    ("No. 5 squadron flew to Malta.", "Squadron 5 flew to Malta."),
    ("The vaccine is effective.", "The vaccine is not ineffective."),
    ("Does the lab not open on Sundays?", "The lab opens on Sundays."),
    ("There isn't any life on the planet.", "There is no life on the planet."),
    ("The clinic usually does not close early.", "The clinic seldom closes early."),
    ("She wears no hat but she wears rings.", "She does not wear a hat but she wears rings."),
    ("It sold less than 125 copies.", "It sold more than 120 copies."),
    ("A man and a woman danced.", "A male and a female danced."),
    ("Mexico defeated Honduras.", "Mexico won against Honduras."),
    ("The valve is not open.", "The valve is not open yet."),
    ("The policy covers theft, not fire.", "The policy covers theft."),
    ("Orders ship if payment was not refused.", "Payment was not refused."),
    ("If the light is red, stop the pump.", "If the light is green, do not stop the pump."),
    ("The museum is free for children.", "The museum is not free for adults."),
    ("The first flight left at noon.", "The last flight left at midnight."),
    ("", ""),
]


@pytest.mark.parametrize(("kind", "claim", "sentence"), [(k, *pair) for k, of in CLASHING.items() for pair in of])
def test_clashing_words_are_found_from_both_sides(kind: str, claim: str, sentence: str) -> None:
    for a, b in ((claim, sentence), (sentence, claim)):
        found = oppositions(a, b)
        assert found
        assert any(o.kind == kind or {o.kind, kind} == {"antonym", "modality"} for o in found), found
        assert found[0].strength >= 0.4
        for o in found:
            assert a[slice(*o.claim_span)] == o.claim_text
            assert b[slice(*o.passage_span)] == o.passage_text


@pytest.mark.parametrize(("claim", "sentence"), HARMLESS)
def test_harmless_pairs_have_no_opposition(claim: str, sentence: str) -> None:
    assert oppositions(claim, sentence) == ()
    assert oppositions(sentence, claim) == ()


def test_an_exception_to_a_rule_is_weak() -> None:
    found, *more = oppositions("Visitors may not enter.", "Visitors with a pass may enter.")
    assert found.kind == "modality"
    assert not more
    assert found.strength < 0.4


def test_advice_is_weaker_than_duty() -> None:
    (duty,) = oppositions("Visitors must register.", "Visitors must not register.")
    (advice,) = oppositions("Visitors must register.", "Visitors should register.")
    assert advice.strength < 0.4 < duty.strength


def test_a_part_denied_weighs_less_than_the_whole() -> None:
    (whole,) = oppositions("The company closed.", "The company did not close.")
    (part,) = oppositions("The company's division closed.", "The company did not close.")
    assert part.strength < whole.strength / 2


def test_what_is_only_supposed_weighs_less() -> None:
    (found,) = oppositions("The valve is not open.", "If the valve is open, the pump runs.")
    assert found.strength <= 0.4


def test_a_narrower_denial_weighs_less() -> None:
    (narrow,) = oppositions("The lab opens.", "The lab does not open on Sundays.")
    (same,) = oppositions("The lab opens on Sundays.", "The lab does not open on Sundays.")
    assert narrow.strength <= same.strength / 2


def test_strongest_first() -> None:
    found = oppositions("The pool is open and must be heated.", "The pool is closed and need not be heated.")
    assert [o.kind for o in found] == ["antonym", "modality"]
    assert [o.strength for o in found] == sorted((o.strength for o in found), reverse=True)
