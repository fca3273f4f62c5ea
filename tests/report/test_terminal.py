from __future__ import annotations

import unicodedata
from collections.abc import Callable
from typing import Any

import pytest

import dissensus
from dissensus import Report
from dissensus.report.terminal import MAX_COLUMNS, MAX_SAMPLES

Scripted = Callable[..., str]
GUIDE = {"id": "guide", "text": "The bridge opened in 1954.", "title": "City guide", "published": "2019-05-01"}
GOLDEN = """\
question  When did the bridge open?
    guide  d2  d3  letter  verdict      claim
c1    +    -   .     ?     CONFLICTING  The bridge opened in 1954.
c2    .    .   .     ?     NO_EVIDENCE  The bridge is painted red.
+ supports   - contradicts   ~ argues both sides   . irrelevant   ? unscored

c1 conflicting  The bridge opened in 1954.
  + guide, City guide, 2019-05-01
  - d2

unscored  c1 x letter: unknown_label: 'maybe'
unscored  c2 x letter: unknown_label: 'maybe'
not a claim (greeting)  Hello!

CS-C  0.5000
CS-R  0.2500  could be 0.1667 to 0.8333 once all pairs are scored
CS-R over conflicted claims  0.5000  could be 0.3333 to 0.6667 once all pairs are scored
1 sample, 2 claims, 8 pairs, 2 of them unscored; no document takes a side on 1 claim"""
# CS-C 1/2. CS-R (1/2 + 0)/2; the letter may give c1 1/3 or 2/3 and c2 0 or 1: (1/3 + 0)/2 to (2/3 + 1)/2.
# Over conflicted claims: c1 alone (c2 has one free document and cannot join): 1/3 to 2/3.


def test_golden(scripted: Scripted) -> None:
    rules = [
        ("1954", "1961", "CONTRADICTS"),
        ("", "bees", "IRRELEVANT"),
        ("", "Letter", "maybe"),
        ("1954", "", "SUPPORTS"),
    ]
    report = dissensus.score(
        response="Hello! The bridge opened in 1954. It is painted red.",
        question="When did the bridge open?",
        documents=[GUIDE, "It opened in 1961.", "About bees.", {"id": "letter", "text": "Letter."}],
        judge=scripted(*rules, ("", "", "IRRELEVANT")),
    )
    shown, _, signature = str(report).partition("\nsignature")
    assert shown == GOLDEN
    assert signature.split() == [str(report.signature)]  # whole, to its version


def passages(scripted: Scripted, write: Callable[..., Any], text: str, claim: str = "The gate is open.") -> Report:
    """One document with both of its sides as passages, mixed."""
    half = len(text) // 2
    evidence = [
        {"doc_id": "d1", "start": a, "end": b, "text": text[a:b], "label": side, "score": score}
        for a, b, side, score in ((0, half, "SUPPORTS", 0.9), (half, len(text), "CONTRADICTS", 0.8))
    ]
    row = {"sample_id": "1", "claim_id": "c1", "doc_id": "d1", "label": "SUPPORTS", "mixed": True,
           "support": evidence[0], "contradict": evidence[1]}  # fmt: skip
    other = {"sample_id": "1", "claim_id": "c1", "doc_id": "d2", "label": "CONTRADICTS"}
    judge = f"precomputed:{write('labels.jsonl', row, other)}"
    return dissensus.score(response=claim, documents=[text, "Other."], claims=[claim], judge=judge)


def test_a_document_that_argues_both_sides_shows_both_quotes(scripted: Scripted, write: Callable[..., Any]) -> None:
    shown = str(passages(scripted, write, "The gate is open now. The gate is shut now."))
    assert "c1  ~   -   CONFLICTING  The gate is open." in shown
    assert '  + d1  p=0.90\n    "The gate is open now."' in shown
    assert '  - d1  p=0.80\n    "The gate is shut now."' in shown


HOSTILE = "\x1b[31mred\x1b]0;title\x07 \x08\x7f\x9b2J \u202egnp.exe\u2066 \ue000 \ufeff[bold]x[/bold] \r\x0b"


def bad_characters(text: str) -> set[str]:
    return {ch for ch in text if ch != "\n" and unicodedata.category(ch) in ("Cc", "Cf", "Cs", "Co")}


@pytest.mark.parametrize("n", [1, 3])
def test_hostile_characters_never_reach_the_output(scripted: Scripted, n: int) -> None:
    documents = [
        {"id": f"{HOSTILE}{label}", "text": f"{HOSTILE} {label}", "title": HOSTILE, "source": HOSTILE, "x": HOSTILE}
        for label in ("SUPPORTS", "CONTRADICTS", "unknown")
    ]
    samples: list[Any] = [
        {
            "id": f"{i}{HOSTILE}",
            "question": HOSTILE,
            "response": f"Is {HOSTILE}? It is {HOSTILE} open.",
            "documents": documents,
        }
        for i in range(n)
    ]
    bad = {"id": HOSTILE, "response": HOSTILE, "documents": [{"text": HOSTILE, "weight": HOSTILE, HOSTILE: 1}]}
    report = dissensus.score(
        [*samples, bad],
        judge=scripted(("", "SUPPORTS", "SUPPORTS"), ("", "CONTRADICTS", "CONTRADICTS"), ("", "", HOSTILE)),
    )
    assert len(report.errors) == 1
    assert len(report.samples) == n
    shown = str(report)
    assert "CONFLICTING" in shown
    assert "[bold]x[/bold]" in shown  # markup is text
    assert bad_characters(shown) == set()
    assert bad_characters(report._repr_html_()) == set()


def test_hostile_quotes_and_ids_of_a_label_file(scripted: Scripted, write: Callable[..., Any]) -> None:
    report = passages(scripted, write, f"{HOSTILE} open. {HOSTILE} shut.", claim=f"The gate {HOSTILE} is open.")
    assert "p=0.90" in str(report)
    assert bad_characters(str(report) + report._repr_html_()) == set()


def test_many_documents_are_counted_in_the_last_column(scripted: Scripted) -> None:
    documents = [{"id": f"d{i}", "text": "yes." if i % 2 else "no."} for i in range(1, 31)]
    report = dissensus.score(
        response="The gate is open.",
        documents=documents,
        judge=scripted(("", "yes", "SUPPORTS"), ("", "", "CONTRADICTS")),
    )
    head, row = str(report).splitlines()[:2]
    assert f"+{30 - MAX_COLUMNS}" in head.split()
    assert "9+ 9-" in row  # of the 18 others
    assert max(len(line) for line in str(report).partition("signature")[0].splitlines()) <= 100
    assert "  + d1; d3; d5; d7; d9\n" in str(report)


def test_many_samples_show_the_disputed_ones(scripted: Scripted) -> None:
    samples = [
        {"id": f"s{i}", "response": "The gate is open.", "documents": ["yes.", "no." if i < 15 else "yes yes."]}
        for i in range(20)
    ]
    report = dissensus.score(samples, judge=scripted(("", "yes", "SUPPORTS"), ("", "", "CONTRADICTS")))
    shown = str(report)
    assert shown.count("sample s") == MAX_SAMPLES
    assert "sample s0  CS-C 1.0000  CS-R 0.5000" in shown
    assert f"{20 - MAX_SAMPLES} more samples not shown" in shown
    assert "CS-C  0.7500  95% interval" in shown  # 15 of 20
    assert "(20 scored, 0 not)" in shown


def test_no_sample_and_nothing_measured(scripted: Scripted) -> None:
    judge = scripted(("", "", "SUPPORTS"))
    assert "undefined (no sample could be scored)" in str(dissensus.score([], judge=judge))
    shown = str(dissensus.score(response="I don't know.", documents=["x"], judge=judge))
    assert "CS-C  undefined (the response makes no claim)" in shown
    assert "not a claim (refusal)  I don't know." in shown
    shown = str(dissensus.score(response="It is open.", documents=[], judge=judge))
    assert "undefined (there are no documents)" in shown


def test_a_long_claim_and_wide_characters_stay_inside(scripted: Scripted) -> None:
    report = dissensus.score(
        response="Word " * 200 + "字" * 300 + ".", documents=["x" * 500], judge=scripted(("", "", "CONTRADICTS"))
    )
    assert max(len(line) for line in str(report).partition("signature")[0].splitlines()) <= 100
    assert "…" in str(report)
