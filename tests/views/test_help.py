"""Help: every question answered in steps, in the words that stand on the buttons, for anybody."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from zipai_ledger.ledger import record

from .conftest import Table, sent

pytestmark = pytest.mark.django_db

QUESTIONS = (
    *("open", "record", "wrong", "nobody", "people", "others", "why", "pay", "send"),
    *("offline", "lost", "see", "awake", "install", "data", "run", "home", "https", "backup"),
)
LANGUAGES = {"zh-hans": "怎么记一盘？", "zh-hant": "怎麼記一盤？", "en": "How do I record a deal?"}
STEPS = range(2, 5)


def help_page(client: Client, query: str = "", **headers: str) -> str:
    answer = client.get(reverse("help:index") + query, headers=headers)
    assert answer.status_code == 200
    return answer.content.decode()


def question(page: str, name: str) -> str:
    return re.split(f'<details class="fold" id="{name}"', page)[1].split("</details>")[0]


def test_everybody_may_ask():
    page = help_page(Client())
    assert re.findall(r'<details class="fold" id="([a-z]+)"', page) == list(QUESTIONS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_speaks_every_language(language: str):
    page = help_page(Client(), accept_language=language)
    assert f'lang="{language}"' in page
    assert LANGUAGES[language] in page


@pytest.mark.parametrize("name", QUESTIONS)
def test_every_answer_is_two_to_four_steps(name: str):
    assert question(help_page(Client()), name).count("<li>") in STEPS


def test_the_question_that_is_asked_for_stands_open_and_no_other():
    assert not re.findall(r"<details[^>]* open>", help_page(Client()))
    assert re.findall(r'<details class="fold" id="(\w+)" open>', help_page(Client(), "?q=lost")) == ["lost"]
    assert not re.findall(r"<details[^>]* open>", help_page(Client(), "?q=<nothing>"))


def test_the_front_page_preferences_and_rules_lead_to_help(alice: Client):
    for place in ("home", "preferences", "rulebook:index"):
        assert f'href="{reverse("help:index")}' in alice.get(reverse(place)).content.decode()


def test_help_leads_on_to_rules_and_words():
    page = help_page(Client())
    assert f'href="{reverse("rulebook:index")}"' in page
    assert f'href="{reverse("rulebook:words")}"' in page


def test_a_stranger_is_led_only_where_everybody_may_go():
    page = help_page(Client())
    assert reverse("new_table:new") in page
    assert reverse("recover") in page
    assert "/t/" not in page


def test_a_phone_with_an_open_table_is_led_straight_into_it(table: Table, alice: Client):
    page = help_page(alice)
    assert f'href="{table.url("deal_entry:new")}"' in question(page, "record")
    assert f'href="{table.url("table:invitations")}"' in question(page, "others")
    assert f'href="{table.url("settlement:show")}"' in question(page, "pay")
    assert "周五老地方" in question(page, "pay")


@pytest.mark.parametrize("name", ["help:index", "rulebook:table"])
def test_without_network_the_ways_back_lead_to_pages_that_were_kept(table: Table, alice: Client, name: str):
    url = table.url(name) if name == "rulebook:table" else reverse(name)
    assert "js/table-page.js" in alice.get(url).content.decode()
    assert "js/table-page.js" not in help_page(Client())


def test_an_onlooker_is_not_sent_where_the_table_refuses_him(table: Table, viewer: Client):
    page = help_page(viewer)
    assert f'href="{table.url("settlement:show")}"' in question(page, "pay")
    assert "/t/" not in question(page, "record")
    assert "/t/" not in question(page, "others")
    links = re.findall(r'href="(/t/[^"]+)"', page)
    assert links
    assert {viewer.get(link).status_code for link in links} == {200}


def test_a_closed_table_is_not_offered(table: Table, alice: Client):
    record.close(session=table.session, sent=sent(table.session))
    assert "/t/" not in help_page(alice)


def test_a_table_of_others_is_not_offered(table: Table, charlie: Client):
    assert table.public_id not in help_page(charlie)


def test_only_a_page_that_names_no_table_may_be_kept(table: Table, alice: Client):
    assert Client().get("/help/")["Cache-Control"] == "private, max-age=600"
    assert alice.get("/help/")["Cache-Control"] == "no-store"


def test_what_only_https_gives_is_not_promised_without_it():
    plain, secure = help_page(Client()), Client().get("/help/", secure=True).content.decode()
    assert "这里没有用 HTTPS" in question(plain, "offline")
    assert "这里没有用 HTTPS" in question(plain, "install")
    assert "这里没有用 HTTPS" not in secure


def test_what_is_to_be_tapped_is_called_as_on_the_buttons(table: Table, alice: Client):
    """A label that is reworded elsewhere is reworded here: each comes from the catalogue under the key of its button."""
    root = Path(settings.BASE_DIR)
    pages = [path for path in root.glob("templates/**/*.html") if path.parent.name != "help"]
    program = (root / "zipai_ledger").rglob("*.py")
    sources = "".join(path.read_text(encoding="utf-8") for path in (*pages, *program))
    named = set(re.findall(r"<kbd>([^<]+)</kbd>", help_page(alice)))
    assert len(named) > 25
    assert {text for text in named if f'"{text}"' not in sources} == set()


def test_help_asks_once_which_table_it_is(table: Table, alice: Client, django_assert_num_queries):
    with django_assert_num_queries(2):
        help_page(alice)


def test_the_entry_says_what_its_own_words_mean(table: Table, alice: Client):
    page = alice.get(table.url("deal_entry:new")).content.decode()
    text = page.split('<details class="sayings">')[1].split("</details>")[0]
    assert "这些话是什么意思" in text
    assert "手里一对，加自己摸的第三张，盖在桌上。" in text
    assert "罩" not in text  # the word of another game
    assert '<details class="sayings">' not in alice.get(table.url("table:show")).content.decode()
