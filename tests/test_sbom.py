"""What is in it: the list for programs, and the one for people."""

import re

import pytest

from tests import sbom
from tests.servers import ROOT


def test_the_list_of_licences_is_what_make_sbom_writes():
    assert sbom.PAGE.read_text(encoding="utf-8") == sbom.page(), "make sbom"


def test_every_package_that_a_server_may_install_is_listed_with_its_hashes():
    lock = (ROOT / ".requirements" / "postgres.txt").read_text(encoding="ascii")
    listed = {part.name: part for part in sbom.packages()}
    pins = re.findall(r"^([\w.-]+)\S*==([^\s;\\]+)", lock.replace(", ", ","), re.MULTILINE)
    assert [(one.name, one.version) for one in listed.values()] == pins
    assert sum(len(part.hashes) for part in listed.values()) == lock.count("--hash=sha256:")


def test_the_list_for_programs_names_each_part_once_with_a_licence():
    made = sbom.document()
    refs = [part["bom-ref"] for part in made["components"]]
    assert (made["bomFormat"], made["specVersion"]) == ("CycloneDX", "1.6")
    assert len(refs) == len(set(refs)) > 20
    assert all(part["licenses"][0]["expression"] for part in made["components"])
    assert {"htmx", "pkg:pypi/django@" + sbom.metadata.version("django")} <= set(refs)


def test_a_licence_that_is_not_exact_is_asked_for(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sbom, "OF_THEIR_FILES", {})
    with pytest.raises(LookupError, match="'BSD'"):
        sbom.licence("django-csp")
