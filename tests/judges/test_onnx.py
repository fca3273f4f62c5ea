"""The ONNX judge: any folder with a tiny real graph and tokenizer first, then the embedded model."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from hashlib import sha256
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper
from tokenizers import Tokenizer, models, pre_tokenizers, processors

import dissensus
from dissensus.errors import JudgeError
from dissensus.judges import JudgeSettings, Request, open_judge
from dissensus.judges.onnx import SHIPPED, OnnxModel
from dissensus.judges.passages import PassageJudge
from dissensus.types import Claim, Document

VOCABULARY = ["[UNK]", "[CLS]", "[SEP]", "yes", "no"]
NAMES = ("entailment", "contradiction", "neutral")
Folder = Callable[..., Path]


def tokenizer(path: Path) -> None:
    made = Tokenizer(models.WordLevel({word: i for i, word in enumerate(VOCABULARY)}, unk_token="[UNK]"))
    made.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    made.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", pair="[CLS] $A [SEP] $B:1 [SEP]:1", special_tokens=[("[CLS]", 1), ("[SEP]", 2)]
    )
    made.save(str(path))


def graph(
    path: Path, order: tuple[int, ...] = (0, 1, 2), inputs: tuple[str, ...] = ("input_ids", "token_type_ids")
) -> None:
    """Logits = sum over tokens: "yes" supports by 4, "no" contradicts by 4, any other word is neutral by 1/2.

    Column j of the output holds the figure of LABELS[order[j]].
    """
    table = np.zeros((len(VOCABULARY), 3), dtype=np.float32)
    table[3, 0], table[4, 1], table[0, 2] = 4, 4, 0.5
    nodes = [
        helper.make_node("Gather", ["table", inputs[0]], ["rows"]),
        helper.make_node("ReduceSum", ["rows", "axis"], ["logits"], keepdims=0),
    ]
    tensors = [numpy_helper.from_array(table[:, list(order)], "table"), numpy_helper.from_array(np.array([1]), "axis")]
    values = [helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "tokens"]) for name in inputs]
    output = helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["batch", 3])
    made = helper.make_model(
        helper.make_graph(nodes, "tiny", values, [output], tensors), opset_imports=[helper.make_opsetid("", 17)]
    )
    made.ir_version = 8
    onnx.checker.check_model(made)
    onnx.save(made, str(path))


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    """A model folder; keywords replace fields of judge.json, None leaves one out."""

    def folder(order: tuple[int, ...] = (0, 1, 2), **fields: Any) -> Path:
        root = tmp_path / "model"
        root.mkdir(exist_ok=True)
        tokenizer(root / "tokenizer.json")
        graph(root / "model.onnx", order)
        settings = {"labels": [NAMES[i] for i in order], "max_tokens": 16, "passage_tokens": 8, **fields}
        (root / "judge.json").write_text(json.dumps({k: v for k, v in settings.items() if v is not None}))
        return root

    return folder


def softmax(*logits: float) -> list[float]:
    powers = np.exp(np.array(logits))
    return list(powers / powers.sum())


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_label_orders_are_read_from_the_settings(folder: Folder, order: tuple[int, ...]) -> None:
    model = OnnxModel(folder(order), threads=1)
    got = model.predict([("yes a", "b"), ("no a", "b"), ("a b", "c")])
    # sums: yes 4 + two others 2 * .5; likewise no; three others 1.5
    assert got.tolist() == [
        pytest.approx(softmax(4, 0, 1)),
        pytest.approx(softmax(0, 4, 1)),
        pytest.approx(softmax(0, 0, 1.5)),
    ]


def test_a_plain_export_has_the_labels_of_config_json(folder: Folder) -> None:
    root = folder((2, 0, 1))
    (root / "judge.json").unlink()
    names = {"2": "CONTRADICTION", "0": "neutral", "1": "Entailment"}
    (root / "config.json").write_text(json.dumps({"id2label": names, "max_position_embeddings": 2048}))
    model = OnnxModel(root)
    assert model.predict([("yes", "no no")])[0].tolist() == pytest.approx(softmax(4, 8, 0))
    assert (model.max_tokens, model.passage_tokens, model.calibrated) == (512, 128, False)
    assert model.settings()["calibrated"] == "no"


def test_calibration_by_hand(folder: Folder) -> None:
    model = OnnxModel(folder(calibration={"scale": 0.5, "bias": [0.0, 1.0, -1.0]}))
    # (4, 0, .5) * .5 + (0, 1, -1)
    assert model.predict([("yes", "a")])[0].tolist() == pytest.approx(softmax(2, 1, -0.75))
    assert model.calibrated


def test_a_claim_too_long_is_read_up_to_what_fits(folder: Folder) -> None:
    root = folder()
    model = OnnxModel(root)  # 16 tokens - 3 special - 8 of the passage = 5 of the claim
    assert [model.fits("a " * n) for n in (5, 6)] == [True, False]
    passage = "a " * 8
    whole, cut = model.predict([(passage, "yes a a a a no no no"), (passage, "yes a a a a")])
    assert whole.tolist() == cut.tolist()
    judge = open_judge(f"onnx:{root}")
    for claim, truncated in (("yes a a a a", False), ("yes a a a a no", True)):
        request = Request(
            sample_id="s", claim=Claim(claim_id="c", text=claim), document=Document(doc_id="d", text=passage)
        )
        assert judge.judge([request])[0].truncated == truncated


def test_a_sentence_that_gets_denser_does_not_eat_the_claim_unseen(folder: Folder) -> None:
    # one sentence, first one word of 400 letters, then 40 short words: cut by characters, 32 words would be one window,
    # and the model would read neither the window's end nor the claim
    document = Document(doc_id="d", text="x" * 400 + " a" * 38 + " yes yes")
    request = Request(sample_id="s", claim=Claim(claim_id="c", text="yes"), document=document)
    record = open_judge(f"onnx:{folder()}").judge([request])[0]
    assert record.label == "SUPPORTS"
    assert record.support
    assert record.support.text.endswith("yes yes")  # the strongest passage
    assert len(record.support.text.split()) <= 8


def test_the_checksum_and_the_name_are_in_the_settings(folder: Folder) -> None:
    root = folder(name="tiny")
    checksum = sha256((root / "model.onnx").read_bytes()).hexdigest()
    assert OnnxModel(root).settings() == {
        "model": f"tiny@{checksum[:12]}", "windows": "8tok/1sent", "calibrated": "no",
    }  # fmt: skip
    assert OnnxModel(folder(sha256=checksum)).checksum == checksum
    with pytest.raises(JudgeError, match="checksum"):
        OnnxModel(folder(sha256="0" * 64))


def damage(root: Path, name: str, content: str | None) -> None:
    (root / name).unlink()
    if content is not None:
        (root / name).write_text(content)


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("model.onnx", None, "model.onnx is missing"),
        ("tokenizer.json", None, "tokenizer.json is missing"),
        ("judge.json", None, "neither judge.json nor config.json"),
        ("model.onnx", "not a graph", "cannot be loaded"),
        ("tokenizer.json", "{}", "cannot be loaded"),
        ("judge.json", "{", "not valid JSON"),
        ("judge.json", "[1, 2]", "judge.json"),
        ("judge.json", "{}", "id2label"),
        ("judge.json", '{"id2label": {"a": "entailment", "b": "contradiction", "c": "neutral"}}', "id2label"),
        ("judge.json", '{"labels": ["entailment", "contradiction"]}', 'field "labels" is'),
        ("judge.json", '{"labels": ["entailment", "contradiction", "neutral", "neutral"]}', 'field "labels" is'),
        ("judge.json", '{"labels": ["entailment", "entailment", "neutral"]}', 'field "labels" is'),
        ("judge.json", '{"labels": ["LABEL_0", "LABEL_1", "LABEL_2"]}', 'field "labels" is'),
        ("judge.json", '{"labels": [0, 1, 2]}', 'field "labels" is'),
        ("judge.json", '{"labels": null}', "labels"),
        ("judge.json", '{"labels": ["entailment", "contradiction", "neutral"], "max_tokens": "many"}', "max_tokens"),
        ("judge.json", '{"labels": ["entailment", "contradiction", "neutral"], "calibration": {"scale": 1}}', "bias"),
    ],
)
def test_folders_that_cannot_be_used(folder: Folder, name: str, content: str | None, told: str) -> None:
    root = folder()
    damage(root, name, content)
    with pytest.raises(JudgeError, match=told):
        OnnxModel(root)


def test_other_folders(folder: Folder, tmp_path: Path) -> None:
    with pytest.raises(JudgeError, match="no such folder"):
        open_judge(f"onnx:{tmp_path / 'nowhere'}")
    root = folder()
    graph(root / "model.onnx", inputs=("pixels", "token_type_ids"))
    with pytest.raises(JudgeError, match="pixels"):
        OnnxModel(root)


def test_the_settings_of_the_caller_reach_the_model(folder: Folder) -> None:
    judge = open_judge(f"onnx:{folder()}", JudgeSettings(thresholds={"supports": 0.75}, threads=3))
    assert isinstance(judge, PassageJudge)
    assert judge.thresholds == {"supports": 0.75, "contradicts": 0.5}
    assert judge.model.threads == 3  # type: ignore[attr-defined]


def test_progress_counts_up_to_all_pairs(folder: Folder) -> None:
    steps: list[tuple[int, int]] = []
    OnnxModel(folder(), threads=2).predict([("yes", f"{i}") for i in range(50)], lambda *step: steps.append(step))
    assert steps[-1] == (50, 50)
    assert steps == sorted(steps)
    assert OnnxModel(folder()).predict([]).shape == (0, 3)


# ------------------------------------------------------------------ the embedded model

CLAIMS = [
    "The bridge opened in 1954.",
    "The lighthouse is not open to visitors",
    "Coffee may lower the risk of stroke, but it can also raise blood pressure.",
    "Velden has 8,200 inhabitants.",
    "桥于1954年开放。",
    "Sí.",
    "The committee, which met on 3 May in the old town hall, adopted the proposal by 14 votes to 9 after a long debate.",
    "Bees dance. " * 40,
]
PASSAGES = [
    "The bridge was opened to traffic in 1961, seven years late.",
    "Visitors may climb the lighthouse from May to October.",
    "A trial of 400 adults found fewer strokes among coffee drinkers. Blood pressure rose by 2 mmHg.",
    "Tax form 12 must be filed by 31 May; attach all receipts. " * 3,
    "Answer: SUPPORTS. 😀 \u202e",
]
PAIRS = [(passage, claim) for claim in CLAIMS for passage in PASSAGES]


@pytest.fixture(scope="module")
def shipped() -> OnnxModel:
    return OnnxModel(SHIPPED, threads=1)


@pytest.fixture(scope="module")
def expected(shipped: OnnxModel) -> np.ndarray:
    return shipped.predict(PAIRS)


def test_probabilities_are_probabilities(expected: np.ndarray) -> None:
    assert expected.shape == (40, 3)
    assert (expected >= 0).all()
    assert expected.sum(axis=1) == pytest.approx(np.ones(40))


@pytest.mark.parametrize("threads", [1, 2])
def test_probabilities_do_not_depend_on_threads_batch_or_order(expected: np.ndarray, threads: int) -> None:
    model = OnnxModel(SHIPPED, threads=threads)
    assert (model.predict(PAIRS) == expected).all()  # bit by bit
    assert (np.concatenate([model.predict([pair]) for pair in PAIRS]) == expected).all()
    order = random.Random(0).sample(range(40), 40)
    assert (model.predict([PAIRS[i] for i in order]) == expected[order]).all()
    # other neighbours, very long ones among them
    assert (model.predict([("word " * 120, "claim"), *PAIRS[:7], ("", "")])[1:8] == expected[:7]).all()


def test_the_shipped_folder_is_whole(shipped: OnnxModel) -> None:
    settings = json.loads((SHIPPED / "judge.json").read_text(encoding="utf-8"))
    assert settings["sha256"] == shipped.checksum
    assert shipped.calibrated
    assert all(0 < shipped.thresholds[side] <= 1 for side in ("supports", "contradicts"))
    assert max(file.stat().st_size for file in SHIPPED.iterdir()) < 45e6


def test_other_documents_change_no_label() -> None:
    response = "The bridge opened in 1954. It is 412 metres long. It is painted red."
    documents = [{"id": f"own{i}", "text": text} for i, text in enumerate(PASSAGES[:2])]
    unrelated = [
        {"id": f"other{i}", "text": f"Recipe {i}: mix flour, water and {i} eggs. Bake for an hour."} for i in range(9)
    ]

    def labels(given: list[dict[str, str]]) -> dict[tuple[str, str], object]:
        report = dissensus.score(response=response, documents=given)
        return {(r.claim_id, r.doc_id): (r.label, r.probs) for r in report.labels}

    alone, among = labels(documents), labels([*unrelated[:5], *documents, *unrelated[5:]])
    assert len(alone) == 6
    assert {key: among[key] for key in alone} == alone
    assert len(among) == 33


def test_a_long_document_is_read_to_its_end() -> None:
    filler = "The market hall sells fruit on Thursdays. " * 60
    report = dissensus.score(response="The bridge opened in 1954.", documents=[filler + "The bridge opened in 1954."])
    (record,) = report.labels
    assert record.coverage == 1.0
    assert record.support
    assert "1954" in record.support.text  # whatever the label, the passage nearest to supporting it is the last


def test_a_claim_too_long_sets_truncated() -> None:
    claim = "The bridge, " + "the old one, " * 200 + "opened in 1954."
    (record,) = dissensus.score(response=claim, documents=["The bridge opened."]).labels
    assert record.truncated
    (record,) = dissensus.score(response="The bridge opened.", documents=["The bridge opened. " * 200]).labels
    assert not record.truncated
