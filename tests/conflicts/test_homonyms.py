"""Two things of one name."""

from __future__ import annotations

import pytest

from dissensus.conflicts.homonyms import told_apart
from dissensus.types import Document


def doc(text: str, title: str | None = None) -> Document:
    return Document(doc_id="d", text=text, title=title)


@pytest.mark.parametrize(
    ("a", "b", "apart"),
    [
        ("They met in Springfield, a town in Ohio.", "They met in Springfield, the capital of Illinois.", True),
        ("They met in Springfield, a town in Ohio.", "They met in Springfield, an old town near Dayton.", False),
        # The other document speaks of Ohio too.
        ("They met in Springfield, a town in Ohio.", "Ohio votes. They met in Springfield, the seat of Clark.", False),
        ("They met in Springfield.", "They met in Springfield, the capital of Illinois.", False),
        ("They met in Dayton, a town in Ohio.", "They met in Springfield, the capital of Illinois.", False),
    ],
)
def test_told_apart_only_where_nothing_is_shared(a: str, b: str, apart: bool) -> None:
    assert bool(told_apart(doc(a), doc(b))) is apart
    assert bool(told_apart(doc(b), doc(a))) is apart
