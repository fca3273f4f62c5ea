"""Fit the combiner of rules and model on development data, and write combiner.json beside the model.

    python training/combine.py --judge WORK/judge --dev WORK/data/dev.jsonl --eval DATA/eval --suite tests/minimal/dev.jsonl

Data: the development fifth of the training sets, of the evaluation sets, and of our own groups, and the development
half of the minimal pairs; the model was trained on none of it. A set weighs by the root of its size. Pairs of the suite
without a conflict may be support or irrelevance; their loss is that of not being a contradiction.

The layer that names kinds is fitted on our own groups and the suite, where kinds are known.
"""

from __future__ import annotations

import argparse
import json
import random
import zlib
from collections import Counter
from pathlib import Path

import numpy as np
import torch
from calibrate import STEER_PAIRS

from dissensus.bench.data import load_pairs
from dissensus.judges.combiner import FILE, KINDS, Combiner
from dissensus.judges.onnx import OnnxModel
from dissensus.judges.rules import WEIGHTS
from dissensus.signals import FEATURES, features, observe
from dissensus.stats import macro_recall
from dissensus.types import CLASH_KINDS, LABELS

HIDDEN = 16
PER_SET = 130  # development records of a training set
NOT_CONTRADICTED = 3  # a label of the suite beside the three


def gather(args: argparse.Namespace) -> list[dict]:
    """Records with premise, claim, label (0..3), source and, where known, kind."""
    rng = random.Random(11)
    by_source: dict[str, list[dict]] = {}
    for line in args.dev.read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        by_source.setdefault(record["source"], []).append(record)
    records = [
        r
        for source, found in sorted(by_source.items())
        for r in rng.sample(found, min(8 * PER_SET if source == "own" else PER_SET, len(found)))
    ]
    for name in STEER_PAIRS:
        for p in load_pairs(args.eval / "pairs" / f"{name}.jsonl.gz", "dev"):
            records.append(
                {"premise": p.document.text, "claim": p.claim, "label": LABELS.index(p.label), "source": f"eval_{name}"}
            )
    for line in args.suite.read_text(encoding="utf-8").splitlines():
        item = json.loads(line)
        label = 1 if item["conflict"] else NOT_CONTRADICTED
        records.append(
            {
                "premise": item["document"],
                "claim": item["claim"],
                "label": label,
                "source": "suite",
                "kind": item["kind"],
            }
        )
    return records


def loss_of(scores: torch.Tensor, labels: torch.Tensor, weights: torch.Tensor) -> torch.Tensor:
    logs = torch.log_softmax(scores, dim=1)
    harmless = torch.logsumexp(logs[:, [0, 2]], dim=1)
    picked = torch.cat([logs, harmless[:, None]], dim=1)[torch.arange(len(labels)), labels]
    return -(weights * picked).sum() / weights.sum()


def fit_labels(x: np.ndarray, labels: np.ndarray, weights: np.ndarray, seed: int = 3, decay: float = 2e-3) -> dict:
    """Weights of the network on standardised inputs: full batches, quasi-Newton, decayed."""
    torch.manual_seed(seed)
    inputs, truth, w = torch.tensor(x), torch.tensor(labels), torch.tensor(weights)
    n = x.shape[1]
    parts = {
        "skip": torch.zeros(n, 3, dtype=torch.float64),
        "hidden": torch.randn(n, HIDDEN, dtype=torch.float64) * 0.2,
        "hidden_bias": torch.zeros(HIDDEN, dtype=torch.float64),
        "out": torch.randn(HIDDEN, 3, dtype=torch.float64) * 0.2,
        "out_bias": torch.zeros(3, dtype=torch.float64),
    }
    for part in parts.values():
        part.requires_grad_(True)
    optimiser = torch.optim.LBFGS(parts.values(), max_iter=300, line_search_fn="strong_wolfe")

    def closure() -> torch.Tensor:
        optimiser.zero_grad()
        scores = (
            inputs @ parts["skip"]
            + torch.tanh(inputs @ parts["hidden"] + parts["hidden_bias"]) @ parts["out"]
            + parts["out_bias"]
        )
        penalty = sum((parts[name] ** 2).sum() for name in ("skip", "hidden", "out"))
        loss = loss_of(scores, truth, w) + decay * penalty
        loss.backward()
        return loss

    optimiser.step(closure)
    return {name: part.detach().numpy() for name, part in parts.items()}


def fit_kinds(x: np.ndarray, kinds: list[str], decay: float = 1e-3) -> tuple[np.ndarray, np.ndarray]:
    """A linear layer: clashes are told from clashes and reasons from reasons, since the label is known by then."""
    torch.manual_seed(3)
    inputs, truth = torch.tensor(x), torch.tensor([KINDS.index(k) for k in kinds])
    n = len(CLASH_KINDS)
    clash = truth < n
    mask = torch.zeros(len(kinds), len(KINDS), dtype=torch.float64)
    mask[clash, n:] = -1e9
    mask[~clash, :n] = -1e9
    counts = torch.bincount(truth, minlength=len(KINDS)).double().clamp(min=1)
    weights = 1 / counts[truth]
    w = torch.zeros(x.shape[1], len(KINDS), dtype=torch.float64, requires_grad=True)
    b = torch.zeros(len(KINDS), dtype=torch.float64, requires_grad=True)
    optimiser = torch.optim.LBFGS([w, b], max_iter=200, line_search_fn="strong_wolfe")

    def closure() -> torch.Tensor:
        optimiser.zero_grad()
        picked = torch.log_softmax(inputs @ w + b + mask, dim=1)[torch.arange(len(kinds)), truth]
        loss = -(weights * picked).sum() / weights.sum() + decay * (w**2).sum()
        loss.backward()
        return loss

    optimiser.step(closure)
    return w.detach().numpy(), b.detach().numpy()


def figures(probs: np.ndarray, labels: np.ndarray, sources: np.ndarray) -> dict[str, float]:
    """Macro recall of the likeliest label per set; balanced accuracy of contradiction on the suite."""
    found = {}
    said = probs.argmax(1)
    for source in sorted(set(sources)):
        at = sources == source
        if source == "suite":
            found[source] = macro_recall((labels[at] == 1).astype(int), (said[at] == 1).astype(int))
        else:
            found[source] = macro_recall(labels[at], said[at])
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--judge", type=Path, required=True)
    parser.add_argument("--dev", type=Path, required=True)
    parser.add_argument("--eval", type=Path, required=True)
    parser.add_argument("--suite", type=Path, required=True)
    parser.add_argument("--folds", type=int, default=5, help="cross-validated figures beside the fit; 0 for none")
    parser.add_argument("--cache", type=Path, help="network outputs kept here, for trying other signals")
    args = parser.parse_args()
    records = gather(args)
    (args.judge / FILE).unlink(missing_ok=True)  # one made for other signals would not load
    model = OnnxModel(args.judge)
    pairs = [(r["premise"], r["claim"]) for r in records]
    limit = model.passage_tokens * 3 // 2
    short = [n <= limit for n in model.lengths([p for p, _ in pairs])]
    records = [r for r, keep in zip(records, short, strict=True) if keep]
    pairs = [(r["premise"], r["claim"]) for r in records]
    if args.cache and args.cache.exists() and len(np.load(args.cache)) == len(pairs):
        outputs = np.load(args.cache)
    else:
        outputs = model.outputs(pairs)
        if args.cache:
            np.save(args.cache, outputs)
    numbers = np.array([features(observe(c, p), c, p) for p, c in pairs])
    labels = np.array([r["label"] for r in records])
    sources = np.array([r["source"] for r in records])
    counts = Counter(sources)
    weights = np.array([counts[s] ** -0.5 for s in sources])
    raw = np.hstack([np.clip(outputs[:, :2] - outputs[:, 2:3], -8, 8), numbers])
    mean, spread = raw.mean(0), np.maximum(raw.std(0), 0.05)
    x = (raw - mean) / spread

    known = [i for i, r in enumerate(records) if "kind" in r and r["source"] in ("own", "suite")]
    kind_logits = outputs[:, 3:] - outputs[:, 3:].mean(1, keepdims=True)
    kind_x = np.hstack([x, kind_logits])[known]
    kinds = [records[i]["kind"] for i in known]

    def made(rows: np.ndarray, kind_rows: list[int]) -> Combiner:  # of the names as they stand when it is called
        parts = fit_labels(x[rows], labels[rows], weights[rows])
        w, b = fit_kinds(kind_x[kind_rows], [kinds[i] for i in kind_rows])
        return Combiner(mean=mean, spread=spread, kinds=w, kinds_bias=b, **parts)

    if args.folds:
        # Claims that share a document stay together, so that a twin does not give its pair away.
        groups = np.array([zlib.crc32(p.encode()) % args.folds for p, _ in pairs])
        probs, right, total = np.zeros((len(x), 3)), Counter(), Counter()
        for fold in range(args.folds):
            inside = np.flatnonzero(groups != fold)
            kind_rows = [j for j, i in enumerate(known) if groups[i] != fold]
            combiner = made(inside, kind_rows)
            outside = np.flatnonzero(groups == fold)
            probs[outside] = combiner.probs(outputs[outside, :3], numbers[outside])
            for j, i in enumerate(known):
                if groups[i] == fold:
                    clash = kinds[j] in CLASH_KINDS
                    named = combiner.kind(outputs[i, :3], numbers[i], outputs[i, 3:], clash=clash)
                    right[kinds[j]] += named == kinds[j]
                    total[kinds[j]] += 1
        alone = figures(np.exp(outputs[:, :3]), labels, sources)
        for source, value in figures(probs, labels, sources).items():
            print(f"{source:32s} n {counts[source]:5d}  model {alone[source]:.3f}  combined {value:.3f}")
        print({k: f"{right[k]}/{total[k]}" for k in KINDS}, sum(right.values()) / max(1, sum(total.values())))

    combiner = made(np.arange(len(x)), list(range(len(known))))
    # The same without the network: its two numbers are always 0.
    raw[:, :2] = 0.0
    mean, spread = raw.mean(0), np.maximum(raw.std(0), 0.05)
    x = (raw - mean) / spread
    kind_x = x[known]
    rules = made(np.arange(len(x)), list(range(len(known))))
    for name, made_of in ((FILE, combiner), (WEIGHTS, rules)):
        text = json.dumps(made_of.to_dict(), separators=(",", ":"))
        (args.judge / name).write_text(text + "\n", encoding="utf-8")
        print(args.judge / name, len(text), "bytes;", len(FEATURES), "signals")


if __name__ == "__main__":
    main()
