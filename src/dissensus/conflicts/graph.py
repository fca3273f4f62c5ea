"""The graph of conflicting documents: nodes, edges, connected components; as JSON, DOT and a picture."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from dissensus.conflicts.components import connected
from dissensus.conflicts.model import Detection, DocConflict
from dissensus.io.text import printable


@dataclass(frozen=True, slots=True, kw_only=True)
class ConflictGraph:
    """Documents, and between them the conflicts; copies of one origin are joined without being in conflict."""

    nodes: tuple[str, ...]
    edges: tuple[DocConflict, ...]
    origins: tuple[tuple[str, ...], ...]

    @classmethod
    def of(cls, detection: Detection) -> ConflictGraph:
        """The graph of one detection."""
        return cls(
            nodes=tuple(d.doc_id for d in detection.documents), edges=detection.conflicts, origins=detection.origins
        )

    def components(self) -> tuple[tuple[str, ...], ...]:
        """Connected components that hold a conflict, each in the order of the documents; copies go with their origin."""
        joins = [edge.doc_ids for edge in self.edges]
        joins += [(group[0], copy) for group in self.origins for copy in group[1:]]
        torn = {node for edge in self.edges for node in edge.doc_ids}
        return tuple(tuple(group) for group in connected(self.nodes, joins) if torn.intersection(group))

    def to_dict(self) -> dict[str, Any]:
        """JSON shape: nodes, edges by conflict id, components."""
        return {
            "nodes": list(self.nodes),
            "edges": [
                {
                    "doc_id_a": e.a.doc_id,
                    "doc_id_b": e.b.doc_id,
                    "conflict_id": e.conflict_id,
                    "kind": e.kind,
                    "category": e.category,
                    "score": round(e.score, 4),
                }
                for e in self.edges
            ],
            "copies": [list(group) for group in self.origins if len(group) > 1],
            "components": [list(group) for group in self.components()],
        }

    def to_dot(self) -> str:
        """Graphviz source; conflicts are solid lines, copies dotted ones."""
        lines = ["graph conflicts {", "  node [shape=box];"]
        lines += [f"  {_dot(node)};" for node in self.nodes]
        lines += [f"  {_dot(e.a.doc_id)} -- {_dot(e.b.doc_id)} [label={_dot(_label(e))}];" for e in self.edges]
        lines += [f"  {_dot(group[0])} -- {_dot(copy)} [style=dotted];" for group in self.origins for copy in group[1:]]
        return "\n".join([*lines, "}"]) + "\n"

    def to_svg(self) -> str:
        """A picture of the documents that conflict, each component a circle; the rest are counted below."""
        return _svg(self)


def _label(edge: DocConflict) -> str:
    return f"{edge.kind} / {edge.category}"


def _dot(text: str) -> str:
    """A quoted Graphviz string; control characters would end it or vanish."""
    return '"' + printable(text).replace("\\", "\\\\").replace('"', '\\"') + '"'


_COLOURS = {
    "factual": "#b02a37", "freshness": "#9a6700", "opinion": "#6f42c1", "misinformation": "#7a1f5c", "ambiguity": "#1f6f8b",
}  # fmt: skip
_MARGIN, _NODE, _LINE = 150, 8, 18


def _svg(graph: ConflictGraph) -> str:
    components = graph.components()
    shapes: list[str] = []
    top, width = 30.0, 520.0
    for group in components:
        radius = max(60.0, len(group) * 16.0)
        middle = (_MARGIN + radius + 20, top + radius + 20)
        width = max(width, 2 * (middle[0]))
        places = _circle(group, middle, radius)
        for edge in graph.edges:
            if edge.a.doc_id in places and edge.b.doc_id in places:
                (x1, y1), (x2, y2) = places[edge.a.doc_id], places[edge.b.doc_id]
                colour = _COLOURS.get(edge.category or "", "#555")
                shapes.append(
                    f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}" stroke-width="2">'
                    f"<title>{_xml(edge.explanation)}</title></line>"
                )
        for node, (x, y) in places.items():
            anchor = "end" if x < middle[0] - 1 else "start"
            shift = -12 if anchor == "end" else 12
            shapes.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{_NODE}" fill="#24292f"/>')
            shapes.append(
                f'<text x="{x + shift:.1f}" y="{y + 4:.1f}" text-anchor="{anchor}">{_xml(_short(node))}'
                f"<title>{_xml(node)}</title></text>"
            )
        top += 2 * radius + 60
    used = sorted({e.category or "" for e in graph.edges})
    for i, name in enumerate(used):
        shapes.append(f'<text x="20" y="{top + i * _LINE:.1f}" fill="{_COLOURS.get(name, "#555")}">{_xml(name)}</text>')
    top += len(used) * _LINE
    rest = len(graph.nodes) - sum(len(group) for group in components)
    shapes.append(f'<text x="20" y="{top:.1f}">{rest} document{"s" * (rest != 1)} without a conflict</text>')
    size = f'width="{width:.0f}" height="{top + 20:.0f}" viewBox="0 0 {width:.0f} {top + 20:.0f}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="13" role="img"'
    return "\n".join([f"{head} aria-label={quoteattr('Conflicting documents')}>", *shapes, "</svg>"]) + "\n"


def _circle(group: Sequence[str], middle: tuple[float, float], radius: float) -> dict[str, tuple[float, float]]:
    step = 2 * math.pi / len(group)
    return {
        node: (middle[0] + radius * math.cos(i * step - math.pi), middle[1] + radius * math.sin(i * step - math.pi))
        for i, node in enumerate(group)
    }


def _short(text: str, most: int = 24) -> str:
    return text if len(text) <= most else "…" + text[1 - most :]


def _xml(text: str) -> str:
    return escape(printable(text))
