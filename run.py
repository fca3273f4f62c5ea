#!/usr/bin/env python3
"""Set up and run, on a machine that has only Python and git.

    python3 run.py example   score the shipped example
    python3 run.py tests     run the whole test suite
    python3 run.py check     the tests, and the linters before them

A virtual environment is made in .venv where there is none; the system's packages are never touched.
"""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")


def install(*, development: bool) -> None:
    """Make the environment and install what is asked for, unless that has been done with these very files."""
    wanted = [ROOT / "pyproject.toml", *([ROOT / "requirements-dev.lock"] if development else [])]
    stamp = VENV / ("installed-dev" if development else "installed")
    if stamp.is_file() and all(stamp.stat().st_mtime >= path.stat().st_mtime for path in wanted):
        return
    if sys.version_info < (3, 11):  # noqa: UP036 - this file is run before anything checks
        sys.exit(f"dissensus needs Python 3.11 or newer; this is {sys.version.split()[0]}")
    if not PYTHON.is_file():
        print("making a virtual environment in .venv", flush=True)
        venv.create(VENV, with_pip=True)
    pip = [PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    print("installing", "for development" if development else "dissensus", flush=True)
    if development:
        subprocess.run([*pip, "-r", ROOT / "requirements-dev.lock"], check=True)
    subprocess.run([*pip, "-e", ROOT], check=True)
    stamp.touch()


def main(args: list[str]) -> int:
    """Do one of the tasks; further arguments go to it."""
    task, *rest = args or ["help"]
    if task == "example":
        install(development=False)
        command = [BIN / "dissensus", "score", ROOT / "examples" / "quarterly.jsonl", *rest]
        return subprocess.run(command, check=False).returncode
    if task in ("tests", "check"):
        install(development=True)
        if task == "check":
            for tool in (
                ["ruff", "check", "src", "tests", "training", "run.py"],
                ["ruff", "format", "--check", "src"],
                ["mypy"],
            ):
                subprocess.run([PYTHON, "-m", *tool], check=True, cwd=ROOT)
        return subprocess.run([PYTHON, "-m", "pytest", *rest], check=False, cwd=ROOT).returncode
    print(__doc__)
    return 0 if task in ("help", "-h", "--help") else 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
