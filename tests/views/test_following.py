"""照规矩改: the effect of a correction offers to let later deals follow the rule, and a deal's page does so afterwards."""

import html
import re

import pytest
from django.urls import reverse

from tests.ledger.conftest import open_table
from tests.ledger.test_following import FOUR, opened, seats, tally
from tests.markup import attribute, inputs, ticked
from zipai_ledger.models import Deal, Event, GameSession, Role

from .conftest import client_with, play

pytestmark = pytest.mark.django_db
CONFIRMED = {"confirm": "1", "client_id": "fix-0123456789", "base": ""}
TICKED = {"follow": "1", "shown": "1"}


@pytest.fixture
def session(db: None) -> GameSession:
    session = opened()
    client_with(session, Role.OWNER)
    play(session, *FOUR)
    return session


def void(session: GameSession, number: int = 1) -> str:
    return reverse("corrections:void", args=[session.public_id, key(session, number)])


def key(session: GameSession, number: int) -> int:
    return Deal.objects.get(session=session, position=number).key


def text(answer) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", answer.content.decode())).split())


@pytest.mark.parametrize("role", [Role.OWNER, Role.SCOREKEEPER])
def test_the_effect_offers_it_unticked_and_names_the_first_deals(session: GameSession, role: str):
    page = client_with(session, role).get(void(session))
    effect = text(page)
    assert "后面 3 盘，打桩的、数算也跟着改" in effect
    assert "第 2 盘 打桩的 小李 → 老王 数算 老王 → 老陈" in effect
    (box,) = inputs(page.content.decode(), "follow")
    assert attribute(box, "hx-post") is not None
    assert attribute(box, "checked") is None


def test_with_it_ticked_everything_is_shown_with_the_rule_followed_and_nothing_stored(session: GameSession):
    before = Event.objects.count()
    page = client_with(session, Role.OWNER).post(void(session), {"follow": "1", "reason": "记重了"})
    assert page.status_code == 200
    body = page.content.decode()
    assert ticked(body, "follow") == ["1"]
    assert 'name="shown" value="1"' in body
    assert 'value="记重了"' in body
    assert "不会自己改" not in body
    assert Event.objects.count() == before


def test_confirmed_it_is_stored_in_one_event(session: GameSession):
    before = Event.objects.count()
    answer = client_with(session, Role.OWNER).post(void(session), {**CONFIRMED, **TICKED})
    assert answer.status_code == 303
    assert Event.objects.count() == before + 1
    assert seats(session) == [(0, 3), (0, 3), (0, 3), (2, 0)]
    assert tally(session) == (0, 0, 30, 45)


def test_left_unticked_the_deals_stay_as_they_were_seen(session: GameSession):
    was = seats(session)
    assert client_with(session, Role.OWNER).post(void(session), CONFIRMED).status_code == 303
    assert seats(session) == was


@pytest.mark.parametrize("tick", [{"follow": "1", "shown": ""}, {"shown": "1"}])
def test_a_tick_that_was_changed_without_scripts_is_shown_before_it_is_stored(
    session: GameSession, tick: dict[str, str]
):
    before = Event.objects.count()
    answer = client_with(session, Role.OWNER).post(void(session), {**CONFIRMED, **tick})
    assert answer.status_code == 409
    assert ('name="shown" value="1"' in answer.content.decode()) == ("follow" in tick)
    assert Event.objects.count() == before


def test_a_viewer_is_neither_asked_nor_obeyed(session: GameSession):
    viewer = client_with(session, Role.VIEWER, 2)
    before = Event.objects.count()
    assert viewer.get(void(session)).status_code == 403
    assert viewer.post(void(session), {**CONFIRMED, **TICKED}).status_code == 403
    follow = reverse("corrections:follow", args=[session.public_id, key(session, 2)])
    assert viewer.post(follow, {**CONFIRMED, **TICKED}).status_code == 403
    assert Event.objects.count() == before


def test_nothing_is_offered_where_nothing_would_follow(session: GameSession):
    page = client_with(session, Role.OWNER).get(void(session, 4))
    assert page.status_code == 200
    assert "照规矩改" not in page.content.decode()


def test_a_stale_page_carries_the_tick_along(session: GameSession):
    client, base = client_with(session, Role.OWNER), GameSession.objects.get(pk=session.pk).ledger_seq
    play(session, FOUR[1])
    stale = client.post(void(session), {**CONFIRMED, **TICKED, "base": str(base), "reason": "记重了"})
    assert stale.status_code == 412
    carried = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', stale.content.decode()))
    assert client.post(void(session), carried).status_code == 303
    assert seats(session)[:4] == [(0, 3), (0, 3), (0, 3), (2, 0)]
    assert Event.objects.latest("seq").body.count("记重了") == 1


def test_the_history_says_it_on_the_table_and_on_the_deal(session: GameSession):
    client = client_with(session, Role.OWNER)
    client.post(void(session), {**CONFIRMED, **TICKED})
    history = text(client.get(reverse("history:show", args=[session.public_id])))
    assert "第 1 盘作废。后面 3 盘的座次跟着照规矩改" in history
    deal = text(client.get(reverse("deal:show", args=[session.public_id, key(session, 2)])))
    assert "跟着照规矩改了" in deal


def test_a_deal_that_disagrees_can_follow_afterwards_from_its_own_page(session: GameSession):
    client = client_with(session, Role.OWNER)
    client.post(void(session), CONFIRMED)
    page = client.get(reverse("deal:show", args=[session.public_id, key(session, 2)]))
    assert "和规矩对不上，照规矩改 照规矩该老王打桩。照规矩该老陈数算" in text(page)
    follow = reverse("corrections:follow", args=[session.public_id, key(session, 2)])
    assert "后面 2 盘，打桩的、数算也跟着改" in text(client.get(follow))
    sent = {**CONFIRMED, **TICKED, "client_id": "follow-0123456789"}
    assert client.post(follow, sent).status_code == 303
    assert seats(session) == [(0, 3), (0, 3), (0, 3), (2, 0)]
    agreed = client.get(reverse("deal:show", args=[session.public_id, key(session, 2)]))
    assert "和规矩对不上" not in agreed.content.decode()


def test_a_minimum_that_follows_is_told_as_a_number(db: None):
    from zipai_ledger.rules import facts

    session = open_table("dazipai")
    client = client_with(session, Role.OWNER)
    play(session, facts.Dead(min_hu=20), facts.Dead())
    assert "后面那盘，起胡也跟着改" in text(client.get(void(session)))
    assert re.search(r"第 2 盘 起胡 20 → \d+", text(client.get(void(session))))
