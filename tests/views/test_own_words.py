"""No page has words of its own for what a game may call otherwise."""

import html
import re

import pytest
from django.test import Client
from django.urls import reverse

from zipai_ledger.models import GameSession
from zipai_ledger.rules import registry
from zipai_ledger.rules.options import Words
from zipai_ledger.rules.terms import Terms

from .conftest import open_by

pytestmark = pytest.mark.django_db

OTHER = Terms(
    dealer=Words("东家", "East"),
    deals=Words("做东", "East"),
    dead=Words("流局", "Drawn"),
    foul=Words("错和", "Slip"),
    fouled=Words("{who}错和", "{who} slipped"),
    ask_foul=Words("谁错和了？", "Who slipped?"),
    discarded=Words("{name}放铳", "{name} discarded"),
)
COMMON = ("庄家", "坐庄", "黄庄", "诈胡")
OF_THE_RULES = ("黄庄，谁也不付", "抓到明牌的坐庄；有人反主，反主的坐庄。")
"""Lines that the rules themselves say."""
GLOSSARY = re.compile(r'<details class="sayings">.*?</details>', re.DOTALL)
"""What the rules say their words mean."""
SEATS = {"guilin": "3", "guiyang": "4", "dalin": "4"}


@pytest.fixture(params=sorted(SEATS))
def session(request: pytest.FixtureRequest, alice: Client, monkeypatch: pytest.MonkeyPatch) -> GameSession:
    """A table of a game that calls everything otherwise."""
    monkeypatch.setattr(type(registry.get(request.param)), "terms", OTHER)
    people = ["老王", "小李", "阿芳", "四叔"][: int(SEATS[request.param])]
    session, _ = open_by(alice, ruleset=request.param, seats=SEATS[request.param], player=people, stake="")
    return session


@pytest.mark.parametrize(
    "name", ["table:show", "deal_entry:new", "deal_entry:dead", "deal_entry:foul", "deal_entry:adjust"]
)
def test_a_page_calls_things_as_the_game_does(alice: Client, session: GameSession, name: str):
    answer = alice.get(reverse(name, args=[session.public_id]), follow=True)
    page = GLOSSARY.sub("", html.unescape(answer.content.decode()))
    for word in OF_THE_RULES:
        page = page.replace(word, "")
    assert [word for word in COMMON if word in page] == []


def test_the_pages_are_named_by_the_game(alice: Client, session: GameSession):
    for name, title in (("deal_entry:dead", "流局"), ("deal_entry:foul", "错和")):
        answer = alice.get(reverse(name, args=[session.public_id]))
        if answer.status_code == 200:
            assert f"<h1>{title}</h1>" in answer.content.decode()
    table = alice.get(reverse("table:show", args=[session.public_id])).content.decode()
    assert re.search(r"老王</bdi></b><span[^>]*>做东", table)
