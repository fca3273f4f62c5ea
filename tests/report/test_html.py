from __future__ import annotations

from collections.abc import Callable
from html.parser import HTMLParser
from typing import Any

import dissensus
from dissensus.report.terminal import MAX_SAMPLES

ATTACK = "<script>alert('x')</script><img src=x onerror=alert(1)>\"'&amp;"


class Tags(HTMLParser):
    """Every tag and attribute, and whether all that was opened is closed."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.open: list[str] = []
        self.text = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        if tag != "br":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


SAFE_TAGS = {"div", "p", "b", "i", "table", "thead", "tbody", "tr", "th", "td", "small", "br", "code"}


def test_every_text_is_escaped(scripted: Callable[..., str], write: Callable[..., Any]) -> None:
    documents = [
        {"id": ATTACK + side, "text": ATTACK + side, "title": ATTACK, "source": ATTACK}
        for side in ("SUPPORTS", "other", "none")
    ]
    samples = [{"id": ATTACK, "question": ATTACK, "response": f"The gate {ATTACK} is open.", "documents": documents}]
    judge = scripted(("", "SUPPORTS", "SUPPORTS"), ("", "other", "CONTRADICTS"), ("", "", ATTACK))
    html = dissensus.score([*samples, {"response": ATTACK}], judge=judge)._repr_html_()
    parsed = Tags(html)
    assert parsed.tags <= SAFE_TAGS
    assert parsed.attributes <= {"class", "title", "style"}
    assert parsed.open == []
    assert "<script>alert('x')</script>" in parsed.text  # shown as text
    assert "1 rows left out" in parsed.text


def test_quotes_are_escaped_in_titles(write: Callable[..., Any]) -> None:
    text = f"{ATTACK} open."
    quote = {"doc_id": "d1", "start": 0, "end": len(text), "text": text, "label": "SUPPORTS", "score": 0.9}
    row = {"sample_id": "1", "claim_id": "c1", "doc_id": "d1", "label": "SUPPORTS", "support": quote}
    report = dissensus.score(response="It is open.", documents=[text], judge=f"precomputed:{write('l.jsonl', row)}")
    parsed = Tags(report._repr_html_())
    assert parsed.tags <= SAFE_TAGS
    assert parsed.attributes <= {"class", "title", "style"}


def test_figures_and_undefined(scripted: Callable[..., str]) -> None:
    judge = scripted(("", "yes", "SUPPORTS"), ("", "", "CONTRADICTS"))
    shown = Tags(dissensus.score(response="It is open.", documents=["yes", "no"], judge=judge)._repr_html_()).text
    assert "CS-C 1.0000" in shown
    assert "CONFLICTING" in shown
    undefined = Tags(dissensus.score(response="", documents=["yes"], judge=judge)._repr_html_()).text
    assert "CS-C undefined" in undefined
    assert "undefined: no_claims" in undefined


def test_many_samples_are_cut(scripted: Callable[..., str]) -> None:
    samples = [{"response": "It is open.", "documents": ["yes", "no"]} for _ in range(MAX_SAMPLES + 5)]
    html = dissensus.score(samples, judge=scripted(("", "yes", "SUPPORTS"), ("", "", "CONTRADICTS")))._repr_html_()
    assert html.count("<table>") == MAX_SAMPLES
    assert "5 more samples" in html
