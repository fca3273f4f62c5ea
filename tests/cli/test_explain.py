"""`dissensus explain`, and the function behind it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import dissensus


@pytest.fixture
def page(tmp_path: Path) -> Path:
    path = tmp_path / "refunds.md"
    path.write_text("# Refunds\n\nRefunds take 30 days.\n\nBees dance \x1b[31mfor food.\n", encoding="utf-8")
    return path


def test_a_text_is_explained(cli: Callable[..., Any], page: Path) -> None:
    result = cli("explain", "Refunds take 10 days.", page, "--judge", "rules")
    assert result.code == 0
    assert "CONTRADICTS (numeric)" in result.out
    assert "'10 days' / '30 days'" in result.out
    assert "without values" in result.out
    assert "\x1b" not in result.out


def test_json_holds_all(cli: Callable[..., Any], page: Path) -> None:
    result = cli("explain", "Refunds take 10 days.", page, "--json")
    (found,) = json.loads(result.out)["explanations"]
    assert (found["label"], found["kind"]) == ("CONTRADICTS", "numeric")
    passage = found["passages"][0]
    assert set(passage["without"]) == {"values", "opposition", "names", "scope", "model"}
    assert sum(passage["model_probs"]) == pytest.approx(1)
    assert passage["reasons"][0]["document_text"] == "30 days"


def test_a_document_of_a_sample(cli: Callable[..., Any], tmp_path: Path) -> None:
    rows = [
        {
            "id": "a",
            "response": "x",
            "documents": [{"id": "p", "text": "Bees dance."}, {"id": "q", "text": "It takes 3 days."}],
        },
        {"id": "b", "response": "x", "documents": ["Bees dance."]},
    ]
    file = tmp_path / "in.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    several = cli("explain", "It takes 4 days.", file)
    assert several.code == 2
    assert "2 samples; name one with --sample" in several.err
    result = cli("explain", "It takes 4 days.", file, "--sample", "a", "--doc", "q", "--judge", "rules", "--json")
    (found,) = json.loads(result.out)["explanations"]
    assert found["doc_id"] == "q"
    assert cli("explain", "x", file, "--sample", "c").code == 2
    assert "no document 'z'" in cli("explain", "x", file, "--sample", "a", "--doc", "z").err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("  ", "refunds.md"), "expected a statement"),
        (("Refunds.", "nothing.md"), "nothing.md"),
        (("Refunds.", "refunds.md", "--judge", "rules:x"), "takes no argument"),
    ],
)
def test_bad_input_is_one_message(cli: Callable[..., Any], page: Path, arguments: tuple[str, ...], said: str) -> None:
    claim, file, *rest = arguments
    result = cli("explain", claim, page.parent / file, *rest)
    assert result.code == 2
    assert said in result.err
    assert "Traceback" not in result.err


def test_a_judge_that_does_not_read_cannot_explain(tmp_path: Path) -> None:
    labels = tmp_path / "labels.jsonl"
    labels.write_text('{"sample_id": "s", "claim_id": "c", "doc_id": "d", "label": null}\n', encoding="utf-8")
    with pytest.raises(dissensus.InputError, match="labels without reading"):
        dissensus.explain("x", "y", judge=f"precomputed:{labels}")
