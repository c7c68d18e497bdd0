"""A disk that spoils the file: every change of data is found."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.servers import ROOT


@pytest.mark.parametrize(("scenario", "least"), [(("pages",), 20), (("flips", "200"), 40)])
def test_every_change_of_data_is_noticed(tmp_path: Path, scenario: tuple[str, ...], least: int):
    told = subprocess.run(
        [sys.executable, "-m", "tests.faults.damage", *scenario],
        cwd=ROOT,
        env={**os.environ, "ZIPAI_DATA": str(tmp_path), "DJANGO_SETTINGS_MODULE": "zipai_ledger.settings"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert told.returncode == 0, told.stderr
    found = json.loads(told.stdout)
    print(found)
    assert found["changed, noticed"] > least
    assert "changed, missed" not in found
