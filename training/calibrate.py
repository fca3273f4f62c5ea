"""Fit the calibration and the thresholds of an exported judge on the development split, and write them to judge.json.

Calibration: one scale and one bias per label on the logits, by negative log likelihood, every set weighing alike.
Thresholds: within half a point of the pair that maximises the mean over sets, weighted by the root of their sizes, of
macro recall (pairs) and balanced accuracy (conflict sets, minimal pairs), all through the judge's own windows. Sets that are noisy when read by eye do not enter. The development fifth of an
evaluation set has some 200 records, too few to choose by: that of the training set of the same name joins it.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import defaultdict
from pathlib import Path

import numpy as np
from scipy.optimize import minimize

from dissensus.bench.data import ConflictItem, Pair, load_conflicts, load_pairs
from dissensus.evidence import windows
from dissensus.judges.onnx import OnnxModel
from dissensus.stats import binary_figures, calibration, macro_recall
from dissensus.types import LABELS, Document

STEER_PAIRS = (
    "snli_dev",
    "mnli_dev",
    "vitaminc_real",
    "conflictnq",
    "conflictqa_strategyqa",
    "ramdocs",
    "wikicontradict",
    "factcheck_bench",
)
STEER_CONFLICT = ("conflictnq", "wikicontradict", "ramdocs")
OWN = "own"  # groups of our own writing; the minimal pairs of the suite enter likewise
JOINED = 250  # development records of a training set that join the evaluation set of its name
PER_SET = 40  # development records per training set that enter the calibration


def log_softmax(logits: np.ndarray, parameters: np.ndarray) -> np.ndarray:
    z = logits * parameters[0] + np.append(parameters[1:], 0.0)
    z = z - z.max(axis=1, keepdims=True)
    return z - np.log(np.exp(z).sum(axis=1, keepdims=True))


def fit(logits: np.ndarray, labels: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """(scale, bias of SUPPORTS, bias of CONTRADICTS); the bias of IRRELEVANT is 0."""

    def loss(parameters: np.ndarray) -> float:
        return float(-(weights * log_softmax(logits, parameters)[np.arange(len(labels)), labels]).sum() / weights.sum())

    return minimize(
        loss, np.array([1.0, 0.0, 0.0]), method="Nelder-Mead", options={"maxiter": 2000, "xatol": 1e-4, "fatol": 1e-7}
    ).x


class Reader:
    """Raw logits of every window of every document, each pair once."""

    def __init__(self, model: OnnxModel, passage_tokens: int) -> None:
        self.model, self.budget = model, passage_tokens
        self.rows: dict[tuple[str, str], int] = {}
        self.logits = np.zeros((0, 3))
        self.combined: np.ndarray | None = None

    def add(self, text: str, claim: str) -> list[int]:
        spans = windows(text, self.budget, self.model.lengths)
        return [self.rows.setdefault((text[a:b], claim), len(self.rows)) for a, b in spans]

    def run(self) -> None:
        reading = self.model.read(list(self.rows))
        if self.model.combiner is None or reading.outputs is None:
            self.logits = self.model.outputs(list(self.rows))[:, :3]
        else:
            self.logits, self.combined = reading.outputs[:, :3], reading.probs


def label(best: np.ndarray, t_s: float, t_c: float) -> np.ndarray:
    """Labels from (n, 2) best probabilities of both sides, as `decide` with the policy `stronger`."""
    s, c = best[:, 0] / t_s, best[:, 1] / t_c
    return np.where(np.maximum(s, c) < 1, 2, np.where(s >= c, 0, 1))


def choose(
    model: OnnxModel,
    budget: int,
    train_dev: dict[str, list[Pair]],
    eval_dev: dict[str, list[Pair]],
    conflicts: dict[str, list[ConflictItem]],
    suite: list[dict],
) -> tuple[float, dict]:
    """(objective, settings and records) of the best thresholds at one window size."""
    rng = random.Random(7)
    reader = Reader(model, budget)
    fitted = {f"train:{name}": rng.sample(pairs, min(PER_SET, len(pairs))) for name, pairs in sorted(train_dev.items())}
    sets = {**fitted, **eval_dev}
    pair_rows = {name: [reader.add(p.document.text, p.claim) for p in pairs] for name, pairs in sets.items()}
    conflict_rows = {
        name: [[reader.add(d.text, i.claim) for d in i.documents] for i in items] for name, items in conflicts.items()
    }
    suite_rows = [reader.add(item["document"], item["claim"]) for item in suite]
    reader.run()

    # Calibration on pairs of one window: there the label is the passage's own.
    rows, labels, weights = [], [], []
    for name, pairs in sets.items():
        single = [(r[0], LABELS.index(p.label)) for r, p in zip(pair_rows[name], pairs, strict=True) if len(r) == 1]
        rows += [r for r, _ in single]
        labels += [c for _, c in single]
        weights += [1 / len(single)] * len(single)
    parameters = fit(reader.logits[rows], np.array(labels), np.array(weights))
    # The combiner, where there is one, is calibrated by its own fit.
    probs = np.exp(log_softmax(reader.logits, parameters)) if reader.combined is None else reader.combined

    def best(found: list[list[int]]) -> np.ndarray:
        return np.array([[probs[r, 0].max(), probs[r, 1].max()] if r else [0.0, 0.0] for r in found]).reshape(-1, 2)

    sides = {name: best(pair_rows[name]) for name in eval_dev}
    truth = {name: np.array([LABELS.index(p.label) for p in pairs]) for name, pairs in eval_dev.items()}
    suite_sides, suite_truth = best(suite_rows), np.array([item["conflict"] for item in suite])
    conflict_sides = {name: [best(docs) for docs in items] for name, items in conflict_rows.items()}

    def scores(t_s: float, t_c: float) -> dict[str, float]:
        found = {name: macro_recall(truth[name], label(sides[name], t_s, t_c)) for name in eval_dev}
        for name, items in conflicts.items():
            said = [{0, 1} <= set(label(s, t_s, t_c)) for s in conflict_sides[name]]
            found[f"conflict:{name}"] = binary_figures([i.conflict for i in items], said)["balanced_accuracy"] or 0.0
        found["suite"] = macro_recall(suite_truth, label(suite_sides, t_s, t_c) == 1)
        return found

    sizes = {name: len(eval_dev[name]) for name in (*STEER_PAIRS, OWN)} | {"suite": len(suite)}
    sizes |= {f"conflict:{name}": len(conflicts[name]) for name in STEER_CONFLICT}

    def objective(found: dict[str, float]) -> float:
        # A set's figure is as noisy as one over the root of its size: small sets must not choose by luck.
        return float(np.average([found[name] for name in sizes], weights=[n**0.5 for n in sizes.values()]))

    grid = np.round(np.arange(0.20, 0.81, 0.02), 2)
    tried = {(a, b): objective(scores(a, b)) for a in grid for b in grid}
    # False alarms cost users more than the objective knows: of the pairs that are as good within half a point, the one
    # that is slowest to call a contradiction.
    good = [pair for pair, value in tried.items() if value >= max(tried.values()) - 0.005]
    t_s, t_c = max(good, key=lambda pair: (pair[1], tried[pair]))
    found = scores(t_s, t_c)
    print(
        f"passage_tokens {budget}: objective {objective(found):.4f} thresholds {t_s} {t_c} scale, bias {np.round(parameters, 3)}"
    )
    print({k: round(v, 3) for k, v in found.items()}, flush=True)
    record = {
        "passage_tokens": budget,
        "calibration": {
            "scale": round(float(parameters[0]), 4),
            "bias": [*(round(float(b), 4) for b in parameters[1:]), 0.0],
        },
        "thresholds": {"supports": float(t_s), "contradicts": float(t_c)},
        "development": found,
        "reliability": calibration(probs[rows], np.array(labels)),
    }
    return objective(found), record


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--judge", type=Path, required=True, help="folder that export.py wrote")
    parser.add_argument("--dev", type=Path, required=True, help="dev.jsonl that data.py wrote")
    parser.add_argument("--eval", type=Path, required=True, help="folder with pairs/ and conflict/")
    parser.add_argument("--suite", type=Path, required=True, help="development half of the minimal pairs")
    parser.add_argument("--passage-tokens", type=int, nargs="+", default=[128])
    args = parser.parse_args()
    model = OnnxModel(args.judge)
    train_dev: dict[str, list[Pair]] = defaultdict(list)
    for line in args.dev.read_text(encoding="utf-8").splitlines():
        r = json.loads(line)
        if r["label"] >= len(LABELS):  # known only not to contradict
            continue
        train_dev[r["source"]].append(
            Pair(document=Document(doc_id="d1", text=r["premise"]), claim=r["claim"], label=LABELS[r["label"]])
        )
    eval_dev = {name: load_pairs(args.eval / "pairs" / f"{name}.jsonl.gz", "dev") for name in STEER_PAIRS}
    rng = random.Random(5)
    for name in sorted(train_dev.keys() & eval_dev.keys()):
        eval_dev[name] += rng.sample(train_dev[name], min(JOINED, len(train_dev[name])))
    eval_dev[OWN] = train_dev[OWN]
    suite = [json.loads(line) for line in args.suite.read_text(encoding="utf-8").splitlines()]
    conflicts = {name: load_conflicts(args.eval / "conflict" / f"{name}.jsonl.gz", "dev") for name in STEER_CONFLICT}
    chosen = max(
        (choose(model, budget, train_dev, eval_dev, conflicts, suite) for budget in args.passage_tokens),
        key=lambda c: c[0],
    )[1]
    path = args.judge / "judge.json"
    settings = json.loads(path.read_text(encoding="utf-8"))
    settings.update({name: chosen[name] for name in ("passage_tokens", "calibration", "thresholds")})
    path.write_text(json.dumps(settings, indent=1) + "\n", encoding="utf-8")
    (args.judge / "calibration.json").write_text(json.dumps(chosen, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
