"""Alice owns a circle made of her table, Dora is a member, Charlie a stranger."""

import sqlite3
from dataclasses import replace
from datetime import UTC, date, datetime

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse
from pytest_django.asserts import assertInHTML

from zipai_ledger import circles
from zipai_ledger.circles import EveningRow, members
from zipai_ledger.ledger import record
from zipai_ledger.ledger.names import player_name as plain_name
from zipai_ledger.models import (
    Attendance,
    Circle,
    CircleGrant,
    CircleLink,
    CircleRole,
    Evening,
    GameSession,
)
from zipai_ledger.presenters.boards import Money
from zipai_ledger.presenters.circle import CirclePage
from zipai_ledger.rules import facts
from zipai_ledger.rules.codec import Count, Seat
from zipai_ledger.rules.problems import Refused

from .conftest import CALLED, WIN, Ring, Table, page, play, second_table, sent

pytestmark = pytest.mark.django_db


def test_a_table_makes_a_circle_of_its_people(ring: Ring, alice: Client):
    html = page(alice, ring.url("circle:show"))
    assert all(name in html for name in ("巷口老友", "老王", "小李", "阿芳", "周五老地方"))
    assert Attendance.objects.count() == 3
    assert CircleGrant.objects.get().player == 0
    me = '<b class="serif"><bdi>老王</bdi></b><span class="tag outline">我</span><small class="quiet">1 场</small>'
    assertInHTML(f'<span class="member">{me}</span>', html)


def test_settling_asks_whether_these_people_play_often_until_there_is_a_circle(
    alice: Client, bob: Client, table: Table
):
    question = "这桌人常打？建一个牌友圈"
    assert question in page(alice, table.url("settlement:show"))
    assert question not in page(bob, table.url("settlement:show"))
    alice.post(table.url("table:circle"), {"name": "巷口老友", "client_id": "circle-0123456789"})
    assert question not in page(alice, table.url("settlement:show"))


def test_a_circle_has_at_most_a_hundred_people(ring: Ring, alice: Client):
    for number in range(3, 100):
        circles.add_person(ring.circle, f"第{number}位")
    answer = alice.post(ring.url("circle:names"), {"added": "还有一位"})
    assert answer.status_code == 422
    assert "最多 100 个牌友" in answer.content.decode()
    assert len(circles.people_of(ring.circle)) == 100


def test_the_recovery_code_of_a_circle_is_shown_once_and_opens_it_again(ring: Ring, alice: Client):
    assert ring.code not in page(alice, ring.url("circle:show"))
    other = Client()
    answer = other.post(reverse("recover"), {"code": ring.code})
    assert answer.status_code == 201
    assert "抄好了" in answer.content.decode()
    assert "请人进圈" in page(other, ring.url("circle:show"))


def test_an_empty_circle_is_made_from_the_front_page(alice: Client):
    form = alice.get(reverse("new_circle"))
    sent = {"client_id": form.context["form"]["client_id"].value(), "name": "牌友"}
    answer = alice.post(reverse("new_circle"), sent)
    assert answer.status_code == 302
    again = alice.post(reverse("new_circle"), sent)
    assert again["Location"] == reverse("circle:show", args=[Circle.objects.get().public_id])
    assert "圈里还没有人" in page(alice, again["Location"])
    assert "牌友" in page(alice, reverse("home"))


def test_a_bad_name_for_a_circle_is_said_beside_its_field(alice: Client):
    answer = alice.post(reverse("new_circle"), {"client_id": "circle-0123456789", "name": "\u202e"})
    assert answer.status_code == 422
    assert "field-error" in answer.content.decode()
    assert not Circle.objects.exists()


def test_the_same_form_from_another_phone_makes_no_second_owner(ring: Ring):
    thief = Client()
    answer = thief.post(reverse("new_circle"), {"client_id": "circle-0123456789", "name": "偷"})
    assert answer.status_code == 409
    assert page(thief, ring.url("circle:show"), 404)


def test_totals_of_an_evening_stand_by_person(ring: Ring, dora: Client):
    units = circles.evenings_of(ring.circle)[0].settlement.units
    (unit, values), (currency, money) = next(iter(units.items())), ("CNY", [50 * v for v in units["舵"]])
    sums = circles.sums(circles.evenings_of(ring.circle))
    assert [sums[person].units[unit] for person in range(3)] == list(values)
    assert [sums[person].money[currency] for person in range(3)] == money
    assert "元" in page(dora, ring.url("circle:show"))


def test_names_of_a_circle_change_without_the_table(ring: Ring, alice: Client, table: Table):
    alice.post(ring.url("circle:names"), {"name": "新名", "person-0": "王大爷", "added": "阿强"})
    assert [person.name for person in circles.people_of(ring.circle)] == ["王大爷", "小李", "阿芳", "阿强"]
    assert Circle.objects.get().name == "新名"
    assert "老王" in page(alice, table.url("table:show"))


def test_two_people_of_a_circle_do_not_share_a_name(ring: Ring, alice: Client):
    answer = alice.post(ring.url("circle:names"), {"person-0": "小李", "added": "阿芳"})
    assert answer.status_code == 422
    assert answer.content.decode().count("field-error") == 2
    assert [person.name for person in circles.people_of(ring.circle)] == ["老王", "小李", "阿芳"]


def test_forgetting_a_person_leaves_the_others_and_the_table(
    ring: Ring, alice: Client, dora: Client, table: Table
):
    assert "小李" in page(alice, ring.url("circle:erase", 1))
    alice.post(ring.url("circle:erase", 1))
    html = page(dora, ring.url("circle:show"))
    assert "老王" in html
    assert "<bdi>小李</bdi>" not in html
    assert CircleGrant.objects.get(role=CircleRole.MEMBER).player is None
    assert "小李" in page(alice, table.url("table:show"))
    assert page(alice, ring.url("circle:erase", 1), 404)


def test_deleting_a_circle_asks_for_its_name_and_leaves_the_tables(
    ring: Ring, alice: Client, dora: Client, table: Table
):
    assert alice.post(ring.url("circle:purge"), {"name": "别的"}).status_code == 422
    assert page(dora, ring.url("circle:show"))
    answer = alice.post(ring.url("circle:purge"), {"name": " 巷口老友 "}, follow=True)
    assert "那个牌友圈删掉了" in answer.content.decode()
    assert page(dora, ring.url("circle:show"), 404) == page(Client(), ring.url("circle:show"), 404)
    assert page(alice, table.url("table:show"))
    assert not CircleLink.objects.exists()
    assert not Attendance.objects.exists()


def test_figures_count_every_evening(ring: Ring, alice: Client, dora: Client):
    session = second_table(alice, ring.circle)
    play(session, WIN, CALLED, CALLED)
    html = page(dora, ring.url("circle:figures"))
    assert "一场一场走下来" in html
    (game,) = circles.games(circles.evenings_of(ring.circle))
    assert {person: (tally.played, tally.wins) for person, tally in game.tallies.items()} == {
        0: (5, 2),
        1: (5, 3),
        2: (5, 0),
    }
    mine = page(dora, ring.url("circle:person", 1))
    assert "来过的每一场" in mine
    assert "2 场" in mine


def test_figures_name_a_game_as_its_place_does(ring: Ring, alice: Client, dora: Client):
    session = second_table(alice, ring.circle, ruleset="paohuzi:shaoyang")
    play(session, facts.Win(winner=Seat(0), source="self_draw", hu=Count(10)))
    games = dora.get(ring.url("circle:figures")).context["page"].games
    assert [game.name for game in games] == ["桂林字牌", "邵阳字牌"]


def test_lines_run_from_evening_to_evening(ring: Ring, alice: Client):
    session = second_table(alice, ring.circle, stake="100")
    play(session, WIN)
    rows = circles.evenings_of(ring.circle)
    money, units = *circles.courses(rows), *circles.courses([without_money(row) for row in rows])
    for course, key in ((money, "money"), (units, "units")):
        assert [row.session.pk for row in course.evenings] == [rows[1].session.pk, rows[0].session.pk]
        for person in range(3):
            of_evening = [next(iter(getattr(circles.sums([row])[person], key).values())) for row in rows]
            assert course.totals[person] == (0, of_evening[1], of_evening[0] + of_evening[1])


def without_money(row: EveningRow) -> EveningRow:
    return replace(row, settlement=replace(row.settlement, money={}))


def test_in_one_currency_there_is_one_chart_and_points_alone_have_theirs(ring: Ring, alice: Client):
    second_table(alice, ring.circle, stake="100")
    rows = circles.evenings_of(ring.circle)
    assert [(course.currency, course.unit) for course in circles.courses(rows)] == [("CNY", "")]
    mixed = [without_money(rows[0]), rows[1]]
    assert [(course.currency, course.unit) for course in circles.courses(mixed)] == [("CNY", ""), ("", "舵")]


def test_an_evening_past_midnight_counts_as_the_day_it_was_opened(ring: Ring, table: Table):
    GameSession.objects.filter(pk=table.session.pk).update(opened_at=datetime(2026, 3, 6, 15, 50, tzinfo=UTC))
    assert circles.evenings_of(ring.circle)[0].day == date(2026, 3, 6)


def test_how_many_queries_the_list_takes_does_not_depend_on_the_evenings(
    ring: Ring, alice: Client, dora: Client, django_assert_num_queries
):
    with django_assert_num_queries(9):
        circles.evenings_of(ring.circle)
    for number in range(3):
        second_table(alice, ring.circle, client_id=f"many-{number}-0123456")
    with django_assert_num_queries(9):
        assert len(circles.evenings_of(ring.circle)) == 4


def test_a_name_is_shown_as_it_is_written(ring: Ring, alice: Client):
    circles.add_person(ring.circle, "<b>x</b>")
    tonight = reverse("new_table:tonight", args=[ring.circle.public_id])
    for url in (tonight, *map(ring.url, ("circle:show", "circle:names", "circle:invitations"))):
        html = page(alice, url)
        assert "<b>x</b>" not in html
        assert "&lt;b&gt;x&lt;/b&gt;" in html


def test_a_correction_is_counted_anew(ring: Ring, alice: Client, table: Table):
    def wins() -> int:
        (game,) = circles.games(circles.evenings_of(ring.circle))
        return game.tallies[1].wins

    assert wins() == 1
    play(table.session, CALLED)
    assert wins() == 2
    record.void_deal(session=table.session, sent=sent(table.session), deal=table.keys[1], reason="错")
    assert wins() == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "sqlite", reason="reads a SQLite file")
def test_no_byte_of_a_name_is_left_of_a_person_or_a_circle_erased():
    circle = circles.open_circle(browser_token="", client_id="bytes-0123456789", name="没人晓得的圈").circle
    erased = circles.add_person(circle, "欧阳没人知道")
    circles.add_person(circle, "上官也没人知道")
    texts = [text.encode() for text in ("欧阳没人知道", "上官也没人知道", "没人晓得的圈")]
    assert [text in whole_database() for text in texts] == [True, True, True]
    circles.erase_person(erased)
    assert [text in whole_database() for text in texts] == [False, True, True]
    circles.purge(circle)
    assert [text in whole_database() for text in texts] == [False, False, False]


def whole_database() -> bytes:
    """The database as it lies on the disk, or would."""
    connection.ensure_connection()
    raw = connection.connection
    assert isinstance(raw, sqlite3.Connection)
    return bytes(raw.serialize())


def test_a_person_erased_at_that_moment_is_not_renamed_and_the_others_are(
    ring: Ring, alice: Client, monkeypatch: pytest.MonkeyPatch
):
    def erased(typed: str, *more: str) -> str:
        if typed == "王师傅":
            ring.circle.people.filter(index=0).delete()
        return plain_name(typed, *more)

    monkeypatch.setattr(members.names, "player_name", erased)
    answer = alice.post(ring.url("circle:names"), {"person-0": "王师傅", "person-1": "李师傅"})
    assert answer.status_code == 422
    assert "刚被别的手机抹掉" in answer.content.decode()
    assert [person.name for person in circles.people_of(ring.circle)] == ["李师傅", "阿芳"]


@pytest.mark.django_db(transaction=True)
def test_a_circle_purged_at_that_moment_is_one_that_never_was(
    ring: Ring, alice: Client, monkeypatch: pytest.MonkeyPatch
):
    def purged(typed: str) -> str:
        Circle.objects.all().delete()
        return typed

    monkeypatch.setattr(members.names, "session_name", purged)
    assert alice.post(ring.url("circle:names"), {"name": "新名字"}).status_code == 404


def test_a_circle_whose_form_comes_twice_is_made_once_and_keeps_who_is_who(table: Table):
    data = {"session": table.session, "client_id": "another-circle-1", "name": "另一圈", "person": 0}
    first = circles.open_of(browser_token="", **data)
    Attendance.objects.filter(player__index=2).delete()
    again = circles.open_of(browser_token=first.token, **data)
    assert (again.circle, again.replay) == (first.circle, True)
    assert Attendance.objects.count() == 2


def test_a_person_may_be_written_otherwise_without_being_another(ring: Ring):
    person = circles.add_person(ring.circle, "ann")
    circles.rename_person(person, "Ann")
    person.refresh_from_db()
    assert (person.name, person.name_key) == ("Ann", "ann")


def test_a_circle_that_cannot_have_its_table_is_not_made(ring: Ring, table: Table):
    with pytest.raises(Refused):
        circles.open_of(
            session=table.session,
            browser_token="",
            client_id="another-circle-1",
            name="另一圈",
            person=0,
        )
    assert not Circle.objects.filter(name="另一圈").exists()


def test_who_stood_in_has_been_there_and_has_nothing_of_his_own(ring: Ring, alice: Client, table: Table):
    record.stand_in(session=table.session, sent=sent(table.session), player=2, by="大姐")
    circles.add_person(ring.circle, "大姐")
    circles.add_person(ring.circle, "从没来过的")
    circles.set_who(ring.evening, {player: player for player in range(4)})
    play(table.session, CALLED)
    found = circle_of(alice, ring)
    assert [(one.person.name, one.evenings, bool(one.amounts.units)) for one in found.members] == [
        ("老王", 1, True),
        ("小李", 1, True),
        ("阿芳", 1, True),
        ("大姐", 1, False),
        ("从没来过的", 0, False),
    ]
    assert [name for name, _amounts in found.evenings[0].attendees] == ["老王", "小李", "阿芳"]
    (figures,) = alice.get(ring.url("circle:figures")).context["page"].games
    assert figures.boards[0].names == ("老王", "小李", "阿芳", "大姐")
    assert "还没来过" not in page(alice, ring.url("circle:person", 3))
    assert alice.get(ring.url("circle:person", 4)).status_code == 200
    tonight = alice.get(reverse("new_table:tonight", args=[ring.circle.public_id]))
    assert tonight.context["expected"] == {0, 1, 2}


def test_what_people_owe_each_other_over_their_evenings_leads_to_where_it_is_noted(
    ring: Ring, alice: Client, dora: Client, table: Table
):
    second = second_table(alice, ring.circle, stake="100")
    # 阿芳 owes 老王 6.00 of the first evening; 老王 owes her 4.00 of the other.
    record.adjust(session=second, sent=sent(second), deltas=(-4, 0, 4))
    assert circle_of(alice, ring).debts == ()
    for session in (table.session, second):
        record.close(session=session, sent=sent(session))
    (debt,) = circle_of(alice, ring).debts
    assert (debt.payer, debt.payee, debt.amount, debt.is_mine) == ("阿芳", "老王", Money(200, "CNY"), True)
    assert [(part.payer, part.amount.minor, part.may_note) for part in debt.parts] == [
        ("阿芳", 600, True),
        ("老王", 400, True),
    ]
    html = page(alice, ring.url("circle:show"))
    assert "还没付清的" in html
    assert f'href="{table.url("settlement:show")}"' in html
    assert circle_of(dora, ring).debts == ()
    Evening.objects.filter(session=table.session).update(open_to_members=True)
    (seen,) = circle_of(dora, ring).debts
    assert [(part.amount.minor, part.may_note) for part in seen.parts] == [(600, False)]
    record.pay(session=table.session, sent=sent(table.session), payer=2, payee=0, currency="CNY", minor=600)
    (left,) = circle_of(alice, ring).debts
    assert (left.payer, left.payee, left.amount.minor) == ("老王", "阿芳", 400)
    pay_back = {"payer": 0, "payee": 2, "currency": "CNY", "minor": 400}
    record.pay(session=second, sent=sent(second), **pay_back)
    assert circle_of(alice, ring).debts == ()


def circle_of(client: Client, ring: Ring) -> CirclePage:
    found: CirclePage = client.get(ring.url("circle:show")).context["page"]
    return found
