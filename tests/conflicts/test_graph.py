"""The graph of conflicts: components, copies, and its forms, whatever the ids hold."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from typing import Any
from xml.etree import ElementTree

import pytest

from dissensus.conflicts.graph import ConflictGraph
from dissensus.conflicts.model import Coverage, Detection, DocConflict, Quote
from dissensus.types import Document

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = (
    'a"];b--c[label="x', "back\\", 'quote\\"', "<script>alert(1)</script>", "&amp;", "]]>", "line\nbreak", "\x1b[31mred",
    "nul\x00", "\ufffe", "\u202eright to left", "", "\ud800", "a" * 300,
)  # fmt: skip


def edge(one: str, other: str, category: str | None = "factual", explanation: str = "") -> DocConflict:
    a, b = (Quote(doc_id=i, start=0, end=1, text="x") for i in (one, other))
    return DocConflict(
        conflict_id="0123456789ab", a=a, b=b, kind="numeric", category=category, scores=(0.9, 0.7),
        explanation=explanation,
    )  # fmt: skip


def graph(nodes: Iterable[str], edges: Iterable[str] = (), copies: Iterable[str] = ()) -> ConflictGraph:
    return ConflictGraph(
        nodes=tuple(nodes),
        edges=tuple(edge(*pair) for pair in edges),
        origins=tuple(tuple(group) for group in copies),
    )


@pytest.mark.parametrize(
    ("nodes", "edges", "copies", "wanted"),
    [
        ("", [], [], []),
        ("abc", [], [], []),
        ("abc", ["ab"], [], ["ab"]),
        ("abcd", ["ab", "bc"], [], ["abc"]),
        ("abcd", ["dc", "ba"], [], ["ab", "cd"]),
        ("abcd", ["ab", "cd", "bc"], [], ["abcd"]),
        ("abc", ["ab", "ab"], [], ["ab"]),
        # Copies go with their origin, and without a conflict make no component.
        ("abc", ["ab"], ["ac", "b"], ["abc"]),
        ("abcd", ["ab"], ["cd"], ["ab"]),
        # Two conflicts that meet in two copies of one text are one component.
        ("abcd", ["ab", "cd"], ["bc"], ["abcd"]),
        # In the order of the documents, not of the conflicts.
        ("dcba", ["ab", "cb"], [], ["cba"]),
    ],
)
def test_components(nodes: str, edges: list[str], copies: list[str], wanted: list[str]) -> None:
    assert graph(nodes, edges, copies).components() == tuple(tuple(group) for group in wanted)


def test_the_graph_of_a_detection() -> None:
    found = Detection(
        sample_id="s",
        documents=tuple(Document(doc_id=i, text="x") for i in "abc"),
        conflicts=(edge("a", "b"),),
        origins=(("a", "c"), ("b",)),
        coverage=Coverage(
            n_documents=3, n_origins=2, n_statements=0, n_boilerplate=0, n_pairs_possible=0, n_candidates=0,
            n_pairs_judged=0,
        ),
    )  # fmt: skip
    assert ConflictGraph.of(found).components() == (("a", "b", "c"),)


def test_json(strict_json: Callable[[str], Any]) -> None:
    shape = strict_json(json.dumps(graph("abcd", ["ab"], ["ac", "b", "d"]).to_dict()))
    assert shape == {
        "nodes": ["a", "b", "c", "d"],
        "edges": [
            {
                "doc_id_a": "a",
                "doc_id_b": "b",
                "conflict_id": "0123456789ab",
                "kind": "numeric",
                "category": "factual",
                "score": 0.8,
            }
        ],
        "copies": [["a", "c"]],
        "components": [["a", "b", "c"]],
    }


def test_dot_of_a_small_graph() -> None:
    assert graph("abc", ["ab"], ["ac"]).to_dot().splitlines() == [
        "graph conflicts {",
        "  node [shape=box];",
        '  "a";',
        '  "b";',
        '  "c";',
        '  "a" -- "b" [label="numeric / factual"];',
        '  "a" -- "c" [style=dotted];',
        "}",
    ]


_STRING = r'"(?:[^"\\]|\\["\\])*"'


@pytest.mark.parametrize("doc_id", HOSTILE)
def test_dot_strings_cannot_be_left(doc_id: str) -> None:
    lines = ConflictGraph(nodes=(doc_id, "z"), edges=(edge(doc_id, "z"),), origins=()).to_dot().split("\n")
    assert len(lines) == 7
    assert re.fullmatch(rf"  {_STRING};", lines[2])
    assert re.fullmatch(rf"  {_STRING} -- {_STRING} \[label={_STRING}\];", lines[4])
    assert "\x1b" not in lines[2]


@pytest.mark.parametrize("text", HOSTILE)
def test_svg_is_xml_whatever_is_in_it(text: str) -> None:
    hostile = ConflictGraph(nodes=(text, "z"), edges=(edge(text, "z", explanation=text),), origins=())
    root = ElementTree.fromstring(hostile.to_svg())
    assert {e.tag for e in root.iter()} <= {SVG + t for t in ("svg", "line", "title", "circle", "text")}
    shown = "".join(ch if ch.isprintable() else " " for ch in text)
    assert shown in {e.text or "" for e in root.iter(SVG + "title")}


def test_svg_holds_every_conflict_and_counts_the_rest() -> None:
    root = ElementTree.fromstring(graph("abcdefg", ["ab", "bc", "de"]).to_svg())
    assert len(root.findall(SVG + "line")) == 3
    assert len(root.findall(SVG + "circle")) == 5
    assert "2 documents without a conflict" in {e.text for e in root.iter(SVG + "text")}
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    for circle in root.findall(SVG + "circle"):
        assert 0 < float(circle.attrib["cx"]) < width
        assert 0 < float(circle.attrib["cy"]) < height


@pytest.mark.parametrize("nodes", ["", "a"])
def test_svg_without_conflicts(nodes: str) -> None:
    root = ElementTree.fromstring(graph(nodes).to_svg())
    assert not root.findall(SVG + "line")


def test_a_category_that_is_not_known_is_drawn_too() -> None:
    ElementTree.fromstring(ConflictGraph(nodes=("a", "b"), edges=(edge("a", "b", None),), origins=()).to_svg())
