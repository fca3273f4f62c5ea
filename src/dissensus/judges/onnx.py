"""The embedded judge, and any local three-way NLI cross-encoder exported to ONNX.

One run of the network holds one pair, unpadded, on one thread; several threads share the session. On a CPU this is as
fast as batching (no padding, no idle core) and a pair's probabilities cannot depend on its neighbours, on the order
or on the number of threads.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from dissensus.errors import JudgeError
from dissensus.judges.base import JudgeSettings, Progress
from dissensus.judges.passages import PassageJudge, Probs
from dissensus.types import LABELS, Label, parse_label

SHIPPED = Path(__file__).parent.parent / "models" / "judge"
_CHUNK = 16  # pairs handed to a thread at a time: few enough to balance, many enough to keep hand-over cheap


class OnnxModel:
    """A cross-encoder in a folder: `model.onnx`, `tokenizer.json` and its settings.

    The settings are `judge.json` (labels, token limits, calibration, thresholds, checksum) or, for a plain export,
    the `config.json` with `id2label` that came with the model. Without calibration the softmax is used as it is, and
    the signature says so.
    """

    def __init__(self, folder: Path, threads: int | None = None) -> None:
        import onnxruntime
        from tokenizers import Tokenizer

        for name in ("model.onnx", "tokenizer.json"):
            if not (folder / name).is_file():
                raise JudgeError(
                    f"judge 'onnx:{folder}': {name} is missing; expected a folder with model.onnx, tokenizer.json and "
                    "judge.json or config.json (export one with: optimum-cli export onnx)"
                )
        config = _read_config(folder)
        self.name = str(config["name"])
        self.order = _label_order(config["labels"], folder)
        self.thresholds: Mapping[str, float] = config["thresholds"]
        self.max_tokens = int(config["max_tokens"])
        self.passage_tokens = int(config["passage_tokens"])
        self.calibrated = "calibration" in config
        calibration = config.get("calibration", {"scale": 1.0, "bias": [0.0, 0.0, 0.0]})
        self._scale, self._bias = float(calibration["scale"]), np.array(calibration["bias"], dtype=np.float64)
        self.checksum = hashlib.sha256((folder / "model.onnx").read_bytes()).hexdigest()
        if config.get("sha256") not in (None, self.checksum):
            raise JudgeError(
                f"judge 'onnx': {folder / 'model.onnx'} does not match the checksum in judge.json; the file is damaged "
                'or was replaced. Reinstall dissensus, or remove "sha256" from your own judge.json'
            )
        self.threads = threads or len(
            os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else range(os.cpu_count() or 1)
        )
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 3
        try:
            self._session = onnxruntime.InferenceSession(
                str(folder / "model.onnx"), options, providers=["CPUExecutionProvider"]
            )
            self._tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        except Exception as problem:  # both libraries raise their own bare types
            raise JudgeError(f"judge 'onnx:{folder}' cannot be loaded: {str(problem).splitlines()[0]}") from problem
        self._tokenizer.no_padding()
        self._tokenizer.no_truncation()
        self._special = self._tokenizer.num_special_tokens_to_add(is_pair=True)
        self._inputs = [i.name for i in self._session.get_inputs()]
        unknown = set(self._inputs) - {"input_ids", "attention_mask", "token_type_ids"}
        if unknown:
            raise JudgeError(
                f"judge 'onnx:{folder}': the model asks for inputs {sorted(unknown)}; expected a BERT-like encoder"
            )

    def settings(self) -> Mapping[str, object]:
        """Model name, the start of its checksum, window size and whether probabilities are calibrated."""
        return {
            "model": f"{self.name}@{self.checksum[:12]}",
            "windows": f"{self.passage_tokens}tok/1sent",
            "calibrated": "yes" if self.calibrated else "no",
        }

    def lengths(self, texts: list[str]) -> list[int]:
        """Size of each text in the model's tokens, without special ones."""
        return [len(e.ids) for e in self._tokenizer.encode_batch_fast(texts, add_special_tokens=False)]

    def fits(self, claim: str) -> bool:
        """Whether the claim is read whole beside a full passage."""
        return self.lengths([claim])[0] <= self._claim_tokens

    @property
    def _claim_tokens(self) -> int:
        return self.max_tokens - self._special - self.passage_tokens

    def predict(self, pairs: Sequence[tuple[str, str]], progress: Progress | None = None) -> Probs:
        """Shape (n, 3) float64, calibrated, rows sum to 1; a row depends on its own pair alone.

        A claim too long for the model is read up to what fits; :meth:`fits` says so beforehand.
        """
        scores = self.logits(pairs, progress) * self._scale + self._bias
        scores = np.exp(scores - scores.max(axis=1, keepdims=True))
        return np.asarray(scores / scores.sum(axis=1, keepdims=True))

    def logits(self, pairs: Sequence[tuple[str, str]], progress: Progress | None = None) -> Probs:
        """Shape (n, 3) float64 in the order of LABELS: what the network says, before calibration."""
        found = np.zeros((len(pairs), 3))
        # Longest first, so that no thread is left with a long pair at the end.
        order = sorted(range(len(pairs)), key=lambda i: -len(pairs[i][0]) - len(pairs[i][1]))
        chunks = [order[i : i + _CHUNK] for i in range(0, len(order), _CHUNK)]
        done = 0
        with ThreadPoolExecutor(self.threads) as pool:
            for chunk, rows in zip(chunks, pool.map(lambda c: self._run([pairs[i] for i in c]), chunks), strict=True):
                found[chunk] = rows
                done += len(chunk)
                if progress:
                    progress(done, len(pairs))
        return found

    def _run(self, pairs: list[tuple[str, str]]) -> npt.NDArray[np.float64]:
        """Logits (n, 3) in the order of LABELS, one network run per pair."""
        found = np.empty((len(pairs), 3))
        for row, encoding in enumerate(self._tokenizer.encode_batch(pairs)):
            ids, types = encoding.ids, encoding.type_ids
            if len(ids) > self.max_tokens:
                ids, types = self._shorten(encoding)
            values = {"input_ids": ids, "token_type_ids": types, "attention_mask": [1] * len(ids)}
            feed = {name: np.array([values[name]], dtype=np.int64) for name in self._inputs}
            found[row] = self._session.run(None, feed)[0][0][self.order]
        return found

    def _shorten(self, encoding: Any) -> tuple[list[int], list[int]]:
        """Ids and segment ids with the end of the claim left out, special tokens kept."""
        excess = len(encoding.ids) - self.max_tokens
        last = max(
            i
            for i, (s, special) in enumerate(zip(encoding.sequence_ids, encoding.special_tokens_mask, strict=True))
            if s == 1 and not special
        )
        cut = slice(last - excess + 1, last + 1)
        ids, types = list(encoding.ids), list(encoding.type_ids)
        del ids[cut], types[cut]
        return ids, types


def _read_config(folder: Path) -> dict[str, Any]:
    """The settings of a model folder, with defaults for a plain export."""
    for name in ("judge.json", "config.json"):
        path = folder / name
        if path.is_file():
            try:
                config = json.loads(path.read_text(encoding="utf-8"))
            except ValueError as problem:
                raise JudgeError(f"{path}: not valid JSON ({problem})") from problem
            break
    else:
        raise JudgeError(
            f"judge 'onnx:{folder}': neither judge.json nor config.json is there; the label order is unknown"
        )
    if "labels" not in config:
        names = config.get("id2label")
        if not isinstance(names, dict):
            raise JudgeError(f'{path}: field "id2label" is missing; expected the three label names by index')
        config["labels"] = [names[key] for key in sorted(names, key=int)]
    limit = config.get("max_tokens") or min(config.get("max_position_embeddings", 512), 512)
    return {
        "name": folder.name,
        "passage_tokens": min(128, limit // 2),
        "thresholds": {"supports": 0.5, "contradicts": 0.5},
        **config,
        "max_tokens": limit,
    }


def _label_order(names: Sequence[str], folder: Path) -> list[int]:
    """Where in the model's output each of LABELS is found."""
    labels: list[Label | None] = [parse_label(name) for name in names]
    if sorted(label or "" for label in labels) != sorted(LABELS):
        raise JudgeError(
            f"judge 'onnx:{folder}': labels are {list(names)}; expected exactly one each for entailment, contradiction "
            "and neutral (any of their usual names)"
        )
    return [labels.index(label) for label in LABELS]


def open_judge(argument: str | None, settings: JudgeSettings) -> PassageJudge:
    """`onnx`: the embedded judge; `onnx:DIR`: a model of your own."""
    folder = Path(argument) if argument else SHIPPED
    if argument and not folder.is_dir():
        raise JudgeError(f"judge 'onnx:{argument}': no such folder")
    spec = f"onnx:{argument}" if argument else "onnx"
    return PassageJudge(spec, OnnxModel(folder, settings.threads), settings)
