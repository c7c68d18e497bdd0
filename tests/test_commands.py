"""`score`, `waits` and `replay` as commands: in order, line by line, without a database."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from tests.rules.documents import document, win
from tests.rules.test_scoring import EXAMPLE, WAITING

MANAGE = [sys.executable, "manage.py"]
ROOT = Path(__file__).resolve().parent.parent
EVENING = document(win(), win(20, winner=2))
REQUESTS = {"score": EXAMPLE, "waits": WAITING}


def numbered(request: dict, ids: range) -> str:
    return "".join(f"{json.dumps(request | {'id': each}, ensure_ascii=False)}\n" for each in ids)


def called(*arguments: str, given: str = "", monkeypatch: pytest.MonkeyPatch) -> list[dict]:
    """The answers of a command to what stands on its standard input."""
    out = io.StringIO()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(given.encode())))
    call_command(*arguments, stdout=out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def environment(folder: Path) -> dict[str, str]:
    return {**os.environ, "ZIPAI_DATA": str(folder), "PYTHONIOENCODING": "ascii"}


def holds_no_database(folder: Path) -> bool:
    return {path.name for path in folder.iterdir()} <= {"secret_key"}


@pytest.mark.parametrize("command", REQUESTS)
def test_answers_come_in_the_order_of_the_requests(command, monkeypatch):
    lines = (
        numbered(REQUESTS[command], range(5)) + "\n  \nnonsense\n" + numbered(REQUESTS[command], range(5, 8))
    )
    answers = called(command, given=lines, monkeypatch=monkeypatch)
    assert [answer.get("id") for answer in answers] == [0, 1, 2, 3, 4, None, 5, 6, 7]
    assert [answer["ok"] for answer in answers] == [True] * 5 + [False] + [True] * 3


@pytest.mark.parametrize("command", REQUESTS)
def test_requests_may_stand_in_a_file(command, tmp_path, monkeypatch):
    file = tmp_path / "requests.jsonl"
    file.write_text(numbered(REQUESTS[command], range(3)).rstrip("\n"), encoding="utf-8-sig")
    assert [answer["id"] for answer in called(command, str(file), monkeypatch=monkeypatch)] == [0, 1, 2]


def test_a_file_that_is_not_there_is_an_error_in_words(tmp_path, monkeypatch):
    with pytest.raises(CommandError, match="requests"):
        called("score", str(tmp_path / "requests.jsonl"), monkeypatch=monkeypatch)


def test_a_line_too_long_is_skipped_whole_and_the_next_is_answered(monkeypatch):
    long = '{"id": "' + "x" * (3 << 20) + '"}\n'
    answers = called("score", given=long + numbered(EXAMPLE, range(1)), monkeypatch=monkeypatch)
    assert [answer["ok"] for answer in answers] == [False, True]
    assert answers[0]["errors"][0]["code"] == "bad_json"


def test_broken_bytes_are_only_a_broken_line(tmp_path, monkeypatch):
    file = tmp_path / "requests.jsonl"
    file.write_bytes(b'\xff\xfe{"id": 1}\n' + numbered(EXAMPLE, range(1)).encode())
    assert [answer["ok"] for answer in called("score", str(file), monkeypatch=monkeypatch)] == [False, True]


def test_replay_reads_one_whole_document(tmp_path, monkeypatch):
    file = tmp_path / "evening.json"
    file.write_text(json.dumps(EVENING, indent=2, ensure_ascii=False), encoding="utf-8")
    (answer,) = called("replay", str(file), monkeypatch=monkeypatch)
    assert answer["totals"] == [1, -5, 4]
    assert called("replay", given=json.dumps(EVENING), monkeypatch=monkeypatch) == [answer]


def test_replay_reads_one_document_a_line_where_asked(monkeypatch):
    lines = f"{json.dumps(EVENING)}\n{{}}\n{json.dumps(document(win(5)))}\n"
    answers = called("replay", "--lines", given=lines, monkeypatch=monkeypatch)
    assert [answer["ok"] for answer in answers] == [True, False, False]
    assert answers[2]["deal"] == 1


@pytest.mark.external
@pytest.mark.parametrize("command", REQUESTS)
def test_an_answer_is_there_before_the_next_request_is_read(command, tmp_path):
    """Two processes can talk: request, answer, request, answer."""
    with subprocess.Popen(
        [*MANAGE, command],
        cwd=ROOT,
        env=environment(tmp_path),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        for each in range(3):
            process.stdin.write(numbered(REQUESTS[command], range(each, each + 1)).encode())
            process.stdin.flush()
            answer = json.loads(process.stdout.readline())
            assert (answer["id"], answer["ok"]) == (each, True)
        process.stdin.close()
        assert process.stdout.read() == b""
        assert process.stderr.read() == b""
        assert process.wait() == 0
    assert holds_no_database(tmp_path)


@pytest.mark.external
def test_replay_as_a_process_needs_no_database(tmp_path):
    done = subprocess.run(
        [*MANAGE, "replay"],
        cwd=ROOT,
        env=environment(tmp_path),
        input=json.dumps(EVENING, ensure_ascii=False).encode(),
        capture_output=True,
        check=True,
    )
    assert json.loads(done.stdout)["ok"] is True
    assert done.stderr == b""
    assert holds_no_database(tmp_path)


@pytest.mark.external
def test_a_reader_who_stops_reading_gets_no_traceback(tmp_path):
    file = tmp_path / "requests.jsonl"
    file.write_text(numbered(EXAMPLE, range(2000)), encoding="utf-8")
    with subprocess.Popen(
        [*MANAGE, "score", str(file)],
        cwd=ROOT,
        env=environment(tmp_path),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout
        assert process.stderr
        assert json.loads(process.stdout.readline())["ok"]
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 0
