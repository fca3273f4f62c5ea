"""The flags of every verb, as they are documented; and how quickly help comes."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections.abc import Callable

import pytest

from dissensus import __version__

BENCH = ["--judge", "--threshold", "--mixed", "--evidence", "--split", "--json", "--threads", "--resamples", "--seed", "-q", "--quiet", "--no-color"]  # fmt: skip
FLAGS = {
    "": ["--version"],
    "score": [
        "--judge", "--decomposer", "--salient", "--drop-ambiguous", "--threshold", "--mixed", "--evidence", "--undecided", "--conflicted-only", "--min-weight",
        "--ambiguity", "--average", "--labels", "-o", "--output", "--json", "--csv", "--fail-over", "--allow-undefined",
        "--strict", "--field", "--format", "--encoding", "--max-row-mb", "--threads", "--seed", "--resamples", "-q",
        "--quiet", "--no-color",
    ],
    "decompose": [
        "--decomposer", "--salient", "--drop-ambiguous", "--json", "--jsonl", "--text", "--field", "--format",
        "--encoding", "--no-color",
    ],
    "explain": [
        "--sample", "--doc", "--judge", "--evidence", "--encoding", "--passages", "--json", "--no-color",
    ],
    "judges": ["--json"],
    "selftest": ["--no-model", "-q", "--quiet", "--no-color"],
    "bench": [],
    "bench pairs": BENCH,
    "bench conflict": BENCH,
}  # fmt: skip
VERBS = {
    "": ["score", "detect", "resolve", "acknowledge", "decompose", "explain", "judges", "selftest", "bench"],
    "bench": ["conflict", "pairs"],
}


@pytest.mark.parametrize("verb", FLAGS)
def test_golden_help(cli: Callable[..., object], verb: str) -> None:
    done = cli(*verb.split(), "--help")
    assert (done.code, done.err) == (0, "")  # type: ignore[attr-defined]
    usage, _, rest = done.out.partition("\n")  # type: ignore[attr-defined]
    assert usage.startswith(f"Usage: dissensus {verb}".rstrip())
    first = [line[2:].split("  ")[0] for line in rest.splitlines() if re.match(r"  -", line)]
    flags = [flag for entry in first for flag in re.findall(r"(?:^|, )(--?[\w-]+)", entry)]
    assert sorted(flags) == sorted([*FLAGS[verb], "-h", "--help"])
    commands = re.findall(r"^  (\w+)  ", rest.partition("Commands:")[2], re.M)
    assert commands == VERBS.get(verb, [])
    assert cli(*verb.split(), "-h").out == done.out  # type: ignore[attr-defined]


def test_version(cli: Callable[..., object]) -> None:
    assert cli("--version").out == f"dissensus, version {__version__}\n"  # type: ignore[attr-defined]


def test_exit_codes_are_in_the_help(cli: Callable[..., object]) -> None:
    assert "0 done, 1 a gate failed, 2 bad input or usage" in cli("--help").out  # type: ignore[attr-defined]


@pytest.mark.parametrize("command", [["-m", "dissensus", "--help"], ["-c", "import dissensus"]])
def test_quick(command: list[str]) -> None:
    """Under 0.3 s beyond what the bare interpreter takes, best of five."""

    def best(args: list[str]) -> float:
        times = []
        for _ in range(5):
            began = time.perf_counter()
            subprocess.run([sys.executable, *args], check=True, capture_output=True)
            times.append(time.perf_counter() - began)
        return min(times)

    assert best(command) - best(["-c", ""]) < 0.3
