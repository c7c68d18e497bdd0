"""导入: the text that a form brings, from its file or its field."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from zipai_ledger.exports.budget import Overrun
from zipai_ledger.forms.imports import LONGEST, PARTS, ImportForm
from zipai_ledger.rules.problems import Refused


def form(text: str = "", file: bytes | None = None, client_id: str = "import-0123456789") -> ImportForm:
    files = {} if file is None else {"file": SimpleUploadedFile("evening.json", file)}
    return ImportForm({"text": text, "client_id": client_id}, files)


def refusal(sent: ImportForm) -> str:
    with pytest.raises(Refused) as refused:
        sent.read_text()
    return refused.value.problems[0].key


def test_a_file_wins_over_what_was_typed():
    assert form("typed", b"\xef\xbb\xbf{}").read_text() == "{}"
    assert form("a\r\nb").read_text() == "a\nb"


def test_what_is_nothing_too_much_or_no_text_is_refused():
    assert refusal(form()) == "nothing"
    assert refusal(form("typed", b"")) == "nothing"
    assert refusal(form(file=b"x" * (LONGEST + 1))) == "too_much"
    assert refusal(form(file=b"\xff\xfe")) == "bad_json.encoding"


def test_a_text_of_nothing_but_brackets_is_not_read():
    with pytest.raises(Overrun):
        form("{" * (PARTS + 1)).read_text()


def test_the_id_of_an_import_holds_for_one_form_and_one_text():
    same, other = form(client_id="import-0123456789"), form(client_id="import-9876543210")
    assert same.import_id("{}") == form(client_id="import-0123456789").import_id("{}")
    assert len({same.import_id("{}"), same.import_id("[]"), other.import_id("{}")}) == 3


def test_an_empty_form_has_an_id_of_its_own():
    assert ImportForm()["client_id"].value() != ImportForm()["client_id"].value()
    assert ImportForm().typed == ""
