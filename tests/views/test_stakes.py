"""彩头: off at first, small where it is on, and large only after what is said about it was seen."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from zipai_ledger.ledger import queries
from zipai_ledger.models import GameSession
from zipai_ledger.rules import registry

from .conftest import NEW, Table, open_by

pytestmark = pytest.mark.django_db

URL = "/new/"
SLUGS = sorted(registry.all_rulesets())


def stake_part(html: str) -> str:
    return html.split('class="sheet fold stake"')[1].split("</details>", maxsplit=1)[0]


@pytest.mark.parametrize("slug", SLUGS)
def test_a_new_table_keeps_points_alone_unless_somebody_wants_more(alice: Client, slug: str):
    part = stake_part(alice.get(URL, {"ruleset": slug}).content.decode())
    assert re.findall(r'name="stake" value="(\d*)" checked', part) == [""]
    assert re.findall(r"<span>(\d [角元])</span>", part) == ["1 角", "2 角", "5 角", "1 元"]


@pytest.mark.parametrize("slug", SLUGS)
def test_what_is_said_about_stakes_stands_above_the_amounts(alice: Client, slug: str):
    part = stake_part(alice.get(URL, {"ruleset": slug}).content.decode())
    ruleset = registry.get(slug)
    assert f"1 {ruleset.unit.zh}不要超过 {ruleset.modest_stake // 100} 元" in part
    assert part.index("notice warn") < part.index("<fieldset>")


@pytest.mark.parametrize(
    ("chosen", "line"),
    [
        ({"stake": ""}, "只记分，不算钱"),
        ({"stake": "50"}, "1 舵 5 角"),
        ({"stake": "", "stake_other": "0.30"}, "1 舵 3 角"),
        ({"stake": "", "stake_other": "两块"}, "1 舵 两块"),
    ],
)
def test_the_folded_line_follows_the_choice(alice: Client, chosen: dict[str, str], line: str):
    page = alice.post(reverse("new_table:examples"), {**NEW, **chosen}).content.decode()
    assert re.search(r'id="stake-line"[^>]*>([^<]*)<', page)[1].strip() == line


def large(client: Client, **more: str):
    return client.post(URL, {**NEW, "stake": "", "stake_other": "10", **more})


def test_a_large_stake_opens_nothing_until_it_was_said_that_it_is_large(alice: Client):
    answer = large(alice)
    assert answer.status_code == 422
    part = stake_part(answer.content.decode())
    assert "这个数大了" in part
    assert answer.content.decode().split('class="sheet fold stake"')[1].startswith(" open")
    assert 'name="stake_seen" value="1000"' in part
    assert not GameSession.objects.exists()
    assert large(alice, stake_seen="1000").status_code == 302


def test_having_seen_one_large_stake_allows_no_larger_one(alice: Client):
    assert large(alice, stake_seen="500").status_code == 422
    assert not GameSession.objects.exists()


def test_what_is_usual_in_a_game_is_not_large_there(alice: Client):
    form = {"client_id": "tuozi-0123456789", "ruleset": "tuozi", "name": "桌", "dealer": "0"}
    people = {"player": ["老王", "小李", "阿芳"], "stake": "500"}
    assert alice.post(URL, {**form, **people}).status_code == 302


def test_the_next_stage_asks_again_only_where_it_is_another_stake(alice: Client, table: Table):
    form = {**NEW, "client_id": "stage-0123456789", "stake": "1000"}
    assert alice.post(table.url("stages:change"), form).status_code == 422
    assert alice.post(table.url("stages:change"), {**form, "stake_seen": "1000"}).status_code == 302
    page = alice.get(table.url("stages:change")).content.decode()
    assert 'name="stake_seen" value="1000"' in page


def test_stakes_read_right_in_english(alice: Client):
    session, _code = open_by(alice)
    client = Client(headers={"Accept-Language": "en"})
    client.cookies = alice.cookies
    assert "¥0.50" in client.get(f"/t/{session.public_id}/settle/").content.decode()
    part = stake_part(client.get(URL).content.decode())
    assert re.findall(r"<span>(¥[0-9.]+)</span>", part) == ["¥0.10", "¥0.20", "¥0.50", "¥1.00"]
    assert queries.table_view(session).stage.stake is not None
