"""Threads that make pages: who ended last begins first, few stay, and what is raised comes back."""

import asyncio
import threading
from contextvars import ContextVar

import pytest

from tests.live.phones import HANGS
from zipai_ledger.http.threads import Threads

CROWD = 6
spoken: ContextVar[str] = ContextVar("spoken", default="")


def name() -> int:
    return threading.get_ident()


def test_one_request_after_another_is_answered_in_one_thread():
    async def ask() -> set[int]:
        threads = Threads(lambda: None)
        return {await threads.run(name) for _ in range(20)}

    assert len(asyncio.run(ask())) == 1


def test_a_crowd_has_a_thread_each_and_leaves_few_behind():
    ended: list[int] = []
    met = threading.Barrier(CROWD, timeout=HANGS)

    def meet() -> int:
        met.wait()
        return name()

    async def crowd() -> set[int]:
        threads = Threads(lambda: ended.append(name()), kept=2)
        together = {*await asyncio.gather(*(threads.run(meet) for _ in range(CROWD)))}
        while len(ended) < CROWD - 2:
            await asyncio.sleep(0)
        return together

    assert len(asyncio.run(crowd())) == CROWD
    assert len(ended) == CROWD - 2


def test_what_is_raised_comes_back():
    def fail() -> None:
        raise ValueError("no")

    async def ask() -> None:
        threads = Threads(lambda: None)
        with pytest.raises(ValueError, match="no"):
            await threads.run(fail)
        assert await threads.run(name)

    asyncio.run(ask())


def test_nothing_that_a_request_has_set_is_there_for_the_next():
    async def ask() -> list[str]:
        threads = Threads(lambda: None)
        await threads.run(spoken.set, "en")
        return [await threads.run(spoken.get)]

    assert asyncio.run(ask()) == [""]


def test_what_nobody_waits_for_any_more_comes_to_its_end():
    begun, on, over = threading.Event(), threading.Event(), threading.Event()

    def work() -> None:
        begun.set()
        assert on.wait(HANGS)
        over.set()

    async def leave() -> None:
        task = asyncio.create_task(Threads(lambda: None).run(work))
        assert await asyncio.to_thread(begun.wait, HANGS)
        task.cancel()
        await asyncio.wait([task])
        on.set()
        assert await asyncio.to_thread(over.wait, HANGS)

    asyncio.run(leave())
