"""The unit file for systemd: sound, and with as few rights as a server can live with."""

import re
import shutil
import subprocess
from pathlib import Path

from tests.servers import ROOT

UNIT = ROOT / ".packaging" / "zipai.service"
README = (ROOT / "README.md").read_text(encoding="utf-8")


def settings() -> dict[str, str]:
    lines = (line.partition("=") for line in UNIT.read_text(encoding="utf-8").splitlines() if "=" in line)
    return {name: value for name, _, value in lines if not name.startswith("#")}


def test_it_runs_as_a_user_of_its_own_that_can_write_its_data_alone():
    found = settings()
    assert found["DynamicUser"] == "yes"
    assert found["ProtectSystem"] == "strict"
    assert f"/var/lib/{found['StateDirectory']}" == found["Environment"].removeprefix("ZIPAI_DATA=")
    assert found["CapabilityBoundingSet"] == found["AmbientCapabilities"] == ""
    assert "ReadWritePaths" not in found


def test_who_watches_several_processes_ends_them_itself():
    assert settings()["KillMode"] == "mixed"
    assert settings()["ExecStart"].endswith("serve $SERVE_OPTIONS")


def test_the_readme_installs_it_where_it_looks_for_the_program():
    program = Path(settings()["ExecStart"].split()[0])
    assert f"python3 -m venv {program.parent.parent}" in README
    assert ".packaging/zipai.service" in README
    assert settings()["EnvironmentFile"].removeprefix("-") in README


if shutil.which("systemd-analyze"):

    def test_systemd_finds_nothing_wrong_with_it(tmp_path: Path):
        text = UNIT.read_text(encoding="utf-8")
        copy = tmp_path / UNIT.name
        # The program is not there where this runs.
        copy.write_text(re.sub(r"(?m)^ExecStart=\S+", "ExecStart=/bin/true", text), encoding="utf-8")
        done = subprocess.run(
            ["systemd-analyze", "verify", str(copy)], capture_output=True, text=True, check=False
        )
        assert (done.returncode, done.stderr) == (0, "")

    def test_of_what_systemd_can_take_away_next_to_nothing_is_left():
        command = ["systemd-analyze", "security", "--offline=yes", str(UNIT)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        exposure = re.search(r"Overall exposure level for .*: ([\d.]+)", done.stdout)
        assert exposure
        assert float(exposure[1]) <= 1.5
