"""The terminal view: claims by documents as a matrix, verdicts, and the two quotes that clash."""

from __future__ import annotations

import io
from collections.abc import Iterator

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from dissensus.report.quote import one_line, shorten, telling_part
from dissensus.results import Report, SampleResult
from dissensus.types import Claim, ClaimLabel, Document, Label, MetricValue, Verdict

MAX_SAMPLES = 10
MAX_COLUMNS = 12
_SIGN = {Label.SUPPORTS: ("+", "green"), Label.CONTRADICTS: ("-", "red"), Label.IRRELEVANT: (".", "dim")}
_STYLE = {
    Verdict.SUPPORTED: "green",
    Verdict.CONTRADICTED: "red",
    Verdict.CONFLICTING: "bold yellow",
    Verdict.NO_EVIDENCE: "dim",
}
_NAMES = {"cs_c": "CS-C", "cs_r": "CS-R", "cs_r_conflicted": "CS-R over conflicted claims"}
_REASONS = {
    "no_claims": "the response makes no claim",
    "no_documents": "there are no documents",
    "no_scored_pairs": "the judge could label no pair",
    "no_conflicted_claims": "no claim is conflicted",
    "no_decided_claims": "no document takes a side on any claim",
    "no_scored_samples": "no sample could be scored",
}
LEGEND = "+ supports   - contradicts   ~ argues both sides   . irrelevant   ? unscored"


def render_text(report: Report, width: int = 100) -> str:
    """The terminal view as plain text."""
    console = Console(file=io.StringIO(), width=width, color_system=None, legacy_windows=False, highlight=False)
    console.print(render(report), crop=False)
    return "\n".join(line.rstrip() for line in console.file.getvalue().rstrip().splitlines())  # type: ignore[attr-defined]


def render(report: Report) -> Group:
    """Everything to print: disputed samples first in full, then the figures over all, then what was left out."""
    return Group(*_parts(report))


def _parts(report: Report) -> Iterator[RenderableType]:
    if len(report.samples) == 1:
        shown = list(report.samples)
    else:
        shown = [s for s in report.samples if is_disputed(s)][:MAX_SAMPLES]
    for sample in shown:
        yield from _sample(sample, alone=len(report.samples) == 1)
    if len(report.samples) != 1:
        hidden = len(report.samples) - len(shown)
        if hidden:
            yield Text(
                f"{hidden} more sample{'s' * (hidden != 1)} not shown (-o DIR writes all of them)\n", style="dim"
            )
    yield from _figures(report)
    for error in report.errors[:5]:
        yield Text(f"left out: {one_line(error.message())}", style="red")
    if len(report.errors) > 5:
        yield Text(f"... and {len(report.errors) - 5} more rows left out (errors.jsonl lists all)", style="red")
    for repair in report.repairs[:3]:
        yield Text(f"mended: {one_line(f'{repair.file}:{repair.row}: {repair.what}')}", style="dim")
    yield Text(f"signature {report.signature}", style="dim", no_wrap=True, overflow="ignore")


def is_disputed(sample: SampleResult) -> bool:
    """Whether a claim is contradicted, by some of its documents or by all that take a side."""
    return any(v in (Verdict.CONFLICTING, Verdict.CONTRADICTED) for v in sample.verdicts.values())


def _sample(sample: SampleResult, alone: bool) -> Iterator[RenderableType]:
    head = Text("" if alone else f"sample {one_line(sample.sample_id)}  ", style="bold")
    if not alone:
        head.append("  ".join(f"{_NAMES[n]} {_number(sample.metrics[n].value)}" for n in ("cs_c", "cs_r")), style="")
    if sample.sample.question:
        head.append(("" if alone else "\n") + f"question  {shorten(sample.sample.question, 88)}", style="dim")
    if head.plain:
        yield head
    if sample.claims and sample.sample.documents:
        yield _matrix(sample)
        yield Text(LEGEND, style="dim")
        yield Text("")
    for claim in sample.claims:
        if sample.verdicts[claim.claim_id] in (Verdict.CONFLICTING, Verdict.CONTRADICTED):
            yield from _clash(sample, claim)
    unscored = [r for r in sample.labels if r.label is None]
    for record in unscored[:3]:
        yield Text(
            f"unscored  {record.claim_id} x {shorten(record.doc_id, 40)}: {shorten(record.unscored_reason or '', 60)}",
            style="red",
        )
    if len(unscored) > 3:
        yield Text(f"... and {len(unscored) - 3} more unscored pairs", style="red")
    for part in sample.skipped:
        yield Text(f"not a claim ({part.reason})  {shorten(part.text, 70)}", style="dim")
    for claim in sample.claims:
        for reference in claim.ambiguous:
            guess = f"; {shorten(reference.guess, 40)}?" if reference.guess else ""
            yield Text(f"{claim.claim_id} is ambiguous: {reference.text}{guess}", style="dim")
    for note in sample.notes:
        yield Text(f"note  {note}", style="dim")
    if unscored or sample.skipped or sample.notes or any(claim.ambiguous for claim in sample.claims):
        yield Text("")


def _matrix(sample: SampleResult) -> Table:
    documents = sample.sample.documents
    table = Table(box=None, padding=(0, 1), show_edge=False, pad_edge=False, header_style="dim")
    table.add_column("")
    for document in documents[:MAX_COLUMNS]:
        table.add_column(Text(shorten(document.doc_id, 14)), justify="center")
    if len(documents) > MAX_COLUMNS:
        table.add_column(Text(f"+{len(documents) - MAX_COLUMNS}"), justify="center")
    table.add_column("verdict")
    table.add_column("claim", overflow="fold", ratio=1)
    for claim in sample.claims:
        records = sample.labels_of(claim.claim_id)
        signs = [_sign(record) for record in records[:MAX_COLUMNS]]
        if len(documents) > MAX_COLUMNS:
            rest = records[MAX_COLUMNS:]
            plus, minus = (sum(r.label is side for r in rest) for side in (Label.SUPPORTS, Label.CONTRADICTS))
            signs.append(Text(f"{plus}+ {minus}-", style="dim"))
        verdict = sample.verdicts[claim.claim_id]
        table.add_row(
            Text(claim.claim_id), *signs, Text(verdict, style=_STYLE[verdict]), Text(shorten(claim.text, 160))
        )
    return table


def _sign(record: ClaimLabel) -> Text:
    if record.label is None:
        return Text("?", style="red")
    sign, style = _SIGN[record.label]
    return Text("~" if record.mixed else sign, style="yellow" if record.mixed else style)


def _clash(sample: SampleResult, claim: Claim) -> Iterator[RenderableType]:
    """The claim with the strongest quote of each side."""
    verdict = sample.verdicts[claim.claim_id]
    yield Text.assemble((f"{claim.claim_id} {verdict.lower()}", _STYLE[verdict]), f"  {shorten(claim.text, 88)}")
    documents = {d.doc_id: d for d in sample.sample.documents}
    for side in (Label.SUPPORTS, Label.CONTRADICTS):
        found = [(e, r) for r in sample.labels_of(claim.claim_id) for e in r.evidence if e.label is side]
        bare = [r for r in sample.labels_of(claim.claim_id) if r.label is side and not r.evidence]
        sign, style = _SIGN[side]
        if found:
            evidence, record = max(found, key=lambda pair: pair[0].score)
            more = len(found) - 1
            line = Text.assemble((f"  {sign} ", style), (_about(documents[evidence.doc_id]), "bold"))
            line.append(f"  p={evidence.score:.2f}" + (f"  and {more} more" if more else ""), style="dim")
            line.append(f'\n    "{telling_part(evidence.text, claim.text)}"')
            if side is record.label and record.kind:
                line.append(f"\n    {_why(record)}", style="dim")
            yield line
        elif bare:
            yield Text.assemble((f"  {sign} ", style), "; ".join(_about(documents[r.doc_id]) for r in bare[:5]))
    yield Text("")


def _why(record: ClaimLabel) -> str:
    """The kind, and the two texts that show it best."""
    shown = next((r for r in record.reasons if r.kind == record.kind), None)
    texts = f": {shorten(shown.claim_text, 40)} / {shorten(shown.document_text, 40)}" if shown else ""
    return f"{(record.kind or '').replace('_', ' ')}{texts}"


def _about(document: Document) -> str:
    parts = [shorten(document.doc_id, 40)]
    if document.title:
        parts.append(shorten(document.title, 50))
    if document.published:
        parts.append(document.published.isoformat())
    return ", ".join(parts)


def _figures(report: Report) -> Iterator[RenderableType]:
    for name, value in report.metrics.items():
        yield _figure(name, value, report)
    n_claims = sum(len(s.claims) for s in report.samples)
    unscored = sum(r.label is None for r in report.labels)
    line = f"{len(report.samples)} sample{'s' * (len(report.samples) != 1)}, {n_claims} claim{'s' * (n_claims != 1)}, {len(report.labels)} pairs"
    if unscored:
        line += f", {unscored} of them unscored"
    undecided = sum(s.n_undecided for s in report.samples)
    if undecided:
        line += f"; no document takes a side on {undecided} claim{'s' * (undecided != 1)}"
    if report.n_unfinished:
        line += f"; stopped before {report.n_unfinished} more"
    if report.errors:
        line += f"; {len(report.errors)} row{'s' * (len(report.errors) != 1)} left out"
    yield Text(line, style="dim")


def _figure(name: str, value: MetricValue, report: Report) -> Text:
    text = Text.assemble((_NAMES[name], "bold"), "  ")
    if value.value is None:
        text.append(f"undefined ({_REASONS.get(value.undefined_reason or '', value.undefined_reason)})", style="dim")
    else:
        text.append(f"{value.value:.4f}", style="bold")
        if value.interval:
            text.append(f"  95% interval {value.interval[0]:.4f} to {value.interval[1]:.4f}", style="dim")
        if value.bounds and value.bounds[1] - value.bounds[0] > 1e-12:
            text.append(
                f"  could be {value.bounds[0]:.4f} to {value.bounds[1]:.4f} once all pairs are scored", style="yellow"
            )
    if len(report.samples) != 1:
        text.append(f"  ({value.n_scored} scored, {value.n_unscored} not)", style="dim")
    return text


def _number(value: float | None) -> str:
    return "undefined" if value is None else f"{value:.4f}"
