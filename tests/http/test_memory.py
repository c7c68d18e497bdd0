"""The memory of many threads."""

import resource
import subprocess
import sys

import pytest

from zipai_ledger.http.memory import with_room

HEAPS = """
import ctypes, sys, threading
from zipai_ledger.http.memory import share_one_heap
if sys.argv[1] == "shared":
    share_one_heap()
libc, all_there = ctypes.CDLL(None), threading.Barrier(8)
libc.malloc.restype, libc.fdopen.restype = ctypes.c_void_p, ctypes.c_void_p
libc.malloc_info.argtypes = [ctypes.c_int, ctypes.c_void_p]
def work():
    libc.malloc(1000)
    all_there.wait()
threads = [threading.Thread(target=work) for _ in range(8)]
[one.start() for one in threads]
[one.join() for one in threads]
libc.malloc_info(0, libc.fdopen(1, b"w"))
libc.fflush(None)
"""


def heaps(how: str) -> int:
    """How many heaps a process with eight threads has come to have."""
    done = subprocess.run([sys.executable, "-c", HEAPS, how], capture_output=True, check=True)
    return done.stdout.count(b"<heap nr=")


@pytest.mark.skipif(sys.platform != "linux", reason="heaps are counted as glibc tells of them")
def test_all_threads_share_one_heap():
    assert heaps("apart") > 1
    assert heaps("shared") == 1


def leaf(n: int = 0) -> int:
    """Something that is called, with a larger frame than its caller's."""
    return max(n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n)


def faults(depth: int) -> int:
    """How often a thousand calls at this depth touch memory that the system has just given."""
    if depth:
        return faults(depth - 1)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    for _ in range(1000):
        leaf()
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before


@with_room
def most_faults() -> int:
    """At the depth at which there are most."""
    return max(map(faults, range(300)))


def test_no_loop_asks_for_memory_at_every_call_however_deep_it_is():
    assert most_faults() < 500
