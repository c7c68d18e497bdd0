"""A new table: the form, its examples, what is refused, and the code that is shown once."""

import re

import pytest
from django.test import Client, override_settings
from django.urls import reverse

from tests.markup import attribute, elements, only
from zipai_ledger.access import devices, tokens
from zipai_ledger.models import Device, GameSession, Grant, Player, RecoveryCode, Role, Stage

from .conftest import NEW, open_by

pytestmark = pytest.mark.django_db
URL = "/new/"


def text(answer) -> str:
    return answer.content.decode()


def test_the_form_offers_every_rule_with_its_sentence(alice: Client):
    page = text(alice.get(URL))
    assert "过了起胡，每多这么多胡，就多一舵。" in page
    assert attribute(only(page, "input", name="rule-hu_per_unit", value="5"), "checked") == ""
    assert "只记分，不算钱" in page
    assert page.count('name="player"') == 4


def test_opening_makes_players_a_stage_and_an_owner(alice: Client):
    session, code = open_by(alice)
    stage, grant = Stage.objects.get(session=session), Grant.objects.get(session=session)
    assert list(Player.objects.filter(session=session).values_list("name", flat=True)) == NEW["player"]
    assert (stage.currency, stage.minor_per_unit) == ("CNY", 50)
    assert (grant.role, grant.player) == (Role.OWNER, 0)
    assert tokens.keyed_digest(code) == RecoveryCode.objects.get(device=grant.device).secret_hash
    assert alice.get(reverse("table:show", args=[session.public_id])).status_code == 200


def test_the_cookie_is_closed_to_scripts_and_lasts_a_year(alice: Client):
    open_by(alice)
    cookie = alice.cookies["zipai"]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    assert cookie["max-age"] == devices.YEAR
    assert not cookie["secure"]
    assert not cookie["domain"]


@override_settings(HTTPS=True)
def test_over_https_the_cookie_has_the_host_prefix_and_is_secure(alice: Client):
    alice.get(URL)
    cookie = alice.cookies["__Host-zipai"]
    assert cookie["secure"]
    assert cookie["path"] == "/"
    assert not cookie["domain"]


def test_sent_twice_it_is_one_table_and_the_code_is_not_shown_again(alice: Client):
    session, code = open_by(alice)
    again = alice.post(URL, NEW)
    assert again.status_code == 302
    assert again["Location"] == reverse("table:show", args=[session.public_id])
    assert GameSession.objects.count() == 1
    assert code not in text(alice.get(again["Location"]))


def test_a_phone_keeps_its_token_even_where_the_answer_was_lost(alice: Client):
    alice.get(URL)
    token = alice.cookies["zipai"].value
    lost = Client()
    lost.cookies["zipai"] = token
    session, _code = open_by(lost)
    answer = alice.post(URL, NEW)
    assert answer["Location"] == reverse("table:show", args=[session.public_id])


def test_somebody_elses_form_opens_nothing_and_shows_nothing(alice: Client):
    session, code = open_by(alice)
    answer = Client().post(URL, NEW)
    assert answer.status_code == 409
    assert session.public_id not in text(answer)
    assert code not in text(answer)


def test_the_same_id_with_other_content_is_a_conflict(alice: Client):
    open_by(alice)
    answer = alice.post(URL, {**NEW, "name": "另一桌"})
    assert answer.status_code == 409
    assert GameSession.objects.count() == 1
    names = reverse("table:names", args=[GameSession.objects.get().public_id])
    assert f'href="{names}"' in text(answer)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"player": ["老王", "老王", "阿芳"]}, "“老王”有两个"),
        ({"player": ["老王", "ｐ", "P"]}, "有两个"),
        ({"player": ["老王", "", "阿芳"]}, "名字不能空着"),
        ({"player": ["老王", "李" * 10_000, "阿芳"]}, "名字最多 24 个字，写了 10000 个"),
        ({"player": ["老王", "李\u202e", "阿芳"]}, "不能用"),
        ({"player": ["老王", "小李", "阿芳", "大伯"]}, "规矩是 3 人，坐了 4 人"),
        ({"seats": "2"}, "规矩是 2 人，坐了 3 人"),
        ({"seats": "-3"}, "“几个人”只能选"),
        ({"name": "名" * 10_000}, "名字最多 40 个字，写了 10000 个"),
        ({"name": " "}, "名字不能空着"),
        ({"stake": "-5"}, "彩头要 1 分到 1000000 分，写成元最多两位小数，比如 0.30；写的是 -5"),
        ({"stake": "1e9"}, "写的是 1e9"),
        ({"stake": "9" * 500}, "彩头要 1 分到 1000000 分"),
        ({"stake_other": "0.305"}, "写的是 0.305"),
        ({"stake_other": "-1"}, "写的是 -1"),
        ({"stake_other": "两块"}, "写的是 两块"),
        ({"dealer": "7"}, "座位 7 不存在"),
        ({"dealer": "x"}, "座位 -1 不存在"),
        ({"rule-min_hu": "12"}, "“起胡”只能选"),
        ({"rule-foul_units": "-1"}, "“诈胡罚几舵”要 0 到 1000 的整数"),
        ({"rule-xing_kinds": ["上", "左"]}, "“算哪几种醒”从"),
        ({"client_id": "短"}, "编号写坏了"),
    ],
)
def test_what_cannot_be_is_said_and_everything_typed_stays(alice: Client, changes: dict, message: str):
    answer = alice.post(URL, {**NEW, **changes})
    page = text(answer)
    assert answer.status_code == 422
    assert message in page
    assert all(f'value="{name}"' in page for name in changes.get("player", NEW["player"]) if name)
    assert not GameSession.objects.exists()
    assert not Device.objects.exists()


@pytest.mark.parametrize(("written", "minor"), [("0.3", 30), ("2", 200), ("１．０５", 105), (" ", 50)])
def test_an_amount_may_be_written_instead_of_chosen(alice: Client, written: str, minor: int):
    sent = {**NEW, "stake": "50", "stake_other": written, "stake_seen": f"{minor}"}
    assert alice.post(URL, sent).status_code == 302
    assert Stage.objects.get().minor_per_unit == minor


def test_all_that_is_wrong_is_said_at_once(alice: Client):
    page = text(alice.post(URL, {**NEW, "player": ["", "", "阿芳"], "stake": "-5", "name": ""}))
    assert page.count('class="field-error"') == 4


def test_seats_change_places_without_scripts(alice: Client):
    answer = alice.post(URL, {**NEW, "move": "0"})
    assert [seat.name for seat in answer.context["stage"].seats] == ["小李", "老王", "阿芳", ""]
    assert [seat.is_dealer for seat in answer.context["stage"].seats] == [False, True, False, False]
    assert not GameSession.objects.exists()


@pytest.mark.parametrize("move", ["3", "-1", "9", "x", ""])
def test_a_move_to_nowhere_changes_nothing(alice: Client, move: str):
    answer = alice.post(URL, {**NEW, "move": move})
    assert [seat.name for seat in answer.context["stage"].seats] == ["老王", "小李", "阿芳", ""]


def example(answer, code: str) -> str:
    found = re.search(rf'id="example-rule-{code}".*?＝ ([^<]+)<', text(answer), re.DOTALL)
    assert found
    return found[1].strip()


def test_the_example_follows_the_chosen_rules(alice: Client):
    url = reverse("new_table:examples")
    assert example(alice.post(url, NEW), "hu_per_unit") == "3 舵"
    changed = alice.post(url, {**NEW, "rule-hu_per_unit": "3", "rule-self_draw": "double"})
    assert example(changed, "hu_per_unit") == "5 舵"
    assert example(changed, "self_draw") == "14 舵"
    brief = "\xa0・ ".join(("起胡 10", "每舵 3 胡", "自摸翻倍", "点炮付两家", "翻醒上下"))
    assert brief in text(changed)


def test_an_option_without_a_valid_choice_leaves_its_example_at_the_default(alice: Client):
    answer = alice.post(reverse("new_table:examples"), {**NEW, "rule-hu_per_unit": "0"})
    assert (answer.status_code, example(answer, "hu_per_unit")) == (200, "3 舵")


def test_another_game_brings_its_rules(alice: Client):
    page = text(alice.get(reverse("new_table:rules"), {"ruleset": "guilin"}))
    assert page.lstrip().startswith('<div id="game">')
    assert "<html" not in page


def folds(page: str) -> dict[str, tuple[bool, str]]:
    """Rules by name: whether each is unfolded, and what its line says."""
    found = re.findall(
        r'<details class="fold rule"\s+(open)?[^>]*>\s*<summary>\s*<span>([^<]*)</span>\s*<span[^>]*>([^<]*)</span>',
        page,
    )
    return {label: (bool(is_open), value.strip()) for is_open, label, value in found}


def test_every_rule_is_folded_to_a_line_with_its_value(alice: Client):
    page = text(alice.get(URL))
    rules = folds(page)
    assert 'id="rules"' in page
    assert 'id="rules" open' not in page
    assert not any(is_open for is_open, _value in rules.values())
    values = {label: value for label, (_open, value) in rules.items()}
    assert values["每几胡一舵"] == "5 胡"
    assert values["点炮"] == "付两家"
    assert values["算哪几种醒"] == "上醒、下醒"
    assert values["诈胡罚几舵"] == "1"


def test_the_lines_of_tables_of_numbers_stay_short(alice: Client):
    guiyang = folds(text(alice.get(URL, {"ruleset": "guiyang"})))
    assert guiyang["牌型值几个"] == (False, "照常")
    assert folds(text(alice.get(URL, {"ruleset": "dalin"})))["积分表"] == (False, "照常")
    gaohuzi = folds(text(alice.get(URL, {"ruleset": "gaohuzi"})))
    assert gaohuzi["飞王和秤子"] == (False, "没有")
    assert gaohuzi["头两盘要几胡"] == (False, "头盘 18、两盘相加超过 34")


def test_a_line_follows_what_is_chosen_and_stands_out(alice: Client):
    changed = text(alice.post(reverse("new_table:examples"), {**NEW, "rule-discard_multiple": "4"}))
    line = only(changed, "span", id="value-rule-discard_multiple")
    assert attribute(line, "class") == "own rule-value"
    assert "付四家" in changed


def test_what_is_wrong_is_unfolded_and_nothing_else(alice: Client):
    page = text(alice.post(URL, {**NEW, "rule-foul_units": "-1"}))
    assert 'id="rules" open' in page
    assert [label for label, (is_open, _value) in folds(page).items() if is_open] == ["诈胡罚几舵"]


def test_another_game_arrives_folded_and_another_preset_stays_unfolded(alice: Client):
    def rules_by(name: str) -> str:
        query = {"ruleset": "guiyang", "shown": "guiyang", "rule-preset": "family_b"}
        headers = {"hx-request": "true", "hx-trigger-name": name}
        return text(alice.get(reverse("new_table:rules"), query, headers=headers))

    assert 'id="rules" open' not in rules_by("ruleset")
    page = rules_by("rule-preset")
    assert 'id="rules" open' in page
    assert [label for label, (is_open, _value) in folds(page).items() if is_open] == ["哪一家的打法"]


def test_a_rule_among_the_others_that_brings_values_of_its_own_stays_unfolded(alice: Client):
    query = {"ruleset": "paohuzi", "shown": "paohuzi", "rule-xing": "flip"}
    headers = {"hx-request": "true", "hx-trigger-name": "rule-xing"}
    page = text(alice.get(reverse("new_table:rules"), query, headers=headers))
    assert 'id="rules" open' in page
    assert re.search(r'id="other-rules"\s+open', page)
    assert [label for label, (is_open, _value) in folds(page).items() if is_open] == ["醒"]


def test_what_is_modest_and_a_chosen_stake_are_said_in_the_unit_of_the_game(alice: Client):
    query = {"ruleset": "gaohuzi", "shown": "", "stake": "50"}
    page = text(alice.get(reverse("new_table:rules"), query, headers={"hx-request": "true"}))
    assert "1 分不要超过 1 元" in page
    assert re.search(r'id="stake-line"[^>]*>\s*1 分 5 角', page)


def test_two_and_four_players_may_sit(alice: Client):
    four, _ = open_by(alice, seats="4", player=["甲", "乙", "丙", "丁"], client_id="four-0123456")
    two, _ = open_by(alice, seats="2", player=["甲", "乙"], client_id="two-01234567")
    pages = [text(alice.get(reverse("table:show", args=[s.public_id]))) for s in (four, two)]
    assert 'class="desk four"' in pages[0]
    assert "坐醒" in pages[0]
    assert 'class="desk two"' in pages[1]


SIX = ["老王", "小李", "阿芳", "大伯", "老赵", "建国"]


def rows(page: str) -> list[tuple[str | None, str | None]]:
    """Names of fields and what stands in them, row by row."""
    fields = elements(page, "input", class_="seat-name")
    return [(attribute(one, "name"), attribute(one, "value")) for one in fields if attribute(one, "value")]


def test_more_people_than_seats_rest_and_none_is_dropped(alice: Client):
    page = text(alice.get(URL, {"player": SIX}))
    seated = [("player", name) for name in SIX[:3]]
    assert rows(page) == [*seated, *(("resting", name) for name in SIX[3:])]
    assert page.count("歇着") > 2
    assert attribute(only(page, "input", name="seats", value="3"), "checked") == ""


def test_another_game_and_a_refused_form_keep_who_rests(alice: Client):
    sent = {"ruleset": "dalin", "shown": "guilin", "player": SIX[:3], "resting": [*SIX[3:], ""]}
    page = text(alice.get(reverse("new_table:rules"), sent))
    assert [name for _field, name in rows(page)] == SIX
    assert [field for field, _name in rows(page)] == ["player"] * 4 + ["resting"] * 2
    refused = alice.post(URL, {**NEW, "player": SIX[:3], "resting": SIX[3:], "dealer": "7"})
    assert refused.status_code == 422
    assert rows(text(refused))[3:] == [("resting", name) for name in SIX[3:]]


def test_who_rests_is_no_player_of_the_new_table(alice: Client):
    session, _code = open_by(alice, resting=SIX[3:])
    assert Player.objects.filter(session=session).count() == 3


def test_who_rests_may_change_places_without_scripts_too(alice: Client):
    page = text(alice.post(URL, {**NEW, "player": SIX[:3], "resting": SIX[3:], "move": "2"}))
    assert [name for _field, name in rows(page)] == ["老王", "小李", "大伯", "阿芳", "老赵", "建国"]
