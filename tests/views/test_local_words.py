"""Entries and rows of the 字牌 games say what their players say, and ask what each of them needs."""

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from tests.markup import attribute, elements, only, ticked, values
from zipai_ledger.forms.entry import form_data
from zipai_ledger.ledger.trail import canonical
from zipai_ledger.models import Deal, GameSession, Stage
from zipai_ledger.rules import facts
from zipai_ledger.rules.codec import Count, Seat
from zipai_ledger.rules.zipai.notation import parse_hand

from .conftest import open_by, play

pytestmark = pytest.mark.django_db

PEOPLE = ["老王", "小李", "阿芳", "四叔"]
SEATS = {
    "dazipai": "3",
    "tuozi": "three",
    "bopi": "three_and_counter",
    "gaohuzi": "three",
    "huashi": "three_and_counter",
}
HAND = parse_hand("碰壹壹壹 扫贰贰贰 手一二三四五六七八九六七八肆伍 胡陆").to_json()
"""Twelve 胡: 碰 3, 扫 6, 一二三 3."""


def opened(client: Client, slug: str) -> GameSession:
    seats = SEATS[slug]
    people = PEOPLE if "counter" in seats else PEOPLE[:3]
    session, _ = open_by(
        client, client_id=f"open-{slug}-0123456789", ruleset=slug, seats=seats, player=people, stake=""
    )
    return session


def url(session: GameSession, name: str) -> str:
    return reverse(f"deal_entry:{name}", args=[session.public_id])


def entry_page(client: Client, session: GameSession, name: str) -> str:
    return client.get(url(session, name)).content.decode()


def table(client: Client, session: GameSession) -> str:
    return client.get(reverse("table:show", args=[session.public_id])).content.decode()


def plain(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def send(client: Client, session: GameSession, name: str, **data: object):
    form = {"client_id": f"words-{Deal.objects.count()}-0123456789", "base": "", **data}
    return client.post(url(session, name), form)


def last(session: GameSession) -> dict:
    return canonical.parse(Deal.objects.filter(session=session).latest("position").fact)


def error_text(answer) -> str:
    notices = re.findall(
        r'<(div|p) class="(?:notice bad|field-error)"[^>]*role="alert">(.*?)</\1>',
        answer.content.decode(),
        re.S,
    )
    return " ".join(re.sub(r"<[^>]+>", " ", unescape(" ".join(text for _tag, text in notices))).split())


# ---- words -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("slug", "tabs", "hand", "bar"),
    [
        ("dazipai", "碰 罩 开招 龙 顺比 搭比", "碰捌捌捌 罩伍伍伍 开招三三三三", "黄庄 不下伙"),
        ("tuozi", "碰 锥坎 开招 清倒 顺比 搭比", "碰倒捌捌捌 锥倒伍伍伍 开招三三三三", "臭牌 岔胡"),
    ],
)
def test_the_pad_has_the_keys_and_the_hint_of_its_game(alice: Client, slug, tabs, hand, bar):
    html = entry_page(alice, opened(alice, slug), "new")
    assert " ".join(re.findall(r'data-tab="\w+"[^>]*>\s*([^<]+?)\s*<', html)) == tabs
    assert f"比如：{hand}" in html
    assert bar in plain(html)
    for word in ("扫穿", "开舵", "坐醒", "诈胡"):
        assert word not in html.replace("data-tokens", "")


def test_names_alone_say_whose_and_which_without_a_look(alice: Client):
    html = entry_page(alice, opened(alice, "dazipai"), "new")
    assert re.findall(r'class="how" role="group" aria-label="([^"]+)"', html) == list(PEOPLE[:3])
    assert 'role="img" aria-label="庄家"' in html
    session = opened(alice, "tuozi")
    play(session, facts.Win(winner=Seat(1), source="self_draw", hu=Count(22)))
    assert "第 1 盘" in plain(table(alice, session)).split("账本")[-1]


def test_english_says_what_a_word_of_the_pad_means(alice: Client):
    session = opened(alice, "tuozi")
    assert "<small>3 open</small>" not in entry_page(alice, session, "new")
    english = alice.get(url(session, "new"), headers={"accept-language": "en"}).content.decode()
    assert re.findall(r"<small>(\d \w+)</small>", english) == ["3 open", "3 closed", "4 open", "4 closed"]


def test_a_row_tells_groups_counts_and_sources_in_local_words(alice: Client):
    session = opened(alice, "dazipai")
    play(session, facts.Win(winner=Seat(1), source="discard", from_=Seat(0), hu=Count(22)))
    text = plain(table(alice, session))
    assert "小李 22 油 老王点炮" in text
    assert "22 油 22 油" not in text


def test_the_groups_of_a_hand_and_what_a_screen_reader_says_are_local(alice: Client):
    session = opened(alice, "tuozi")
    play(session, facts.Win(winner=Seat(1), source="other_draw", hand=HAND))
    html = table(alice, session)
    assert "锥倒贰" in plain(html)
    assert 'aria-label="锥倒大贰"' in html
    assert "扫贰" not in html


def test_a_corrected_hand_is_written_in_local_words_and_read_back(alice: Client):
    session = opened(alice, "tuozi")
    (key,) = play(session, facts.Win(winner=Seat(1), source="other_draw", hand=HAND))
    form = alice.get(url(session, "new") + f"?replace={key}").context["form"]
    assert form["groups"].value().startswith("碰倒壹壹壹 锥倒贰贰贰")
    data = form_data({field.name: field.value() for field in form})
    band = alice.post(url(session, "preview") + f"?replace={key}", data)
    assert "12 胡 2 坨" in band.content.decode()


def test_an_error_quotes_a_kind_in_local_words(alice: Client):
    session = opened(alice, "tuozi")
    answer = send(alice, session, "save", winner="0", source="other_draw", groups="清倒伍伍伍 手一 胡一")
    assert "清倒要 4 张一样的" in error_text(answer)


@pytest.mark.parametrize(
    ("slug", "title", "line"),
    [
        ("dazipai", "黄庄", "黄庄，谁也不付"),
        ("tuozi", "臭牌", "臭了牌，谁也不付"),
        ("bopi", "臭牌", "臭了牌，打桩的扣 10 胡给数算的"),
    ],
)
def test_a_dead_deal_says_what_it_does_in_this_game(alice: Client, slug, title, line):
    session = opened(alice, slug)
    html = entry_page(alice, session, "dead")
    assert f"<h1>{title}</h1>" in html
    assert line in html
    assert send(alice, session, "dead").status_code == 303
    assert title in plain(table(alice, session))


# ---- fouls -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("slug", "fields", "usual"),
    [
        ("dazipai", {"units", "min_hu"}, "付给每一家底油"),
        ("tuozi", {"units", "hu", "hand"}, ""),
        ("huashi", {"units", "hu", "hand"}, ""),
        ("bopi", set(), "扣 30 胡，别人不加"),
        ("gaohuzi", set(), "付给每一家 10 分"),
    ],
)
def test_a_foul_asks_only_what_its_game_needs(alice: Client, slug, fields, usual):
    html = entry_page(alice, opened(alice, slug), "foul")
    names = set(re.findall(r'name="(units|hu|hand|min_hu)"', html))
    assert names == fields
    assert usual in html
    seen = re.sub(r"<template data-unsettled>.*?</template>", "", html)
    assert "四叔" not in seen  # not at the table, or 数算


def test_a_claim_is_told_by_its_hu_its_cards_or_what_was_agreed(alice: Client):
    session = opened(alice, "tuozi")
    assert "罚多少看报的是几胡" in error_text(send(alice, session, "foul", offender="1"))
    for data in (
        {"hu": "14"},
        {"units": "3"},
        {"hand": "碰壹壹壹 锥倒贰贰贰 手一二三四五六七八九六七八肆伍 胡陆 翻"},
    ):
        assert send(alice, session, "foul", offender="1", **data).status_code == 303
    deltas = [
        canonical.parse(deal.outcome)["deltas"]
        for deal in Deal.objects.filter(session=session).order_by("position")
    ]
    assert deltas == [[2, -4, 2], [3, -6, 3], [2, -4, 2]]


def test_a_claimed_hand_that_cannot_be_read_is_quoted_and_kept(alice: Client):
    session = opened(alice, "tuozi")
    answer = send(alice, session, "foul", offender="1", hand="碰猫猫猫")
    assert answer.status_code == 422
    assert 'value="碰猫猫猫"' in answer.content.decode()


def test_who_fouled_is_asked_in_the_words_of_the_game(alice: Client):
    answer = send(alice, opened(alice, "dazipai"), "foul")
    assert "谁吃而不下伙？" in plain(answer.content.decode())
    assert error_text(answer) == "先点是谁"


def test_a_foul_is_shown_again_as_it_was_told(alice: Client):
    session = opened(alice, "tuozi")
    (key,) = play(session, facts.Foul(offender=Seat(1), hand=HAND, hu=Count(12)))
    html = alice.get(url(session, "foul") + f"?replace={key}").content.decode()
    assert 'name="hu" min="0" max="999" inputmode="numeric" value="12"' in html
    assert 'value="碰壹壹壹' in html


# ---- the minimum of each deal, and several openers ----------------------------------------------------------------------


@pytest.mark.parametrize("name", ["new", "foul", "opening"])
def test_the_minimum_is_preset_as_it_stands(alice: Client, name: str):
    session = opened(alice, "dazipai")
    play(session, facts.Win(winner=Seat(1), source="self_draw", hu=Count(30), min_hu=Count(25)))
    html = entry_page(alice, session, name)
    assert values(html, "min_hu") == ["15", "20", "25", "30"]
    assert ticked(html, "min_hu") == ["25"]


def test_the_chosen_minimum_is_stored_and_is_the_next_deals(alice: Client):
    session = opened(alice, "dazipai")
    deal = {"winner": "1", "source": "self_draw", "mode": "hu"}
    refused = send(alice, session, "save", **deal, hu="18", min_hu="20")
    assert "18 油，不够底油 20" in error_text(refused)
    assert ticked(refused.content.decode(), "min_hu") == ["20"]
    assert send(alice, session, "save", **deal, hu="20", min_hu="20").status_code == 303
    assert last(session)["min_hu"] == 20
    assert 'data-min-hu="20"' in entry_page(alice, session, "new")


def test_the_band_counts_towards_the_chosen_minimum(alice: Client):
    session = opened(alice, "dazipai")
    data = {"winner": "1", "source": "self_draw", "mode": "cards", "groups": "龙一一一一", "min_hu": "30"}
    band = alice.post(url(session, "preview"), data).content.decode()
    assert "差 21 油起胡" in band


def test_a_game_without_a_minimum_of_each_deal_asks_for_none(alice: Client):
    session = opened(alice, "tuozi")
    assert 'name="min_hu"' not in entry_page(alice, session, "new")
    answer = send(alice, session, "save", winner="1", source="self_draw", mode="hu", hu="12", min_hu="99")
    assert answer.status_code == 303
    assert "min_hu" not in last(session)


def test_several_open_each_with_a_number_or_a_hand(alice: Client):
    session = opened(alice, "dazipai")
    assert url(session, "opening") in entry_page(alice, session, "new")
    dealt = "手一一一二二二三三三四四四五五五六七八九十"
    answer = send(alice, session, "opening", open_0="1", open_hu_0="30", open_hand_1=dealt, min_hu="20")
    assert answer.status_code == 303
    stored = last(session)
    assert [win["winner"] for win in stored["wins"]] == [0, 1]
    assert stored["min_hu"] == 20
    # 小李's five small triples of 大字牌 are 3 each, red 二 too: 15, below 老王's 30, who is paid by both.
    assert canonical.parse(Deal.objects.get(session=session).outcome)["deltas"] == [60, -30, -30]
    assert "老王 30 油、小李 15 油" in plain(table(alice, session))


def test_an_opener_without_a_number_is_asked_for_it_and_nobody_is_refused(alice: Client):
    session = opened(alice, "dazipai")
    assert "起手胡的是谁？" in error_text(send(alice, session, "opening"))
    assert "牌和油数至少写一样" in error_text(send(alice, session, "opening", open_2="1"))
    answer = send(alice, session, "opening", open_hand_2="碰猫")
    assert answer.status_code == 422
    assert 'value="碰猫"' in answer.content.decode()


def test_an_opening_is_shown_again_as_it_was_told(alice: Client):
    session = opened(alice, "dazipai")
    wins = (facts.OpeningWin(winner=Seat(0), hu=Count(30)), facts.OpeningWin(winner=Seat(2), hu=Count(21)))
    (key,) = play(session, facts.Opening(wins=wins, min_hu=Count(20)))
    answer = alice.get(reverse("corrections:replace", args=[session.public_id, key]))
    html = alice.get(answer["Location"]).content.decode()
    assert [seat for seat in range(3) if ticked(html, f"open_{seat}")] == [0, 2]
    assert values(html, "open_hu_2") == ["21"]
    assert ticked(html, "min_hu") == ["20"]


# ---- patterns told ---------------------------------------------------------------------------------------------------


def test_patterns_are_offered_where_only_a_number_is_told(alice: Client):
    html = entry_page(alice, opened(alice, "huashi"), "new")
    assert re.findall(r'name="pattern_(\w+)"', html) == ["honghu", "manyuanhua", "piaohu", "wuhu"]
    assert "pattern_" not in entry_page(alice, opened(alice, "tuozi"), "new")


def test_a_told_pattern_is_stored_and_shown_again(alice: Client):
    session = opened(alice, "huashi")
    deal = {"winner": "1", "source": "self_draw", "mode": "hu"}
    assert (
        send(alice, session, "save", **deal, hu="6", pattern_honghu="1", pattern_manyuanhua="1").status_code
        == 303
    )
    assert last(session)["marks"] == ["honghu", "manyuanhua"]
    key = Deal.objects.get(session=session).key
    html = alice.get(url(session, "new") + f"?replace={key}").content.decode()
    checked = re.findall(r'name="pattern_(\w+)"[^>]* checked', html)
    assert checked == ["honghu", "manyuanhua"]


def test_piaohu_brings_its_nought_along(alice: Client):
    session = opened(alice, "huashi")
    data = {"winner": "1", "source": "self_draw", "mode": "hu", "pattern_piaohu": "1"}
    band = alice.post(url(session, "preview"), data).content.decode()
    assert 'data-ready="1"' in band
    assert "小李 +40，四叔 +20，老王 −30，阿芳 −30" in plain(band)
    send(alice, session, "save", **data)
    assert last(session)["hu"] == 0


def test_patterns_that_exclude_one_another_are_refused_by_name(alice: Client):
    session = opened(alice, "huashi")
    deal = {"winner": "1", "source": "self_draw", "mode": "hu", "hu": "12"}
    answer = send(alice, session, "save", **deal, pattern_honghu="1", pattern_wuhu="1")
    assert "乌胡和红胡不能都有" in error_text(answer)


def test_the_band_of_a_tally_game_says_where_everybody_stands_then(alice: Client):
    session = opened(alice, "bopi")
    play(session, facts.Win(winner=Seat(0), source="other_draw", hu=Count(40)))
    data = {"winner": "0", "source": "other_draw", "mode": "hu", "hu": "30"}
    assert "老王共 70，四叔共 35" in alice.post(url(session, "preview"), data).content.decode()
    play(session, facts.Win(winner=Seat(0), source="other_draw", hu=Count(60)))
    data |= {"winner": "1", "hu": "10"}
    band = alice.post(url(session, "preview"), data).content.decode()
    assert "一轮结了" in band
    assert "老王 +23" in plain(band)


# ---- tables of every game ----------------------------------------------------------------------------------------------


def test_who_sits_is_chosen_in_the_words_of_the_game(alice: Client):
    html = alice.get(reverse("new_table:new"), {"ruleset": "huashi"}).content.decode()
    choices = re.findall(r'name="seats" id="[^"]+" value="([^"]+)" data-seat-count="(\d)"', html)
    assert choices == [("two", "2"), ("three", "3"), ("three_and_counter", "4"), ("four_at_once", "4")]
    usual = [one for one in elements(html, "input", name="seats") if attribute(one, "checked") is not None]
    assert [attribute(one, "value") for one in usual] == ["three_and_counter"]
    assert "四个人，一个数算" in html
    assert "rule-form" not in html
    assert 'data-dealer-word="打桩的"' in html


def test_four_at_once_brings_its_minimum_unless_another_was_typed(alice: Client):
    data = {
        "ruleset": "huashi",
        "shown": "huashi",
        "was": "three",
        "seats": "four_at_once",
        "rule-min_hu": "10",
    }
    html = alice.get(reverse("new_table:rules"), data).content.decode()
    assert attribute(only(html, "input", name="rule-min_hu"), "value") == "6"
    typed = alice.get(reverse("new_table:rules"), {**data, "rule-min_hu": "8"}).content.decode()
    assert attribute(only(typed, "input", name="rule-min_hu"), "value") == "8"
    session, _ = open_by(alice, **data, player=PEOPLE, stake="")
    options = canonical.parse(Stage.objects.get(session=session).options)
    assert (options["form"], options["min_hu"]) == ("four_at_once", 6)


def test_another_game_keeps_the_names_and_brings_its_own_seats_and_rules(alice: Client):
    data = {"ruleset": "bopi", "shown": "guilin", "seats": "3", "player": PEOPLE[:3], "rule-min_hu": "15"}
    html = alice.get(reverse("new_table:rules"), data).content.decode()
    counter = only(html, "input", name="seats", value="three_and_counter")
    assert (attribute(counter, "data-seat-count"), attribute(counter, "checked")) == ("4", "")
    assert 'value="小李"' in html
    assert attribute(only(html, "input", name="rule-min_hu"), "value") == "10"
    assert 'name="shown" value="bopi"' in html


def test_without_scripts_another_game_is_shown_before_it_is_opened(alice: Client):
    form = {
        "name": "桌",
        "client_id": "plain-0123456789",
        "ruleset": "dazipai",
        "shown": "guilin",
        "seats": "3",
        "player": PEOPLE[:3],
    }
    answer = alice.post(reverse("new_table:new"), {**form, "dealer": "0", "rule-min_hu": "10"})
    assert answer.status_code == 200
    assert not GameSession.objects.exists()
    html = answer.content.decode()
    assert "头一盘起胡" in html
    assert 'value="阿芳"' in html
    assert (
        alice.post(reverse("new_table:new"), {**form, "shown": "dazipai", "dealer": "0"}).status_code == 302
    )


def test_the_next_stage_may_be_another_game_and_units_stand_side_by_side(alice: Client):
    session = opened(alice, "dazipai")
    play(session, facts.Win(winner=Seat(1), source="discard", from_=Seat(0), hu=Count(22)))
    form = {
        "client_id": "stage-0123456789",
        "ruleset": "bopi",
        "shown": "dazipai",
        "seats": "3",
        "dealer": "1",
    }
    change = reverse("stages:change", args=[session.public_id])
    answer = alice.post(change, {**form, "player": PEOPLE[:3], "known": "3"})
    assert answer.status_code == 200
    assert Stage.objects.filter(session=session).count() == 1
    form |= {"shown": "bopi", "seats": "three_and_counter"}
    assert alice.post(change, {**form, "player": PEOPLE, "known": "3"}).status_code == 302
    html = table(alice, session)
    assert 'class="elsewhere"><b>油</b>' in html
    assert html.count('class="tally num"') == 4
    settle = alice.get(reverse("settlement:show", args=[session.public_id])).content.decode()
    assert settle.index(">油<") < settle.index(">皮<")
    home = alice.get("/").content.decode()
    assert home.count('class="elsewhere"') == 2
