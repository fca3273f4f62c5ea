"""dissensus finds, measures and resolves conflicting evidence in retrieval-augmented generation.

Public names are loaded on first use, so that `import dissensus` costs next to nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dissensus._version import __version__

if TYPE_CHECKING:
    from dissensus.errors import DissensusError, InputError, JudgeError, MissingExtraError
    from dissensus.metrics import LabelMatrix, Options, score_matrix
    from dissensus.report.folder import load_report
    from dissensus.results import Report, SampleResult
    from dissensus.scoring import Scorer, Settings, score
    from dissensus.signature import Signature
    from dissensus.types import Claim, ClaimLabel, Document, Evidence, Label, MetricValue, Sample, Verdict

_NAMES = {
    "score": "dissensus.scoring",
    "Scorer": "dissensus.scoring",
    "Settings": "dissensus.scoring",
    "load_report": "dissensus.report.folder",
    "Report": "dissensus.results",
    "SampleResult": "dissensus.results",
    "LabelMatrix": "dissensus.metrics",
    "Options": "dissensus.metrics",
    "score_matrix": "dissensus.metrics",
    "Signature": "dissensus.signature",
    **dict.fromkeys(("DissensusError", "InputError", "JudgeError", "MissingExtraError"), "dissensus.errors"),
    **dict.fromkeys(
        ("Claim", "ClaimLabel", "Document", "Evidence", "Label", "MetricValue", "Sample", "Verdict"), "dissensus.types"
    ),
}

__all__ = ["__version__", *_NAMES]  # noqa: PLE0604


def __getattr__(name: str) -> Any:
    import importlib

    if name not in _NAMES:
        raise AttributeError(f"module 'dissensus' has no attribute {name!r}")
    value = getattr(importlib.import_module(_NAMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
