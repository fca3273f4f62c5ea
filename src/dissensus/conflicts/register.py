"""How a document speaks: plainly, in judgement, or in the way of unreliable sources.

A linear reading of the vector that the embedded encoder gives source, title and text. It is one piece of evidence for
the category of a conflict, no verdict on a document.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from dissensus.errors import JudgeError
from dissensus.types import Document

FILE = "register.json"
REGISTERS = ("neutral", "opinion", "unreliable")
_MOST = 1200
"""Characters of a document that are read for it."""


def shown(document: Document) -> str:
    """What of a document is read."""
    return ". ".join(part for part in (document.source, document.title, document.text[:_MOST]) if part)


class RegisterReader:
    """Documents -> probabilities of REGISTERS."""

    def __init__(self, model: Any) -> None:
        """Reads the weights beside a model.

        Args:
            model: Has `folder` and `embed`; without a file of weights there every document is neutral.

        Raises:
            JudgeError: The weights cannot be used.
        """
        self._model = model
        folder = getattr(model, "folder", None)
        path = Path(folder) / FILE if folder is not None else None
        self._weights = _load(path) if path is not None and path.is_file() else None

    def read(self, documents: Sequence[Document]) -> Mapping[str, tuple[float, float, float]]:
        """Document id -> probabilities in the order of REGISTERS, each in [0, 1]."""
        plain = dict.fromkeys((d.doc_id for d in documents), (1.0, 0.0, 0.0))
        if self._weights is None or not documents:
            return plain
        vectors = self._model.embed([shown(d) for d in documents])
        weights, bias = self._weights
        if vectors is None or vectors.shape[1] != len(weights):
            return plain
        scores = vectors @ weights + bias
        scores = np.exp(scores - scores.max(axis=1, keepdims=True))
        probs = scores / scores.sum(axis=1, keepdims=True)
        return {d.doc_id: (float(p[0]), float(p[1]), float(p[2])) for d, p in zip(documents, probs, strict=True)}


def _load(path: Path) -> tuple[np.ndarray, np.ndarray]:
    try:
        stored = json.loads(path.read_text(encoding="utf-8"))
        weights, bias = np.array(stored["weights"], dtype=np.float64), np.array(stored["bias"], dtype=np.float64)
        if tuple(stored["registers"]) != REGISTERS or weights.ndim != 2 or weights.shape[1] != 3 or bias.shape != (3,):
            raise ValueError("wrong shape")
    except (ValueError, KeyError, TypeError, OSError) as problem:
        raise JudgeError(f"{path}: not weights of registers ({problem}); reinstall dissensus or remove it") from problem
    return weights, bias
