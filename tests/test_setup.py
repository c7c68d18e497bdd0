"""Set-up: settings, journal, headers, lock files."""

import importlib.metadata
import ipaddress
import itertools
import re
import signal
import sqlite3
import stat
import subprocess
import sys
import tomllib
import urllib.error
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from io import StringIO
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.utils import ConnectionHandler
from packaging.requirements import Requirement

from tests import needs, readme_pictures
from tests.conftest import SHARED_IS_ABSENT, without_skip
from tests.servers import DIRECT, HANGS, ROOT, environment, serving
from zipai_ledger.checks import journal_problem
from zipai_ledger.database.journal import OVERWRITE, journal_pragmas, pair_is_safe
from zipai_ledger.environment import POOL, postgresql_database, secret_key_of, sqlite_database
from zipai_ledger.http.addresses import lan_address
from zipai_ledger.http.static_files import collect_static
from zipai_ledger.management import reaching
from zipai_ledger.management.commands import serve
from zipai_ledger.management.reaching import Reaching


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


def test_a_connection_is_opened_with_the_safe_pair(db):
    if connection.vendor != "sqlite":
        pytest.skip("only SQLite keeps a journal")
    told = connection.settings_dict["OPTIONS"]["init_command"]
    assert told == f"{journal_pragmas(sqlite3.sqlite_version_info)}; {OVERWRITE}"
    with connection.cursor() as cursor:
        assert cursor.execute("PRAGMA foreign_keys").fetchone() == (1,)


def database_with(folder: Path, pragmas: str) -> BaseDatabaseWrapper:
    """A connection to a database file whose journal somebody chose by hand."""
    settings = sqlite_database(folder / "ledger.sqlite3")
    settings["OPTIONS"]["init_command"] = pragmas
    return ConnectionHandler({"default": settings})["default"]


@pytest.mark.django_db
def test_the_system_check_refuses_a_journal_that_may_lose_what_was_saved(tmp_path):
    unsafe = database_with(tmp_path, "PRAGMA journal_mode=DELETE; PRAGMA synchronous=NORMAL")
    problem = journal_problem(unsafe)
    unsafe.close()
    assert problem is not None
    assert problem.id == "zipai_ledger.E001"
    assert "synchronous=1" in problem.msg


@pytest.mark.django_db
def test_the_system_check_passes_the_journal_of_the_settings(tmp_path):
    safe = database_with(tmp_path, journal_pragmas(sqlite3.sqlite_version_info))
    problem = journal_problem(safe)
    safe.close()
    assert problem is None


def test_the_system_check_has_nothing_to_say_of_another_database():
    assert journal_problem(SimpleNamespace(vendor="postgresql")) is None


def test_a_secret_is_made_once_and_kept_for_its_owner(tmp_path):
    path = tmp_path / "data" / "secret_key"
    made = secret_key_of(path)
    assert len(made) >= 64
    assert secret_key_of(path) == made
    assert [entry.name for entry in path.parent.iterdir()] == ["secret_key"]
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_secrets_made_at_the_same_time_are_one(tmp_path):
    with ThreadPoolExecutor(8) as pool:
        made = set(pool.map(secret_key_of, [tmp_path / "secret_key"] * 32))
    assert len(made) == 1


def test_postgresql_is_named_by_an_address():
    parsed = postgresql_database("postgresql://lao%20wang:p%40ss@db.local:5433/zipai?sslmode=require")
    assert parsed == {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": "zipai",
        "USER": "lao wang",
        "PASSWORD": "p@ss",
        "HOST": "db.local",
        "PORT": "5433",
        "CONN_MAX_AGE": 0,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {"pool": POOL, "options": "-c lock_timeout=5000ms", "sslmode": "require"},
    }


@pytest.mark.parametrize("url", ["mysql://u:geheim@h/n", "postgresql://u:geheim@h/", "geheim"])
def test_another_address_is_refused_without_quoting_its_password(url):
    with pytest.raises(ImproperlyConfigured, match="expected postgresql://") as refusal:
        postgresql_database(url)
    assert "geheim" not in str(refusal.value)


@pytest.mark.parametrize("path", sorted((ROOT / ".requirements").glob("*.txt")), ids=lambda path: path.name)
def test_a_lock_file_has_a_hash_for_everything_and_no_address(path):
    text = path.read_text(encoding="ascii")
    entries = [
        entry for entry in text.replace("\\\n", " ").splitlines() if entry and not entry.startswith("#")
    ]
    assert "http" not in text
    assert "--index" not in text
    assert all(
        re.fullmatch(r"[\w.-]+(\[[\w, -]+\])?==\S+( ; [^#]+?)?( +--hash=sha256:[0-9a-f]{64})+", entry)
        for entry in entries
    )


def pins(name: str) -> set[str]:
    text = (ROOT / ".requirements" / name).read_text(encoding="ascii")
    return set(re.findall(r"^[\w.-]+(?:\[[\w, -]+\])?==[\w.]+", text, re.MULTILINE))


def test_tests_run_on_what_is_served():
    assert pins("run.txt") <= pins("postgres.txt") <= pins("dev.txt")


def test_every_dependency_is_locked():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    everything = [*project["dependencies"], *itertools.chain(*project["optional-dependencies"].values())]
    wanted = {re.match(r"[\w-]+", entry).group() for entry in everything}
    assert wanted <= {re.match(r"[\w-]+", pin).group() for pin in pins("dev.txt")}


def wanted_extras(package: str) -> Iterator[str]:
    """What an installed package needs with extras, as a lock has to name it: ``coverage[toml]``."""
    for needed in map(Requirement, importlib.metadata.requires(package) or ()):
        if needed.extras and (needed.marker is None or needed.marker.evaluate({"extra": ""})):
            yield f"{needed.name}[{', '.join(sorted(needed.extras))}]"


def test_a_lock_names_the_extras_that_its_packages_need():
    """Else pip looks for such a package among all releases, and refuses the newest for having no hash."""
    names = {re.match(r"[^=]+", pin).group() for pin in pins("dev.txt")}
    installed = {dist.metadata["Name"].lower() for dist in importlib.metadata.distributions()}
    packages = installed & {name.partition("[")[0] for name in names}
    wanted = {extra for package in packages for extra in wanted_extras(package)}
    assert wanted
    assert wanted <= names


def manage(tmp_path: Path, *arguments: str, **extra: str) -> "subprocess.CompletedProcess[str]":
    """A management command under given settings, warnings as errors."""
    command = [sys.executable, "-W", "error", str(ROOT / "manage.py"), *arguments]
    environ = environment(tmp_path / "data", tmp_path / "static", **extra)
    return subprocess.run(command, env=environ, capture_output=True, text=True, check=False)


@pytest.mark.external
def test_production_settings_pass_the_deployment_check(tmp_path):
    done = manage(
        tmp_path,
        *("check", "--deploy", "--fail-level", "WARNING", "--database", "default"),
        ZIPAI_HTTPS="1",
        ZIPAI_HOSTS="zipai.example.org",
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.external
def test_https_needs_a_name(tmp_path):
    done = manage(tmp_path, "check", ZIPAI_HTTPS="1")
    assert done.returncode != 0
    assert "ZIPAI_HOSTS" in done.stderr


def test_a_server_stops_when_asked_and_starts_again_on_what_it_kept(tmp_path, collected_static):
    data = tmp_path / "data"
    with serving(data, collected_static, forked=False):
        key, collected = (
            (data / "secret_key").read_text(),
            (collected_static / ".collected").stat().st_mtime_ns,
        )
        assert (data / "ledger.sqlite3").exists()
    (data / "ledger.sqlite3").chmod(0o644)
    with serving(data, collected_static) as server:
        assert {stat.S_IMODE((data / kept).stat().st_mode) for kept in ("ledger.sqlite3", "secret_key")} == {
            0o600
        }
        assert server.url in server.log
        assert (data / "secret_key").read_text() == key
        assert (collected_static / ".collected").stat().st_mtime_ns == collected
        server.process.terminate()
        assert server.process.wait(HANGS) == -signal.SIGTERM, "it ends by itself when asked"


def test_the_log_of_a_server_keeps_no_query_string(shared_server):
    with pytest.raises(urllib.error.HTTPError) as answer:
        DIRECT.open(f"{shared_server.url}/nowhere?code=GEHEIM00")
    answer.value.close()
    assert "/nowhere" in shared_server.log
    assert "GEHEIM00" not in shared_server.log


def test_a_changed_static_file_is_collected_again(tmp_path, settings):
    source = tmp_path / "source"
    source.mkdir()
    settings.STATICFILES_DIRS = [source]
    settings.STATIC_ROOT = tmp_path / "collected"
    (source / "a.css").write_text("a{}")
    assert collect_static()
    assert not collect_static()
    (source / "b.css").write_text("b{}")
    assert collect_static()
    assert (settings.STATIC_ROOT / "b.css").read_text() == "b{}"


def test_of_other_programs_scripts_only_what_a_page_names_is_collected(tmp_path, settings):
    settings.STATICFILES_DIRS = []
    settings.STATIC_ROOT = tmp_path / "collected"
    collect_static()
    found = {str(path.relative_to(settings.STATIC_ROOT)) for path in settings.STATIC_ROOT.rglob("*.*")}
    assert found == {".collected", "django_htmx/django-htmx.js", "django_htmx/htmx-2.min.js"}


def skip_report(reason: str) -> SimpleNamespace:
    return SimpleNamespace(
        skipped=True, outcome="skipped", longrepr=("tests/test_x.py", 1, f"Skipped: {reason}")
    )


def test_a_missing_browser_fails_where_skips_are_forbidden():
    report = without_skip(skip_report("missing for browser tests: chromium"))
    assert report.outcome == "failed"
    assert "chromium" in report.longrepr


def test_missing_shared_documents_may_be_skipped_everywhere():
    assert without_skip(skip_report(SHARED_IS_ABSENT)).outcome == "skipped"


def test_a_taken_port_is_said_and_no_address_is_promised(shared_server):
    done = shared_server.manage("serve", "--host", "127.0.0.1", "--port", str(shared_server.port))
    assert done.returncode != 0
    assert "address already in use" in done.stderr
    assert shared_server.url not in done.stdout


def test_the_addresses_of_this_machine_and_of_the_network_are_printed(monkeypatch):
    monkeypatch.setattr(reaching, "lan_address", lambda: "192.168.1.7")
    said = StringIO()
    serve.Command(stdout=said).announce(Reaching("0.0.0.0", 9000))
    assert "http://127.0.0.1:9000/" in said.getvalue()
    assert "http://192.168.1.7:9000/" in said.getvalue()


def test_a_name_that_stays_is_printed_before_the_address(monkeypatch):
    monkeypatch.setattr(reaching, "lan_address", lambda: "192.168.1.7")
    where = Reaching("0.0.0.0", 9000, announcement=SimpleNamespace(name="zipai.local"))
    lines = list(where.lines())
    assert [line.split("http://")[1] for line in lines[:3]] == [
        "127.0.0.1:9000/",
        "zipai.local:9000/",
        "192.168.1.7:9000/",
    ]


def test_pages_name_where_phones_reach_a_server_whose_address_has_changed(monkeypatch, settings):
    found = ["192.168.1.7"]
    # What a server says to its pages is forgotten with the test.
    settings.NEAR, settings.SECURE_PORT = "", 0
    monkeypatch.setattr(reaching, "lan_address", lambda: found[0])
    where = Reaching("0.0.0.0", 9000)
    where.tell_pages()
    assert settings.NEAR == "http://192.168.1.7:9000"
    found[0] = "10.0.0.5"
    where.refresh()
    assert settings.NEAR == "http://10.0.0.5:9000"


def test_a_server_for_this_machine_alone_names_no_other_address(monkeypatch):
    monkeypatch.setattr(reaching, "lan_address", lambda: "192.168.1.7")
    said = StringIO()
    serve.Command(stdout=said).announce(Reaching("127.0.0.1", 9000))
    assert "192.168.1.7" not in said.getvalue()


@pytest.mark.parametrize(
    ("host", "https", "told"), [("0.0.0.0", False, 1), ("127.0.0.1", False, 0), ("0.0.0.0", True, 0)]
)
def test_a_table_that_others_on_the_network_can_read_says_so(monkeypatch, settings, host, https, told):
    monkeypatch.setattr(reaching, "lan_address", lambda: "192.168.1.7")
    settings.HTTPS = https
    said = StringIO()
    serve.Command(stdout=said).announce(Reaching(host, 9000))
    assert said.getvalue().count("没有加密 Not encrypted") == told


def test_the_address_for_phones_leads_out_of_this_machine():
    found = lan_address()
    assert found == "" or (ipaddress.ip_address(found).version == 4 and not found.startswith("127."))


def test_what_is_missing_for_the_tests_is_said_in_one_line(monkeypatch, capsys):
    monkeypatch.setattr(needs, "missing", lambda: ["chromium", "a Chinese font"])
    monkeypatch.setattr(needs.os, "geteuid", lambda: 1000)
    needs.main()
    assert (
        capsys.readouterr().out
        == "Missing: chromium, a Chinese font; the tests that need them are skipped.\n"
    )


def test_the_browser_without_windows_comes_in_the_version_of_the_one_with_windows(monkeypatch):
    answer = SimpleNamespace(stdout="150.0.1-1~deb12u1\n")
    monkeypatch.setattr(
        needs.shutil, "which", lambda name: None if name == needs.HEADLESS else f"/usr/bin/{name}"
    )
    monkeypatch.setattr(needs.subprocess, "run", lambda *command, **options: answer)
    assert needs.quicker() == ["chromium-headless-shell=150.0.1-1~deb12u1"]
    answer.stdout = ""
    assert needs.quicker() == []
    monkeypatch.setattr(needs.shutil, "which", lambda name: f"/usr/bin/{name}")
    assert needs.quicker() == []


README = (ROOT / "README.md").read_text(encoding="utf-8")
LARGEST = 120_000
"""Bytes of a picture in the README."""


def test_every_picture_of_the_readme_is_there_small_and_drawn_by_make_pictures():
    shown = re.findall(r"!\[[^\]]+\]\((\.github/[^)]+)\)", README)
    assert {Path(path).name for path in shown} == set(readme_pictures.PICTURES)
    assert all(0 < (ROOT / path).stat().st_size <= LARGEST for path in shown)


def test_the_readme_names_the_targets_and_variables_that_there_are():
    targets = re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    named = set(re.findall(r"(?:`|^    )make ([\w-]+)", README, re.MULTILINE))
    assert {"run", "test", "pictures"} <= named <= set(targets)
    program = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "zipai_ledger").rglob("*.py"))
    read = set(re.findall(r'"(ZIPAI_\w+)"', program))
    assert read <= set(re.findall(r"ZIPAI_\w+", README))
    assert set(re.findall(r"ZIPAI_\w+", README)) <= read
