"""Cases that users of such tools met: times that do not meet, undated documents, tails of long sets, unnamed sources."""

from __future__ import annotations

from datetime import date

import pytest

import dissensus
from dissensus.judges.base import Judge


@pytest.fixture(scope="module")
def judge() -> Judge:
    from dissensus.judges import open_judge

    return open_judge("onnx")


def test_a_role_then_and_a_role_now_is_no_conflict(judge: Judge) -> None:
    found = dissensus.detect(["As of 2019 the chair was Ann Lee.", "Since 2023 the chair is Bo Park."], judge=judge)
    assert not found.conflicts
    assert [(c.reason_code, c.explanation) for c in found.set_aside] == [
        ("superseded", "each holds for its own time: as of 2019; since 2023")
    ]


def test_a_fresh_blog_does_not_override_a_statute(judge: Judge) -> None:
    documents = [
        {
            "id": "statute",
            "published": "2021-05-01",
            "weight": 5,
            "text": "Tenants must be given notice of three months.",
        },
        {"id": "blog", "published": "2026-02-01", "weight": 0.5, "text": "Tenants must be given notice of six weeks."},
    ]
    found = dissensus.resolve(documents, policy="authority_then_recency", judge=judge)
    assert [d.doc_id for d in found.kept] == ["statute"]
    assert [(d.doc_id, d.reason) for d in found.set_aside] == [("blog", "less authority: weight 0.5 against 5")]
    assert found.detection.document("blog").text == documents[1]["text"]


def test_a_single_old_source_is_warned_of(judge: Judge) -> None:
    documents = [{"id": "prices", "published": "2019-03-01", "text": "A day ticket costs 7 euros."}]
    found = dissensus.resolve(documents, question="current price", as_of=date(2026, 1, 1), judge=judge)
    assert "the only source is of 2019-03-01" in found.warning
    assert "out of date" in found.context()


def test_undated_documents_are_compared_and_kept_undecided(judge: Judge) -> None:
    found = dissensus.resolve(["The limit is 5 requests.", "The limit is 9 requests."], policy="recency", judge=judge)
    assert len(found.detection.conflicts) == 1
    assert [d.kept for d in found.decisions] == [True, True]
    assert {d.reason for d in found.decisions} == {"undated: no document of the conflict has a date"}


def test_a_conflict_in_the_tail_of_many_documents_is_found(judge: Judge) -> None:
    places = [f"Ward {n} of the hospital at Brenton lies on floor {n % 9 + 1}." for n in range(60)]
    documents = [*places, "Visiting hours end at 8 pm.", "Notes of the porter. Visiting hours end at 6 pm."]
    found = dissensus.detect(documents, judge=judge)
    assert ("d61", "d62") in {c.doc_ids for c in found.conflicts}
    assert found.coverage.n_documents == 62
    assert "pairs judged of" in found.coverage.sentence()


def test_citing_both_sources_names_no_conflict(judge: Judge) -> None:
    documents = [
        {"id": "policy", "text": "Carry-over is 5 days a year."},
        {"id": "handbook", "text": "Carry-over is 10 days a year."},
    ]
    (found,) = dissensus.acknowledge("Carry-over is 5 days [policy][handbook].", documents, judge=judge)
    assert found.answer == "picked"
    assert not found.to_dict()["acknowledged"]


def test_a_conflict_names_ids_quotes_values_and_dates(judge: Judge) -> None:
    documents = [
        {"id": "old", "published": "2023-02-10", "text": "The limit is 100 requests per minute."},
        {"id": "new", "published": "2023-09-20", "text": "The limit is 500 requests per minute."},
    ]
    (found,) = dissensus.detect(documents, judge=judge).conflicts
    assert found.category == "freshness"
    for part in ("old", "new", "2023-02-10", "2023-09-20", "100 requests", "500 requests"):
        assert part in found.explanation
    for quote, document in zip((found.a, found.b), documents, strict=True):
        assert document["text"][quote.start : quote.end] == quote.text


def test_headers_and_footers_make_no_candidates(judge: Judge) -> None:
    footer = "Printed on recycled paper by the county office. Call 118 to report a fault."
    documents = [
        f"{footer} {text}" for text in ("The pool opens at 9.", "The library has two floors.", "Buses run hourly.")
    ]
    found = dissensus.detect(documents, judge=judge)
    assert found.coverage.n_boilerplate == 6
    assert not found.conflicts
