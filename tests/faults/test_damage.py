"""A disk that spoils the file: every change of data is found."""

import json
import shutil
from pathlib import Path

import pytest

from tests.servers import environment, migrated, run


@pytest.mark.parametrize(
    ("scenario", "least"),
    [(("pages",), 20), (("flips", "50"), 10), pytest.param(("flips", "1000"), 200, marks=pytest.mark.fault)],
)
def test_every_change_of_data_is_noticed(
    tmp_path: Path, collected_static: Path, scenario: tuple[str, ...], least: int
):
    shutil.copyfile(migrated(collected_static), tmp_path / "ledger.sqlite3")
    told = run(["tests.faults.damage", *scenario], environment(tmp_path, collected_static))
    assert told.returncode == 0, told.stderr
    found = json.loads(told.stdout)
    print(found)
    assert found["changed, noticed"] > least
    assert "changed, missed" not in found
