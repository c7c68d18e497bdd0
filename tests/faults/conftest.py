"""Real databases for servers that fail: SQLite's file, and PostgreSQL where it is installed."""

from collections.abc import Iterator

import pytest

from tests import needs, postgres


@pytest.fixture(scope="session")
def cluster() -> Iterator[postgres.Cluster]:
    """PostgreSQL for this run alone, or a skip that names what is missing."""
    if not needs.postgresql():
        pytest.skip("missing for tests of another database: PostgreSQL")
    with postgres.running() as started:
        yield started


@pytest.fixture
def database(request: pytest.FixtureRequest) -> dict[str, str]:
    """What tells a server which database it has; a test names "sqlite" and "postgresql" as its parameters."""
    if request.param == "sqlite":
        return {}
    return {"ZIPAI_DATABASE_URL": request.getfixturevalue("cluster").new_database()}
