"""The board on the wall: what it says, to whom, and who may hang an invitation there."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from zipai_ledger.access import invitations, walls
from zipai_ledger.access.invitations import Offer
from zipai_ledger.ledger import record
from zipai_ledger.models import Grant, Role
from zipai_ledger.rules import facts
from zipai_ledger.rules.codec import Seat

from .conftest import CALLED, Table, open_by, page, play, sent

pytestmark = pytest.mark.django_db


def hang(client: Client, table: Table, **fields: str) -> int:
    return client.post(table.url("board:invite"), fields).status_code


def texts(html: str, selector: str) -> list[str]:
    found = re.findall(rf'class="{selector}[^"]*"[^>]*>(.*?)</(?:p|section|ul|h2)>', html, re.S)
    return [re.sub(r"<[^>]+>|\s+", " ", one).strip() for one in found]


def test_it_shows_totals_the_last_deal_and_who_deals_next(viewer: Client, table: Table):
    html = page(viewer, table.url("board:show"))
    assert texts(html, "total num") == ["+12", "0", "−12"]
    assert (
        texts(html, "gain num") == ["上一盘 −4", "上一盘 +8", "上一盘 −4"]
        or len(texts(html, "gain num")) == 3
    )
    assert "小李 17 胡" in html
    assert "第 3 盘 小李 坐庄" in re.sub(r"(<[^>]+>)+", " ", html)
    assert 'data-show="board"' in html
    assert 'data-theme="dark"' in html
    assert 'data-theme="light"' in page(viewer, table.url("board:show") + "?look=light")


def test_tiles_of_a_hand_are_drawn_with_why_it_is_worth_that_and_with_names_where_two_won(alice: Client):
    people = ["老王", "小李", "阿芳", "四叔"]
    session, _ = open_by(alice, ruleset="guiyang", seats="4", player=people, stake="")
    board = reverse("board:show", args=[session.public_id])
    plain = "一二三万 四五六万 七八九条 三三三筒 五五筒"
    won = facts.TileWin(winner=Seat(1), source="self_draw", tiles=plain)
    play(session, facts.TilesWon(wins=(won,), ji=facts.Ji(flipped="四条")))
    html = page(alice, board)
    assert (html.count('class="tile '), html.count("wall-tiles")) == (14, 1)
    assert "一万 二万 三万 四万" in html, "read aloud too"
    assert "<span>平胡</span>" in html
    hands = ("二二二万 六六六条 九九九条 四四四筒 八八筒", "一一三三四四万 五五七七八八条 一一筒")
    two = [
        facts.TileWin(winner=Seat(n), source="discard", from_=Seat(3), tiles=tiles)
        for n, tiles in enumerate(hands)
    ]
    play(session, facts.TilesWon(wins=tuple(two), ji=facts.Ji(flipped=None)))
    html = page(alice, board)
    assert (html.count('class="tile '), html.count("wall-tiles")) == (28, 2)
    assert re.findall(r'wall-tiles">\s*<small><bdi>(.*?)<', html) == ["老王", "小李"]
    named = facts.TileWin(winner=Seat(0), source="self_draw", pattern="daduizi")
    play(session, facts.TilesWon(wins=(named,), ji=facts.Ji(flipped=None)))
    assert "wall-tiles" not in page(alice, board)
    assert page(alice, reverse("table:show", args=[session.public_id])).count('class="tile ') == 42, (
        "rows too"
    )


def test_a_deal_that_does_not_count_is_not_the_last_one(alice: Client, table: Table):
    alice.post(
        table.url("corrections:void", table.keys[1]),
        {"reason": "记重了", "confirm": "1", "client_id": "v-0123456789ab"},
    )
    html = page(alice, table.url("board:show"))
    assert "<h2>老王 " in html
    assert "小李 17 胡" not in html


def test_a_closed_table_says_who_gives_whom_how_much(alice: Client, table: Table):
    alice.post(table.url("closing:close"), {"entry": "close-0123456789"})
    html = page(alice, table.url("board:show"))
    assert "已收桌" in html
    assert texts(html, "wall-final")
    assert "坐庄" not in html


def test_only_an_owner_hangs_an_invitation_and_every_board_shows_it(
    alice: Client, bob: Client, viewer: Client, table: Table
):
    assert 'class="qr"' not in page(viewer, table.url("board:show"))
    assert (hang(bob, table), hang(viewer, table)) == (403, 403)
    assert hang(alice, table) == 302
    secret = walls.hung(table.session)
    html = page(viewer, table.url("board:show"))
    assert 'class="qr"' in html
    assert "board/invitation" not in html
    guest = Client()
    guest.post(f"/j/{table.public_id}", {"secret": secret, "as": "viewer"})
    assert guest.get(table.url("table:show")).status_code == 200
    assert Grant.objects.latest("pk").role == Role.VIEWER
    assert hang(alice, table) == 302
    assert walls.hung(table.session) == secret, "one that hangs there already stays"


def test_whoever_hangs_or_takes_down_keeps_the_look_of_the_wall(alice: Client, table: Table):
    here = table.url("board:show")
    bright = page(alice, here + "?look=light")
    assert '<input type="hidden" name="look" value="light">' in bright
    assert f'hx-get="{here}?look=light"' in bright
    for fields in ({"look": "light"}, {"look": "light", "down": "1"}):
        assert alice.post(table.url("board:invite"), fields).headers["Location"] == here + "?look=light"
    for look in ("dark", "pink", ""):
        assert alice.post(table.url("board:invite"), {"look": look}).headers["Location"] == here


def test_once_taken_down_it_lets_nobody_in_and_sends_nobody_away(alice: Client, table: Table):
    hang(alice, table)
    secret = walls.hung(table.session)
    guest = Client()
    guest.post(f"/j/{table.public_id}", {"secret": secret, "as": "viewer"})
    assert hang(alice, table, down="1") == 302
    assert walls.hung(table.session) == ""
    assert 'class="qr"' not in page(alice, table.url("board:show"))
    late = Client()
    late.post(f"/j/{table.public_id}", {"secret": secret, "as": "viewer"})
    assert late.get(table.url("table:show")).status_code == 404
    assert guest.get(table.url("table:show")).status_code == 200


def test_what_hangs_stays_as_long_as_a_board_asks_and_the_table_is_open(
    alice: Client, viewer: Client, table: Table, monkeypatch: pytest.MonkeyPatch
):
    """For a day and a night, without a reload."""
    hang(alice, table)
    secret, began = walls.hung(table.session), timezone.now()
    for hours in range(2, 26, 2):
        monkeypatch.setattr(timezone, "now", lambda at=began + timedelta(hours=hours): at)
        part = viewer.get(table.url("board:show"), headers={"HX-Request": "true"}).content.decode()
        assert 'class="qr"' in part
    assert walls.hung(table.session) == secret, "one that was photographed still leads here"
    record.close(session=table.session, sent=sent(table.session))
    viewer.get(table.url("board:show"))
    monkeypatch.setattr(timezone, "now", lambda: began + timedelta(hours=37))
    assert walls.hung(table.session) == ""


def test_no_other_invitation_is_ever_shown_on_it(table: Table):
    invitations.invite(table.session, Offer(Role.VIEWER))
    invitations.put_at_hand(table.session, Role.SCOREKEEPER)
    assert walls.hung(table.session) == ""


def test_open_boards_are_drawn_anew_when_an_invitation_is_hung_there(
    alice: Client, viewer: Client, table: Table
):
    before = Grant.objects.latest("pk").mark
    hang(alice, table)
    news = viewer.get(table.url("live:news"), {"rev": table.head, "show": "board", "mark": before})
    assert news.status_code == 200
    assert 'data-into="wall"' in news.content.decode()
    part = viewer.get(table.url("board:show"), headers={"HX-Request": "true"}).content.decode()
    assert 'class="qr"' in part
    assert "<html" not in part


def test_a_board_is_sent_what_happened_since(viewer: Client, table: Table):
    seen = table.head
    play(table.session, CALLED)
    news = viewer.get(table.url("live:news"), {"rev": seen, "show": "board"}).content.decode()
    assert "第 3 盘，小李 17 胡" in news
    assert '<div data-into="wall-news">刚才：' in news
