"""Fine-tune the judge on the pairs that data.py wrote; checkpoints on the way, a log of losses and development scores.

The learning rate falls linearly to zero over the run. A run may be bounded by time as well as by passes
(`--minutes`): progress is then whichever of the two is further along, so that a slow machine still ends annealed.
What was really done (steps, pairs, minutes) is written to `run.json`.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections import defaultdict
from pathlib import Path

import numpy as np
import torch
from model import KINDS, PairClassifier
from tokenizers import Tokenizer

LABELS = ("SUPPORTS", "CONTRADICTS", "IRRELEVANT")
CONTRADICTS, NO_CONTRADICTION = 1, 3  # as data.py numbers them


def load(path: Path) -> list[dict]:
    with open(path, encoding="utf-8") as f:
        return [json.loads(line) for line in f]


def load_tokenizer(folder: Path, max_tokens: int) -> Tokenizer:
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.enable_truncation(max_tokens, strategy="longest_first")
    return tokenizer


def encode(tokenizer: Tokenizer, pairs: list[dict]) -> list[tuple[list[int], list[int]]]:
    found = []
    for start in range(0, len(pairs), 4096):
        batch = tokenizer.encode_batch([(p["premise"], p["claim"]) for p in pairs[start : start + 4096]])
        found += [(e.ids, e.type_ids) for e in batch]
    return found


def collate(items: list[tuple[list[int], list[int]]]) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Token ids, mask and segment ids padded to a multiple of 16, each (batch, tokens) int64."""
    # Few widths: each new one costs the matrix kernels of the CPU a set-up of their own.
    width = -(-max(len(ids) for ids, _ in items) // 16) * 16
    ids = torch.zeros(len(items), width, dtype=torch.long)
    mask, types = torch.zeros_like(ids), torch.zeros_like(ids)
    for row, (tokens, segments) in enumerate(items):
        ids[row, : len(tokens)] = torch.tensor(tokens)
        types[row, : len(tokens)] = torch.tensor(segments)
        mask[row, : len(tokens)] = 1
    return ids, mask, types


def batches(encoded: list, batch: int, rng: random.Random) -> list[list[int]]:
    """Indices in shuffled batches of like length: pools of 60 batches are sorted by length, then shuffled."""
    order = list(range(len(encoded)))
    rng.shuffle(order)
    made = []
    for start in range(0, len(order), batch * 60):
        pool = sorted(order[start : start + batch * 60], key=lambda i: len(encoded[i][0]))
        made += [pool[i : i + batch] for i in range(0, len(pool), batch)]
    rng.shuffle(made)
    return made


@torch.no_grad()
def predict(model: PairClassifier, encoded: list, batch: int = 48, bf16: bool = False) -> np.ndarray:
    """Logits (n, 3) float32 in the order given."""
    model.eval()
    order = sorted(range(len(encoded)), key=lambda i: len(encoded[i][0]))
    logits = np.zeros((len(encoded), 3), dtype=np.float32)
    for start in range(0, len(order), batch):
        rows = order[start : start + batch]
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=bf16):
            logits[rows] = model(*collate([encoded[i] for i in rows]))[0].float().numpy()
    model.train()
    return logits


def macro_recall(labels: np.ndarray, predicted: np.ndarray) -> float:
    """Mean over the labels present of the share of each that was found."""
    return float(np.mean([(predicted[labels == c] == c).mean() for c in np.unique(labels)]))


def scores_by_source(pairs: list[dict], logits: np.ndarray) -> dict[str, float]:
    rows = defaultdict(list)
    for i, p in enumerate(pairs):
        rows[p["source"]].append(i)
    labels = np.array([p["label"] for p in pairs])
    # Where only "no contradiction" is known, any other label is right.
    predicted = logits.argmax(1)
    predicted[(labels == NO_CONTRADICTION) & (predicted != CONTRADICTS)] = NO_CONTRADICTION
    return {s: round(macro_recall(labels[i], predicted[i]), 4) for s, i in sorted(rows.items())}


def label_loss(logits: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    """Cross entropy, labels smoothed; of pairs known only not to contradict, that of contradiction against the rest."""
    known = labels != NO_CONTRADICTION
    loss = torch.zeros(len(labels))
    if known.any():
        loss[known] = torch.nn.functional.cross_entropy(
            logits[known], labels[known], label_smoothing=0.03, reduction="none"
        )
    if not known.all():
        rest = logits[~known]
        others = rest[:, [c for c in range(rest.shape[1]) if c != CONTRADICTS]]
        loss[~known] = torch.logsumexp(rest, 1) - torch.logsumexp(others, 1)
    return loss.mean()


def train(args: argparse.Namespace) -> None:
    torch.manual_seed(args.seed)
    rng = random.Random(args.seed)
    torch.set_num_threads(args.threads)
    args.out.mkdir(parents=True, exist_ok=True)
    tokenizer = load_tokenizer(args.backbone, args.max_tokens)
    pairs, dev = load(args.data / "train.jsonl"), load(args.data / "dev.jsonl")
    rng.shuffle(dev)
    dev = dev[: args.dev]
    # Without units for it, bfloat16 is emulated and a hundred times slower.
    args.bf16 = torch.cpu._is_avx512_bf16_supported()
    encoded, encoded_dev = encode(tokenizer, pairs), encode(tokenizer, dev)
    model = PairClassifier.from_backbone(args.backbone)
    if args.resume:
        model.load_any(torch.load(args.resume, weights_only=True))
    # Embeddings and the lowest layer stay as they are: they hold words, and cost a quarter of a step to train.
    for module in (model.bert.embeddings, *model.bert.encoder.layer[: args.freeze_layers]):
        module.requires_grad_(False)
    head = [p for m in (model.dense, model.out, model.kind) for p in m.parameters()]
    body = [p for p in model.bert.parameters() if p.requires_grad]
    optimiser = torch.optim.AdamW(
        [{"params": body, "lr": args.lr, "base": args.lr}, {"params": head, "lr": 5 * args.lr, "base": 5 * args.lr}],
        weight_decay=0.01,
    )
    kind_loss_of = torch.nn.CrossEntropyLoss(ignore_index=-1)
    total = args.passes * (len(pairs) // args.batch + 1)
    warm = max(1, int(0.05 * total))
    began, step, seen, losses, log = time.time(), 0, 0, [], []
    next_check = 0.2
    model.train()
    done = False
    for _ in range(args.passes):
        for rows in batches(encoded, args.batch, rng):
            minutes = (time.time() - began) / 60
            progress = max(step / total, minutes / args.minutes)
            if progress >= args.until:
                done = True
                break
            factor = min(1.0, (step + 1) / warm) * (1 - progress)
            for group in optimiser.param_groups:
                group["lr"] = group["base"] * factor
            with torch.autocast("cpu", dtype=torch.bfloat16, enabled=args.bf16):
                logits, kinds = model(*collate([encoded[i] for i in rows]))
            loss = label_loss(logits.float(), torch.tensor([pairs[i]["label"] for i in rows]))
            known = torch.tensor([KINDS.index(pairs[i]["kind"]) if "kind" in pairs[i] else -1 for i in rows])
            if (known >= 0).any():
                # Weighed by how many pairs of the batch have one, so that a lone pair does not steer the encoder.
                share = (known >= 0).float().mean()
                loss = loss + args.kind_weight * share * kind_loss_of(kinds.float(), known)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimiser.step()
            optimiser.zero_grad(set_to_none=True)
            losses.append(loss.item())
            step, seen = step + 1, seen + len(rows)
            if step % 50 == 0:
                print(
                    f"step {step}/{total} {minutes:.1f} min loss {np.mean(losses[-50:]):.4f} {seen / (time.time() - began):.1f} pairs/s",
                    flush=True,
                )
            if progress >= next_check:
                next_check += 0.2
                torch.save(model.state_dict(), args.out / "checkpoint.pt")
                log.append(
                    {
                        "step": step,
                        "loss": float(np.mean(losses[-200:])),
                        "dev": scores_by_source(dev, predict(model, encoded_dev, bf16=args.bf16)),
                    }
                )
                print(json.dumps(log[-1]), flush=True)
        if done:
            break
    torch.save(model.state_dict(), args.out / "model.pt")
    log.append(
        {
            "step": step,
            "loss": float(np.mean(losses[-200:])),
            "dev": scores_by_source(dev, predict(model, encoded_dev, bf16=args.bf16)),
        }
    )
    run = {
        "seed": args.seed,
        "lr": args.lr,
        "batch": args.batch,
        "max_tokens": args.max_tokens,
        "freeze_layers": args.freeze_layers,
        "bf16": args.bf16,
        "threads": args.threads,
        "pairs": len(pairs),
        "pairs_seen": seen,
        "steps": step,
        "minutes": round((time.time() - began) / 60, 1),
        "log": log,
    }
    (args.out / "run.json").write_text(json.dumps(run, indent=1), encoding="utf-8")
    print(json.dumps(log[-1], indent=1))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, required=True, help="folder that data.py wrote")
    parser.add_argument(
        "--backbone", type=Path, required=True, help="folder with config.json, model.safetensors and tokenizer.json"
    )
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--passes", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=120.0, help="end annealed after this time at the latest")
    parser.add_argument("--batch", type=int, default=48)
    parser.add_argument("--lr", type=float, default=1e-4)
    parser.add_argument("--max-tokens", type=int, default=256)
    parser.add_argument("--freeze-layers", type=int, default=1)
    parser.add_argument("--dev", type=int, default=2000, help="development pairs scored at each checkpoint")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--until", type=float, default=1.0, help="stop at this share of the run, the rate not yet zero")
    parser.add_argument("--kind-weight", type=float, default=1.0, help="of the loss on kinds beside that on labels")
    parser.add_argument("--seed", type=int, default=20)
    parser.add_argument("--resume", type=Path, help="start from these weights")
    train(parser.parse_args())


if __name__ == "__main__":
    main()
