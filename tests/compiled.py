"""``python tests/compiled.py``: read every test once where none was read yet, so that workers find them compiled.

Each worker of a run reads all tests. In a fresh clone each of them would rewrite and compile the same files by itself;
two processes with half of them each do it in a quarter of that.
"""

import subprocess
import sys
from pathlib import Path

TESTS = Path(__file__).resolve().parent
LARGEST = ("browser", "faults", "live", "views")
"""Folders that load about as much as all the others."""


def main() -> None:
    if (TESTS / "browser" / "__pycache__").exists():
        return
    half = [f"tests/{folder}" for folder in LARGEST]
    others = ["tests", *(f"--ignore={folder}" for folder in half)]
    reading = [
        subprocess.Popen(
            [sys.executable, "-m", "pytest", "--collect-only", "-qq", "-p", "no:cacheprovider", *part],
            cwd=TESTS.parent,
            stdout=subprocess.DEVNULL,
        )
        for part in (half, others)
    ]
    # What cannot be read, the run itself says.
    for one in reading:
        one.wait()


if __name__ == "__main__":
    main()
