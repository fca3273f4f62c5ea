"""Faults that users of such tools have reported: scores and undefined values; privacy, offline, install; calibration.

Written judges answer where the judge is not the point, the shipped one where it is.
"""

from __future__ import annotations

import csv
import importlib.metadata
import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import dissensus

approx = pytest.approx

HERE = Path(__file__).parent
REPOSITORY = HERE.parents[1]
PAIRS = [json.loads(line) for line in (HERE / "judge_pairs.jsonl").read_text(encoding="utf-8").splitlines()]
REFUSAL = "Sorry, I could not find that in the documents."


def labels_of(report: dissensus.Report) -> list[str | None]:
    """The labels of the first sample, claim by claim and document by document, as a reader of the JSON sees them."""
    return [cell["label"] for claim in report.to_dict()["samples"][0]["claims"] for cell in claim["labels"]]


# ---------------------------------------------------------------- scores and undefined values


def test_a_missing_full_stop_does_not_lose_the_claim():
    report = dissensus.score(response="The lighthouse was lit in 1888", documents=["It was first lit in 1888."])
    assert [claim.text for claim in report.samples[0].claims] == ["The lighthouse was lit in 1888"]
    assert labels_of(report) == ["SUPPORTS"]
    assert report.cs_c == 0.0  # 0 of 1 claims


@pytest.mark.parametrize("response", [REFUSAL, "I'm sorry, but I cannot answer that question.", "I don't know."])
def test_a_refusal_is_undefined_and_never_zero(scripted, parse_json, response):
    documents = ["The mill closed in 1970.", "The mill made paper.", "The mill stands by the river."]
    report = dissensus.score(response=response, documents=documents, judge=scripted(("", "", "SUPPORTS")))
    assert (report.cs_c, report.cs_r, report.cs_r_conflicted) == (None, None, None)
    assert report.samples[0].undefined_reason == "no_claims"
    assert report.samples[0].claims == ()
    data = parse_json(report.to_json())
    assert data["metrics"]["cs_c"]["value"] is data["samples"][0]["cs_r"] is None


def test_the_file_says_how_many_samples_were_scored(scripted):
    documents = ["The mill closed in 1970.", "The mill never closed."]
    samples = [{"response": REFUSAL, "documents": documents}, {"response": "The mill closed.", "documents": documents}]
    judge = scripted(("", "never", "CONTRADICTS"), ("", "", "SUPPORTS"))
    report = dissensus.score(samples, judge=judge)
    for metric, value in (("cs_c", 1.0), ("cs_r", 0.5)):  # sample 2 alone: 1/1; 1/(1 + 1)
        total = report.metrics[metric]
        assert (total.value, total.n_scored, total.n_unscored) == (approx(value), 1, 1)
    assert [s.sample_id for s in report.samples] == ["1", "2"]


@pytest.mark.parametrize("response", [REFUSAL, ""])
def test_metrics_agree_that_there_is_nothing_to_score(scripted, response):
    report = dissensus.score(response=response, documents=["The mill closed."], judge=scripted(("", "", "SUPPORTS")))
    values = [report.samples[0].metrics[name] for name in ("cs_c", "cs_r", "cs_r_conflicted")]
    assert {(v.value, v.n_scored, v.n_unscored, v.undefined_reason) for v in values} == {(None, 0, 0, "no_claims")}


def test_an_unknown_verdict_leaves_one_pair_unscored(scripted, parse_json):
    judge = scripted(("", "Notice B", "UNKNOWN"), ("", "", "SUPPORTS"))
    documents = [{"id": "a", "text": "Notice A: open."}, {"id": "b", "text": "Notice B: see inside."}]
    report = dissensus.score(response="The gate is open.", documents=documents, judge=judge)
    by_document = {label.doc_id: label for label in report.samples[0].labels}
    assert str(by_document["a"].label) == "SUPPORTS"
    assert by_document["b"].label is None
    assert by_document["b"].unscored_reason.startswith("unknown_label")
    value = report.samples[0].metrics["cs_c"]
    # one supporter known; the other document could contradict
    assert (value.value, value.n_scored, value.n_unscored) == (0.0, 1, 1)
    assert value.bounds == approx((0, 1))
    cells = parse_json(report.to_json())["samples"][0]["claims"][0]["labels"]
    assert [cell["label"] for cell in cells] == ["SUPPORTS", None]


def test_a_pair_the_judge_does_not_answer_is_unscored_not_irrelevant(scripted, write):
    documents = ["Notice A: open.", "notice b: open."]
    # parts are matched with their case, so "Notice" is not in document 2
    report = dissensus.score(
        response="The gate is open.", documents=documents, judge=scripted(("", "Notice", "SUPPORTS"))
    )
    assert [label.unscored_reason for label in report.samples[0].labels] == [None, "no_rule"]
    line = {"sample_id": "1", "claim_id": "c1", "doc_id": "d1", "label": "CONTRADICTS"}
    report = dissensus.score(response="The gate is open.", documents=documents, judge=f"precomputed:{write([line])}")
    assert labels_of(report) == ["CONTRADICTS", None]
    assert [label.unscored_reason for label in report.samples[0].labels] == [None, "not_in_file"]


def test_the_first_matching_rule_wins(scripted):
    rules = (("gate", "Notice", "CONTRADICTS"), ("gate", "", "SUPPORTS"), ("", "", "IRRELEVANT"))
    report = dissensus.score(
        response="The gate is open. The well is dry.", documents=["Notice.", "Letter."], judge=scripted(*rules)
    )
    assert labels_of(report) == ["CONTRADICTS", "SUPPORTS", "IRRELEVANT", "IRRELEVANT"]


@pytest.mark.parametrize("response", ["", "  \n"])
def test_an_empty_response_is_undefined(scripted, response):
    report = dissensus.score(response=response, documents=["The mill closed."], judge=scripted(("", "", "SUPPORTS")))
    assert (report.cs_c, report.cs_r) == (None, None)
    assert report.samples[0].undefined_reason == "no_claims"


def test_the_documentation_names_the_mismatch_of_figure_2():
    # the arithmetic itself: test_arithmetic.py; the pages say 0.375 by formula and 0.71 as printed
    pages = [*REPOSITORY.glob("*.md"), *(REPOSITORY / "docs").rglob("*.md")]
    texts = [page.read_text(encoding="utf-8") for page in pages]
    assert any(".375" in text and ".71" in text for text in texts)


@pytest.mark.parametrize("missing", ["response", "documents"])
def test_a_missing_field_is_named_before_anything_is_judged(missing):
    fields = {"response": "The gate is open.", "documents": ["The gate is open."], missing: None}
    # a judge that does not exist: the field is reported, not the judge
    with pytest.raises(dissensus.DissensusError, match=missing):
        dissensus.score(**fields, judge="scripted:/does/not/exist.jsonl")


@pytest.mark.parametrize(
    ("label", "verdict", "cs_c", "cs_r", "denied"),
    [
        ("SUPPORTS", "SUPPORTED", 0.0, 0.0, r"conflicting|contradicted"),
        ("CONTRADICTS", "CONTRADICTED", 0.0, 1.0, r"conflicting|supported"),
        ("IRRELEVANT", "NO_EVIDENCE", 0.0, 0.0, r"conflicting|contradicted|supported"),
    ],
)
def test_the_printed_explanation_never_disagrees_with_the_score(scripted, label, verdict, cs_c, cs_r, denied):
    report = dissensus.score(
        response="The old mill was closed.", documents=["Notice: see inside."], judge=scripted(("", "", label))
    )
    assert (report.cs_c, report.cs_r) == (cs_c, cs_r)
    assert report.to_dict()["samples"][0]["claims"][0]["verdict"] == verdict
    about = "\n".join(line for line in str(report).splitlines() if "old mill" in line).lower()
    # "0 contradicted" and "supported by none" agree with the score
    about = re.sub(r"\b(0|no|not) \w+|\w+ by (0|none|no)\b|\w+[:=] ?0\b", "", about)
    assert not re.search(denied, about)
    assert "\x1b[" not in str(report)


def test_conflicting_verdicts_are_the_numerator_of_cs_c(scripted):
    judge = scripted(("gate", "", "SUPPORTS"), ("well", "Notice", "SUPPORTS"), ("well", "", "CONTRADICTS"))
    report = dissensus.score(
        response="The gate is open. The well is dry.", documents=["Notice.", "Letter."], judge=judge
    )
    verdicts = [str(v) for v in report.samples[0].verdicts.values()]
    assert verdicts == ["SUPPORTED", "CONFLICTING"]
    assert report.cs_c == verdicts.count("CONFLICTING") / len(verdicts)


@pytest.mark.parametrize(
    "text",
    ["The gate is open", "The library lends telescopes.", "Marta Lindqvist did not sign the lease."],
)
def test_a_document_that_repeats_the_claim_supports_it(text):
    report = dissensus.score(response=text, documents=[text])
    assert labels_of(report) == ["SUPPORTS"]
    assert [str(v) for v in report.samples[0].verdicts.values()] == ["SUPPORTED"]
    assert (report.cs_c, report.cs_r) == (0.0, 0.0)


@pytest.mark.xfail(reason="a known limit of the present weights: support is seen as irrelevant", strict=False)
def test_leaving_facts_out_is_no_contradiction():
    document = (
        "Velden lies on the river Orm. It has 8,200 inhabitants. The town hall was built in 1741. "
        "A market is held every Thursday. The paper mill closed in 1998. The nearest airport is in Halm."
    )
    response = "Velden has 8,200 inhabitants. The town hall of Velden was built in 1741."
    assert labels_of(dissensus.score(response=response, documents=[document])) == ["SUPPORTS", "SUPPORTS"]


def test_an_unrelated_document_is_irrelevant():
    report = dissensus.score(
        response="Great white sharks can detect a drop of blood in the water.",
        documents=["Tax form 12 must be filed by 31 May. Attach the receipts for all deductions you claim."],
    )
    assert labels_of(report) == ["IRRELEVANT"]


# ---------------------------------------------------------------- privacy, offline, install

#: An audit hook sees every use of a socket, also those whose error is swallowed; loopback is let through.
GUARD = """
import os, sys

LOOPBACK = {None, "", "localhost", "127.0.0.1", "::1", b"localhost"}

def guard(event, args):
    if event in ("socket.connect", "socket.sendto", "socket.sendmsg"):
        host = args[1][0] if isinstance(args[1], tuple) else None
    elif event in ("socket.getaddrinfo", "socket.gethostbyname"):
        host = args[0]
    else:
        return
    if host not in LOOPBACK:
        with open(os.environ["NETWORK_LOG"], "a") as log:
            print(event, host, file=log)
        raise OSError("the network is off")

sys.addaudithook(guard)
"""


def test_a_score_uses_no_network(tmp_path):
    (tmp_path / "sitecustomize.py").write_text(GUARD)
    program = """
import socket
try:
    socket.create_connection(("192.0.2.1", 9), timeout=1)
except OSError:
    pass
import dissensus
report = dissensus.score(response="The gate is open.", documents=["The gate is open.", "The gate is shut."])
str(report), report.to_json()
print(report.metrics["cs_c"].n_scored)
"""
    log = tmp_path / "network.log"
    # an empty home: nothing may come from a cache of models either
    home = {"HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "cache"), "HF_HOME": str(tmp_path / "hf")}
    path = os.pathsep.join(filter(None, [str(tmp_path), os.environ.get("PYTHONPATH")]))
    env = {**os.environ, **home, "PYTHONPATH": path, "NETWORK_LOG": str(log)}
    done = subprocess.run(
        [sys.executable, "-c", program], env=env, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["1"]
    # the first attempt is the test's own and shows that the guard works
    attempts = [line.split()[1] for line in log.read_text().splitlines()]
    assert attempts == ["192.0.2.1"]


HEAVY = ("torch", "tensorflow", "transformers", "spacy", "pandas", "sklearn")


def test_import_is_quick_and_light():
    program = f"""
import sys, time
start = time.perf_counter()
import dissensus
print(time.perf_counter() - start, *(name for name in {HEAVY} if name in sys.modules))
"""
    runs = [subprocess.check_output([sys.executable, "-c", program], text=True).split() for _ in range(5)]
    assert min(float(run[0]) for run in runs) < 0.3
    assert [run[1:] for run in runs] == [[]] * 5


def test_the_default_judge_needs_no_training_framework():
    program = """
import sys
for name in ("torch", "tensorflow", "transformers", "jax"):
    sys.modules[name] = None  # importing it fails
import dissensus
print(dissensus.score(response="The gate is open.", documents=["The gate is open."]).cs_c)
"""
    assert subprocess.check_output([sys.executable, "-c", program], text=True).split() == ["0.0"]


def test_the_distribution_is_called_like_the_import():
    distribution = importlib.metadata.distribution("dissensus")
    assert distribution.metadata["Name"] == "dissensus"
    assert "dissensus" in {entry.name for entry in distribution.entry_points if entry.group == "console_scripts"}


def test_the_core_pins_nothing_and_asks_for_no_framework():
    core = [r for r in importlib.metadata.requires("dissensus") or [] if "extra ==" not in r]
    names = {re.match(r"[\w.-]+", requirement)[0].lower() for requirement in core}
    frameworks = {
        "torch",
        "tensorflow",
        "transformers",
        "sentence-transformers",
        "jax",
        "openai",
        "litellm",
        "datasets",
    }
    assert not names & frameworks
    assert not [name for name in names if name.startswith(("langchain", "llama-index", "llama_index"))]
    assert (
        len(names) <= 12
    )  # each earns its place: splitter, parser and its model, units, stemmer, terminal, codec, runtime
    assert not [requirement for requirement in core if "==" in requirement.split(";")[0]]


@pytest.fixture
def gate(cli, scripted, write) -> Callable[..., subprocess.CompletedProcess[str]]:
    """`score --fail-over cs_c=0.2` on five claims; the judge says CONTRADICTS where the document is a letter."""

    def gate(*rules: tuple[str, str, str], claims: int, options: tuple[str, ...] = ()):
        towns = ["Arden", "Brill", "Corby", "Dover", "Esher"][:claims]
        response = " ".join(f"The gate of {town} is open." for town in towns)
        data = write([{"id": "s", "response": response, "documents": ["Notice.", "Letter."]}])
        return cli("score", data, "--judge", scripted(*rules), "--fail-over", "cs_c=0.2", *options)

    return gate


def test_a_gate_fails_when_the_judge_is_broken(gate):
    broken = ("matches nothing", "", "SUPPORTS")
    failed = gate(broken, claims=1)
    assert failed.returncode == 1
    assert "cs_c" in failed.stdout + failed.stderr
    assert "Traceback" not in failed.stderr
    # only when asked to
    assert gate(broken, claims=1, options=("--allow-undefined",)).returncode == 0


def test_a_gate_fails_above_its_value_only(gate):
    one_conflict = (("Arden", "Letter", "CONTRADICTS"), ("", "", "SUPPORTS"))
    assert gate(*one_conflict, claims=5).returncode == 0  # 1/5 = 0.2 is not above 0.2
    assert gate(*one_conflict, claims=4).returncode == 1  # 1/4


def test_a_judge_that_cannot_be_loaded_is_an_error_and_no_pass(cli, write):
    data = write([{"response": "The gate is open.", "documents": ["Notice."]}])
    for judge, told in (("onxx", "Did you mean onnx"), ("scripted:missing.jsonl", "missing.jsonl")):
        done = cli("score", data, "--judge", judge, "--fail-over", "cs_c=0.2", "--allow-undefined")
        assert done.returncode == 2
        assert told in done.stderr
        assert "Traceback" not in done.stderr


# ---------------------------------------------------------------- calibration and human agreement


@pytest.fixture
def bench(cli, write) -> subprocess.CompletedProcess[str]:
    """`dissensus bench pairs` on twelve labelled pairs, four of each label."""
    chosen = [p for label in ("SUPPORTS", "CONTRADICTS", "IRRELEVANT") for p in PAIRS if p["label"] == label]
    rows = [{"premise": p["passage"], "claim": p["claim"], "label": p["label"]} for p in chosen[::10]]
    return cli("bench", "pairs", write(rows))


def test_one_command_prints_the_agreement_with_people(bench):
    assert bench.returncode == 0, bench.stderr
    shown = bench.stdout.lower()
    assert "macro" in shown
    assert "recall" in shown
    assert re.search(r"\b12\b", shown)


def test_confidence_comes_with_a_reliability_table(bench):
    assert bench.returncode == 0, bench.stderr
    shown = bench.stdout.lower()
    for word in ("reliability", "ece", "brier", "n"):
        assert re.search(rf"\b{word}\b", shown), word


@pytest.fixture
def two_samples(write) -> Path:
    documents = [{"id": "n", "text": "Notice."}, {"id": "l", "text": "Letter."}, {"id": "m", "text": "Memo."}]
    return write(
        [
            {"id": "first", "response": "The gate is open. The well is dry.", "documents": documents},
            {"id": "second", "response": "The mill was sold.", "documents": documents},
        ]
    )


RULES = (("gate", "Letter", "CONTRADICTS"), ("", "Memo", "IRRELEVANT"), ("", "", "SUPPORTS"))


def test_rows_per_sample_claim_and_document_are_always_written(cli, scripted, two_samples, tmp_path, parse_json):
    assert cli("score", two_samples, "--judge", scripted(*RULES), "-o", "run").returncode == 0
    rows = {
        name: [parse_json(line) for line in (tmp_path / "run" / f"{name}.jsonl").read_text().splitlines()]
        for name in ("samples", "claims", "labels", "scores")
    }
    # 2 samples; 2 + 1 claims; 3 claims x 3 documents; one line of scores per sample
    assert {name: len(lines) for name, lines in rows.items()} == {"samples": 2, "claims": 3, "labels": 9, "scores": 2}
    cells = {(row["sample_id"], row["claim_id"], row["doc_id"]): row["label"] for row in rows["labels"]}
    assert cells["first", "c1", "l"] == "CONTRADICTS"
    assert cells["second", "c1", "m"] == "IRRELEVANT"
    report = parse_json((tmp_path / "run" / "report.json").read_text())
    assert report["metrics"]["cs_c"]["value"] == approx(0.25)  # (1/2 + 0/1) / 2
    assert parse_json((tmp_path / "run" / "manifest.json").read_text())["schema_version"]


def test_written_labels_score_again_without_a_judge(cli, scripted, two_samples, tmp_path, parse_json):
    cli("score", two_samples, "--judge", scripted(*RULES), "-o", "run")
    first = parse_json((tmp_path / "run" / "report.json").read_text())["metrics"]
    again = cli("score", two_samples, "--labels", "run", "--json")
    assert again.returncode == 0, again.stderr
    assert parse_json(again.stdout)["metrics"] == first
    by_judge = cli("score", two_samples, "--judge", f"precomputed:{tmp_path / 'run' / 'labels.jsonl'}", "--json")
    assert parse_json(by_judge.stdout)["metrics"] == first


def test_rows_are_printed_as_json_and_as_csv(cli, scripted, two_samples, parse_json):
    judge = scripted(*RULES)
    done = cli("score", two_samples, "--judge", judge, "--json")
    samples = parse_json(done.stdout)["samples"]
    assert [(s["sample_id"], s["cs_c"], s["cs_r"]) for s in samples] == [
        ("first", 0.5, 0.25),  # gate conflicted, well not: 1/2; (1/2 + 0/1)/2
        ("second", 0.0, 0.0),
    ]
    done = cli("score", two_samples, "--judge", judge, "--csv")
    assert done.returncode == 0, done.stderr
    rows = list(csv.DictReader(io.StringIO(done.stdout)))
    assert {row["sample_id"] for row in rows} >= {"first", "second"}
