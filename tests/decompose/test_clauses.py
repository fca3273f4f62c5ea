from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dissensus.decompose import Decomposition, claims_of
from dissensus.types import Claim, Sample


def decompose(response: str, **options: object) -> Decomposition:
    return claims_of(Sample(sample_id="s", response=response, documents=()), "clauses", **options)  # type: ignore[arg-type]


def texts(response: str) -> list[str]:
    """Claims without a last full stop."""
    return [c.text.rstrip(".") for c in decompose(response).claims]


@pytest.mark.parametrize(
    ("response", "expected"),
    [
        # coordination
        (
            "The bridge opened in 1954 and carries trains.",
            ["The bridge opened in 1954", "The bridge carries trains"],
        ),
        (
            "In 2019, the city sold the stadium and bought the park.",
            ["In 2019, the city sold the stadium", "In 2019, the city bought the park"],
        ),
        (
            "The drug was approved in 2011 and withdrawn in 2015.",
            ["The drug was approved in 2011", "The drug was withdrawn in 2015"],
        ),
        (
            "The river is 200 km long, but only 40 km are navigable.",
            ["The river is 200 km long", "only 40 km are navigable"],
        ),
        ("The firm makes pumps and valves.", ["The firm makes pumps and valves"]),
        # relative clauses, appositions, participles, parentheses, semicolons
        (
            "The bridge, which opened in 1954, is 412 m long.",
            ["The bridge is 412 m long", "The bridge opened in 1954"],
        ),
        ("The bridge that opened in 1954 is 412 m long.", ["The bridge that opened in 1954 is 412 m long"]),
        (
            "The lake, whose depth exceeds 300 metres, freezes every winter.",
            ["The lake freezes every winter", "The lake's depth exceeds 300 metres"],
        ),
        (
            "Nitrate peaked at the northern inlet, where a farm drains its fields.",
            ["Nitrate peaked at the northern inlet", "A farm drains its fields at the northern inlet"],
        ),
        (
            "Mira Hald, director of the museum, resigned on Monday.",
            ["Mira Hald resigned on Monday", "Mira Hald is director of the museum"],
        ),
        ("She lives in Lyon, France.", ["She lives in Lyon, France"]),
        (
            "The World Health Organization (WHO) recommends two doses.",
            ["The World Health Organization (WHO) recommends two doses"],
        ),
        (
            "Founded in 1920, the firm employs 300 people.",
            ["The firm was founded in 1920", "the firm employs 300 people"],
        ),
        ("The dam (built in 1931) holds 5 km3.", ["The dam holds 5 km3", "The dam was built in 1931"]),
        (
            "The hospital appealed; the case is still pending.",
            ["The hospital appealed", "the case is still pending"],
        ),
        # what governs stays
        (
            "If demand falls, the firm will cut jobs and close two plants.",
            ["If demand falls, the firm will cut jobs and close two plants"],
        ),
        ("Copper is denser than iron.", ["Copper is denser than iron"]),
        (
            "The board did not approve the budget and reject the plan.",
            ["The board did not approve the budget and reject the plan"],
        ),
        ("The fine was cut because the firm cooperated.", ["The fine was cut because the firm cooperated"]),
        ("It is likely that prices fall.", ["It is likely that prices fall"]),
        # hedges: two sides, one claim
        (
            "Coffee may help concentration but can also disturb sleep.",
            ["Coffee may help concentration but can also disturb sleep"],
        ),
        (
            "Some studies suggest a benefit, but others find none.",
            ["Some studies suggest a benefit, but others find none"],
        ),
        ("Although the plant closed, output rose.", ["the plant closed", "output rose"]),
        # attribution
        (
            "Smith said that prices fell in May and that wages rose.",
            ["Smith said that prices fell in May", "Smith said that wages rose"],
        ),
        ("The court ruled that the fine was void.", ["The court ruled that the fine was void"]),
    ],
)
def test_clauses(response: str, expected: list[str]) -> None:
    assert texts(response) == expected


@pytest.mark.parametrize(
    ("response", "expected"),
    [
        (
            "The Halden Bridge opened in 1954. It carries trains.",
            ["The Halden Bridge opened in 1954", "The Halden Bridge carries trains"],
        ),
        (
            "The Halden Bridge opened in 1954. Its span is 412 m.",
            ["The Halden Bridge opened in 1954", "The Halden Bridge's span is 412 m"],
        ),
        (
            "Ada Byron wrote a note. She published it in 1843.",
            ["Ada Byron wrote a note", "Ada Byron published the note in 1843"],
        ),
    ],
)
def test_references_are_replaced_where_that_is_safe(response: str, expected: list[str]) -> None:
    found = decompose(response)
    assert [c.text.rstrip(".") for c in found.claims] == expected
    assert not any(c.ambiguous for c in found.claims)


def test_an_ambiguous_reference_stays_and_is_told() -> None:
    found = decompose("She joined in 2009. It doubled the next year.")
    assert [[r.text for r in c.ambiguous] for c in found.claims] == [["She"], ["It"]]
    assert [c.text for c in found.claims] == ["She joined in 2009.", "It doubled the next year."]
    dropped = decompose("She joined in 2009. The firm grew.", drop_ambiguous=True)
    assert [(c.claim_id, c.text) for c in dropped.claims] == [("c1", "The firm grew.")]
    assert [(s.reason, s.span) for s in dropped.skipped] == [("ambiguous", (0, 19))]


def test_two_persons_are_not_guessed_between() -> None:
    (_, claim) = decompose("Anna Holm met Maria Lopez in Rome. She left in May.").claims
    assert claim.text == "She left in May."
    assert claim.ambiguous[0].text == "She"
    assert claim.ambiguous[0].guess in ("Anna Holm", "Maria Lopez")


def test_empty_it_is_no_reference() -> None:
    assert not any(
        c.ambiguous for c in decompose("It is likely that rents rise. It took two years to build the dam.").claims
    )


def test_items_rows_headings_and_code() -> None:
    """Kind 35."""
    response = "## Specs\n| part | mass |\n|---|---|\n| hull | 3 kg |\n- crew: 4\n```py\nx=1\n```"
    found = decompose(response)
    assert [c.text for c in found.claims] == ["Hull mass: 3 kg", "Specs: crew: 4"]
    assert [s.reason for s in found.skipped] == ["heading", "heading", "separator", "code"]
    assert [[response[a:b] for a, b in c.parts] for c in found.claims] == [
        ["hull", "mass", "3 kg"],
        ["Specs", "crew: 4"],
    ]


def test_an_item_is_read_with_its_lead_in() -> None:
    response = "The kit contains:\n\n- a pump\n- **two** lamps, which are waterproof\n\nIt weighs 3 kg."
    assert texts(response) == [
        "The kit contains a pump",
        "The kit contains two lamps",
        "Two lamps are waterproof",
        "The kit weighs 3 kg",
    ]


def test_a_lead_in_that_says_nothing_is_no_context() -> None:
    assert texts("Here is what I found:\n- A mast of oak\n- The hull leaks.") == ["A mast of oak", "The hull leaks"]


def test_emphasis_never_hides_a_number_and_citations_are_no_words() -> None:
    found = decompose("Revenue was **$6**.8 *million* [1][2] (Smith et al., 2020), see [the report](http://a.b/c).")
    assert [c.text for c in found.claims] == ["Revenue was $6.8 million, see the report."]


def test_dialogue_keeps_the_speaker() -> None:
    response = "Anna: When did you move?\nBen: I moved in 2010 and sold the car.\nAnna: The car was red."
    assert texts(response) == ["Ben: I moved in 2010", "Ben: I sold the car", "Anna: The car was red"]


def test_scraps_of_a_scan_are_skipped() -> None:
    """Kind 36."""
    found = decompose("The weight is three newtons. B Heat equals weightless(i")
    assert [c.text for c in found.claims] == ["The weight is three newtons."]
    assert [(s.text, s.reason) for s in found.skipped] == [("B Heat equals weightless(i", "fragment")]


def test_a_fragment_alone_is_the_answer() -> None:
    assert texts("Paris.") == ["Paris"]
    assert texts("Paris. It is the capital of France.")[-1].endswith("the capital of France")


@pytest.mark.parametrize(
    ("response", "n"),
    [
        ("该桥于1954年建成。全长412米。", 2),  # kind 39
        ("पुल 1954 में खुला। यह 412 मीटर लंबा है।", 2),  # kind 40
        ("افتتح الجسر عام 1954. طوله 412 مترا.", 2),
        ("สะพานเปิดในปี 1954 ยาว 412 เมตร", 1),
        ("Der Turm wurde 1954 gebaut. Er ist 412 Meter hoch und steht in Berlin, wo er viele Besucher anzieht.", 2),
    ],
)
def test_a_language_without_a_parser_falls_back_to_sentences_and_says_so(response: str, n: int) -> None:
    found = decompose(response)
    assert len(found.claims) == n
    assert [note.partition(":")[0] for note in found.notes] == ["language_unsupported"]


@pytest.mark.parametrize(
    "response", ["", " \n", "I don't know.", "Hello! Is it tall?", "```\nx = 1\n```", "***", "# Title"]
)
def test_nothing_asserted_is_no_claim(response: str) -> None:
    assert decompose(response).claims == ()


def test_a_very_long_sentence_is_one_claim() -> None:
    response = "The list holds " + ", ".join(f"item {n}" for n in range(4000)) + "."
    (claim,) = decompose(response).claims
    assert claim.text == response


def test_salient_claims_are_the_telling_ones_and_distinct() -> None:
    response = (
        "The report is good. Revenue of Halvorsen rose to 41.8 million euros in 2024. "
        "In 2024 Halvorsen's revenue rose to 41.8 million euros. The yard in Bergen employs 900 people."
    )
    found = decompose(response, n_salient=2)
    assert [c.claim_id for c in found.claims] == ["c1", "c2"]
    assert [c.text for c in found.claims] == [
        "Revenue of Halvorsen rose to 41.8 million euros in 2024.",
        "The yard in Bergen employs 900 people.",
    ]
    assert [s.reason for s in found.skipped] == ["not_salient", "not_salient"]


def test_claims_of_a_response_do_not_depend_on_what_was_decomposed_before() -> None:
    response = "The treaty, signed in 1848, ended the war and ceded territory. It was ratified in May."
    alone = decompose(response)
    decompose("Copper is a metal. Tin melts at 232 °C.")
    assert decompose(response) == alone


# --- properties on generated text ---------------------------------------------------------------------------------

_SENTENCES = [
    "The dam, built in 1931, holds **5 km³** and supplies Oslo.",
    "It was raised in 1960 [1]; nobody objected.",
    "Mira Hald, director of the museum, said that prices fell and that wages rose.",
    "Although *output* rose 4 %, the plant — which opened in 1990 — closed.",
    "“We left,” said Ana (the chair).",
    "该桥于1954年建成。",
    "Is it tall?",
    "naïve café 🙂 e\u0301 ﬁle \u200bx",
    "| a | b |",
    "|---|---|",
    "- item: 4",
    "1. Press `x` and hold _it_.",
    "## Heading",
    "```\ncode\n```",
    "The kit contains:",
]


def check_offsets(response: str, claim: Claim) -> None:
    """Every verbatim claim equals its slice; the words of every other one stand in its parts, or are pronouns' names."""
    if claim.span:
        assert response[slice(*claim.span)] == claim.text
        assert not claim.parts
    else:
        assert claim.parts or not claim.text
        assert all(0 <= a < b <= len(response) for a, b in claim.parts)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(_SENTENCES), st.sampled_from(["\n", "\n\n", " ", "\r\n"])), max_size=7))
def test_offsets_hold_on_markdown(parts: list[tuple[str, str]]) -> None:
    response = "".join(sentence + gap for sentence, gap in parts)
    found = decompose(response)
    for claim in found.claims:
        check_offsets(response, claim)
        assert claim.text.strip()
    for part in found.skipped:
        assert response[slice(*part.span)] == part.text
    assert [c.claim_id for c in found.claims] == [f"c{n}" for n in range(1, len(found.claims) + 1)]


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=60))
def test_any_text_can_be_decomposed(response: str) -> None:
    for claim in decompose(response).claims:
        check_offsets(response, claim)


# --- what governs a statement is never lost, and nothing is put together that was not said ------------------------

WHOLE = [
    "Subject to clause 7, the Seller shall deliver the goods and the Buyer shall pay.",
    "The bank may have lied and misled investors.",
    "The plan would have cut taxes and raised spending.",
    "She allegedly stole the car and set it on fire.",
    "Supposedly, it carried gold and was raised in 1950.",
    "Had the dam failed, the town would have been flooded and the bridge destroyed.",
    "Should the vote fail, the cabinet resigns, and elections follow in May.",
    "When heated, the metal expands and it glows.",
    "The law, critics say, is bad and the court is corrupt.",
    "According to Smith, prices fell, wages rose and rents were flat.",
    "Smith said prices fell, and wages rose.",
    "“I never said that,” Smith insisted, “and I won't resign.”",
    "Not having signed the contract, the firm owes nothing.",
    "Not all birds fly and sing.",
    "No patients died and suffered side effects.",
]


@pytest.mark.parametrize("response", WHOLE)
def test_what_governs_two_clauses_keeps_them_together(response: str) -> None:
    assert [c.text for c in decompose(response).claims] == [response]


def test_a_time_before_two_subjects_is_repeated() -> None:
    assert texts("In 2019, sales rose and profits fell.") == ["In 2019, sales rose", "In 2019, profits fell"]


@pytest.mark.parametrize(
    ("response", "expected"),
    [
        ("Do not:\n- mix bleach with ammonia", ["Do not: mix bleach with ammonia"]),
        ("Never:\n- You drink alcohol.", ["Never: You drink alcohol"]),
        ("It is false that:\n- The mayor lied.", ["It is false that The mayor lied"]),
        ("## Myths\n- The Great Wall is visible from space.", ["Myths: The Great Wall is visible from space"]),
        ("If the alarm rings:\n- The doors open.", ["If the alarm rings: The doors open"]),
        ("- **Length:** 412 m (not 421 m)", ["Length: 412 m (not 421 m)"]),
    ],
)
def test_a_lead_in_that_changes_its_items_stays_with_them(response: str, expected: list[str]) -> None:
    assert texts(response) == expected


@pytest.mark.parametrize(
    "response",
    [
        "Ann Lee met Eve Holm. She is 30.",
        "Apple sued Samsung in 2011. It lost the case in Tokyo.",
    ],
)
def test_two_that_fit_are_one_too_many(response: str) -> None:
    claim = decompose(response).claims[-1]
    assert claim.span is not None
    assert claim.ambiguous


def test_what_was_called_a_misconception_did_not_open() -> None:
    last = decompose("The bridge opened in 1954. That is a common misconception. It opened in 1961.").claims[-1]
    assert "misconception" not in last.text


def test_struck_out_words_and_comments_are_not_said() -> None:
    assert texts("It will ~~not~~ reopen in 2025.<!-- really -->")[0].endswith("will reopen in 2025")


def test_runs_of_white_space_take_no_time() -> None:
    began = time.perf_counter()
    decompose("\t" * 50000 + "The bridge is red." + " " * 50000 + "[" + " " * 50000)
    assert time.perf_counter() - began < 5
