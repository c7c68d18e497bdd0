"""What `score`, `waits` and `replay` answer to all cases there are."""

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.conftest import SHARED
from tests.servers import ROOT
from tests.unchanged.trees import Tree

COMMANDS = {"score": ("score",), "waits": ("waits",), "replay": ("replay", "--lines")}
"""Each as it takes a request a line."""
REQUESTS = "requests.sha256"
"""Of which requests the answers of a folder are."""
FOLDERS = (ROOT / "tests", SHARED / "cases")


def requests() -> dict[str, list[str]]:
    """Requests of all cases, a line each, by command. A case without a command is a hand to score."""
    found: dict[str, list[str]] = defaultdict(list)
    for case in cases():
        command = case.get("cmd", "score")
        asked = case.get("request") or {
            key: case[key] for key in ("ruleset", "options", "hand") if key in case
        }
        if command in COMMANDS and asked:
            found[command].append(json.dumps(asked, ensure_ascii=False))
    return found


def cases() -> Iterator[dict[str, Any]]:
    """The lines of all files of cases, ours first."""
    for folder in FOLDERS:
        for path in sorted(folder.rglob("*.jsonl")):
            yield from map(json.loads, path.read_text(encoding="utf-8").splitlines())


def collect(tree: Tree, folder: Path) -> None:
    """Write the answers of a commit, a file for each command."""
    (folder / "answers").mkdir(parents=True, exist_ok=True)
    asked = requests()
    for command, lines in asked.items():
        answered = tree.answers(COMMANDS[command], "".join(f"{line}\n" for line in lines), folder)
        if answered.count("\n") != len(lines):
            raise ValueError(f"{command}: {answered.count(chr(10))} answers to {len(lines)} requests")
        (folder / "answers" / f"{command}.jsonl").write_text(answered, encoding="utf-8")
    (folder / REQUESTS).write_text(_digest(asked), encoding="ascii")


def are_there(folder: Path) -> bool:
    """Whether a folder holds the answers to the requests that there are today."""
    kept = folder / REQUESTS
    return kept.exists() and kept.read_text(encoding="ascii") == _digest(requests())


def _digest(asked: Mapping[str, Sequence[str]]) -> str:
    return hashlib.sha256(json.dumps(asked).encode()).hexdigest()
