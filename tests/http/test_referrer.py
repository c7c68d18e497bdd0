"""The page that a browser says it came from."""

import pytest
from django.test import RequestFactory

from zipai_ledger.http.referrer import referrer


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ("http://testserver/new/?ruleset=bopi", "/new/"),
        ("/rules/", "/rules/"),
        ("http://[broken/", ""),
        ("", ""),
    ],
)
def test_what_is_no_address_is_nothing(header: str, expected: str):
    assert referrer(RequestFactory().get("/", headers={"referer": header})).path == expected
