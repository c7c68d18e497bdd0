"""一炮双响: a discard that two won, on every page that shows a deal, in its exports and its corrections."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.exports.conftest import exported, imported
from tests.ledger.conftest import sent
from tests.views.conftest import client_with
from zipai_ledger.ledger import record
from zipai_ledger.ledger.record import NewStage
from zipai_ledger.ledger.verify import verify
from zipai_ledger.models import Deal, GameSession, Role
from zipai_ledger.rules import facts

pytestmark = pytest.mark.django_db

XING = facts.Xing(count=0)
BOTH = facts.SharedWin(
    source="discard",
    from_=2,
    wins=(facts.OneWin(winner=0, hu=17, xing=XING), facts.OneWin(winner=1, hu=12, xing=XING)),
)


@pytest.fixture
def session() -> GameSession:
    stage = NewStage(ruleset="guilin", seats=(0, 1, 2), options={"multiple_winners": "two"})
    opened = record.open_session(sent=sent(), name="双响", players=("老王", "小李", "阿芳"), stage=stage)
    record.record_deal(session=opened.session, sent=sent(), fact=BOTH)
    return GameSession.objects.get(pk=opened.session.pk)


@pytest.fixture
def owner(session) -> Client:
    return client_with(session, Role.OWNER)


def key(session: GameSession) -> int:
    return Deal.objects.get(session=session).key


def text(client: Client, view: str, *arguments: object) -> str:
    """What a page says, without markup and blanks."""
    answer = client.get(reverse(view, args=arguments), {"all": "1"}, headers={"accept-language": "zh-hans"})
    assert answer.status_code == 200, (view, answer.status_code)
    return "".join(re.sub(r"<[^>]*>", "", answer.content.decode()).split())


@pytest.mark.parametrize("view", ["table:show", "history:show", "settlement:show", "table:figures"])
def test_pages_of_the_table_tell_of_both(session, owner, view):
    page = text(owner, view, session.public_id)
    assert "老王" in page
    assert "小李" in page


def test_the_page_of_the_deal_says_what_each_of_them_won(session, owner):
    page = text(owner, "deal:show", session.public_id, key(session))
    texts = ("老王17胡、小李12胡", "老王胡，2", "小李胡，1", "阿芳付老王4舵", "阿芳付小李2舵")
    assert [line for line in texts if line not in page] == []


def test_it_is_corrected_on_the_pad_with_the_other_below(session, owner):
    address = reverse("deal_entry:new", args=[session.public_id])
    page = owner.get(address, {"replace": key(session)}).content.decode()
    assert 'name="also_hu"' in page
    assert 'value="12"' in page
    changed = {
        "client_id": "two-winners-once-more",
        "winner": "0",
        "source": "discard",
        "from": "2",
        "mode": "hu",
        "hu": "20",
        "xing_count": "0",
        "also_winner": "1",
        "also_hu": "12",
        "also_xing": "0",
        "reason": "数错",
        "confirm": "1",
    }
    save = reverse("deal_entry:save", args=[session.public_id])
    answer = owner.post(f"{save}?replace={key(session)}", changed)
    assert answer.status_code == 303, answer.content.decode()
    assert Deal.objects.get(session=session).outcome.startswith('{"deltas":[6,2,-8]')
    assert verify(session).damages == ()


def test_it_leaves_and_comes_back(session):
    archive = exported(session, "archive")
    assert exported(imported(archive), "archive") == archive
    document = exported(session)
    assert '"wins":[{"winner":0,"hu":17' in document
    assert exported(imported(document)).partition('"deals"')[2] == document.partition('"deals"')[2]
    assert "老王" in exported(session, "csv")
