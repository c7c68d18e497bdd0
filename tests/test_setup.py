"""Set-up: settings, journal, headers, lock files."""

import pytest

from zipai_ledger.sqlite import journal_pragmas, pair_is_safe


@pytest.mark.parametrize(
    "version",
    [(3, 44, 6), (3, 44, 9), (3, 50, 7), (3, 51, 3), (3, 51, 4), (3, 52, 0), (4, 0, 0)],
)
def test_a_repaired_sqlite_keeps_a_write_ahead_log(version):
    assert journal_pragmas(version) == "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL"


@pytest.mark.parametrize(
    "version",
    [(3, 40, 1), (3, 44, 5), (3, 45, 0), (3, 49, 2), (3, 50, 6), (3, 51, 0), (3, 51, 2)],
)
def test_an_unrepaired_sqlite_keeps_a_rollback_journal(version):
    assert journal_pragmas(version) == "PRAGMA journal_mode=DELETE; PRAGMA synchronous=EXTRA"


@pytest.mark.parametrize(
    ("version", "mode", "synchronous", "safe"),
    [
        ((3, 40, 1), "wal", 2, False),
        ((3, 40, 1), "delete", 3, True),
        ((3, 40, 1), "delete", 2, False),
        ((3, 40, 1), "off", 3, False),
        ((3, 51, 3), "wal", 2, True),
        ((3, 51, 3), "wal", 1, False),
        ((3, 40, 1), "memory", 0, True),
    ],
)
def test_a_pair_of_pragmas_is_judged_by_the_version(version, mode, synchronous, safe):
    assert pair_is_safe(version, mode, synchronous) is safe
