"""What the history says of each kind of step, and of one deal alone."""

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse

from tests.ledger.blocked import CASES, played
from tests.ledger.filling import fill
from zipai_ledger.formats.dates import of_evening
from zipai_ledger.ledger import record
from zipai_ledger.ledger.trail.kinds import Kind
from zipai_ledger.models import Deal, GameSession, Role
from zipai_ledger.presenters.events import MONEY, WORDINGS
from zipai_ledger.rules import facts
from zipai_ledger.rules.codec import Count, Seat
from zipai_ledger.rules.zipai.example import CARDS

from .conftest import CALLED, WIN, Table, client_with, open_by, play, sent
from .test_rounds import FOUR, won

pytestmark = pytest.mark.django_db


def plain(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def history(client: Client, session: GameSession, query: str = "?all=1") -> str:
    answer = client.get(reverse("history:show", args=[session.public_id]) + query)
    return plain(answer.content.decode().split("<main")[1].split("</main>")[0])


def mend(table: Table, number: int, fact: facts.Deal, **more: object) -> None:
    record.replace_deal(
        session=table.session, sent=sent(table.session), deal=table.keys[number], fact=fact, **more
    )


def test_what_was_noted_with_a_deal_is_quoted(alice: Client, table: Table):
    play(table.session, facts.Adjust(deltas=(5, -5, 0), note="上次欠的"))
    assert "商定加减，第 3 行 商定 小李付老王 5 舵 “ 上次欠的 ”" in history(alice, table.session)


def test_there_is_a_sentence_for_every_kind():
    assert set(Kind) == {*WORDINGS, *MONEY}


def test_a_correction_says_what_was_seen_otherwise(viewer: Client, table: Table):
    called = facts.Win(
        winner=Seat(1), source="discard", from_=Seat(0), hu=Count(22), xing=facts.Xing(count=Count(1))
    )
    mend(table, 1, called, reason="听错了")
    text = history(viewer, table.session)
    assert "更正第 2 盘 原来 小李 17 胡、阿芳点炮、3 舵 → 现在 小李 22 胡、老王点炮、4 舵" in text
    assert "为什么： 听错了" in text
    assert "老王 +12 → +4 小李 0 → +2 阿芳 −12 → −6" in text


def test_other_cards_for_the_same_win_are_told_card_by_card(viewer: Client, table: Table):
    exposed = [{"kind": "kaiduo", "cards": "伍伍伍伍"}, {"kind": "peng", "cards": "六六六"}]
    mend(table, 0, replace(WIN, hand={**CARDS, "exposed": exposed}))
    assert "更正第 1 盘 牌 原来 碰五 → 现在 碰六" in history(viewer, table.session)


def test_another_dealer_is_told_with_the_word_of_the_game(viewer: Client, table: Table):
    mend(table, 1, replace(CALLED, dealer=Seat(2)))
    assert "庄家 原来 老王 → 现在 阿芳" in history(viewer, table.session)


def test_a_correction_that_changes_nothing_says_nothing_of_it(viewer: Client, table: Table):
    mend(table, 1, CALLED)
    assert "原来" not in history(viewer, table.session)


def test_a_deal_that_is_void_or_restored_is_told_in_words(viewer: Client, table: Table):
    for verb in (record.void_deal, record.restore_deal):
        verb(session=table.session, sent=sent(table.session), deal=table.keys[1])
    text = history(viewer, table.session)
    assert "恢复第 2 盘 小李 17 胡 阿芳点炮 3 舵" in text
    assert "第 2 盘作废 小李 17 胡 阿芳点炮 3 舵" in text


def test_later_deals_that_pay_otherwise_are_named(alice: Client):
    session, _ = open_by(alice, **FOUR)
    keys = play(session, won(0, 70), won(0, 36), won(1, 20, giver=0))
    record.void_deal(session=session, sent=sent(session), deal=keys[0])
    assert "第 3 盘也跟着变" in history(alice, session)
    only = history(alice, session, f"?deal={keys[2]}")
    assert "只看第 3 盘" in only
    assert "第 1 盘作废 这一盘跟着变了" in only
    assert "记了第 2 盘" not in only


def test_one_deal_alone_is_told_with_every_step_and_nothing_else(viewer: Client, table: Table):
    fill(table.session, [WIN, CALLED] * 30)
    mend(table, 0, facts.Dead(), reason="其实黄了")
    record.dispute_deal(session=table.session, sent=sent(table.session), key=table.keys[0], note="没黄")
    # A deal whose number begins alike.
    record.dispute_deal(session=table.session, sent=sent(table.session), key=int(f"{table.keys[0]}0"))
    text = history(viewer, table.session, f"?deal={table.keys[0]}")
    expected = ["第 1 盘有异议 “ 没黄 ”", "更正第 1 盘 原来 老王 22 胡", "记了第 1 盘 老王 22 胡"]
    places = [text.index(one) for one in expected]
    assert places == sorted(places)
    assert "现在 黄庄" in text
    assert "老王 +72 → +60" not in text
    assert text.count("有异议") == 1
    assert "第 2 盘" not in text


def test_a_deal_that_is_not_there_has_no_story(viewer: Client, table: Table):
    url = reverse("history:show", args=[table.public_id])
    assert viewer.get(f"{url}?deal=999").status_code == 404


def test_a_deals_page_tells_its_own_story(viewer: Client, table: Table):
    mend(table, 1, facts.Dead())
    html = viewer.get(table.url("deal:show", table.keys[1])).content.decode()
    story = plain(html.split('id="history-head"')[1])
    assert story.index("记了第 2 盘") < story.index("更正第 2 盘 原来 小李 17 胡、阿芳点炮")
    assert "记了第 1 盘" not in story


def test_payments_are_told_with_who_and_how_much(viewer: Client, table: Table):
    money = {"payer": 2, "payee": 0, "currency": "CNY", "minor": 250}
    made = record.pay(session=table.session, sent=sent(table.session), **money)
    record.cancel_payment(session=table.session, sent=sent(table.session), payment=made.event_seq)
    text = history(viewer, table.session)
    assert text.index("取消付款：阿芳付老王 2.50 元") < text.index("付款：阿芳付老王 2.50 元")


def test_who_plays_for_whom_is_told_from_which_deal_on(viewer: Client, table: Table):
    record.stand_in(session=table.session, sent=sent(table.session), player=1, by="大姐")
    record.stand_in(session=table.session, sent=sent(table.session), player=1, by=None)
    text = history(viewer, table.session)
    assert "从第 3 盘起，大姐替小李打" in text
    assert "从第 3 盘起，小李自己接着打" in text


def test_what_is_carried_over_is_told_on_both_tables_with_the_same_signs(alice: Client, table: Table):
    session, _ = open_by(alice, client_id="next-evening-01")
    record.carry_over(
        session=table.session, sent=sent(table.session), into=session, players={0: 0, 1: 1, 2: 2}
    )
    expected = "老王 +6.00 元，阿芳 −6.00 元"
    assert f"没结清的带到下一桌：{expected}" in history(alice, table.session)
    assert f"上一桌没结清的带进来：{expected}" in history(alice, session)


def test_closing_in_spite_of_a_doubt_names_the_deal(viewer: Client, table: Table):
    record.dispute_deal(session=table.session, sent=sent(table.session), key=table.keys[1])
    record.close(session=table.session, sent=sent(table.session), despite_disputes=[table.keys[1]])
    assert "收桌。异议没说好的还有：第 2 盘" in history(viewer, table.session)


def test_a_name_that_was_erased_stands_nowhere(viewer: Client, table: Table):
    record.erase_player(session=table.session, sent=sent(table.session), player=1)
    text = history(viewer, table.session)
    assert "抹掉了一个人的名字" in text
    assert "小李" not in text


def kept() -> tuple[GameSession, int]:
    """A table on which a deal was kept as agreed, though it can no longer stand; its key."""
    case = CASES["a first win that was a second one"]
    session, keys, change = played(case)
    record.apply(session=session, sent=sent_by_owner(), change=change, keep=[keys[2]])
    return session, keys[2]


def sent_by_owner() -> record.Sent:
    return record.Sent(role=Role.OWNER)


def test_a_deal_kept_as_agreed_is_named_where_it_was_kept_and_says_why_on_its_page(db: None):
    session, key = kept()
    client = client_with(session, Role.VIEWER)
    assert "第 2 盘照原样（商定）" in history(client, session)
    row = plain(client.get(reverse("table:show", args=[session.public_id])).content.decode())
    assert "商定" in row
    page = plain(client.get(reverse("deal:show", args=[session.public_id, key])).content.decode())
    assert "这一盘是商定的" in page
    assert "照规矩不成立：头一盘要 18 胡，只有 15 胡" in page
    assert "第 1 盘作废 这一盘照原样（商定）" in page
    assert "照规矩算" not in page.split("照规矩不成立")[1].split("经过")[0]


def test_what_was_agreed_goes_by_the_rules_again_once_it_can(db: None):
    session, key = kept()
    first = Deal.objects.get(session=session, position=1)
    record.restore_deal(session=session, sent=sent_by_owner(), deal=first.key)
    client, url = (
        client_with(session, Role.SCOREKEEPER),
        reverse("corrections:by_rule", args=[session.public_id, key]),
    )
    page = client.get(reverse("deal:show", args=[session.public_id, key])).content.decode()
    assert f'href="{url}"' in page
    assert client.get(url).status_code == 200
    sent_form = {"client_id": "by-rule-0123456", "confirm": "1"}
    assert client.post(url, sent_form).status_code == 303
    assert not Deal.objects.get(session=session, key=key).agreed
    assert (
        url
        not in client_with(session, Role.VIEWER)
        .get(reverse("deal:show", args=[session.public_id, key]))
        .content.decode()
    )


def test_times_belong_to_the_evening(table: Table):
    opened = datetime(2026, 11, 20, 19, 30, tzinfo=UTC)
    assert of_evening(opened + timedelta(hours=2), opened) == "21:30"
    assert of_evening(opened + timedelta(hours=5), opened) == "次日 00:30"
    assert of_evening(opened + timedelta(hours=16), opened) == "11 月 21 日 11:30"
    assert of_evening(opened + timedelta(days=3), opened) == "11 月 23 日 19:30"


def test_the_story_of_a_deal_costs_the_same_however_many_deals_there_are(
    table: Table, django_assert_max_num_queries
):
    client = client_with(table.session, Role.VIEWER)
    fill(table.session, [WIN, CALLED] * 30)
    for _ in range(3):
        mend(table, 0, facts.Dead())
        mend(table, 0, WIN)
    with django_assert_max_num_queries(12):
        history(client, table.session, f"?deal={table.keys[0]}")


def test_a_long_story_leads_on_to_all_of_it(viewer: Client, table: Table):
    for _ in range(21):
        mend(table, 1, facts.Dead())
        mend(table, 1, CALLED)
    page = viewer.get(table.url("deal:show", table.keys[1])).content.decode()
    assert page.count('id="event-') == 40
    assert f'href="{table.url("history:show")}?deal={table.keys[1]}"' in page
    older = viewer.get(f"{table.url('history:show')}?deal={table.keys[1]}").content.decode()
    link = re.search(r'href="([^"]*before=\d+)"', older)
    assert link
    rest = viewer.get(link[1].replace("&amp;", "&")).content.decode()
    assert rest.count('id="event-') == 3
    assert "记了第 2 盘" in rest
