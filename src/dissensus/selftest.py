"""Checks that an installation works, against values worked out by hand."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from dissensus.types import Label, Verdict

_BRIDGE = "The bridge opened in 1954. Is it tall? It is 412 metres long"


def _arithmetic() -> None:
    """Six claims: (0 + .25 + .5 + .75 + .75 + 0) / 6 = .375; four of six are conflicted."""
    from dissensus.metrics import LabelMatrix, score_matrix

    values = score_matrix(LabelMatrix.from_counts([(4, 0), (3, 1), (2, 2), (1, 3), (1, 3), (1, 0)]))
    _equal(round(values["cs_c"].value or 0, 4), 0.6667)
    _equal(values["cs_r"].value, 0.375)


def _undefined() -> None:
    from dissensus.metrics import LabelMatrix, score_matrix

    values = score_matrix(LabelMatrix.from_counts([]))
    _equal({v.value for v in values.values()}, {None})
    _equal(values["cs_c"].undefined_reason, "no_claims")


def _claims() -> None:
    from dissensus.decompose import DECOMPOSERS
    from dissensus.types import Sample

    found = DECOMPOSERS.load("sentences")(Sample(sample_id="1", response=_BRIDGE, documents=()))
    _equal([c.text for c in found.claims], ["The bridge opened in 1954.", "It is 412 metres long"])
    _equal([s.reason for s in found.skipped], ["question"])


def _files() -> None:
    from dissensus import load_report, score

    with tempfile.TemporaryDirectory() as folder:
        rules = Path(folder) / "rules.jsonl"
        rules.write_text('{"document": "1954", "label": "SUPPORTS"}\n{"label": "CONTRADICTS"}\n', encoding="utf-8")
        report = score(
            response="The bridge opened in 1954.",
            documents=["Opened in 1954.", "Opened in 1961."],
            judge=f"scripted:{rules}",
        )
        report.write(str(Path(folder) / "out"))
        again = load_report(Path(folder) / "out")
        _equal(report.samples[0].verdicts["c1"], Verdict.CONFLICTING)
        _equal(dict(again.metrics), dict(report.metrics))


def _model() -> None:
    from dissensus import score

    report = score(
        response="The bridge opened in 1954.",
        documents=[
            "The bridge was opened to traffic in 1954.",
            "The bridge was opened to traffic in 1961.",
            "Honey bees communicate by dancing.",
        ],
    )
    _equal([r.label for r in report.labels], [Label.SUPPORTS, Label.CONTRADICTS, Label.IRRELEVANT])


def _equal(got: object, expected: object) -> None:
    if got != expected:
        raise ValueError(f"got {got!r}, expected {expected!r}")


def run(*, with_model: bool) -> Iterator[tuple[str, str | None]]:
    """Each check's name with None, or with what went wrong."""
    checks: list[tuple[str, Callable[[], None]]] = [
        ("arithmetic of CS-C and CS-R", _arithmetic),
        ("undefined figures", _undefined),
        ("splitting into claims", _claims),
        ("writing and reading results", _files),
    ]
    if with_model:
        checks.append(("labels of the embedded judge", _model))
    for name, check in checks:
        try:
            check()
        except Exception as problem:  # a self-test reports whatever breaks
            yield name, f"{type(problem).__name__}: {problem}"
        else:
            yield name, None
