"""What makes a release: what it refuses to be, what it consists of, and who is asked about known faults."""

import json
import subprocess
from pathlib import Path

import pytest
import yaml

from tests import audit, release
from tests.servers import ROOT
from zipai_ledger import __version__

WORKFLOW = ROOT / ".github" / "workflows" / "release.yml"
TAG = f"v{__version__}"
CHANGELOG = f"# 更新\n\n## {__version__}\n"


def test_a_commit_that_is_the_release_lacks_nothing():
    assert list(release.missing(TAG, CHANGELOG, "")) == []


@pytest.mark.parametrize(
    ("tag", "changelog", "changed", "problem"),
    [
        ("v99.0.0", CHANGELOG + "## 99.0.0\n", "", "__init__.py"),
        (TAG, "# 更新\n\n## 未发布\n", "", "CHANGELOG.md has no heading"),
        (TAG, CHANGELOG, " M README.md\n", "not committed: README.md"),
    ],
)
def test_what_keeps_a_commit_from_being_a_release_is_named(
    tag: str, changelog: str, changed: str, problem: str
):
    (found,) = release.missing(tag, changelog, changed)
    assert problem in found


def test_the_sums_are_those_that_another_program_checks(tmp_path: Path):
    (tmp_path / "a.whl").write_bytes(b"a")
    (tmp_path / "b.json").write_bytes(b"b")
    text = "".join(release.sums(tmp_path))
    checked = subprocess.run(
        ["sha256sum", "--check", "--strict"],
        cwd=tmp_path,
        input=text,
        text=True,
        capture_output=True,
        check=False,
    )
    assert checked.returncode == 0
    assert text.count("\n") == 2


def test_every_lock_file_is_audited():
    pins = audit.everything_pinned()
    assert {"django", "cryptography", "psycopg", "pytest", "hatchling"} <= pins.keys()


@pytest.fixture
def answered(monkeypatch: pytest.MonkeyPatch) -> list[dict]:
    """A source that knows one fault; what it was asked."""
    asked: list[dict] = []

    class Answer:
        def __enter__(self):
            return self

        def __exit__(self, *_: object) -> None: ...

        def read(self) -> bytes:
            queries = asked[-1]["queries"]
            faults = [
                {"vulns": [{"id": "PYSEC-1"}]} if one["package"]["name"] == "bad" else {} for one in queries
            ]
            return json.dumps({"results": faults}).encode()

    def answer(request, timeout: float):
        asked.append(json.loads(request.data))
        return Answer()

    monkeypatch.setattr(audit.urllib.request, "urlopen", answer)
    return asked


def test_a_known_fault_is_named_with_its_package_and_version(answered, monkeypatch, capsys):
    monkeypatch.setattr(audit, "everything_pinned", lambda: {"good": "1.0", "bad": "2.0"})
    assert audit.main("https://faults.example/") == 1
    assert "bad 2.0: PYSEC-1" in capsys.readouterr().out
    assert answered[0]["queries"][0] == {"package": {"ecosystem": "PyPI", "name": "bad"}, "version": "2.0"}


def test_without_known_faults_all_is_well(answered, monkeypatch, capsys):
    monkeypatch.setattr(audit, "everything_pinned", lambda: {"good": "1.0"})
    assert audit.main("https://faults.example/") == 0
    assert "Audited: 1 pinned versions, 0" in capsys.readouterr().out


def test_where_nobody_can_be_asked_it_says_so(monkeypatch, capsys):
    def fail(*_: object, **__: object) -> None:
        raise OSError("no network")

    monkeypatch.setattr(audit.urllib.request, "urlopen", fail)
    assert audit.main("https://faults.example/") == 0
    assert capsys.readouterr().out.startswith("Not audited:")
    assert audit.main(audit.OFF) == 0
    assert "ZIPAI_AUDIT=off" in capsys.readouterr().out


def workflow() -> dict:
    return yaml.safe_load(WORKFLOW.read_text(encoding="utf-8"))


def test_a_release_is_made_of_a_tag_alone_and_every_job_has_the_rights_that_it_needs():
    whole = workflow()
    # YAML reads `on` as true.
    assert whole[True] == {"push": {"tags": ["v*"]}}
    assert whole["permissions"] == {"contents": "read"}
    for name in ("files", "image"):
        rights = whole["jobs"][name]["permissions"]
        assert rights["attestations"] == rights["id-token"] == "write"


def test_it_makes_wheel_image_and_list_with_attestations_for_both_kinds_of_processor():
    steps = [step for job in workflow()["jobs"].values() for step in job["steps"]]
    used = [step.get("uses", "").partition("@")[0] for step in steps]
    run = "\n".join(step.get("run", "") for step in steps)
    assert "make release-check TAG=" in run
    assert used.count("actions/attest-build-provenance") == 2
    assert "actions/attest-sbom" in used
    (image,) = (step for step in steps if step.get("uses", "").startswith("docker/build-push-action"))
    assert image["with"]["platforms"] == "linux/amd64,linux/arm64"


def test_no_step_writes_what_somebody_chose_into_a_shell():
    steps = [step for job in workflow()["jobs"].values() for step in job["steps"]]
    assert [step["run"] for step in steps if "${{" in step.get("run", "")] == []
