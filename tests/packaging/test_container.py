"""The files of containers: what is pinned, who runs, what may be written, and that they name what there is.

No engine is needed: `.packaging/bare-root` takes the same steps in a bare Debian root.
"""

import http.server
import re
import shlex
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.servers import ROOT
from zipai_ledger.http.alive import is_alive

COMPOSE = ("compose.yaml", "compose.postgres.yaml")


def instructions() -> list[tuple[str, str]]:
    """Each of the Dockerfile, in one line: its name and the rest."""
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    whole = re.sub(r"\\\n", " ", "\n".join(lines))
    return [tuple(line.split(None, 1)) for line in whole.splitlines() if line.strip()]


def stages() -> dict[str, list[tuple[str, str]]]:
    """Name of a stage → its instructions; the last is called "final"."""
    found: dict[str, list[tuple[str, str]]] = {}
    for name, rest in instructions():
        if name == "FROM":
            found[rest.partition(" AS ")[2] or "final"] = []
        found[list(found)[-1]].append((name, rest))
    return found


def compose(name: str) -> dict[str, Any]:
    return yaml.safe_load((ROOT / name).read_text(encoding="utf-8"))


def test_every_stage_begins_with_a_slim_image_of_one_version():
    bases = [rest.partition(" AS ")[0] for name, rest in instructions() if name == "FROM"]
    assert len(bases) == 3
    assert set(bases) == {"python:3.13-slim-trixie"}


def test_what_is_copied_is_there_and_not_ignored():
    kept = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    for stage in stages().values():
        for name, rest in stage:
            if name != "COPY":
                continue
            options = [one for one in shlex.split(rest) if one.startswith("--from=")]
            *sources, _target = [one for one in shlex.split(rest) if not one.startswith("--")]
            if options:
                assert options[0].removeprefix("--from=") in stages()
                continue
            for source in sources:
                assert (ROOT / source).exists(), source
                assert source.split("/")[0] in kept, source


def test_everything_is_installed_by_its_hash_and_nothing_is_compiled():
    runs = [
        one
        for stage in stages().values()
        for name, rest in stage
        if name == "RUN"
        for one in rest.split("&&")
    ]
    installs = [one for one in runs if re.search(r"\bpip .*install", one)]
    assert len(installs) == 3
    assert all("--only-binary :all: --require-hashes" in one or "--no-index" in one for one in installs)


def test_whoever_serves_is_nobody_writes_to_one_volume_and_is_asked_how_he_does():
    final = stages()["final"]
    names = [name for name, _rest in final]
    assert [rest for name, rest in final if name == "USER"] == ["10001:10001"]
    assert [rest for name, rest in final if name == "VOLUME"] == ["/data"]
    assert "HEALTHCHECK" in names
    assert "RUN" not in names[names.index("USER") :]
    assert [name for stage in stages().values() for name, _ in stage if name == "ADD"] == []


@pytest.mark.parametrize("file", COMPOSE)
def test_every_service_of_ours_has_no_right_and_a_root_that_cannot_be_written(file: str):
    ours = [one for one in compose(file)["services"].values() if "build" in one]
    assert ours
    for service in ours:
        assert service["read_only"] is True
        assert service["cap_drop"] == ["ALL"]
        assert service["security_opt"] == ["no-new-privileges:true"]
        assert service["volumes"] == ["data:/data"]
        assert service["tmpfs"] == ["/tmp"]


@pytest.mark.parametrize("file", COMPOSE)
def test_every_volume_is_declared_and_every_other_image_of_a_version(file: str):
    whole = compose(file)
    for service in whole["services"].values():
        named = {one.partition(":")[0] for one in service.get("volumes", ()) if not one.startswith(".")}
        assert named <= whole["volumes"].keys()
        mounted = [one.partition(":")[0] for one in service.get("volumes", ()) if one.startswith(".")]
        assert all((ROOT / one).exists() for one in mounted)
        if "build" not in service:
            assert re.fullmatch(r"\w+:\d+-alpine", service["image"])


def test_two_servers_share_a_key_and_a_database_and_one_makes_the_backups():
    services = compose("compose.postgres.yaml")["services"]
    first, second = services["ledger-1"], services["ledger-2"]
    assert first["environment"]["ZIPAI_DATABASE_URL"] == second["environment"]["ZIPAI_DATABASE_URL"]
    assert second["environment"]["ZIPAI_BACKUPS"] == "off"
    assert "ZIPAI_BACKUPS" not in first["environment"]
    assert second["depends_on"]["ledger-1"]["condition"] == "service_healthy"


def test_every_setting_that_they_name_is_one_of_the_program():
    read = set(
        re.findall(r"ZIPAI_[A-Z_]+", (ROOT / "zipai_ledger" / "settings.py").read_text(encoding="utf-8"))
    )
    for file in ("Dockerfile", *COMPOSE, ".packaging/Caddyfile", ".packaging/zipai.service"):
        assert set(re.findall(r"ZIPAI_[A-Z_]+", (ROOT / file).read_text(encoding="utf-8"))) <= read, file


class Answer(http.server.BaseHTTPRequestHandler):
    """As the server's `/healthz` behind a proxy."""

    status = 200
    asked: dict[str, str] = {}

    def do_GET(self) -> None:
        Answer.asked = dict(self.headers)
        self.send_response(self.status if self.path == "/healthz" else 404)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def port() -> Iterator[int]:
    server = http.server.HTTPServer(("127.0.0.1", 0), Answer)
    serving = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    serving.start()
    yield server.server_port
    server.shutdown()
    serving.join()
    server.server_close()


def test_a_server_that_answers_is_alive_and_is_asked_by_its_name(port: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("ZIPAI_HOSTS", "zipai.example.org, other.example.org")
    assert is_alive(port)
    assert Answer.asked["Host"] == "zipai.example.org"
    assert Answer.asked["X-Forwarded-Proto"] == "https"


def test_one_that_is_busy_or_gone_is_not(port: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Answer, "status", 503)
    assert not is_alive(port)
    assert not is_alive(1)


@pytest.mark.parametrize("script", ["bare-root", "serve-once"])
def test_a_script_can_be_read_by_its_shell(script: str):
    path = ROOT / ".packaging" / script
    shell = path.read_text(encoding="utf-8").splitlines()[0].split("/")[-1].removeprefix("env ")
    assert subprocess.run([shell, "-n", str(path)], check=False).returncode == 0
    assert Path(path).stat().st_mode & 0o111
