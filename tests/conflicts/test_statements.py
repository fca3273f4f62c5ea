"""Statements of documents: verbatim where they stand, without headings, questions and boilerplate."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dissensus.conflicts.statements import statements
from dissensus.types import Document

MARKDOWN = """# Refunds and returns

Refunds take **30 days**. Ask the desk first.

- Bring the receipt with you.
- Cards are refunded to the card.

| Item | Fee |
|------|-----|
| Return by post | 4 euros |

Who pays for the postage?

```python
fee = compute(4, "euros")
```
"""
UNICODE = "Die Straße “Zum Löwen” ist 1,5 km lang. 橋は1954年に開通した。 The café 🦁 opened in 1954.\u2028It closed in 1961 again."


def documents(*texts: str) -> list[Document]:
    return [Document(doc_id=f"d{n}", text=text) for n, text in enumerate(texts)]


@pytest.mark.parametrize("text", [MARKDOWN, MARKDOWN.replace("\n", "\r\n"), UNICODE, UNICODE.replace(". ", ".\r\n")])
def test_offsets_are_verbatim(text: str) -> None:
    listed, _ = statements(documents(text, text[::-1]))
    assert any(s.row == 0 for s in listed)
    for s in listed:
        whole = (text, text[::-1])[s.row]
        start, end = s.span
        assert whole[start:end] == s.text
        assert s.doc_id == f"d{s.row}"
        assert s.read.endswith(s.text)


@given(st.lists(st.sampled_from(["The fee is 40.", "# Head\n", "\r\n", "- an item here\n", "| a b c | d |\n", "ß\u0301 ", "\x85", '"Open all day?"', "```\n"]), max_size=12))  # fmt: skip
def test_offsets_are_verbatim_in_any_text(parts: list[str]) -> None:
    text = "".join(parts)
    for s in statements(documents(text))[0]:
        assert text[slice(*s.span)] == s.text


def test_headings_questions_code_and_crumbs_state_nothing() -> None:
    said = {s.text for s in statements(documents(MARKDOWN))[0]}
    assert "Ask the desk first." in said
    assert any(text.startswith("Bring the receipt") for text in said)
    assert any("Return by post" in text for text in said)
    for absent in ("Refunds and returns", "Who pays", "compute"):
        assert not any(absent in text for text in said)
    assert statements(documents("Yes indeed. Open?"))[0] == []


def test_a_statement_is_read_below_its_title_and_after_the_sentence_before() -> None:
    (first, second), _ = statements(
        [Document(doc_id="d", title="Opening hours", text="The office is in Graz. It opens at nine sharp.")]
    )
    assert first.read == "Opening hours\nThe office is in Graz."
    assert second.read == "Opening hours\nThe office is in Graz. It opens at nine sharp."


FOOTER = "All rights are reserved."


def test_what_stands_in_three_documents_is_left_out_and_counted() -> None:
    own = ["The fee is 40 euros.", "The tower has 90 steps.", "Dogs must be leashed."]
    listed, left_out = statements(documents(*(f"{text}\n\n{FOOTER}" for text in own)))
    assert [s.text for s in listed] == own
    assert left_out == 3
    # Case, white space and punctuation do not make it another.
    shouted = [f"{own[0]}\n\n{FOOTER.upper()}", f"{own[1]}\n\nAll  rights\tare reserved!", f"{own[2]}\n\n{FOOTER}"]
    assert statements(documents(*shouted))[1] == 3


def test_two_documents_and_less_than_half_of_many_are_no_boilerplate() -> None:
    assert statements(documents(FOOTER, FOOTER))[1] == 0
    many = [FOOTER] * 3 + [f"Room {n} has a window." for n in range(4)]
    assert statements(documents(*many))[1] == 0
    assert statements(documents(*many[:6]))[1] == 3


def test_a_statement_repeated_in_one_document_is_none_either() -> None:
    assert statements(documents(" ".join([FOOTER] * 5), "The fee is 40 euros."))[1] == 0


@pytest.mark.parametrize("texts", [[], [""], [" \n "], ["", "?", "..."]])
def test_nothing_said(texts: list[str]) -> None:
    assert statements(documents(*texts)) == ([], 0)
