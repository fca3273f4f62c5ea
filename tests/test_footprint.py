"""What an installation weighs: the wheel's size and content, and the memory that scoring takes."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def test_the_wheel_is_small_and_holds_the_model_and_nothing_of_the_workshop(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(tmp_path), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True, timeout=240)
    (wheel,) = tmp_path.glob("*.whl")
    assert wheel.stat().st_size < 95e6
    names = zipfile.ZipFile(wheel).namelist()
    judge = {name.rpartition("/")[2] for name in names if name.startswith("dissensus/models/judge/")}
    assert {"model.onnx", "tokenizer.json", "judge.json", "CARD.md"} <= judge
    tops = {name.partition("/")[0] for name in names}
    assert tops == {"dissensus", next(t for t in tops if t.endswith(".dist-info"))}


def test_no_shipped_model_file_is_over_45_mb() -> None:
    sizes = {p: p.stat().st_size for p in (ROOT / "src" / "dissensus" / "models").rglob("*") if p.is_file()}
    assert sizes
    assert max(sizes.values()) < 45e6, sizes


@pytest.mark.skipif(sys.platform == "win32", reason="the operating system does not tell a child's peak memory")
def test_scoring_the_example_takes_little_memory() -> None:
    code = (
        "import resource, subprocess, sys\n"
        "subprocess.run([sys.executable, '-m', 'dissensus', 'score', sys.argv[1]], check=True, stdout=subprocess.DEVNULL)\n"
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    )
    example = str(ROOT / "examples" / "quarterly.jsonl")
    done = subprocess.run(
        [sys.executable, "-c", code, example], check=True, capture_output=True, text=True, timeout=240
    )
    kilobytes = int(done.stdout) / (1024 if sys.platform == "darwin" else 1)
    assert kilobytes < 600_000
