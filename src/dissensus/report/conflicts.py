"""Conflicts and their resolution as text for a person."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from io import StringIO

from rich.console import Console
from rich.text import Text

from dissensus.conflicts.graph import ConflictGraph
from dissensus.conflicts.model import Detection, DocConflict, Quote
from dissensus.detecting import DetectReport
from dissensus.policies.resolution import Resolution
from dissensus.report.quote import one_line

_MOST = 20


def render(report: DetectReport, known: Collection[str] = (), most: int = _MOST) -> Text:
    """Every set with its conflicts, the surest first."""
    out = Text()
    several = len(report.samples) > 1
    for sample in report.samples:
        if several and not sample.conflicts and not sample.set_aside:
            continue
        for line, style in _sample_lines(sample, known, most, several):
            out.append(line + "\n", style=style)
        out.append("\n")
    torn = sum(bool(s.conflicts) for s in report.samples)
    n = len(report.conflicts)
    told = f"{n} conflict{'s' * (n != 1)}"
    told += f" in {torn} of {len(report.samples)} sets of documents" if several else ""
    accepted = sum(c.conflict_id in known for c in report.conflicts)
    told += f" ({accepted} accepted, {n - accepted} new)" if accepted else ""
    out.append(told + "\n", style="bold")
    if report.errors:
        out.append(f"left out: {len(report.errors)} rows or files\n", style="yellow")
    out.append(f"signature: {report.signature}\n", style="dim")
    return out


def _sample_lines(sample: Detection, known: Collection[str], most: int, named: bool) -> Iterator[tuple[str, str]]:
    if named:
        yield one_line(sample.sample_id), "bold"
    for c in sample.conflicts[:most]:
        yield from _conflict_lines(c, c.conflict_id in known)
    if len(sample.conflicts) > most:
        yield f"{len(sample.conflicts) - most} more conflicts; --json or -o shows all", "dim"
    groups = [group for group in ConflictGraph.of(sample).components() if len(group) > 2]
    for group in groups:
        yield "together: " + ", ".join(map(one_line, group)), ""
    for group in sample.origins:
        if len(group) > 1:
            yield f"copies of {one_line(group[0])}: " + ", ".join(map(one_line, group[1:])), ""
    for c in sample.set_aside[:most]:
        yield (
            f"set aside, {c.reason_code}: {one_line(c.a.doc_id)} / {one_line(c.b.doc_id)}: {one_line(c.explanation)}",
            "dim",
        )
    yield sample.coverage.sentence(), "dim"
    for note in sample.notes:
        yield note, "dim"


def _conflict_lines(conflict: DocConflict, accepted: bool) -> Iterator[tuple[str, str]]:
    mark = " (accepted)" if accepted else ""
    yield (
        f"{conflict.kind} / {conflict.category}  {conflict.score:.2f}  {conflict.conflict_id}{mark}",
        "bold red" if not accepted else "bold",
    )
    for quote in (conflict.a, conflict.b):
        yield f"  {_quoted(quote)}", ""
    for said in conflict.category_evidence:
        yield f"    {one_line(said)}", "dim"


def _quoted(quote: Quote) -> str:
    dated = str(quote.published) if quote.published else "undated"
    value = f"  [{one_line(quote.value)}]" if quote.value else ""
    return f"{one_line(quote.doc_id)} ({dated}): {one_line(quote.text)}{value}"


def render_resolution(resolution: Resolution) -> Text:
    """Who is kept, who is set aside and why, what to ask, what to warn of."""
    out = Text()
    for decision in resolution.decisions:
        mark, style = ("kept     ", "green") if decision.kept else ("set aside", "yellow")
        out.append(mark, style=style)
        out.append(f"  {one_line(decision.doc_id)}: {one_line(decision.reason)}\n")
    for question in resolution.questions:
        out.append(f"ask: {one_line(question)}\n", style="bold")
    if resolution.warning:
        out.append(f"warning: {one_line(resolution.warning)}\n", style="bold yellow")
    return out


def render_text(report: DetectReport) -> str:
    """The same without colour."""
    stream = StringIO()
    Console(file=stream, width=110, no_color=True, highlight=False).print(render(report), soft_wrap=True)
    return stream.getvalue()
