from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from dissensus.errors import InputError
from dissensus.io import DEFAULT_FIELDS, RowProblem, parse_field_overrides, parse_sample
from dissensus.io.faults import show_value
from dissensus.types import Document, Sample


def parse(row: object, fields: Any = DEFAULT_FIELDS) -> Sample:
    return parse_sample(row, where="a.jsonl:7", row_number=7, fields=fields)[0]


def problems(row: object) -> dict[str, str]:
    with pytest.raises(RowProblem) as caught:
        parse(row)
    return {p.field: str(p) for p in caught.value.problems}


def one_document(document: object) -> Document:
    return parse({"response": "r", "documents": [document]}).documents[0]


def test_strings_and_defaults() -> None:
    assert parse({"response": "r", "documents": ["a", "b"]}) == Sample(
        sample_id="7", response="r", documents=(Document(doc_id="d1", text="a"), Document(doc_id="d2", text="b"))
    )


def test_empty_is_not_missing() -> None:
    sample = parse({"response": "", "documents": [], "claims": []})
    assert (sample.response, sample.documents, sample.claims) == ("", (), ())


@pytest.mark.parametrize("name", ["question", "query", "user_input", "input"])
def test_question_names(name: str) -> None:
    assert parse({"response": "r", "documents": [], name: "q"}).question == "q"


@pytest.mark.parametrize("name", ["response", "answer", "output", "actual_output", "generated_answer"])
def test_response_names(name: str) -> None:
    assert parse({name: "r", "documents": []}).response == "r"


@pytest.mark.parametrize(
    "name", ["documents", "contexts", "retrieved_contexts", "retrieval_context", "context", "passages"]
)
def test_documents_names(name: str) -> None:
    assert parse({"response": "r", name: ["t"]}).documents[0].text == "t"


def test_first_match_wins_and_null_is_no_match() -> None:
    sample = parse({"answer": "second", "response": "first", "documents": None, "contexts": ["t"]})
    assert (sample.response, len(sample.documents)) == ("first", 1)


def test_a_full_document() -> None:
    document = one_document(
        {"doc_id": 5, "body": "t", "title": "T", "url": "http://x", "date": "2014-03-05", "weight": 0.5, "lang": "en"}
    )
    assert document == Document(
        doc_id="5",
        text="t",
        title="T",
        source="http://x",
        published=date(2014, 3, 5),
        weight=0.5,
        metadata={"lang": "en"},
    )


def test_langchain_metadata_is_looked_into() -> None:
    document = one_document(
        {
            "page_content": "t",
            "page": 1,
            "metadata": {"id": "m", "source": "s.pdf", "date": "2020-01-02", "weight": 2, "page": 3, "x": None},
        }
    )
    assert (document.doc_id, document.source, document.published, document.weight) == (
        "m",
        "s.pdf",
        date(2020, 1, 2),
        2,
    )
    assert document.metadata == {"page": 1, "metadata.page": 3, "x": None}


def test_the_documents_own_field_comes_before_its_metadata() -> None:
    document = one_document({"text": "t", "title": "own", "source": None, "metadata": {"title": "inner", "url": "u"}})
    assert (document.title, document.source, document.metadata) == ("own", "u", {"title": "inner"})


def test_metadata_that_is_no_object_is_kept() -> None:
    assert one_document({"text": "t", "metadata": "loose"}).metadata == {"metadata": "loose"}


@dataclass
class LangChainLike:
    page_content: str
    metadata: dict[str, Any] = field(default_factory=dict)
    id: str | None = None


@dataclass
class RagasLike:
    user_input: str
    response: str
    retrieved_contexts: list[Any]


def test_python_objects() -> None:
    ours = Document(doc_id="o", text="t", published=date(2020, 1, 1), metadata={"url": "u", "k": (1,)})
    row = RagasLike("q", "r", [LangChainLike("t", {"source": "s"}), ours, "plain"])
    sample = parse(row)
    assert sample.question == "q"
    assert sample.documents[0] == Document(doc_id="d1", text="t", source="s")
    assert sample.documents[1] == ours
    assert parse(sample, parse_field_overrides(["response=zz", "text=yy"])) == sample


def test_numpy_cells() -> None:
    np = pytest.importorskip("numpy")
    row = {"id": np.int64(3), "response": "r", "documents": np.array([{"text": "t", "weight": np.float32(0.5)}])}
    sample = parse(row)
    assert (sample.sample_id, sample.documents[0].weight) == ("3", 0.5)


def test_claims_as_strings_or_objects() -> None:
    row = {"response": "r", "documents": [], "claims": ["a", {"text": "b"}]}
    assert parse(row).claims == ("a", "b")
    assert parse(row | {"claims": None}).claims is None


def test_all_bad_fields_are_reported_together() -> None:
    found = problems(
        {
            "id": 1.5,
            "question": 3,
            "answer": None,
            "claims": "one",
            "documents": [
                {"id": "a", "text": "t"},
                {"id": "a", "text": "t"},
                {"text": "t", "weight": -1},
                {"text": None},
                7,
                {"title": ["x"], "text": "t", "published": "5/3/2022"},
            ],
        }
    )
    assert set(found) == {
        "id",
        "question",
        "answer",
        "claims",
        "documents[1].id",
        "documents[2].weight",
        "documents[3].text",
        "documents[4]",
        "documents[5].title",
        "documents[5].published",
    }
    assert found["documents[2].weight"].startswith('field "documents[2].weight" is -1; expected a number >= 0; ')
    assert "documents[0] has this one" in found["documents[1].id"]
    assert 'is "one"; expected a list of strings or null; wrap it in a list' in found["claims"]


def test_every_line_of_the_message_names_the_row() -> None:
    with pytest.raises(InputError) as caught:
        parse({})
    assert str(caught.value).splitlines() == [
        'a.jsonl:7: field "response" is missing; expected a string in one of response, answer, output, actual_output, '
        'generated_answer; give the response, or "" if it is empty',
        'a.jsonl:7: field "documents" is missing; expected a list of strings or objects in one of documents, contexts, '
        "retrieved_contexts, retrieval_context, context, passages; give the documents; [] when there are none",
    ]


@pytest.mark.parametrize("weight", [float("nan"), float("inf"), -0.1, True, "1", [], 10**400, Decimal("sNaN")])
def test_bad_weights(weight: object) -> None:
    assert "documents[0].weight" in problems({"response": "r", "documents": [{"text": "t", "weight": weight}]})


def test_good_weights() -> None:
    row = {"response": "r", "documents": [{"text": "t", "weight": w} for w in (0, None, Decimal("0.5"), -0.0)]}
    assert [str(d.weight) for d in parse(row).documents] == ["0.0", "1.0", "0.5", "0.0"]


@pytest.mark.parametrize("value", ["text", {"text": "t"}])
def test_a_single_document_is_wrapped_by_the_user(value: object) -> None:
    assert problems({"response": "r", "documents": value})["documents"].endswith("wrap it in a list")


def test_the_columns_own_name_is_used() -> None:
    assert set(problems({"output": 5, "contexts": [None], "claims": [" ", 3, {"x": 1}]})) == {
        *("output", "contexts[0]", "claims[0]", "claims[1]", "claims[2].text")
    }
    nested = {"page_content": "t", "metadata": {"date": "2014"}}
    found = problems({"response": "r", "documents": [nested]})
    assert "give a full date" in found["documents[0].metadata.date"]


def test_a_made_id_may_not_meet_a_given_one() -> None:
    found = problems({"response": "r", "documents": [{"id": "d2", "text": "a"}, "b"]})
    assert found["documents[1].id"].startswith('field "documents[1].id" is "d2" (by its position); expected an id of')


@pytest.mark.parametrize("row", [None, "x", 3, [1], object()])
def test_a_row_must_be_an_object(row: object) -> None:
    assert "expected an object" in problems(row)["row"]


def test_repairs_keep_offsets_and_are_told() -> None:
    row = {
        "id": "a\x00",
        "response": "x\x00y\ud800z",
        "question": float("nan"),
        "documents": [{"text": " ", "published": "", "k": ["\udfff", {"\x00": 1}]}, {"text": "b\x00"}],
        "claims": ["c\ud83d"],
    }
    sample, repairs = parse_sample(row, where="w", row_number=1)
    assert sample.response == "x\ufffdy\ufffdz"
    assert sample.sample_id == "a\ufffd"
    assert sample.question is None
    assert sample.documents[0].text == " "
    assert sample.documents[0].metadata == {"k": ["\ufffd", {"\ufffd": 1}]}
    assert sample.claims == ("c\ufffd",)
    assert "response: 1 NUL character and 1 lone surrogate replaced by U+FFFD" in repairs
    assert "documents[0].text: the document is empty; kept as it is" in repairs
    assert len(repairs) == 9


def test_metadata_may_not_nest_without_end() -> None:
    loop: dict[str, Any] = {"text": "t"}
    loop["self"] = loop
    assert "at most 100 deep" in problems({"response": "r", "documents": [loop]})["documents[0].metadata"]


def test_overrides() -> None:
    fields = parse_field_overrides(["response=llm=out", "doc_id=chunk", "sample_id=key", "text=t"])
    sample = parse(
        {"llm=out": "r", "response": "no", "key": "k", "documents": [{"chunk": 1, "t": "x", "id": 9}]}, fields
    )
    assert (sample.response, sample.sample_id) == ("r", "k")
    assert sample.documents[0] == Document(doc_id="1", text="x", metadata={"id": 9})


@pytest.mark.parametrize(
    ("override", "named"),
    [("respons=x", "Did you mean response?"), ("response", "write it as name=column"), ("response=", "name=column")],
)
def test_bad_overrides(override: str, named: str) -> None:
    with pytest.raises(InputError, match="Field override") as caught:
        parse_field_overrides([override])
    assert named in str(caught.value)


def test_an_override_given_twice() -> None:
    with pytest.raises(InputError, match="twice"):
        parse_field_overrides(["id=a", "sample_id=b"])


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (None, "null"),
        (False, "false"),
        (float("-inf"), "-Infinity"),
        ("a\x1b[31m\ud800\u202e", '"a\\u001b[31m\\ud800\\u202e"'),
        ("é" * 100, '"' + "é" * 59 + '…"'),
        ({"a": 1}, "an object with 1 key"),
        ([1, 2], "a list of 2 items"),
        (b"ab", "bytes b'ab'"),
        pytest.param(10**5000, "a value of type int", id="huge"),
    ],
)
def test_values_are_shown_short_and_printable(value: object, shown: str) -> None:
    assert show_value(value) == shown


@pytest.mark.parametrize("weight", [1e-13, 1e308])
def test_weights_whose_sums_could_not_be_compared_are_refused(weight: float) -> None:
    row = {"response": "x", "documents": [{"text": "a", "weight": weight}]}
    with pytest.raises(RowProblem, match=r"0, or 0\.000001 to 1000000"):
        parse_sample(row, where="x:1", row_number=1)
