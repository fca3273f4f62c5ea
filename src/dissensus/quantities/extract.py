"""Text -> its typed values."""

from __future__ import annotations

from datetime import date
from functools import lru_cache

from dissensus.quantities.binding import bind
from dissensus.quantities.hedges import hedge, words_before
from dissensus.quantities.merge import merge
from dissensus.quantities.model import Value
from dissensus.quantities.normal import Plain
from dissensus.quantities.scan import scan


def values(text: str, published: date | None = None) -> tuple[Value, ...]:
    """The values of a text in order; relative dates only where the day of publication is known."""
    return _values(text, published)


@lru_cache(maxsize=8192)
def _values(text: str, published: date | None) -> tuple[Value, ...]:
    plain = Plain(text)
    found = merge(scan(plain.text, published), plain.text)
    if not found:
        return ()
    for raw in found:
        hedge(raw, plain.text, words_before(plain.text, raw.start))
    spans = [plain.span(raw.start, raw.end) for raw in found]
    bound = bind(text, spans)
    return tuple(
        Value(
            kind=raw.kind,
            text=text[span[0] : span[1]],
            span=span,
            low=raw.low,
            high=raw.high,
            unit=raw.unit or raw.counted,
            dimension=raw.dimension,
            bound=raw.bound,
            slack=raw.slack,
            factor=abs(raw.factor * raw.scale) or 1.0,
            attribute=words.attribute - {raw.counted} if raw.counted else words.attribute,
            counted=raw.counted,
            subject=words.subject,
            ambiguous=raw.ambiguous,
            readings=raw.readings,
            parts=raw.parts,
            per=raw.per,
        )
        for raw, span, words in zip(found, spans, bound, strict=True)
    )
