"""Conflicts for continuous integration: JUnit XML and SARIF 2.1.0."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any
from xml.etree import ElementTree

from dissensus._version import __version__
from dissensus.conflicts.model import Detection, DocConflict
from dissensus.detecting import DetectReport
from dissensus.io import to_json
from dissensus.io.text import printable


def to_junit(report: DetectReport, known: Collection[str] = ()) -> str:
    """One test case per set of documents and one per conflict; a new conflict is a failure, a known one is skipped.

    Args:
        report: What was detected.
        known: Fingerprints of accepted conflicts.
    """
    suite = ElementTree.Element("testsuite", name="dissensus detect")
    failures = skipped = cases = 0
    for sample in report.samples:
        for c in sample.conflicts:
            case = _case(suite, sample.sample_id, f"{c.a.doc_id} / {c.b.doc_id} [{c.conflict_id}]")
            if c.conflict_id in known:
                ElementTree.SubElement(case, "skipped", message="accepted conflict")
                skipped += 1
            else:
                failure = ElementTree.SubElement(
                    case, "failure", type=f"{c.kind}/{c.category}", message=_plain(c.explanation)
                )
                failure.text = _plain(
                    "\n".join((f"{c.a.doc_id}: {c.a.text}", f"{c.b.doc_id}: {c.b.text}", *c.category_evidence))
                )
                failures += 1
            cases += 1
        if not sample.conflicts:
            _case(suite, sample.sample_id, f"{sample.sample_id}: {sample.coverage.sentence()}")
            cases += 1
    for error in report.errors:
        case = _case(suite, "input", error.where)
        ElementTree.SubElement(case, "error", message=_plain(error.message()))
        cases += 1
    counts = {"tests": cases, "failures": failures, "skipped": skipped, "errors": len(report.errors)}
    for name, n in counts.items():
        suite.set(name, str(n))
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(suite, encoding="unicode") + "\n"


def _case(suite: ElementTree.Element, group: str, name: str) -> ElementTree.Element:
    return ElementTree.SubElement(suite, "testcase", classname=_plain(group), name=_plain(name))


def _plain(text: str) -> str:
    """XML 1.0 has no place for control characters."""
    return printable(text, keep="\n\t")


def to_sarif(report: DetectReport, known: Collection[str] = ()) -> str:
    """A SARIF log: each conflict a result at both of its places; known ones are suppressed."""
    rules = sorted({f"{c.kind}/{c.category}" for c in report.conflicts})
    run = {
        "tool": {
            "driver": {
                "name": "dissensus",
                "version": __version__,
                "rules": [
                    {
                        "id": rule,
                        "shortDescription": {"text": f"{rule.partition('/')[0]} conflict, {rule.partition('/')[2]}"},
                    }
                    for rule in rules
                ],
            }
        },
        "columnKind": "unicodeCodePoints",
        "results": [_result(c, sample, known) for sample in report.samples for c in sample.conflicts],
    }
    return (
        to_json(
            {"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run]}, pretty=True
        )
        + "\n"
    )


def _result(conflict: DocConflict, sample: Detection, known: Collection[str]) -> dict[str, Any]:
    found: dict[str, Any] = {
        "ruleId": f"{conflict.kind}/{conflict.category}",
        "level": "warning",
        "message": {"text": conflict.explanation},
        "locations": [_location(conflict, sample, 0)],
        "relatedLocations": [{"id": 1, **_location(conflict, sample, 1)}],
        "partialFingerprints": {"dissensus/v1": conflict.conflict_id},
    }
    if conflict.conflict_id in known:
        found["suppressions"] = [{"kind": "external"}]
    return found


def _location(conflict: DocConflict, sample: Detection, side: int) -> dict[str, Any]:
    quote = (conflict.a, conflict.b)[side]
    text = sample.document(quote.doc_id).text
    return {
        "physicalLocation": {
            "artifactLocation": {"uri": _uri(quote.doc_id)},
            "region": {
                "startLine": text.count("\n", 0, quote.start) + 1,
                "startColumn": quote.start - (text.rfind("\n", 0, quote.start) + 1) + 1,
                "charOffset": quote.start,
                "charLength": quote.end - quote.start,
                "snippet": {"text": quote.text},
            },
        }
    }


def _uri(doc_id: str) -> str:
    from urllib.parse import quote

    return quote(doc_id, safe="/")
