"""The notebook view: the same matrix and quotes as HTML, every piece of text escaped."""

from __future__ import annotations

from html import escape

from dissensus.report.quote import one_line, shorten, telling_part
from dissensus.report.terminal import LEGEND, MAX_COLUMNS, MAX_SAMPLES, is_disputed
from dissensus.results import Report, SampleResult
from dissensus.types import ClaimLabel, Label

_COLOUR = {Label.SUPPORTS: "#1a7f37", Label.CONTRADICTS: "#cf222e", Label.IRRELEVANT: "#8c959f"}
_SIGN = {Label.SUPPORTS: "+", Label.CONTRADICTS: "−", Label.IRRELEVANT: "·"}


def render_html(report: Report) -> str:
    """A self-contained fragment: figures, then one table per disputed sample (or the only one)."""
    figures = "".join(
        f"<b>{name.upper().replace('_', '-')}</b> {'undefined' if v.value is None else f'{v.value:.4f}'} &nbsp; "
        for name, v in report.metrics.items()
    )
    shown = [s for s in report.samples if len(report.samples) == 1 or is_disputed(s)]
    tables = "".join(_table(s) for s in shown[:MAX_SAMPLES])
    hidden = len(report.samples) - len(shown[:MAX_SAMPLES])
    more = f"<p>{hidden} more samples not shown.</p>" if hidden else ""
    left = f"<p>{len(report.errors)} rows left out; see <code>report.errors</code>.</p>" if report.errors else ""
    return (
        f'<div class="dissensus"><p>{figures}</p>{tables}{more}{left}'
        f"<p><small>{escape(LEGEND)}<br>{escape(str(report.signature))}</small></p></div>"
    )


def _table(sample: SampleResult) -> str:
    documents = sample.sample.documents[:MAX_COLUMNS]
    head = "".join(
        f'<th title="{escape(one_line(d.title or d.source or ""))}">{escape(shorten(d.doc_id, 14))}</th>'
        for d in documents
    )
    rows = []
    for claim in sample.claims:
        cells = "".join(_cell(r, claim.text) for r in sample.labels_of(claim.claim_id)[:MAX_COLUMNS])
        verdict = sample.verdicts[claim.claim_id]
        rows.append(
            f"<tr>{cells}<td>{verdict}</td><td style='text-align:left'>{escape(shorten(claim.text, 200))}</td></tr>"
        )
    question = f"<p><i>{escape(shorten(sample.sample.question, 200))}</i></p>" if sample.sample.question else ""
    reason = f"<p>undefined: {escape(sample.undefined_reason)}</p>" if sample.undefined_reason else ""
    return f"{question}{reason}<table><thead><tr>{head}<th>verdict</th><th>claim</th></tr></thead><tbody>{''.join(rows)}</tbody></table>"


def _cell(record: ClaimLabel, claim: str) -> str:
    if record.label is None:
        return f'<td title="{escape(record.unscored_reason or "")}">?</td>'
    sign = "±" if record.mixed else _SIGN[record.label]
    quotes = " | ".join(telling_part(e.text, claim) for e in record.evidence)
    return f'<td title="{escape(quotes)}" style="color:{_COLOUR[record.label]};font-weight:bold;text-align:center">{sign}</td>'
