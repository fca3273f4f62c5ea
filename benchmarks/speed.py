"""The shipped int8 judge against a float32 torch loop over the same weights: pairs per second, interleaved.

    python benchmarks/speed.py --judge FOLDER --weights model.pt --backbone FOLDER --pairs FILE...

The torch loop is what a script would do: batches of 32 in input order, padded to the longest of the batch, two
threads. Both see the same pairs, cut to the same tokens. Prints the median of the rounds and their spread.
"""

from __future__ import annotations

import argparse
import platform
import random
import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "training"))

import torch
from model import PairClassifier
from train import collate, encode, load_tokenizer
from transformers import BertConfig

from dissensus.bench.data import load_pairs
from dissensus.judges.onnx import OnnxModel


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--judge", type=Path, required=True)
    parser.add_argument("--weights", type=Path, required=True)
    parser.add_argument("--backbone", type=Path, required=True)
    parser.add_argument("--pairs", type=Path, nargs="+", required=True)
    parser.add_argument("--n", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--fixed", type=int, default=96, help="pairs at each fixed length")
    args = parser.parse_args()
    torch.set_num_threads(2)
    onnx = OnnxModel(args.judge, threads=2)
    tokenizer = load_tokenizer(args.backbone, onnx.max_tokens)
    model = PairClassifier(BertConfig.from_pretrained(args.backbone, attn_implementation="sdpa"))
    model.load_state_dict(torch.load(args.weights, weights_only=True))
    model.eval()

    loaded = [p for path in args.pairs for p in load_pairs(path, "all")]
    random.Random(0).shuffle(loaded)
    pairs = [(p.document.text, p.claim) for p in loaded[: args.n]]
    # The two must read the same tokens: passages are cut where the tokenizer of the torch loop would cut them.
    encoded = encode(tokenizer, [{"premise": a, "claim": b} for a, b in pairs])
    kept = [i for i, (ids, _) in enumerate(encoded) if len(ids) < onnx.max_tokens]
    pairs, encoded = [pairs[i] for i in kept], [encoded[i] for i in kept]
    lengths = sorted(len(ids) for ids, _ in encoded)
    print(
        f"{platform.machine()}, {len(pairs)} pairs, tokens: median {lengths[len(lengths) // 2]}, longest {lengths[-1]}"
    )

    @torch.no_grad()
    def torch_loop(items: list) -> float:
        began = time.perf_counter()
        for start in range(0, len(items), 32):
            model(*collate(items[start : start + 32])).softmax(-1)
        return len(items) / (time.perf_counter() - began)

    def onnx_run(items: list[tuple[str, str]]) -> float:
        began = time.perf_counter()
        onnx.predict(items)
        return len(items) / (time.perf_counter() - began)

    def show(name: str, rates: list[float]) -> None:
        print(f"{name:<28} {statistics.median(rates):8.1f} pairs/s  ({min(rates):.1f} to {max(rates):.1f})", flush=True)

    a: list[float] = []
    b: list[float] = []
    for _ in range(args.rounds):
        a.append(torch_loop(encoded))
        b.append(onnx_run(pairs))
    show("torch float32, batch 32", a)
    show("int8, one pair per run", b)
    ratios = [y / x for x, y in zip(a, b, strict=True)]
    print(
        f"ratio, median of {args.rounds} rounds: {statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})"
    )

    word = "river "
    for tokens in (32, 128, 256):
        text = (word * (tokens - 3 - 8), word * 8)
        items = [text] * args.fixed
        fixed = encode(tokenizer, [{"premise": text[0], "claim": text[1]}])
        x, y = [], []
        for _ in range(args.rounds):
            x.append(torch_loop(fixed * args.fixed))
            y.append(onnx_run(items))
        show(f"torch, {len(fixed[0][0])} tokens", x)
        show(f"int8, {len(fixed[0][0])} tokens", y)


if __name__ == "__main__":
    main()
