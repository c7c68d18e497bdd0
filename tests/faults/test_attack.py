"""Every attack of ``make attack`` for a moment, on a server that others leave alone: what it must not do, and no times."""

import random
import socket
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from unittest import mock

import pytest

from tests.attack.runner import ATTACKS, PROGRAM, Attack, attacked
from tests.attack.target import Answers, Target, Visitor, servers, target
from tests.servers import Server

MOMENT = 0.2
"""Seconds."""
SEED = 20261122


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory, collected_static: Path) -> Iterator[tuple[Server, ...]]:
    folder = tmp_path_factory.mktemp("attacked")
    with servers(1, folder, collected_static, forked=True, program=PROGRAM) as started:
        yield started


@pytest.fixture(scope="module")
def table(running: tuple[Server, ...]) -> Target:
    """One for all attacks that leave it as it was."""
    return target(running, SEED, MOMENT)


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.name)
def test_nothing_breaks_and_nobody_is_refused(attack: Attack, running: tuple[Server, ...], table: Target):
    aim = target(running, SEED, MOMENT) if attack.alters else table.again(SEED, MOMENT)
    assert attacked(attack, aim, timed=False) == []


def silent(_line: socket.socket) -> None:
    """Say nothing."""


def endless(line: socket.socket) -> None:
    """Begin an answer that has no end."""
    with suppress(OSError):
        line.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
        while True:
            line.sendall(b"x" * 1_000)


@pytest.mark.parametrize("answering", [silent, endless])
def test_an_answer_that_never_ends_is_given_up_and_must_not_be(answering: Callable[[socket.socket], None]):
    """An attack lasts as long as it shall, whatever the server does."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        server = Server(f"http://127.0.0.1:{listening.getsockname()[1]}", Path(), mock.Mock(), {})
        phone = Visitor(server)
        phone.patience = 0.1
        aim = Target((server,), "/t/x/", {}, Answers(), random.Random(SEED), time.monotonic())
        with ThreadPoolExecutor(1) as pool:
            asked = pool.submit(aim.ask, phone, "GET", "/")
            with listening.accept()[0] as line:
                answering(line)
                assert asked.result() == (0, "")
    assert aim.answers.broken == ["no answer within 0.1 s: GET / "]
