"""A choice that sets the other house rules: it fills in their values, and what is set by hand beside it wins."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from zipai_ledger.ledger.trail import canonical
from zipai_ledger.models import Stage

pytestmark = pytest.mark.django_db

PEOPLE = ["老王", "小李", "阿芳", "四叔"]
REQUEST = {
    "ruleset": "guiyang",
    "shown": "guiyang",
    "was": "seed",
    "rule-preset": "family_b",
    "player": PEOPLE,
    "dealer": "0",
}
COMMON = (1, 5, 7, 11, 10, 15, 17, 20)
OTHER = (1, 5, 10, 20, 10, 15, 20, 30)


def rules(client: Client, **more: str) -> dict[str, list[str]]:
    """The values that stand in the form, texts and what is chosen."""
    page = client.get(reverse("new_table:rules"), {**REQUEST, **more}).content.decode()
    found: dict[str, list[str]] = {}
    for tag in re.findall(r"<input[^>]*>", page):
        name, value = re.search(r'name="([^"]*)"', tag), re.search(r'value="([^"]*)"', tag)
        if name and value and (not re.search(r'type="(?:radio|checkbox)"', tag) or " checked" in tag):
            found.setdefault(name[1], []).append(value[1])
    return found


def values(found: dict[str, list[str]]) -> list[str]:
    return [given[0] for name, given in found.items() if name.startswith("rule-values.")]


def stored(client: Client, **more: str) -> dict:
    form = {**REQUEST, "client_id": "preset-0123456789", "name": "桌", "stake": "", **more}
    answer = client.post(reverse("new_table:new"), form)
    assert answer.status_code == 302, answer.context["form"].errors
    return canonical.parse(Stage.objects.get().options)


def test_the_choice_fills_in_the_other_values(alice: Client):
    found = rules(alice)
    assert sorted(values(found), key=int) == sorted(map(str, OTHER), key=int)
    chosen = {name: found[f"rule-{name}"] for name in ("dou_zhuanwan", "ready_only", "chongfeng", "zeren")}
    assert chosen == {"dou_zhuanwan": ["3"], "ready_only": ["on"], "chongfeng": ["3"], "zeren": ["3"]}
    assert found["was"] == ["family_b"]


def test_it_leads_back_too(alice: Client):
    there = {name: given[0] for name, given in rules(alice).items() if name.startswith("rule-")}
    back = rules(alice, **{**there, "was": "family_b", "rule-preset": "seed"})
    assert sorted(values(back), key=int) == sorted(map(str, COMMON), key=int)
    assert (back["rule-chongfeng"], back["rule-ready_only"]) == (["0"], ["off"])


def test_what_was_set_by_hand_stays(alice: Client):
    found = rules(alice, **{"rule-dou_zhuanwan": "2"})
    assert (found["rule-dou_zhuanwan"], found["rule-chongfeng"]) == (["2"], ["3"])


def test_one_number_of_a_table_set_by_hand_stays_and_the_others_follow(alice: Client):
    found = rules(alice, **{"rule-values.daduizi": "6"})
    assert found["rule-values.daduizi"] == ["6"]
    assert found["rule-values.longqidui"] != ["11"]


def test_without_scripts_the_choice_counts_when_the_table_is_opened(alice: Client):
    usual = {name: given[0] for name, given in rules(alice, **{"rule-preset": "seed"}).items()}
    sent = {name: value for name, value in usual.items() if name.startswith("rule-")}
    options = stored(alice, **{**sent, "rule-preset": "family_b", "rule-zeren": "1"})
    assert sorted(options["values"].values()) == sorted(OTHER)
    assert (options["preset"], options["chongfeng"], options["ready_only"]) == ("family_b", 3, "on")
    assert options["zeren"] == 1
