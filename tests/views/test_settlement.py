"""Who gives whom how much: three ways, ticks, parts, and what a correction leaves."""

import re

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext

from tests.ledger.filling import fill
from zipai_ledger.ledger import queries, record
from zipai_ledger.models import Event, GameSession, Payment, Role
from zipai_ledger.presenters import settlement
from zipai_ledger.rules import facts
from zipai_ledger.rules.codec import Count, Seat

from .conftest import CALLED, WIN, Table, client_with, open_by, play, sent

pytestmark = pytest.mark.django_db

Row = tuple[str, str, str, str, bool]


def rows(page: str) -> list[Row]:
    """Payer, payee, amount, state, whether it is ticked."""
    found = []
    for item in page.split('<li class="payment')[1:]:
        names = re.findall(r"<b><i [^>]*></i><bdi>(.*?)</bdi></b>", item)[:2]
        state = re.search(r"<small class=\"why-left\">(.*?)(?: ・ <span class=\"part\"|</small>)", item)
        amount = re.search(r'<b class="num">(.*?)</b>', item)
        found.append((*names, amount[1], state[1] if state else "", 'aria-pressed="true"' in item))
    return found


def short(page: str) -> list[str]:
    return [
        f"{payer}→{payee} {amount}{' ✓' if ticked else ''}" for payer, payee, amount, _, ticked in rows(page)
    ]


def settlement_page(client: Client, table: Table, query: str = "") -> str:
    answer = client.get(table.url("settlement:show") + query)
    assert answer.status_code == 200
    return answer.content.decode()


def fields(page: str, number: int = 0) -> dict[str, str]:
    """What the tick of a row sends."""
    form = re.findall(r'<form method="post" action="[^"]*tick/".*?</form>', page, re.DOTALL)[number]
    pairs = re.findall(r'name="(\w+)" value="([^"]*)"', form)
    return {name: value for name, value in pairs if name != "csrfmiddlewaretoken"}


def tick(client: Client, table: Table, number: int = 0, query: str = "", **changes: str) -> HttpResponse:
    return client.post(
        table.url("payments:tick"), {**fields(settlement_page(client, table, query), number), **changes}
    )


def discard(winner: int, loser: int, hu: int) -> facts.Win:
    return facts.Win(
        winner=Seat(winner),
        source="discard",
        from_=Seat(loser),
        hu=Count(hu),
        xing=facts.Xing(count=Count(0)),
    )


@pytest.fixture
def circle(table: Table) -> Table:
    """老王 won 12 from 小李 and 阿芳 each; then 小李 won from 阿芳, who won from 老王."""
    play(table.session, discard(1, 2, 20), discard(2, 0, 10))
    table.session.refresh_from_db()
    return table


def test_the_fewest_transfers_come_first_and_every_way_says_what_it_is(alice: Client, circle: Table):
    page = settlement_page(alice, circle)
    assert re.findall(r'aria-current="true">(.*?)</a>', page) == ["最少几笔"]
    assert "笔数最少的付法" in page
    assert "谁输给谁就付给谁" in settlement_page(alice, circle, "?way=pairs")
    assert "都跟管账的结" in settlement_page(alice, circle, "?way=cashier")


def test_pair_by_pair_everybody_settles_with_whom_it_was_lost_to(alice: Client, circle: Table):
    won = queries.table_view(circle.session).settlement.money["CNY"]
    assert sum(won) == 0
    named = rows(settlement_page(alice, circle, "?way=pairs"))
    sums = [0, 0, 0]
    people = ["老王", "小李", "阿芳"]
    for payer, payee, amount, _state, _ticked in named:
        minor = round(float(amount.split()[0]) * 100)
        sums[people.index(payer)] -= minor
        sums[people.index(payee)] += minor
    assert tuple(sums) == won
    assert len({frozenset(one[:2]) for one in named}) == 3


def test_through_one_cashier_everybody_settles_with_that_one(alice: Client, circle: Table):
    page = settlement_page(alice, circle, "?way=cashier&by=1")
    assert all("小李" in one[:2] for one in rows(page))
    assert "?way=cashier&amp;by=2" in page
    assert re.findall(r'aria-current="true">(?:<bdi>)?(.*?)<', page) == ["一人收付", "小李"]


def test_a_cashier_nobody_knows_is_who_won_most(alice: Client, circle: Table):
    expected = settlement_page(alice, circle, "?way=cashier")
    for by in ("9", "-1", "x", "٣", "22"):
        assert short(settlement_page(alice, circle, f"?way=cashier&by={by}")) == short(expected)


def test_the_way_is_remembered_for_this_table_alone(alice: Client, circle: Table):
    settlement_page(alice, circle, "?way=cashier&by=2")
    morsel = alice.cookies["way"]
    assert (morsel.value, morsel["path"]) == ("cashier.2", f"/t/{circle.public_id}/")
    assert all("阿芳" in one[:2] for one in rows(settlement_page(alice, circle)))
    assert "最少几笔</a>" in settlement_page(alice, circle, "?way=nonsense")


@override_settings(HTTPS=True)
def test_over_https_no_page_without_it_can_set_the_way(table: Table):
    phone = client_with(table.session, Role.VIEWER)
    settlement_page(phone, table, "?way=pairs")
    kept = phone.cookies["__Secure-way"]
    assert (kept.value, kept["path"], kept["secure"]) == ("pairs", table.url("table:show"), True)
    assert re.findall(r'aria-current="true">(?:<bdi>)?(.*?)<', settlement_page(phone, table)) == ["两两对清"]


def test_two_players_need_no_choice_of_ways(alice: Client):
    session, _code = open_by(alice, seats="2", player=["老王", "小李"], client_id="two-0123456789")
    play(session, discard(1, 0, 20))
    page = alice.get(f"/t/{session.public_id}/settle/").content.decode()
    assert 'class="tabs"' not in page
    assert short(page) == ["老王→小李 3.00 元"]


def test_a_tick_notes_the_payment_and_another_one_takes_it_back(alice: Client, table: Table):
    before = rows(settlement_page(alice, table))
    assert tick(alice, table).status_code == 302
    page = settlement_page(alice, table)
    assert [one[:3] for one in rows(page)] == [one[:3] for one in before]
    assert re.fullmatch(r"已付 ・ \d\d:\d\d ・ 老王记的", rows(page)[0][3])
    assert rows(page)[0][4]
    assert "都付清了。" in page
    assert tick(alice, table).status_code == 302
    assert rows(settlement_page(alice, table)) == before
    assert [row.cancels_id is None for row in Payment.objects.order_by("pk")] == [True, False]


def test_scripts_get_the_rows_alone(alice: Client, table: Table):
    answer = alice.post(
        table.url("payments:tick"), fields(settlement_page(alice, table)), headers={"HX-Request": "true"}
    )
    assert answer.status_code == 200
    assert answer.content.decode().lstrip().startswith('<div id="payments">')
    assert "<html" not in answer.content.decode()


def test_a_double_tap_and_two_phones_note_it_once(alice: Client, bob: Client, table: Table):
    seen = fields(settlement_page(bob, table))
    for client in (alice, bob, alice):
        assert client.post(table.url("payments:tick"), seen).status_code == 302
    assert Event.objects.filter(session=table.session, kind="payment_made").count() == 1
    taken_back = fields(settlement_page(bob, table))
    for client in (bob, alice):
        assert client.post(table.url("payments:tick"), taken_back).status_code == 302
    assert Event.objects.filter(session=table.session, kind="payment_cancelled").count() == 1


def test_paid_taken_back_and_paid_again_is_two_payments(alice: Client, table: Table):
    for _ in range(3):
        tick(alice, table)
    assert [paid.cancelled for paid in queries.payments_of(table.session)] == [True, False]


def test_what_two_phones_note_differently_is_noted_once_and_said(alice: Client, bob: Client, table: Table):
    seen = fields(settlement_page(bob, table))
    assert tick(alice, table).status_code == 302
    answer = bob.post(table.url("payments:tick"), {**seen, "minor": "100"})
    assert answer.status_code == 409
    assert "刚才别的手机在这两个人之间记了另一笔" in answer.content.decode()
    assert len(queries.payments_of(table.session)) == 1


@pytest.mark.parametrize(
    "changes",
    [{"minor": "0"}, {"minor": "-5"}, {"minor": "x"}, {"payee": "9"}, {"payer": "x"}, {"currency": "EUR"}],
)
def test_nonsense_is_refused_and_said(alice: Client, table: Table, changes: dict[str, str]):
    answer = tick(alice, table, **changes)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.content.decode()
    assert queries.payments_of(table.session) == ()


def test_what_was_never_paid_cannot_be_taken_back(alice: Client, table: Table):
    assert alice.post(table.url("payments:tick"), {"cancel": "1"}).status_code == 422
    assert alice.post(table.url("payments:tick"), {"cancel": "x"}).status_code == 422


def test_onlookers_see_the_rows_but_no_boxes(viewer: Client, alice: Client, table: Table):
    tick(alice, table)
    page = settlement_page(viewer, table)
    assert "已付" in page
    assert 'class="tick"' not in page
    assert viewer.post(table.url("payments:tick"), {"cancel": "9"}).status_code == 403
    assert viewer.get(table.url("payments:new")).status_code == 403


def test_points_alone_are_owed_without_boxes(alice: Client):
    session, _code = open_by(alice, stake="", client_id="points-only-01")
    play(session, CALLED)
    page = alice.get(f"/t/{session.public_id}/settle/").content.decode()
    assert [one[:4] for one in rows(page)] == [("阿芳", "小李", "6 舵", "")]
    assert 'class="tick"' not in page
    assert "不经手钱" not in page
    assert "只记分，不算钱，没有要付的" in alice.get(f"/t/{session.public_id}/pay/").content.decode()


def test_the_page_says_that_no_money_moves_here(alice: Client, table: Table):
    assert "这里只记账，不经手钱。" in settlement_page(alice, table)


def test_a_closed_table_takes_payments_too(alice: Client, table: Table):
    record.close(session=table.session, sent=sent(table.session))
    assert tick(alice, table).status_code == 302
    assert "都付清了。" in settlement_page(alice, table)


def test_after_a_correction_the_rest_is_exact_and_said(alice: Client, table: Table):
    tick(alice, table)
    record.replace_deal(
        session=table.session, sent=sent(table.session), deal=table.keys[1], fact=discard(2, 1, 20)
    )
    table.session.refresh_from_db()
    page = settlement_page(alice, table)
    left = [one for one in rows(page) if not one[4]]
    assert {one[3].split("，")[0] for one in left if "改了" in one[3]} == {"改了第 2 盘"}
    account = queries.table_view(table.session).settlement.owed["CNY"]
    sums = dict.fromkeys(("老王", "小李", "阿芳"), 0)
    for payer, payee, amount, _state, _ticked in left:
        minor = round(float(amount.split()[0]) * 100)
        sums[payer] -= minor
        sums[payee] += minor
    assert tuple(sums.values()) == account


def test_paid_then_corrected_says_which_deal_and_what_is_left(alice: Client, table: Table):
    tick(alice, table)
    record.void_deal(session=table.session, sent=sent(table.session), deal=table.keys[0])
    page = settlement_page(alice, table)
    assert any(state.startswith("撤了第 1 盘，") for *_between, state, _ticked in rows(page))


def open_reasons(page: str) -> list[str]:
    """The states of the rows that are still to be paid, by payer."""
    return [state for *_between, state, ticked in rows(page) if not ticked]


def test_deals_added_are_the_reason_and_not_one_that_was_voided_again(alice: Client, table: Table):
    play(table.session, discard(0, 1, 22), discard(1, 2, 15), WIN, discard(0, 2, 11))
    for number in range(2):
        tick(alice, table, number)
    assert open_reasons(settlement_page(alice, table)) == []
    deals = [discard(1, 0, 17), discard(2, 0, 12), discard(1, 0, 22), discard(0, 2, 11)]
    added = play(table.session, *deals, discard(1, 2, 16), discard(2, 0, 13), discard(1, 0, 18), WIN)
    record.void_deal(session=table.session, sent=sent(table.session), deal=added[7])
    reasons = open_reasons(settlement_page(alice, table))
    assert reasons
    assert all(state.startswith("又记了 7 盘，") for state in reasons), reasons


def test_a_deal_put_in_between_is_named_and_those_at_the_end_are_counted(alice: Client, table: Table):
    tick(alice, table)
    play(table.session, WIN)
    assert "又记了 1 盘，还差" in settlement_page(alice, table)
    record.insert_deal(
        session=table.session, sent=sent(table.session), fact=discard(0, 2, 30), before=table.keys[1]
    )
    assert "补记了第 2 盘，又记了 1 盘，还差" in settlement_page(alice, table)


def test_how_many_queries_the_page_takes_does_not_depend_on_the_deals(alice: Client, table: Table):
    def count(query: str) -> int:
        with CaptureQueriesContext(connection) as queries_made:
            settlement_page(alice, table, query)
        return len(queries_made)

    tick(alice, table)
    play(table.session, CALLED)
    before = {way: count(f"?way={way}") for way in ("fewest", "pairs", "cashier")}
    fill(table.session, [CALLED, WIN] * 20)
    assert {way: count(f"?way={way}") for way in before} == before
    assert max(before.values()) <= 23


def test_a_deal_in_dispute_is_named_with_both_totals(alice: Client, table: Table):
    record.dispute_deal(session=table.session, sent=sent(table.session), key=table.keys[1])
    page = settlement_page(alice, table)
    assert "第 2 盘有异议" in page
    doubt = re.sub(r"<[^>]+>", " ", page.split('class="both"')[1].split("</table>")[0]).split()
    totals = doubt[doubt.index("小李") : doubt.index("阿芳")]
    assert [text for text in totals if re.fullmatch(r"[+−]?\d+", text)] == ["0", "−6"]
    assert "有异议，先解决" in page


def test_a_deal_in_dispute_that_is_voided_while_the_page_is_made_has_no_totals(
    alice: Client, table: Table, monkeypatch: pytest.MonkeyPatch
):
    record.dispute_deal(session=table.session, sent=sent(table.session), key=table.keys[1])
    standing = settlement.find_standing

    def voided_meanwhile(session: GameSession, key: int) -> object:
        slot = standing(session, key)
        record.void_deal(session=session, sent=sent(session), deal=key)
        return slot

    monkeypatch.setattr(settlement, "find_standing", voided_meanwhile)
    page = settlement_page(alice, table)
    assert "第 2 盘有异议" in page
    assert 'class="both"' not in page
