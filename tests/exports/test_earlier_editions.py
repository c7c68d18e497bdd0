"""Tables of earlier editions of the rules: whatever is mended since, they stay as they were recorded.

``tests/data/first_edition`` was written by the program when each game was at version 1, ``second_edition`` when the six of
字牌 were at version 2, with the hands that another reading of 抢招, 碰 and 扫 would refuse, and 贵阳 was, before its tables
could choose 跟章, 买马 and the like. ``third_edition`` has what the fourth of the games of S4 would refuse, a 飞王 that won
and had brought a card, and in 贵阳 a dealer who dealt on against the rule. None is ever written anew: an archive of each
game, what it left as in the other formats, and the sentences of its pages in their order. Since then only the words of
English ones were put into Latin letters, and what one pays alike to several is one line.
"""

import json
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from tests.exports.conftest import exported, imported, totals
from tests.once import once
from tests.views.conftest import client_with
from zipai_ledger.ledger.verify import verify
from zipai_ledger.models import GameSession, Role

pytestmark = pytest.mark.django_db

RECORDED = Path(__file__).resolve().parent.parent / "data"
GAMES = sorted(
    str(path.relative_to(RECORDED)).partition(".")[0] for path in RECORDED.glob("*/*.archive.json")
)
LANGUAGES = ("zh-hans", "zh-hant", "en")
READ = ("zh-hans", "en")
"""Traditional Chinese is written from simplified, in one game as in the others."""


def recorded(name: str) -> str:
    return (RECORDED / name).read_bytes().decode()


def table_of(game: str) -> GameSession:
    return once(f"the evening of {game}", lambda: imported(recorded(f"{game}.archive.json")))


class _Texts(HTMLParser):
    """The texts of a page, each as one line."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.feed(html)

    def handle_data(self, data: str) -> None:
        self.texts.append(" ".join(data.split()))


def page(client: Client, session: GameSession, address: str, lang: str) -> str:
    """The texts of ``breakdown:show 0``: a view, and what its address names beside the table."""
    view, *arguments = address.split()
    url = reverse(view, args=[session.public_id, *map(int, arguments)])
    with translation.override(lang):
        answer = client.get(url, {"all": "1"}, headers={"accept-language": lang})
    assert answer.status_code == 200
    return "\n".join(_Texts(answer.content.decode()).texts)


def first_missing(sentences: list[str], text: str) -> str:
    """The first of the sentences that the text does not hold after those before it; empty where it holds them all."""
    at = 0
    for sentence in sentences:
        at = text.find(sentence, at) + len(sentence)
        if at < len(sentence):
            return sentence
    return ""


@pytest.mark.parametrize("game", GAMES)
def test_its_archive_comes_in_verifies_and_leaves_word_for_word(game):
    session = table_of(game)
    assert verify(session).damages == ()
    assert exported(session, "archive") == recorded(f"{game}.archive.json")


@pytest.mark.parametrize("game", GAMES)
def test_its_totals_and_its_exports_are_what_they_were(game):
    session = table_of(game)
    assert [list(row) for row in totals(session)] == json.loads(recorded(f"{game}.pages.json"))["totals"]
    assert exported(session, "json") == recorded(f"{game}.session.json")
    for lang in LANGUAGES:
        if (RECORDED / f"{game}.{lang}.csv").exists():
            assert exported(session, "csv", lang) == recorded(f"{game}.{lang}.csv")


@pytest.mark.parametrize("game", GAMES)
def test_its_pages_say_what_they_said(game):
    session = table_of(game)
    client = client_with(session, Role.OWNER)
    pages = json.loads(recorded(f"{game}.pages.json"))["pages"]
    missing = {
        (lang, address): first_missing(sentences, page(client, session, address, lang))
        for lang in (LANGUAGES if game.endswith("/guilin") else READ)
        for address, sentences in pages[lang].items()
    }
    assert missing == dict.fromkeys(missing, "")
