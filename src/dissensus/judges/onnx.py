"""The embedded judge, and any local three-way NLI cross-encoder exported to ONNX.

One run of the network holds one pair, unpadded, on one thread; several threads share the session. On a CPU this is as
fast as batching (no padding, no idle core) and a pair's probabilities cannot depend on its neighbours, on the order
or on the number of threads.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from dissensus.errors import JudgeError
from dissensus.evidence.selection import Vectors
from dissensus.io import file_checksum
from dissensus.judges.base import JudgeSettings, Progress
from dissensus.judges.combiner import FILE, Combiner
from dissensus.judges.passages import PassageJudge, Probs, Reading, seen_in
from dissensus.signals import FEATURES, Observation, features, observe
from dissensus.types import LABELS, parse_label

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
        self.folder = folder
        self.name, self.calibrated, self._order = config.name, config.calibrated, config.order
        self.max_tokens, self.passage_tokens = config.max_tokens, config.passage_tokens
        self.thresholds: Mapping[str, float] = config.thresholds
        self.documents_threshold = config.documents_threshold
        self._scale, self._bias = config.scale, np.array(config.bias)
        self.checksum = file_checksum(folder / "model.onnx", 64)
        if config.sha256 not in (None, self.checksum):
            raise JudgeError(
                f"judge 'onnx': {folder / 'model.onnx'} does not match the checksum in judge.json; the file is damaged "
                'or was replaced. Reinstall dissensus, or remove "sha256" from your own judge.json'
            )
        self.threads = threads or len(
            os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else range(os.cpu_count() or 1)
        )
        onnxruntime.disable_telemetry_events()  # some builds for Windows have it on
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
        names = [output.name for output in self._session.get_outputs()]
        self.kinds = config.kinds if "kinds" in names else ()
        self._outputs = [names[0], *(["kinds"] if self.kinds else [])]
        self.combiner = Combiner.load(folder / FILE) if (folder / FILE).is_file() else None
        self._combiner_checksum = file_checksum(folder / FILE, 64) if self.combiner else ""
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
            **({"combiner": self._combiner_checksum[:12]} if self.combiner else {}),
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

    def embed(self, texts: list[str]) -> Vectors | None:
        """Shape (n, d) float32, rows of unit length: the mean of a lower layer's states, where the graph gives it out.

        A text longer than the model is read up to its limit.
        """
        if "embedding" not in [o.name for o in self._session.get_outputs()]:
            return None
        import onnxruntime

        options = onnxruntime.RunOptions()
        options.only_execute_path_to_fetches = True  # the layers above are not run

        def run(encoding: Any) -> npt.NDArray[np.float32]:
            ids = np.array([encoding.ids[: self.max_tokens]], dtype=np.int64)
            values = {"input_ids": ids, "token_type_ids": np.zeros_like(ids), "attention_mask": np.ones_like(ids)}
            feed = {name: values[name] for name in self._inputs}
            vector: npt.NDArray[np.float32] = self._session.run(["embedding"], feed, options)[0][0]
            return vector / max(float(np.linalg.norm(vector)), 1e-12)

        with ThreadPoolExecutor(self.threads) as pool:
            found = list(pool.map(run, self._tokenizer.encode_batch(texts)))
        return np.array(found, dtype=np.float32).reshape(len(texts), -1)

    def predict(self, pairs: Sequence[tuple[str, str]], progress: Progress | None = None) -> Probs:
        """Shape (n, 3) float64, calibrated, rows sum to 1; a row depends on its own pair alone.

        A claim too long for the model is read up to what fits; :meth:`fits` says so beforehand.
        """
        return self.read(pairs, progress).probs

    def read(self, pairs: Sequence[tuple[str, str]], progress: Progress | None = None) -> Reading:
        """As :meth:`predict`, with what is needed to say why."""
        outputs = self.outputs(pairs, progress)
        logits = outputs[:, :3]
        if self.combiner is None:
            return Reading(self._calibrate(logits))
        compared = [observe(claim, passage) for passage, claim in pairs]
        listed = [features(s, claim, passage) for s, (passage, claim) in zip(compared, pairs, strict=True)]
        numbers = np.array(listed).reshape(len(pairs), len(FEATURES))
        return Reading(self.combiner.probs(logits, numbers), outputs, numbers, compared)

    def why(self, reading: Reading, row: int, *, clash: bool) -> tuple[str | None, Sequence[Observation]]:
        """The kind of clash, or the reason why there is none, and what was seen; None and nothing without a combiner."""
        return seen_in(reading, row, self.combiner, clash=clash) if self.combiner else (None, ())

    def parts(self, reading: Reading, row: int) -> tuple[Probs | None, Mapping[str, Probs]]:
        """Shape (3,) each: what the network says alone, None without a combiner; and what both would say together if
        a group of signals had seen nothing."""
        if self.combiner is None or reading.outputs is None or reading.features is None:
            return None, {}
        logits = reading.outputs[row, :3]
        return self._calibrate(logits[None])[0], self.combiner.parts(logits, reading.features[row], model=True)

    def _calibrate(self, logits: Probs) -> Probs:
        scores = logits * self._scale + self._bias
        scores = np.exp(scores - scores.max(axis=1, keepdims=True))
        return np.asarray(scores / scores.sum(axis=1, keepdims=True))

    def outputs(self, pairs: Sequence[tuple[str, str]], progress: Progress | None = None) -> Probs:
        """Shape (n, 3 + k) float64: logits in the order of LABELS, then those of the kinds, where the graph has them."""
        found = np.zeros((len(pairs), 3 + len(self.kinds)))
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
        """Rows as of :meth:`outputs`, one network run per pair."""
        found = np.empty((len(pairs), 3 + len(self.kinds)))
        for row, encoding in enumerate(self._tokenizer.encode_batch(pairs)):
            ids, types = encoding.ids, encoding.type_ids
            if len(ids) > self.max_tokens:
                ids, types = self._shorten(encoding)
            values = {"input_ids": ids, "token_type_ids": types, "attention_mask": [1] * len(ids)}
            feed = {name: np.array([values[name]], dtype=np.int64) for name in self._inputs}
            logits, *kinds = self._session.run(self._outputs, feed)
            found[row, :3] = logits[0][self._order]
            if kinds:
                found[row, 3:] = kinds[0][0]
        return found

    def _shorten(self, encoding: Any) -> tuple[list[int], list[int]]:
        """Ids and segment ids with the end of the claim left out, special tokens and passage kept."""
        claim = [
            i
            for i, (part, special) in enumerate(zip(encoding.sequence_ids, encoding.special_tokens_mask, strict=True))
            if part == 1 and not special
        ]
        excess = len(encoding.ids) - self.max_tokens
        dropped = set(claim[max(1, len(claim) - excess) :])
        kept = [i for i in range(len(encoding.ids)) if i not in dropped]
        return [encoding.ids[i] for i in kept], [encoding.type_ids[i] for i in kept]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Config:
    """The settings of a model folder."""

    name: str
    order: list[int]
    """Where in the model's output each of LABELS is found."""
    max_tokens: int
    passage_tokens: int
    thresholds: Mapping[str, float]
    scale: float
    bias: tuple[float, float, float]
    calibrated: bool
    sha256: str | None
    documents_threshold: float | None
    """Mean probability of contradiction, both ways, from which two statements of documents are in conflict."""
    kinds: tuple[str, ...]


def _read_config(folder: Path) -> _Config:
    """The settings of a model folder, with defaults for a plain export.

    Raises:
        JudgeError: They are missing or wrong; the message names file, field and value.
    """
    path = next((folder / name for name in ("judge.json", "config.json") if (folder / name).is_file()), None)
    if path is None:
        raise JudgeError(
            f"judge 'onnx:{folder}': neither judge.json nor config.json is there; the label order is unknown"
        )
    try:
        config = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, OSError) as problem:
        raise JudgeError(f"{path}: not valid JSON ({problem})") from problem

    def wrong(field: str, value: object, expected: str) -> JudgeError:
        return JudgeError(f'{path}: field "{field}" is {value!r}; expected {expected}')

    if not isinstance(config, dict):
        raise JudgeError(f"{path}: holds a {type(config).__name__}; expected an object")
    field, names = "labels", config.get("labels")
    if "labels" not in config:
        field, names = "id2label", config.get("id2label")
        if isinstance(names, dict) and all(str(key).isdecimal() for key in names):
            names = [names[key] for key in sorted(names, key=int)]
    parsed = [parse_label(name) for name in names] if isinstance(names, list) else []
    if sorted(label or "" for label in parsed) != sorted(LABELS):
        raise wrong(
            field,
            names,
            "exactly one each for entailment, contradiction and neutral (any of their usual names), by index",
        )

    def whole(name: str, default: int, least: int) -> int:
        value = config.get(name, default)
        if not isinstance(value, int) or isinstance(value, bool) or value < least:
            raise wrong(name, value, f"a whole number >= {least}")
        return value

    def finite(value: object) -> bool:
        return isinstance(value, int | float) and not isinstance(value, bool) and bool(np.isfinite(value))

    positions = config.get("max_position_embeddings", 512)
    max_tokens = whole("max_tokens", min(positions, 512) if isinstance(positions, int) else 512, 1)
    passage_tokens = whole("passage_tokens", min(128, max(1, max_tokens // 2)), 1)
    if passage_tokens >= max_tokens:
        raise wrong("passage_tokens", passage_tokens, f"less than max_tokens, {max_tokens}")
    thresholds = config.get("thresholds", {"supports": 0.5, "contradicts": 0.5})
    if (
        not isinstance(thresholds, dict)
        or set(thresholds) != {"supports", "contradicts"}
        or not all(finite(t) and 0 < t <= 1 for t in thresholds.values())
    ):
        raise wrong("thresholds", thresholds, '{"supports": x, "contradicts": y}, each in (0, 1]')
    calibration = config.get("calibration", {"scale": 1.0, "bias": [0.0, 0.0, 0.0]})
    bias = calibration.get("bias") if isinstance(calibration, dict) else None
    if not (isinstance(bias, list) and len(bias) == 3 and all(map(finite, [*bias, calibration.get("scale")]))):
        raise wrong("calibration", calibration, '{"scale": number, "bias": [three numbers]}')
    documents = config.get("documents_threshold")
    if documents is not None and not (finite(documents) and 0 < documents <= 1):
        raise wrong("documents_threshold", documents, "a number in (0, 1]")
    return _Config(
        name=str(config.get("name", folder.name)),
        order=[parsed.index(label) for label in LABELS],
        max_tokens=max_tokens,
        passage_tokens=passage_tokens,
        thresholds={name: float(value) for name, value in thresholds.items()},
        scale=float(calibration["scale"]),
        bias=(float(bias[0]), float(bias[1]), float(bias[2])),
        calibrated="calibration" in config,
        sha256=config.get("sha256"),
        documents_threshold=None if documents is None else float(documents),
        kinds=tuple(map(str, config.get("kinds", ()))),
    )


def open_judge(argument: str | None, settings: JudgeSettings) -> PassageJudge:
    """`onnx`: the embedded judge; `onnx:DIR`: a model of your own."""
    folder = Path(argument) if argument else SHIPPED
    if argument and not folder.is_dir():
        raise JudgeError(f"judge 'onnx:{argument}': no such folder")
    spec = f"onnx:{argument}" if argument else "onnx"
    return PassageJudge(spec, OnnxModel(folder, settings.threads), settings)
