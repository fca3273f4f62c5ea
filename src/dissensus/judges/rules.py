"""The rules alone, without a network: values, opposite words, names and scope, weighed by a combiner of their own.

Fast and explainable, and far weaker than the embedded judge: it is there to be compared with, and for machines that
cannot run a network.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from dissensus.errors import JudgeError
from dissensus.evidence.selection import Vectors
from dissensus.io import file_checksum
from dissensus.judges.base import JudgeSettings, Progress
from dissensus.judges.combiner import Combiner
from dissensus.judges.passages import PassageJudge, Probs, Reading, seen_in
from dissensus.signals import FEATURES, Observation, features, observe

WEIGHTS = "rules.json"


class RulesModel:
    """A :class:`dissensus.judges.passages.PassageModel` that reads signals only."""

    passage_tokens = 80
    thresholds: Mapping[str, float] = {"supports": 0.5, "contradicts": 0.65}

    def __init__(self) -> None:
        from dissensus.judges.onnx import SHIPPED

        self._checksum = file_checksum(SHIPPED / WEIGHTS, 64)
        self.combiner = Combiner.load(SHIPPED / WEIGHTS)

    def settings(self) -> Mapping[str, object]:
        """Checksum of the weights and the window size."""
        return {"model": f"rules@{self._checksum[:12]}", "windows": f"{self.passage_tokens}words/1sent"}

    def lengths(self, texts: list[str]) -> list[int]:
        """Words of each text."""
        return [len(text.split()) for text in texts]

    def fits(self, claim: str) -> bool:
        """A claim is always read whole."""
        return True

    def embed(self, texts: list[str]) -> Vectors | None:
        """There are no vectors."""
        return None

    def read(self, pairs: Sequence[tuple[str, str]], progress: Progress | None = None) -> Reading:
        """One row per (passage, claim) pair, which depends on that pair alone."""
        compared = [observe(claim, passage) for passage, claim in pairs]
        listed = [features(s, claim, passage) for s, (passage, claim) in zip(compared, pairs, strict=True)]
        numbers = np.array(listed).reshape(len(pairs), len(FEATURES))
        outputs = np.zeros((len(pairs), 3))
        return Reading(self.combiner.probs(outputs, numbers), outputs, numbers, compared)

    def why(self, reading: Reading, row: int, *, clash: bool) -> tuple[str | None, Sequence[Observation]]:
        """The kind of clash or the reason why there is none, and what was seen."""
        return seen_in(reading, row, self.combiner, clash=clash)

    def parts(self, reading: Reading, row: int) -> tuple[Probs | None, Mapping[str, Probs]]:
        """What the rules would say if a group of signals had seen nothing."""
        if reading.outputs is None or reading.features is None:
            return None, {}
        return None, self.combiner.parts(reading.outputs[row], reading.features[row], model=False)


def open_judge(argument: str | None, settings: JudgeSettings) -> PassageJudge:
    """`rules`: no argument."""
    if argument:
        raise JudgeError(f"judge 'rules:{argument}': takes no argument; write rules")
    return PassageJudge("rules", RulesModel(), settings)
