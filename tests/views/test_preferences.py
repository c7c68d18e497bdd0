"""Language, type size and theme."""

import re

import pytest
from django.test import Client, override_settings
from django.test.html import parse_html

from .conftest import Table, page

pytestmark = pytest.mark.django_db
URL = "/preferences/"


def frame(client: Client, path: str = "/") -> dict[str, str]:
    """Attributes of the root element of a page."""
    root = parse_html(client.get(path).content.decode())
    assert root.name == "html"
    return dict(root.attributes)


def test_large_type_and_the_dark_theme_stay(alice: Client):
    answer = alice.post(URL, {"type": "large", "theme": "dark"})
    assert answer["Location"] == "/"
    assert frame(alice) == {"lang": "zh-hans", "data-theme": "dark", "data-type": "large"}
    alice.post(URL, {"type": "normal", "theme": "auto"})
    assert frame(alice) == {"lang": "zh-hans"}


def test_whoever_wants_it_sees_what_is_won_in_green(alice: Client, table: Table):
    here = table.url("table:show")
    assert "data-signs" not in alice.get(here).content.decode()
    alice.post(URL, {"signs": "green-wins"})
    assert frame(alice, here) == {"lang": "zh-hans", "data-signs": "green-wins"}
    assert 'name="signs" value="green-wins" checked' in alice.get(URL).content.decode()
    alice.post(URL, {"signs": "red-wins"})
    assert "data-signs" not in alice.get(here).content.decode()


def test_the_language_is_kept_in_a_cookie_and_not_chosen_by_the_address(alice: Client):
    alice.post(URL, {"language": "en"})
    assert frame(alice) == {"lang": "en"}
    assert "New table" in alice.get("/").content.decode()
    assert alice.cookies["django_language"]["httponly"]


def test_money_is_written_as_english_readers_expect(alice: Client, table: Table):
    alice.post(URL, {"language": "en"})
    page = alice.get(table.url("settlement:show")).content.decode()
    assert all(
        text in page for text in ("+¥6.00", "−¥6.00", "1 transfer settles it.", "2\xa0deals\xa0counted")
    )


def test_the_browsers_language_counts_until_one_is_chosen():
    assert frame(Client(headers={"Accept-Language": "en-GB"})) == {"lang": "en"}
    taiwanese = Client(headers={"Accept-Language": "zh-TW"})
    assert frame(taiwanese) == {"lang": "zh-hant"}
    assert "還沒有牌桌" in taiwanese.get("/").content.decode()


@pytest.mark.parametrize(
    ("language", "offered"),
    [
        ("zh-hans", ["English", "繁體中文"]),
        ("en", ["简体中文", "繁體中文"]),
        ("zh-hant", ["简体中文", "English"]),
    ],
)
def test_the_front_page_offers_the_other_languages_by_their_own_names(language: str, offered: list[str]):
    client = Client()
    client.cookies["django_language"] = language
    page = client.get("/").content.decode()
    found = re.findall(r'name="language" value="([a-z-]+)" lang="\1">([^<]+)<', page)
    assert [name for _code, name in found] == offered
    answer = client.post(URL, {"language": found[0][0]}, headers={"Referer": "http://testserver/"})
    assert answer["Location"] == "/"
    assert frame(client) == {"lang": found[0][0]}


@pytest.mark.parametrize("sent", [{"type": "enormous"}, {"theme": "<b>"}, {"language": "xx"}, {}])
def test_anything_else_is_ignored(alice: Client, sent: dict[str, str]):
    answer = alice.post(URL, sent)
    assert answer.status_code == 302
    assert not {"type", "theme", "django_language"} & set(alice.cookies)


def test_one_comes_back_to_where_one_was_and_nowhere_else(alice: Client, table: Table):
    here = table.url("table:show")
    assert alice.post(URL, {"next": here})["Location"] == here
    referred = alice.post(URL, headers={"Referer": f"http://testserver{here}"})
    assert referred["Location"] == here
    for evil in ("https://evil.example/", "//evil.example", "javascript:alert(1)"):
        assert alice.post(URL, {"next": evil})["Location"] == "/"


def test_the_page_shows_what_is_chosen(alice: Client):
    page = alice.get(URL).content.decode()
    assert 'name="language" value="zh-hans" checked' in page
    assert 'name="type" value="normal" checked' in page


@override_settings(HTTPS=True)
def test_what_was_chosen_before_cookies_had_a_prefix_stays_until_something_else_is_chosen(client: Client):
    client.cookies["type"] = "large"
    assert 'data-type="large"' in page(client, "/help/")
    assert client.post(URL, {"type": "normal"}).status_code == 302
    assert client.cookies["__Host-type"].value == "normal"
    assert 'data-type="large"' not in page(client, "/help/")
