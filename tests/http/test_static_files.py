"""Addresses of collected files."""

import json
from pathlib import Path

import pytest

from zipai_ledger.http.static_files import CollectedFiles


@pytest.fixture
def files(tmp_path: Path) -> CollectedFiles:
    manifest = {"version": "1.1", "paths": {"css/base.css": "css/base.0123.css"}, "hash": ""}
    (tmp_path / "staticfiles.json").write_text(json.dumps(manifest))
    return CollectedFiles(tmp_path, "/static/")


def test_a_file_is_named_by_its_content(files: CollectedFiles):
    assert [files.url("css/base.css") for _ in range(2)] == ["/static/css/base.0123.css"] * 2


def test_one_that_was_not_collected_has_no_address(files: CollectedFiles):
    for _ in range(2):
        with pytest.raises(ValueError, match=r"nothing\.css"):
            files.url("css/nothing.css")


def test_with_debugging_a_file_keeps_its_name(files: CollectedFiles, settings):
    settings.DEBUG = True
    assert files.url("css/base.css") == "/static/css/base.css"
    assert files.url("css/base.css", force=True) == "/static/css/base.0123.css"
