"""试玩: from the front page to a sample table, what its pages say, and how it goes again."""

import re
from html import unescape
from http.cookies import SimpleCookie

import pytest
from django.test import Client

from tests.once import once
from zipai_ledger import samples
from zipai_ledger.models import Circle, Deal, Evening, GameSession, Grant, Role, Stage
from zipai_ledger.rules import facts
from zipai_ledger.rules.codec import Count, Seat
from zipai_ledger.samples.practice import HANDS

from .addresses import OF_TABLES, answered
from .conftest import Table, client_with, page, play

pytestmark = pytest.mark.django_db

TRY = "/sample/"
MARK = "随便点，点坏了也没事"
FILES = {"exports:csv", "exports:xlsx", "sharing:pdf", "exports:json", "exports:archive", "sharing:picture"}


@pytest.fixture
def anna(db: None) -> Client:
    """Somebody new."""
    client = Client()
    client.get("/")
    return client


@pytest.fixture
def tried(anna: Client) -> Table:
    """Her sample table."""
    found, anna.cookies = once("a sample table", lambda: sample_of(anna))
    return found


def sample_of(client: Client) -> tuple[Table, SimpleCookie]:
    assert client.post(TRY).status_code == 302
    session = GameSession.objects.get(sample=True)
    keys = Deal.objects.filter(session=session).values_list("key", flat=True)
    return Table(session, "", "", tuple(keys)), client.cookies


def won(number: int, **other: object) -> facts.Win:
    """A practice hand as somebody enters it by its 胡 alone."""
    hand = HANDS[number]
    data: dict = {"winner": hand.winner, "source": hand.source, "from_": hand.from_, "hu": Count(hand.hu)}
    return facts.Win(**{**data, "xing": facts.Xing(count=Count(hand.xing)), **other})


def practice(client: Client, table: Table) -> str:
    """The words of the card."""
    text = page(client, table.url("table:show"))
    card = re.search(r'<section class="sheet practice".*?</section>', text, re.DOTALL)
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", card[0]))) if card else ""


def test_a_new_phone_is_offered_to_try_one(anna: Client):
    text = page(anna, "/")
    assert f'action="{TRY}"' in text
    assert MARK in text


def test_a_phone_gets_its_token_before_it_sends_anything():
    assert "zipai" in Client().get("/").cookies


def test_trying_leads_to_a_table_of_ones_own(anna: Client, tried: Table):
    text = page(anna, tried.url("table:show"))
    assert "试玩的一桌" in text
    assert "张伯 10 胡" in text
    assert tried.url("deal_entry:new") in text


def test_trying_twice_leads_to_the_same_table(anna: Client, tried: Table):
    assert anna.post(TRY)["Location"] == tried.url("table:show")
    assert GameSession.objects.count() == 1


def test_a_phone_without_any_cookie_gets_one_with_its_table():
    client = Client()
    table = client.post(TRY)["Location"]
    assert client.get(table).status_code == 200
    assert client.post(TRY)["Location"] == table


def test_only_a_post_opens_one(anna: Client):
    assert anna.get(TRY).status_code == 405
    assert Client(enforce_csrf_checks=True).post(TRY).status_code == 403
    assert GameSession.objects.count() == 0


def test_its_names_are_in_the_language_of_the_phone():
    client = Client(headers={"accept-language": "en"})
    text = client.post(TRY, follow=True).content.decode()
    assert "Sample table" in text
    assert "Zhang" in text
    assert client_words("zh-hant").count("張伯") > 3


def client_words(language: str) -> str:
    return Client(headers={"accept-language": language}).post(TRY, follow=True).content.decode()


def test_where_there_is_no_room_one_is_told_so(anna: Client, monkeypatch):
    monkeypatch.setattr(samples, "MOST", 0)
    answer = anna.post(TRY)
    assert (answer.status_code, answer["Retry-After"]) == (429, "600")
    assert "过一会儿再来试" in answer.content.decode()


def test_the_front_page_marks_it_and_puts_it_after_real_tables(alice: Client, table: Table):
    alice.post(TRY)
    text = page(alice, "/")
    assert '<span class="tag">试玩</span>' in text
    assert text.index("周五老地方") < text.index("试玩的一桌")
    assert f'action="{TRY}"' in text


def test_another_table_is_opened_like_the_last_real_one_never_like_a_sample(
    anna: Client, tried: Table, alice: Client, table: Table
):
    assert "照上次的再开一桌" not in page(anna, "/")
    alice.post(TRY)
    assert table.url("new_table:again") in page(alice, "/")


def test_every_page_of_it_says_what_it_is(anna: Client, tried: Table):
    ids = {"key": tried.keys[0], "player": 1, "link": 1, "grant": Grant.objects.get().pk}
    silent = []
    for address in [each for each in OF_TABLES if each.name not in FILES]:
        url = address.url({"public_id": tried.public_id, **ids})
        status, body, _headers = answered(anna, "get", url)
        text = body.decode(errors="replace")
        if status == 200 and "<!doctype html" in text and 'aria-label="试玩"' not in text:
            silent.append(address.name)
    assert silent == ["deal_entry:new"]
    assert 'aria-label="照着记"' in page(anna, tried.url("deal_entry:new"))


def test_no_page_of_another_table_says_so(alice: Client, table: Table):
    for name in ("table:show", "deal_entry:new", "settlement:show", "erasure:table"):
        text = page(alice, table.url(name))
        assert "sample" not in text
        assert "practice" not in text


def test_nothing_of_it_goes_further(anna: Client, tried: Table):
    here = tried.url("table:show")
    text = page(anna, here) + page(anna, tried.url("settlement:show"))
    for name in ("new_table:again", "table:circle"):
        assert tried.url(name) not in text
        assert anna.get(tried.url(name))["Location"] == here
        sent = {"name": "巷口老友", "client_id": "circle-0123456789"}
        assert anna.post(tried.url(name), sent)["Location"] == here
    assert not Circle.objects.exists()
    assert not Evening.objects.exists()
    assert GameSession.objects.count() == 1


def test_it_keeps_its_name(anna: Client, tried: Table):
    assert 'name="name"' not in page(anna, tried.url("table:names"))
    anna.post(tried.url("table:names"), {"name": "真的一桌", "player-0": "王大爷"})
    assert GameSession.objects.get().name == "试玩的一桌"
    assert "王大爷" in page(anna, tried.url("table:show"))


def test_no_money_is_played_for(anna: Client, tried: Table):
    form = page(anna, tried.url("stages:change"))
    assert 'name="stake"' not in form
    assert "data-strangers" in form
    sent = {
        "ruleset": "guilin",
        "seats": "3",
        "player": ["张伯", "李婶", "小陈"],
        "dealer": "0",
        "stake": "50",
        "known": "3",
        "client_id": "stage-0123456789",
        "rule-xing_kinds": ["上", "下"],
    }
    assert anna.post(tried.url("stages:change"), sent).status_code == 302
    assert list(Stage.objects.values_list("minor_per_unit", flat=True)) == [None, None]


def test_it_goes_without_its_name_being_typed(anna: Client, tried: Table):
    text = page(anna, tried.url("table:show"))
    assert "不玩了，删掉" in text
    sure = page(anna, tried.url("erasure:table"))
    assert "7 天没人动" in sure
    assert "id_name" not in sure
    assert GameSession.objects.exists()
    assert "那一桌删掉了" in anna.post(tried.url("erasure:table"), follow=True).content.decode()
    assert not GameSession.objects.exists()


def test_a_real_table_still_wants_its_name_typed(alice: Client, table: Table):
    assert alice.post(table.url("erasure:table")).status_code == 422


@pytest.mark.parametrize("role", [Role.VIEWER, Role.SCOREKEEPER])
def test_only_its_owner_deletes_it(role: str, tried: Table):
    guest = client_with(tried.session, role)
    assert "不玩了，删掉" not in page(guest, tried.url("table:show"))
    assert MARK in page(guest, tried.url("table:show"))
    assert guest.post(tried.url("erasure:table")).status_code == 403
    assert GameSession.objects.exists()


def test_a_stranger_sees_nothing_of_it(tried: Table, charlie: Client):
    assert charlie.get(tried.url("table:show")).status_code == 404
    assert charlie.post(tried.url("erasure:table")).status_code == 404
    assert "试玩的一桌" not in page(charlie, "/")


def test_the_card_shows_the_first_hand(anna: Client, tried: Table):
    where = "点下面的“记一盘”，点谁胡、怎么胡，再点几胡。"
    assert practice(anna, tried) == f" 照着记一盘 1 / 3 小陈 自摸 17 胡 醒 1 {where} "


def test_a_hand_that_came_out_is_praised_and_the_next_is_drawn(anna: Client, tried: Table):
    play(tried.session, won(0))
    words = practice(anna, tried)
    assert "✓ 对了 17 胡 4 舵" in words
    assert "2 / 3 张伯 自摸" in words
    assert page(anna, tried.url("table:show")).count('class="fan ') >= 7


def test_a_hand_that_differs_is_told_calmly_with_the_way_to_mend_it(anna: Client, tried: Table):
    (key,) = play(tried.session, won(0, hu=Count(15)))
    assert "你记的是 15 胡，这副是 17 胡。" in practice(anna, tried)
    mending = f"{tried.url('deal_entry:new')}?replace={key}"
    assert mending in page(anna, tried.url("table:show"))
    assert 'aria-label="照着记"' in page(anna, mending)


@pytest.mark.parametrize(
    ("other", "message"),
    [
        ({"winner": Seat(1)}, "你记的是 李婶，这副是 小陈。"),
        ({"source": "discard", "from_": Seat(0)}, "你记的是 张伯点炮，这副是 自摸。"),
        (
            {"source": "other_draw", "from_": Seat(0), "hu": Count(20)},
            "你记的是 张伯翻出 20 胡，这副是 自摸 17 胡。",
        ),
        ({"xing": facts.Xing(count=Count(3))}, "你记的是 6 舵，这副是 4 舵。"),
    ],
)
def test_what_differs_is_named(other: dict, message: str, anna: Client, tried: Table):
    play(tried.session, won(0, **other))
    assert message in practice(anna, tried)


def test_what_nobody_won_is_no_practice(anna: Client, tried: Table):
    before = practice(anna, tried)
    play(tried.session, facts.Dead(), facts.Foul(offender=Seat(1)))
    assert practice(anna, tried) == before


def test_after_three_hands_one_opens_a_real_table(anna: Client, tried: Table):
    play(tried.session, *(won(number) for number in range(3)))
    words = practice(anna, tried)
    assert "✓ 对了 16 胡 5 舵" in words
    assert "会了，开一桌真的" in words
    text = page(anna, tried.url("table:show"))
    assert 'href="/new/"' in text
    assert 'aria-label="照着记"' not in page(anna, tried.url("deal_entry:new"))


def test_who_may_keep_score_practises_too_who_only_looks_does_not(tried: Table):
    assert "照着记一盘" in practice(client_with(tried.session, Role.SCOREKEEPER), tried)
    assert practice(client_with(tried.session, Role.VIEWER), tried) == ""


def test_under_other_rules_there_is_nothing_to_practise(anna: Client, tried: Table):
    sent = {
        "ruleset": "bopi",
        "seats": "three",
        "player": ["张伯", "李婶", "小陈"],
        "dealer": "0",
        "known": "3",
        "client_id": "stage-0123456789",
    }
    assert anna.post(tried.url("stages:change"), sent).status_code == 302
    assert practice(anna, tried) == ""
    assert MARK in page(anna, tried.url("deal_entry:new"))


def test_a_deal_of_the_evening_is_corrected_without_the_hand_beside_it(anna: Client, tried: Table):
    mending = f"{tried.url('deal_entry:new')}?replace={tried.keys[0]}"
    assert 'aria-label="照着记"' not in page(anna, mending)


def test_an_open_page_is_told_of_the_practice_and_only_there(
    anna: Client, tried: Table, alice: Client, table: Table
):
    for client, one in ((anna, tried), (alice, table)):
        since = one.head
        play(one.session, won(0))
        news = client.get(one.url("live:news"), {"rev": since, "show": "table"}).content.decode()
        assert ('data-into="practice"' in news) == (client is anna)
