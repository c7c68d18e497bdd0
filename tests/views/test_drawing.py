"""翻牌定庄 by form posts alone: every tap, what is refused, and where the result goes."""

import json
import re
from collections import defaultdict
from html import unescape

import pytest
from django.http import QueryDict
from django.test import Client
from django.urls import reverse

from zipai_ledger.forms.drawing import companies
from zipai_ledger.forms.stages import StageForm
from zipai_ledger.models import GameSession, Stage
from zipai_ledger.rules.registry import all_rulesets

from .conftest import NEW, Table, open_by

pytestmark = pytest.mark.django_db
URL = "/drawing/"
FOUR = {"draw-company": "4-rests", "draw-way": "counting", "player": ["老王", "小李", "阿芳", "老赵"]}
S4 = "一一五二捌六六贰贰"
INPUT = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)"')

BOPI = {
    **{key: value for key, value in NEW.items() if not key.startswith("rule-")},
    "ruleset": "bopi",
    "seats": "three_and_counter",
    "player": ["老王", "小李", "阿芳", "老赵"],
    "dealer": "2",
    "shown": "bopi",
    "rule-target": "120",
    "draw-for": "new",
}


def text(answer) -> str:
    return answer.content.decode()


def fields(answer, form: str) -> dict[str, list[str]]:
    """The hidden fields of one form of a page."""
    found = re.search(rf'<form id="{form}".*?</form>', text(answer), re.DOTALL)
    assert found, form
    sent: dict[str, list[str]] = defaultdict(list)
    for name, value in INPUT.findall(found[0]):
        if name != "csrfmiddlewaretoken":
            sent[name].append(unescape(value))
    return dict(sent)


def tapped(client: Client, data: dict, cards: str):
    """Tap card after card, each time sending on only what the page had."""
    answer = client.post(URL, data)
    sent = {**data, **fields(answer, "drawing")}
    for card in cards:
        answer = client.post(URL, {**sent, "draw-tap": card})
        assert answer.status_code == 200, text(answer)
        sent = fields(answer, "drawing")
    return answer


SEAT = re.compile(
    r'<div class="seat[^>]*>.*?(?P<seal>class="seal".*?)?<bdi>(?P<name>[^<]+)</bdi>(?:<span class="tag">(?P<tag>[^<]+))?',
    re.DOTALL,
)


def seats_of(answer) -> list[tuple[str, str, bool]]:
    """Names on the desk, where each sits, who has the seal."""
    desk = text(answer).split('<div class="desk')[1].split('<div class="middle"')[0]
    return [(found["name"], found["tag"] or "", bool(found["seal"])) for found in SEAT.finditer(desk)]


def target(answer) -> str:
    """Where the result goes."""
    found = re.search(r'<form id="reseated" method="post" action="([^"]*)"', text(answer))
    assert found
    return found[1]


def places(answer) -> list[str]:
    """Where those sit who were drawn."""
    return [place for _name, place, _deals in seats_of(answer)]


def rows(answer) -> list[str]:
    """What stands before the names in the form of a table."""
    return re.findall(r'<span class="where quiet small">([^<]*)</span>', text(answer))


# ---- on its own ------------------------------------------------------------------------------------------------


def test_the_page_asks_three_people_for_their_cards(alice: Client):
    answer = alice.get(URL)
    assert answer.context["page"].ask == "第 1 位翻到哪张？"
    assert text(answer).count('name="draw-tap"') == 20
    assert re.findall(r'name="draw-company".*?<span>([^<]+)</span>', text(answer), re.DOTALL) == [
        "2 人",
        "3 人",
        "4 人",
        "4 人，一个数算",
    ]


def test_the_example_of_s4_by_taps(alice: Client):
    answer = tapped(alice, FOUR, S4)
    assert seats_of(answer) == [
        ("阿芳", "", True),
        ("老赵", "下手", False),
        ("老王", "上手", False),
        ("小李", "数算", False),
    ]
    values = [seat.hand.value for seat in answer.context["page"].seats]
    assert values == ["小六豹子", "大二豹子", "6 点", "10，闭死"]
    assert "draw-tap" not in text(answer)


def test_four_who_all_play_have_one_opposite(alice: Client):
    answer = tapped(alice, {"draw-company": "4"}, "一二三四")
    assert places(answer) == ["", "下手", "对家", "上手"]
    assert [name for name, _place, _deals in seats_of(answer)] == ["第 4 位", "第 3 位", "第 2 位", "第 1 位"]


def test_two_sit_opposite_each_other(alice: Client):
    answer = tapped(alice, {"draw-company": "2"}, "一拾")
    assert places(answer) == ["", "对家"]


def test_who_is_equal_is_told_to_draw_again(alice: Client):
    answer = tapped(alice, {**FOUR, "draw-way": "highest"}, "八九八一")
    assert "老王、阿芳一样大，再各翻一张" in text(answer)
    assert [row.is_equal for row in answer.context["page"].drawers] == [True, False, True, False]
    assert answer.context["page"].ask == "老王翻到哪张？"
    halfway = tapped(alice, {**FOUR, "draw-way": "highest"}, "八九八一三")
    assert [row.is_equal for row in halfway.context["page"].drawers] == [False, False, True, False]


def test_a_fifth_copy_is_refused_and_nothing_else_is_lost(alice: Client):
    answer = tapped(alice, {"draw-company": "2"}, "八八八八")
    assert answer.context["page"].keys[7].is_full
    sent = fields(answer, "drawing")
    refused = alice.post(URL, {**sent, "draw-tap": "八"})
    assert refused.status_code == 422
    assert "八有 5 张，一副牌只有 4 张" in text(refused)
    assert fields(refused, "drawing") == sent


def test_what_is_no_card_is_refused(alice: Client):
    refused = alice.post(URL, {"draw-tap": "猫"})
    assert refused.status_code == 422
    assert "“猫”不是字牌" in text(refused)


def test_a_step_back_and_a_new_start(alice: Client):
    sent = fields(tapped(alice, FOUR, "一一五二"), "drawing")
    assert fields(alice.post(URL, {**sent, "draw-undo": "1"}), "drawing")["draw-cards"] == ["一一五"]
    again = alice.post(URL, {**sent, "draw-again": "1"})
    assert fields(again, "drawing")["draw-cards"] == [""]
    assert "老赵" in text(again)


def test_a_decided_drawing_can_be_taken_back(alice: Client):
    sent = fields(tapped(alice, FOUR, S4), "drawing")
    back = alice.post(URL, {**sent, "draw-undo": "1"})
    assert back.context["page"].ask == "老赵还有一张是？"


def test_the_phone_turns_cards_until_all_is_decided(alice: Client):
    answer = alice.post(URL, {**FOUR, "draw-phone": "1"})
    for _ in range(40):
        if answer.context["page"].seats:
            break
        answer = alice.post(URL, {**fields(answer, "drawing"), "draw-phone": "1"})
    assert sorted(seat.name for seat in answer.context["page"].seats) == sorted(FOUR["player"])


def test_a_deck_used_up_asks_to_start_again(alice: Client):
    deck = "".join(card * 4 for card in "一二三四五六七八九十壹贰叁肆伍陆柒捌玖拾")
    answer = alice.post(URL, {"draw-company": "2", "draw-cards": deck})
    assert "牌翻完了还没分出来，洗牌重来" in text(answer)
    assert answer.context["page"].keys == ()
    after = alice.post(URL, {"draw-company": "2", "draw-cards": deck, "draw-phone": "1"})
    assert fields(after, "drawing")["draw-cards"] == [deck]


@pytest.mark.parametrize(
    "nonsense",
    [
        {"draw-way": "dice", "draw-company": "17", "draw-turner": "9", "draw-cards": "猫"},
        {"draw-cards": "八八八八八"},
        {"draw-for": "../../x", "ruleset": "nowhere", "player": ["a"] * 50},
    ],
)
def test_nonsense_begins_from_the_beginning(alice: Client, nonsense: dict):
    answer = alice.post(URL, nonsense)
    assert answer.status_code == 200
    assert answer.context["page"].setup
    assert answer.context["page"].drawing.way == "highest"
    decided = tapped(alice, {**nonsense, "draw-cards": ""}, "一二三四"[: len(answer.context["page"].drawers)])
    assert target(decided) == reverse("new_table:new")


def test_a_tap_through_htmx_brings_the_part_and_says_what_comes_next(alice: Client):
    answer = alice.post(URL, {**FOUR, "draw-tap": "三"}, headers={"HX-Request": "true"})
    assert "<html" not in text(answer)
    assert '<div id="live" hx-swap-oob="innerHTML">阿芳抓了哪两张？</div>' in text(answer)
    refused = alice.post(URL, {**FOUR, "draw-tap": "猫"}, headers={"HX-Request": "true"})
    assert refused.status_code == 422


def test_whoever_turns_the_counting_card_is_counted_from(alice: Client):
    answer = tapped(alice, {**FOUR, "draw-turner": "3"}, "二")
    assert answer.context["page"].lines == ("老赵翻到二，数 2", "数到老王，从老王起逆时针抓")


def test_the_result_opens_a_table_with_everybody_in_place(alice: Client):
    form = fields(tapped(alice, FOUR, S4), "reseated")
    answer = alice.post(reverse("new_table:new"), form)
    assert answer.status_code == 200
    assert [seat.name for seat in answer.context["stage"].seats] == ["阿芳", "老赵", "老王", "小李"]
    assert rows(answer)[:4] == ["打桩的", "下手", "上手", "数算"]
    assert answer.context["stage"].sitting.rows[3].is_chosen
    assert answer.context["form"]["client_id"].value()
    assert GameSession.objects.count() == 0


@pytest.mark.parametrize("company", [one.code for one in companies()])
def test_every_company_has_a_game_that_fits(alice: Client, company: str):
    names = ["甲", "乙", "丙", "丁"][: int(company[0])]
    cards = "九八七六"[: len(names)]
    answer = tapped(alice, {"draw-company": company, "player": names}, cards)
    table = alice.post(reverse("new_table:new"), fields(answer, "reseated"))
    assert table.context["form"].count == len(names)
    assert bool(table.context["stage"].sitting) == company.endswith("rests")


# ---- as a step of a new table ---------------------------------------------------------------------------------


def test_the_new_table_offers_it_where_the_game_draws_cards(alice: Client):
    for slug, ruleset in all_rulesets().items():
        page = text(alice.get(f"/new/?ruleset={slug}"))
        assert ruleset.first_deal.text.zh in page
        assert ('formaction="/drawing/"' in page) == bool(ruleset.first_deal.ways)


def test_the_new_table_comes_back_with_seats_dealer_and_counter(alice: Client):
    answer = tapped(alice, {**BOPI, "draw-way": "counting"}, S4)
    form = fields(answer, "reseated")
    assert form["player"][:4] == ["阿芳", "老赵", "老王", "小李"]
    assert (form["dealer"], form["sitting"]) == (["0"], ["3"])
    for name in ("client_id", "name", "stake", "rule-target", "ruleset", "seats"):
        assert form[name] == [BOPI[name]]
    back = alice.post(reverse("new_table:new"), form)
    assert back.context["form"]["client_id"].value() == BOPI["client_id"]
    assert 'value="120"' in text(back)
    opened = alice.post(reverse("new_table:new"), {k: v for k, v in form.items() if k != "drawn"})
    assert opened.status_code == 302
    stage = Stage.objects.get()
    assert (stage.first_dealer, stage.first_sitting) == (0, 3)
    assert json.loads(stage.options)["target"] == 120


def test_those_who_keep_their_seats_only_learn_who_deals_and_who_sits_out(alice: Client):
    form = fields(tapped(alice, {**BOPI, "draw-way": "counting"}, S4), "staying")
    assert form["player"][:4] == ["老王", "小李", "阿芳", "老赵"]
    assert (form["dealer"], form["sitting"]) == (["2"], ["1"])
    answer = alice.post(reverse("new_table:new"), form)
    assert rows(answer)[:4] == ["上手", "数算", "打桩的", "下手"]


def test_a_game_where_the_seats_say_who_rests_is_not_asked(alice: Client):
    four = {**NEW, "seats": "4", "player": BOPI["player"], "draw-for": "new"}
    answer = tapped(alice, four, "九八七六")
    assert places(answer) == ["", "下手", "坐醒", "上手"]
    assert fields(answer, "reseated")["sitting"] == [""]


def test_going_back_without_drawing_loses_nothing(alice: Client):
    answer = tapped(alice, BOPI, "九八")
    kept = fields(answer, "drawing")
    for name in ("player", "dealer", "rule-target", "stake", "client_id"):
        expected = BOPI[name] if name == "player" else [BOPI[name]]
        assert kept[name][: len(expected)] == expected
    back = re.search(r'<header class="bar"><form.*?</form>', text(answer), re.DOTALL)
    assert back
    assert {("dealer", "2"), ("rule-target", "120"), ("drawn", "1")} <= set(INPUT.findall(back[0]))


def test_names_beyond_those_who_play_are_kept(alice: Client):
    answer = tapped(alice, {**NEW, "player": ["老王", "小李", "阿芳", "老赵"], "draw-for": "new"}, "一二三")
    assert fields(answer, "reseated")["player"][:4] == ["阿芳", "小李", "老王", "老赵"]


def test_a_round_carried_in_changes_places_with_its_players(alice: Client):
    carrying = {**BOPI, "carry": "1", "carried-tally": ["40", "30", "20", "10"]}
    form = fields(tapped(alice, carrying, "一二三四"), "reseated")
    assert form["player"][:4] == ["老赵", "阿芳", "小李", "老王"]
    assert form["carried-tally"][:4] == ["10", "20", "30", "40"]
    assert form["carry"] == ["1"]


def test_a_game_chosen_without_scripts_draws_by_its_own_seats(alice: Client):
    answer = alice.post(URL, {**BOPI, "ruleset": "gaohuzi"})
    assert len(answer.context["page"].drawers) == 3


def test_a_picked_row_that_deals_is_refused_beside_its_field(alice: Client):
    answer = alice.post(reverse("new_table:new"), {**BOPI, "sitting": "2"})
    assert answer.status_code == 422
    assert answer.context["stage"].sitting.error == "打桩的不能数算"
    assert answer.context["form"].non_field_errors() == []


def test_a_picked_row_changes_places_with_its_name():
    data = QueryDict(mutable=True)
    data.update({"ruleset": "bopi", "sitting": "1", "dealer": "0", "seats": "three_and_counter"})
    data.setlist("player", ["甲", "乙", "丙", "丁"])
    swapped = StageForm.from_data(data).with_rows_swapped(1)
    assert (swapped.names[:4], swapped.sitting_row) == (("甲", "丙", "乙", "丁"), 2)


# ---- as a step of the next stage ------------------------------------------------------------------------------


def test_the_next_stage_comes_back_to_its_own_table(table: Table, alice: Client):
    stage = table.url("stages:change")
    page = alice.get(stage)
    assert f'name="draw-for" value="{table.public_id}"' in text(page)
    base, people = page.context["form"]["base"].value(), ["老王", "小李", "阿芳"]
    sent = {"ruleset": "guilin", "player": people, "dealer": "0", "base": base, "known": "3", "seats": "3"}
    answer = tapped(alice, {**sent, "draw-for": table.public_id}, "一二三")
    assert target(answer) == stage
    form = fields(answer, "reseated")
    assert form["base"] == [base]
    back = alice.post(stage, form)
    assert [seat.name for seat in back.context["stage"].seats][:3] == ["阿芳", "小李", "老王"]
    assert Stage.objects.filter(session=table.session).count() == 1
    done = alice.post(stage, {**{k: v for k, v in form.items() if k != "drawn"}, "client_id": "stage-01234"})
    assert done.status_code == 302
    assert Stage.objects.filter(session=table.session).latest("index").first_dealer == 0


def test_the_next_stage_keeps_who_sits_out(alice: Client):
    session, _code = open_by(alice, **{**BOPI, "sitting": "0", "client_id": "form-bopi-01"})
    page = alice.get(reverse("stages:change", args=[session.public_id]))
    assert [row.is_chosen for row in page.context["stage"].sitting.rows] == [True, False, False, False]


def test_home_leads_there(alice: Client):
    assert f'href="{URL}"' in text(alice.get("/"))
