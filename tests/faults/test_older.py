"""A ledger that was kept before phones had recovery codes goes on after its migration, on both databases."""

import json
import shutil
from pathlib import Path
from typing import Any

from tests.postgres import Cluster
from tests.servers import environment, migrated, run

ALL_COME_IN = {
    "owner": 200,
    "owner in the circle": 200,
    "here today": 1,
    "signed off": 1,
    "invited": 302,
    "guest": 200,
    "code of the table": 201,
    "returned": 1,
    "code of the circle": 201,
    "code spoken then": 422,
    "damages": [],
}


def account(data: Path, static: Path, **extra: str) -> dict[str, Any]:
    done = run(["tests.faults.older"], environment(data, static, **extra))
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_phones_codes_and_invitations_of_then_are_good_after_the_migration(
    tmp_path: Path, collected_static: Path
):
    shutil.copyfile(migrated(collected_static), tmp_path / "ledger.sqlite3")
    assert account(tmp_path, collected_static) == ALL_COME_IN


def test_on_postgresql_they_are_too(tmp_path: Path, collected_static: Path, cluster: Cluster):
    found = account(tmp_path, collected_static, ZIPAI_DATABASE_URL=cluster.new_database())
    assert found == ALL_COME_IN
