"""Language, type size and theme."""

import pytest
from django.test import Client

from .conftest import Table

pytestmark = pytest.mark.django_db
URL = "/preferences/"


def test_large_type_and_the_dark_theme_stay(alice: Client):
    answer = alice.post(URL, {"type": "large", "theme": "dark"})
    assert answer["Location"] == "/"
    assert '<html lang="zh-hans" data-theme="dark" data-type="large">' in alice.get("/").content.decode()
    alice.post(URL, {"type": "normal", "theme": "auto"})
    assert '<html lang="zh-hans">' in alice.get("/").content.decode()


def test_the_language_is_kept_in_a_cookie_and_not_chosen_by_the_address(alice: Client):
    alice.post(URL, {"language": "en"})
    page = alice.get("/").content.decode()
    assert '<html lang="en">' in page
    assert "New table" in page
    assert alice.cookies["django_language"]["httponly"]


def test_the_browsers_language_counts_until_one_is_chosen():
    assert '<html lang="en">' in Client(headers={"Accept-Language": "en-GB"}).get("/").content.decode()
    page = Client(headers={"Accept-Language": "zh-TW"}).get("/").content.decode()
    assert '<html lang="zh-hant">' in page
    assert "还没有牌桌" in page


@pytest.mark.parametrize("sent", [{"type": "huge"}, {"theme": "<b>"}, {"language": "xx"}, {}])
def test_anything_else_is_ignored(alice: Client, sent: dict[str, str]):
    answer = alice.post(URL, sent)
    assert answer.status_code == 302
    assert not {"type", "theme", "django_language"} & set(alice.cookies)


def test_one_comes_back_to_where_one_was_and_nowhere_else(alice: Client, table: Table):
    here = table.url("tables:show")
    assert alice.post(URL, {"next": here})["Location"] == here
    referred = alice.post(URL, headers={"Referer": f"http://testserver{here}"})
    assert referred["Location"] == here
    for evil in ("https://evil.example/", "//evil.example", "javascript:alert(1)"):
        assert alice.post(URL, {"next": evil})["Location"] == "/"


def test_the_page_shows_what_is_chosen(alice: Client):
    page = alice.get(URL).content.decode()
    assert 'name="language" value="zh-hans" checked' in page
    assert 'name="type" value="normal" checked' in page
