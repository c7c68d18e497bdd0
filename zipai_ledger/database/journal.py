"""Which journal is safe on which SQLite.

SQLite before 3.44.6, 3.50.7 and 3.51.3 (each on its own line of releases) can corrupt a database in WAL
mode under several processes. There the rollback journal is used, with the directory synced as well.
"""

Version = tuple[int, int, int]

WAL_FIXED_IN: tuple[Version, ...] = ((3, 44, 6), (3, 50, 7))
WAL_FIXED_SINCE: Version = (3, 51, 3)

OVERWRITE = "PRAGMA secure_delete=ON"
"""What is erased is overwritten in the file: a purged table leaves no name behind."""

# PRAGMA synchronous answers with a number.
SYNCHRONOUS = {0: "OFF", 1: "NORMAL", 2: "FULL", 3: "EXTRA"}


def wal_is_safe(version: Version) -> bool:
    """Say whether several processes may share a WAL database under this SQLite."""
    patched = any(version[:2] == fixed[:2] and version >= fixed for fixed in WAL_FIXED_IN)
    return patched or version >= WAL_FIXED_SINCE


def journal_pragmas(version: Version) -> str:
    """Name the safe pair of pragmas for a SQLite version, as SQL that runs when a connection opens."""
    if wal_is_safe(version):
        return "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL"
    return "PRAGMA journal_mode=DELETE; PRAGMA synchronous=EXTRA"


def pair_is_safe(version: Version, journal_mode: str, synchronous: int) -> bool:
    """Judge the pair a real connection reports: "saved" has to mean on disk, and undamaged.

    A database in memory has nothing on disk and passes.
    """
    mode, sync = journal_mode.upper(), SYNCHRONOUS[synchronous]
    if mode == "MEMORY":
        return True
    if mode == "WAL":
        return wal_is_safe(version) and sync in {"FULL", "EXTRA"}
    return mode in {"DELETE", "TRUNCATE", "PERSIST"} and sync == "EXTRA"
