"""Real databases for servers that fail: SQLite's file, and PostgreSQL where it is installed."""

import gc
from collections.abc import Iterator
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path

import pytest

from tests import needs, postgres
from tests.live.phones import HANGS
from tests.servers import Server, serving

BRIEFLY = 0.3
"""Seconds that a server waits for its database where a test is about giving up."""
PLACES = 32
"""Streams that a table has at most at these servers."""


def with_patience(seconds: float, data: Path, static: Path, **extra: str) -> AbstractContextManager[Server]:
    """A server that waits for its database so long."""
    orders = {"TEST_PATIENCE": str(seconds), "TEST_PLACES": str(PLACES)}
    return serving(data, static, program="tests/faults/patience.py", **orders, **extra)


patient, impatient = partial(with_patience, HANGS), partial(with_patience, BRIEFLY)


@pytest.fixture(scope="module", autouse=True)
def nothing_is_left_open() -> Iterator[None]:
    """What is collected unclosed warns, and fails this module and no other."""
    yield
    gc.collect()


@pytest.fixture(scope="session")
def cluster(static: Path) -> Iterator[postgres.Cluster]:
    """PostgreSQL for this run alone, or a skip that names what is missing."""
    if not needs.postgresql():
        pytest.skip("missing for tests of another database: PostgreSQL")
    with postgres.running(static) as started:
        yield started


@pytest.fixture(scope="session")
def patient_server(tmp_path_factory: pytest.TempPathFactory, collected_static: Path) -> Iterator[Server]:
    """One server for many that enter at once, at tables of their own."""
    with patient(tmp_path_factory.mktemp("patient-server"), collected_static) as running:
        yield running


@pytest.fixture(scope="session")
def postgres_server(
    tmp_path_factory: pytest.TempPathFactory, collected_static: Path, cluster: postgres.Cluster
) -> Iterator[Server]:
    """The same on PostgreSQL."""
    data, address = tmp_path_factory.mktemp("postgres-server"), cluster.new_database()
    with patient(data, collected_static, ZIPAI_DATABASE_URL=address) as running:
        yield running


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.fault)])
def at(request: pytest.FixtureRequest) -> Server:
    """A server on each database, whose tables others use too."""
    return request.getfixturevalue("patient_server" if request.param == "sqlite" else "postgres_server")


@pytest.fixture
def database(request: pytest.FixtureRequest) -> dict[str, str]:
    """What tells a server which database it has; a test names "sqlite" and "postgresql" as its parameters."""
    if request.param == "sqlite":
        return {}
    return {"ZIPAI_DATABASE_URL": request.getfixturevalue("cluster").new_database()}
