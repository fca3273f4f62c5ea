"""Connected components: what is joined, directly or over others."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import TypeVar

Node = TypeVar("Node", bound=Hashable)


def connected(nodes: Sequence[Node], joins: Iterable[tuple[Node, Node]]) -> list[list[Node]]:
    """The components, each in the order of the nodes, in the order of their first; a node without a join stands alone."""
    parent = {node: node for node in nodes}

    def root(node: Node) -> Node:
        while parent[node] != node:
            parent[node] = parent[parent[node]]
            node = parent[node]
        return node

    for one, other in joins:
        parent[root(other)] = root(one)
    groups: dict[Node, list[Node]] = {}
    for node in nodes:
        groups.setdefault(root(node), []).append(node)
    return list(groups.values())
