"""dissensus finds, measures and resolves conflicting evidence in retrieval-augmented generation.

Public names are loaded on first use, so that `import dissensus` costs next to nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dissensus._version import __version__

if TYPE_CHECKING:
    from dissensus.acknowledging import Acknowledgement, acknowledge
    from dissensus.conflicts.graph import ConflictGraph
    from dissensus.conflicts.model import Detection, DocConflict
    from dissensus.detecting import ConflictFinder, DetectReport, DetectSettings, detect
    from dissensus.errors import DissensusError, InputError, JudgeError, MissingExtraError
    from dissensus.explaining import Explanation, explain
    from dissensus.metrics import LabelMatrix, Options, score_matrix
    from dissensus.policies.resolution import Resolution
    from dissensus.report.folder import load_report
    from dissensus.resolving import resolve, resolve_detection
    from dissensus.results import Report, SampleResult
    from dissensus.scoring import Scorer, Settings, score
    from dissensus.signature import Signature
    from dissensus.types import Claim, ClaimLabel, Document, Evidence, Label, MetricValue, Reason, Sample, Verdict

_HOMES = {
    "dissensus.acknowledging": ("Acknowledgement", "acknowledge"),
    "dissensus.conflicts.graph": ("ConflictGraph",),
    "dissensus.conflicts.model": ("Detection", "DocConflict"),
    "dissensus.detecting": ("ConflictFinder", "DetectReport", "DetectSettings", "detect"),
    "dissensus.errors": ("DissensusError", "InputError", "JudgeError", "MissingExtraError"),
    "dissensus.explaining": ("Explanation", "explain"),
    "dissensus.metrics": ("LabelMatrix", "Options", "score_matrix"),
    "dissensus.report.folder": ("load_report",),
    "dissensus.policies.resolution": ("Resolution",),
    "dissensus.resolving": ("resolve", "resolve_detection"),
    "dissensus.results": ("Report", "SampleResult"),
    "dissensus.scoring": ("Scorer", "Settings", "score"),
    "dissensus.signature": ("Signature",),
    "dissensus.types": (
        "Claim",
        "ClaimLabel",
        "Document",
        "Evidence",
        "Label",
        "MetricValue",
        "Reason",
        "Sample",
        "Verdict",
    ),
}
_NAMES = {name: module for module, names in _HOMES.items() for name in names}

__all__ = [
    "Acknowledgement",
    "Claim",
    "ClaimLabel",
    "ConflictFinder",
    "ConflictGraph",
    "DetectReport",
    "DetectSettings",
    "Detection",
    "DissensusError",
    "DocConflict",
    "Document",
    "Evidence",
    "Explanation",
    "InputError",
    "JudgeError",
    "Label",
    "LabelMatrix",
    "MetricValue",
    "MissingExtraError",
    "Options",
    "Reason",
    "Report",
    "Resolution",
    "Sample",
    "SampleResult",
    "Scorer",
    "Settings",
    "Signature",
    "Verdict",
    "__version__",
    "acknowledge",
    "detect",
    "explain",
    "load_report",
    "resolve",
    "resolve_detection",
    "score",
    "score_matrix",
]


def __getattr__(name: str) -> Any:
    import importlib

    if name not in _NAMES:
        raise AttributeError(f"module 'dissensus' has no attribute {name!r}")
    value = getattr(importlib.import_module(_NAMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
