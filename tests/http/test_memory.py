"""The memory of many threads."""

import subprocess
import sys

import pytest

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
