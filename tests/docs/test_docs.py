"""The documentation is run: its Python, its commands and their printed output, its links, its tables of keys.

    python tests/docs/test_docs.py --write               print every output block anew, from real runs
    python tests/docs/test_docs.py --write --judge SPEC  the same, with a judge for the commands that name none

Forms:
    ```python             run in order, one namespace per file, in a folder that holds a copy of examples/
    ```console            every line `$ ...` that calls dissensus is run there; exit code 0, or `# exit N` after it
    <!-- output: CMD -->  right before a block: what CMD prints is the block, its `$` lines and the signature aside

Without the embedded model, what needs it is skipped.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
_FENCE = re.compile(
    r"(?:<!-- output: (?P<command>.+?) -->\n)?^```(?P<kind>\w*)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL
)
_EXIT = re.compile(r"\s+# exit (\d+)$")


@dataclass(frozen=True)
class Block:
    """A fenced block of a page."""

    page: Path
    kind: str
    body: str
    command: str | None
    """The command whose output the block shows."""
    span: tuple[int, int]
    """Where its body stands in the page."""

    @property
    def place(self) -> str:
        line = self.page.read_text(encoding="utf-8").count("\n", 0, self.span[0]) + 1
        return f"{self.page.relative_to(ROOT)}:{line}"


def blocks(page: Path) -> list[Block]:
    text = page.read_text(encoding="utf-8")
    return [Block(page, m["kind"], m["body"], m["command"], m.span("body")) for m in _FENCE.finditer(text)]


def commands(block: Block) -> Iterator[tuple[str, int]]:
    """The lines of a console block that call dissensus, each with the exit code that it states."""
    for line in block.body.replace("\\\n", " ").splitlines():
        if line.startswith("$ ") and re.search(r"(?:^\$|\|) dissensus ", line):
            stated = _EXIT.search(line)
            yield _EXIT.sub("", line)[2:], int(stated[1]) if stated else 0


def has_model() -> bool:
    from dissensus.judges.onnx import SHIPPED

    return (SHIPPED / "model.onnx").is_file()


def needs_model(command: str) -> bool:
    words = shlex.split(command.split("| ")[-1] if "| dissensus" in command else command)
    verb = words[1] if len(words) > 1 else ""
    if verb == "selftest":
        return "--no-model" not in words
    named = any(w.startswith(("--judge", "--labels", "-h", "--help")) for w in words)
    return verb in ("score", "bench") and not named


def workplace(folder: Path) -> Path:
    """The folder with a copy of the examples, and a command `dissensus` that runs this very package."""
    shutil.copytree(ROOT / "examples", folder / "examples")
    command = folder / "bin" / "dissensus"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -c "from dissensus.cli.main import main; main()" "$@"\n')
    command.chmod(0o755)
    return folder


def run(command: str, folder: Path) -> tuple[int, str]:
    """Exit code and everything printed."""
    path = os.pathsep.join((str(folder / "bin"), os.environ.get("PATH", "")))
    done = subprocess.run(
        command, shell=True, cwd=folder, capture_output=True, text=True, encoding="utf-8", timeout=240,
        env={**os.environ, "PATH": path, "NO_COLOR": "1", "PYTHONUTF8": "1"},
    )  # fmt: skip
    return done.returncode, done.stdout + done.stderr


def comparable(text: str) -> list[str]:
    """Lines without trailing spaces, `$` lines and the signature, which may be folded over several lines."""
    kept: list[str] = []
    in_signature = False
    for line in (raw.rstrip() for raw in text.splitlines()):
        in_signature = line.startswith("signature") or (in_signature and bool(line) and " " not in line)
        if not in_signature and not line.startswith("$ "):
            kept.append(line)
    while kept and not kept[-1]:
        kept.pop()
    return kept


def _cases(kind: str) -> list[pytest.ParameterSet]:
    found = []
    for page in PAGES:
        of_kind = [b for b in blocks(page) if (b.command is not None if kind == "output" else b.kind == kind)]
        found += [pytest.param(b, id=b.place) for b in of_kind]
    return found


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return workplace(tmp_path)


@pytest.mark.parametrize("page", [p for p in PAGES if any(b.kind == "python" for b in blocks(p))], ids=lambda p: p.name)
def test_python_blocks_run(page: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from dissensus import JudgeError

    monkeypatch.chdir(folder)
    namespace: dict[str, object] = {"__name__": "docs"}
    for block in blocks(page):
        if block.kind == "python":
            try:
                exec(compile(block.body, block.place, "exec"), namespace)
            except JudgeError as problem:
                if "model.onnx is missing" in str(problem) and not has_model():
                    pytest.skip("the embedded model is not there")
                raise


@pytest.mark.parametrize("block", _cases("console"))
def test_commands_end_as_stated(block: Block, folder: Path) -> None:
    for command, expected in commands(block):
        if needs_model(command) and not has_model():
            pytest.skip("the embedded model is not there")
        code, printed = run(command, folder)
        assert code == expected, f"{command}\n{printed}"


@pytest.mark.parametrize("block", _cases("output"))
def test_printed_output_is_the_documented_one(block: Block, folder: Path) -> None:
    assert block.command is not None
    if needs_model(block.command) and not has_model():
        pytest.skip("the embedded model is not there")
    _, printed = run(block.command, folder)
    assert comparable(printed) == comparable(block.body)


@pytest.mark.parametrize("page", [*PAGES, ROOT / "CHANGELOG.md"], ids=lambda p: p.name)
def test_links_resolve(page: Path) -> None:
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if target.startswith(("http://", "https://")):
            continue
        name, _, anchor = target.partition("#")
        linked = (page.parent / name).resolve() if name else page
        assert linked.exists(), f"{page.name}: {target}"
        if anchor:
            assert anchor in anchors(linked), f"{page.name}: {target}"


def anchors(page: Path) -> set[str]:
    titles = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).strip().replace(" ", "-") for title in titles}


def test_every_option_is_documented() -> None:
    import click

    from dissensus.cli.bench import conflict, pairs
    from dissensus.cli.score import command
    from dissensus.cli.selftest import command as selftest

    text = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)
    options = {
        o for c in (command, conflict, pairs, selftest) for p in c.params if isinstance(p, click.Option) for o in p.opts
    }
    missing = sorted(o for o in options if not re.search(rf"(?<![\w-]){re.escape(o)}(?![\w-])", text))
    assert not missing


def test_every_judge_decomposer_and_reason_is_documented() -> None:
    from dissensus.decompose import DECOMPOSERS
    from dissensus.judges.base import JUDGES, MIXED_POLICIES
    from dissensus.metrics import METRIC_NAMES
    from dissensus.report.terminal import _REASONS

    text = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)
    names = {*JUDGES._shipped, *DECOMPOSERS._shipped, *MIXED_POLICIES, *METRIC_NAMES, *_REASONS}
    assert not sorted(name for name in names if not re.search(rf"`[^`\n]*\b{name}\b[^`\n]*`", text))


def test_the_figure_that_differs_from_the_paper_is_named() -> None:
    text = (ROOT / "docs" / "metrics.md").read_text(encoding="utf-8")
    assert ".375" in text
    assert ".71" in text


def documented_keys(file: str) -> set[str]:
    """The first column of the table under the heading that names the file in docs/results.md."""
    text = (ROOT / "docs" / "results.md").read_text(encoding="utf-8")
    section = re.split(r"^#+ ", text.split(f"\n### `{file}`\n", 1)[1], maxsplit=1, flags=re.MULTILINE)[0]
    cells = [line.split("|")[1] for line in section.splitlines() if line.startswith("| `")]
    return {key for cell in cells for key in re.findall(r"`([^`]+)`", cell)}


def key_paths(value: object, path: str = "") -> set[str]:
    """`metrics.*.value`, `samples[].claims[].text` ...: every key with what leads to it."""
    from dissensus.metrics import METRIC_NAMES

    if isinstance(value, list):
        return {found for item in value for found in key_paths(item, f"{path}[]")}
    if not isinstance(value, dict):
        return set()
    found: set[str] = set()
    for key, inner in value.items():
        name = "*" if key in METRIC_NAMES and path in ("metrics", "samples[].bounds") else key
        here = f"{path}.{name}" if path else name
        found |= {here} | key_paths(inner, here)
    return found


@pytest.fixture
def written(folder: Path) -> Path:
    """A result folder in which every key occurs: labels with both passages, an unscored pair, a row left out."""
    text = "The bridge opened in 1954. It was closed in 1990."
    rows = [
        {
            "id": "a",
            "response": "The bridge opened in 1954. Is it tall? It is long.",
            "documents": [text],
            "question": "When?",
        },
        {"id": "b", "response": 3, "documents": 4},
    ]
    side = {"doc_id": "d1", "start": 0, "end": 26, "text": text[:26]}
    label = {
        "sample_id": "a", "claim_id": "c1", "doc_id": "d1", "label": "SUPPORTS", "judge": "p", "probs": [0.9, 0.1, 0.0],
        "support": {**side, "label": "SUPPORTS", "score": 0.9},
        "contradict": {**side, "label": "CONTRADICTS", "score": 0.1},
    }  # fmt: skip
    (folder / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    (folder / "labels.jsonl").write_text(json.dumps(label) + "\n", encoding="utf-8")
    code, printed = run("dissensus score rows.jsonl --judge precomputed:labels.jsonl -o out", folder)
    assert code == 0, printed
    return folder / "out"


def test_report_json_keys_are_the_documented_ones(written: Path) -> None:
    report = json.loads((written / "report.json").read_text(encoding="utf-8"))
    assert key_paths(report) == documented_keys("report.json")


@pytest.mark.parametrize("file", ["samples.jsonl", "claims.jsonl", "labels.jsonl", "scores.jsonl", "errors.jsonl"])
def test_keys_of_each_line_are_the_documented_ones(written: Path, file: str) -> None:
    rows = [json.loads(line) for line in (written / file).read_text(encoding="utf-8").splitlines()]
    assert {key for row in rows for key in row} == documented_keys(file)


def test_manifest_keys_are_the_documented_ones(written: Path) -> None:
    assert set(json.loads((written / "manifest.json").read_text(encoding="utf-8"))) == documented_keys("manifest.json")


def test_every_file_of_the_folder_is_documented(written: Path) -> None:
    text = (ROOT / "docs" / "results.md").read_text(encoding="utf-8")
    assert {p.name for p in written.iterdir()} == set(re.findall(r"^### `(\S+\.jsonl?)`$", text, re.MULTILINE))


def test_csv_columns_are_the_documented_ones(folder: Path) -> None:
    _, printed = run("dissensus score examples/quarterly.jsonl --judge scripted:examples/rules.jsonl --csv", folder)
    assert set(printed.splitlines()[0].split(",")) == documented_keys("--csv")


def test_input_names_are_the_documented_ones() -> None:
    from dissensus.io.fields import DOCUMENT_NAMES, SAMPLE_NAMES

    text = (ROOT / "docs" / "input.md").read_text(encoding="utf-8")
    for group in (*SAMPLE_NAMES.values(), *DOCUMENT_NAMES.values()):
        assert ", ".join(f"`{name}`" for name in group) in text, group


def write(judge: str | None) -> None:
    """Prints every output block anew."""
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for block in reversed(blocks(page)):
            if block.command is None:
                continue
            command = block.command
            if needs_model(command):
                if judge:
                    command = re.sub(r"dissensus (score|bench \w+)", rf"dissensus \1 --judge {judge}", command)
                elif not has_model():
                    print(f"left as it is, for want of the model: {block.place}")
                    continue
            with tempfile.TemporaryDirectory() as made:
                _, printed = run(command, workplace(Path(made)))
            shown = [line for line in block.body.splitlines() if line.startswith("$ ")]
            body = "\n".join([*shown, *(line.rstrip() for line in printed.strip("\n").splitlines())]) + "\n"
            text = text[: block.span[0]] + body + text[block.span[1] :]
            print(f"written: {block.place}")
        page.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true", required=True, help="write the output blocks from real runs")
    parser.add_argument("--judge", help="judge for the commands that name none; by default the embedded one")
    given = parser.parse_args()
    write(given.judge)
