"""Rules and model as one: a small network over the model's scores and the signals, trained on development data.

No rule overrides another or the model: each is a number, and what the numbers say together was learned
(`training/combine.py`). A second, linear layer names the kind of clash, or why two texts only seem to clash.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from dissensus.errors import JudgeError
from dissensus.signals import FEATURES
from dissensus.types import CLASH_KINDS, REASON_CODES

Array = npt.NDArray[np.float64]
FILE = "combiner.json"
KINDS = CLASH_KINDS + REASON_CODES

#: Signals that are switched off together to see what they did (:meth:`Combiner.without`).
GROUPS: Mapping[str, tuple[str, ...]] = {
    "values": tuple(f for f in FEATURES if f.startswith(("value", "clash_"))),
    "opposition": ("negation", "antonym", "quantifier", "modality", "negation_odd"),
    "names": tuple(f for f in FEATURES if f.startswith("name")),
    "scope": tuple(f for f in FEATURES if f.endswith(("_in_claim", "_in_passage"))),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Combiner:
    """Weights of the two layers; inputs are the model's two log odds and the signals, standardised."""

    mean: Array
    spread: Array
    hidden: Array
    """Shape (2 + len(FEATURES), h)."""
    hidden_bias: Array
    out: Array
    """Shape (h, 3)."""
    out_bias: Array
    skip: Array
    """Shape (2 + len(FEATURES), 3): straight from inputs to labels."""
    kinds: Array
    """Shape (2 + len(FEATURES) + number of the model's kinds, len(KINDS))."""
    kinds_bias: Array

    @classmethod
    def load(cls, path: Path) -> Combiner:
        """The combiner of a file that `training/combine.py` wrote.

        Raises:
            JudgeError: It is damaged, or made for other signals; the message names the file.
        """
        try:
            stored = json.loads(path.read_text(encoding="utf-8"))
            parts = {name: np.array(stored[name], dtype=np.float64) for name in cls.__slots__}
            features = tuple(stored["features"])
        except (ValueError, KeyError, TypeError, OSError) as problem:
            raise JudgeError(f"{path}: not a combiner ({problem!r}); reinstall dissensus or remove the file") from None
        hidden = parts["out"].shape[0] if parts["out"].ndim == 2 else 0
        n, k = 2 + len(FEATURES), len(KINDS)
        shapes = {
            "mean": (n,), "spread": (n,), "hidden": (n, hidden), "hidden_bias": (hidden,), "out": (hidden, 3),
            "out_bias": (3,), "skip": (n, 3), "kinds_bias": (k,),
        }  # fmt: skip
        wrong = [name for name, shape in shapes.items() if parts[name].shape != shape]
        if features == FEATURES and (
            wrong or parts["kinds"].ndim != 2 or not all(np.isfinite(p).all() for p in parts.values())
        ):
            raise JudgeError(f"{path}: not a combiner ({wrong or 'kinds'}); reinstall dissensus or remove the file")
        if features != FEATURES:
            raise JudgeError(f"{path}: made for other signals than this version has; make it again or remove it")
        return cls(**parts)

    def to_dict(self) -> dict[str, Any]:
        """What the file holds."""
        return {"features": FEATURES, **{name: getattr(self, name).round(4).tolist() for name in self.__slots__}}

    def inputs(self, logits: Array, features: Array) -> Array:
        """Shape (n, 2 + len(FEATURES)), standardised: log odds of SUPPORTS and CONTRADICTS against IRRELEVANT first."""
        odds = np.clip(logits[:, :2] - logits[:, 2:], -8, 8)
        return np.asarray((np.hstack([odds, features]) - self.mean) / self.spread)

    def probs(self, logits: Array, features: Array) -> Array:
        """Shape (n, 3), calibrated, rows sum to 1, in the order of LABELS."""
        x = self.inputs(logits, features)
        # Sums in a fixed order, row by row: a pair's result must not depend on how many are computed at once.
        scores = (
            np.stack(
                [
                    row @ self.skip + np.tanh(row @ self.hidden + self.hidden_bias) @ self.out + self.out_bias
                    for row in x
                ]
            )
            if len(x)
            else np.zeros((0, 3))
        )
        scores = np.exp(scores - scores.max(axis=1, keepdims=True))
        return np.asarray(scores / scores.sum(axis=1, keepdims=True))

    def kind(self, logits: Array, features: Array, kinds: Array, *, clash: bool) -> str:
        """The likeliest kind of clash, or reason why there is none, of one pair: shapes (3,), (f,), (k,)."""
        centred = kinds - kinds.mean() if len(kinds) else kinds
        x = np.concatenate([self.inputs(logits[None], features[None])[0], centred])
        scores = x @ self.kinds + self.kinds_bias
        n = len(CLASH_KINDS)
        return CLASH_KINDS[int(scores[:n].argmax())] if clash else REASON_CODES[int(scores[n:].argmax())]

    def parts(self, logits: Array, features: Array, *, model: bool) -> dict[str, Array]:
        """The probabilities, shape (3,), of one pair if a group of signals had seen nothing.

        Args:
            logits: Shape (3,).
            features: Shape (len(FEATURES),).
            model: Whether the network's scores are a group too.
        """
        found = {}
        for group, names in GROUPS.items():
            blind = features.copy()
            blind[[FEATURES.index(name) for name in names]] = 0.0
            found[group] = self.probs(logits[None], blind[None])[0]
        if model:
            found["model"] = self.probs(np.zeros((1, 3)), features[None])[0]
        return found
