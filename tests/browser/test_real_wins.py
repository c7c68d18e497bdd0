"""The wins that a game server logged, tapped in with the rendered controls (`tapping`): what comes of them.

How many taps they take is a benchmark (``make bench ARGS="-k taps"``).
"""

import json
import sqlite3
from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.posts import Sender
from tests.browser.tapping import ORDER, PEOPLE, Finger, Groups, Plan, begun, by_cards, planned, saved
from tests.conftest import SHARED, SHARED_IS_ABSENT
from tests.servers import Server
from zipai_ledger.rules import registry
from zipai_ledger.rules.zipai.cards import parse_cards
from zipai_ledger.rules.zipai.game import ZipaiGame
from zipai_ledger.rules.zipai.hand import Hand
from zipai_ledger.rules.zipai.melds import STANDARD, meld

REAL = SHARED / "cases" / "guilin-real.jsonl"
MIDDLE_XING = "guilin-real-027"
Tapping = Callable[[Page, dict[str, Any]], Finger]


def cases() -> list[dict[str, Any]]:
    return [json.loads(line) for line in REAL.read_text(encoding="utf-8").splitlines()]


def options_of(case: dict[str, Any]) -> dict[str, Any]:
    kinds = ["上", "中", "下"] if case["id"] == MIDDLE_XING else ["上", "下"]
    return {**case["settings"][0], "xing_again": "on", "special": "double", "xing_kinds": kinds}


def plan(case: dict[str, Any], order: Random | None = None) -> Plan:
    """The groups as they are tapped, the winning one last, and the winning card: as the paid reading has them."""
    game = registry.get("guilin")
    options = game.options.resolve({"xing": "none", **case["settings"][0]})
    valuing, hand = game.game(options).of_kind(ZipaiGame).valuing, Hand.from_json(case["hand"])
    worth = valuing.worth(hand)
    assert worth is not None
    assert worth.hu == case["expect"]["hu"]
    found = planned(hand, worth.reading, valuing, order)
    assert found is not None, case["id"]
    return Plan(found.source, found.groups, found.won, case["expect"]["dihu"])


def tap_in(page: Page, case: dict[str, Any], order: Random | None = None) -> Finger:
    """From the ledger page to the ledger page."""
    return by_cards(page, plan(case, order), case["flipped"])


def open_tables(page: Page, wanted: Sequence[dict[str, Any]]) -> dict[str, str]:
    """A table for each set of house rules; its path by the rules."""
    sender, tables = Sender(page.context), dict[str, str]()
    for options in map(options_of, wanted):
        if rules_key(options) not in tables:
            tables[rules_key(options)] = sender.open_table(people=PEOPLE, **as_fields(options))
    return tables


def rules_key(options: dict[str, Any]) -> str:
    return json.dumps(options, sort_keys=True, ensure_ascii=False)


def as_fields(options: dict[str, Any]) -> dict[str, Any]:
    """House rules as the form of a new table sends them."""
    return {
        f"rule-{name}": [str(one) for one in value] if isinstance(value, list) else str(value)
        for name, value in options.items()
    }


def stored_hu(server: Server, public_id: str) -> list[int]:
    """What the server has stored at one table, deal by deal."""
    with sqlite3.connect(f"file:{server.database}?mode=ro", uri=True) as database:
        rows = database.execute(
            "SELECT h.hu FROM zipai_ledger_hu h JOIN zipai_ledger_deal d ON h.deal_id = d.id "
            "JOIN zipai_ledger_gamesession s ON d.session_id = s.id WHERE s.public_id = ? ORDER BY d.position",
            [public_id],
        )
        return [hu for (hu,) in rows]


def enter_all(page: Page, server: Server, wanted: Sequence[dict[str, Any]], tap: Tapping) -> list[Finger]:
    """Every case at the table of its rules; the fingers of each. The server has stored what was logged."""
    tables, fingers, logged = open_tables(page, wanted), [], dict[str, list[int]]()
    for case in wanted:
        url = tables[rules_key(options_of(case))]
        if urlsplit(page.url).path != url:
            page.goto(url)
        fingers.append(tap(page, case))
        logged.setdefault(url, []).append(case["expect"]["hu"])
        expect(page.locator("#rows .no").first).to_have_text(f"{len(logged[url])}")
    for url, expected in logged.items():
        assert stored_hu(server, url.split("/t/")[1].split("/")[0]) == expected
    return fingers


@pytest.mark.skipif(not REAL.is_file(), reason=SHARED_IS_ABSENT)
def test_every_logged_win_can_be_tapped_in_and_comes_out_as_logged():
    """What is tapped is written to the form: the text of each win is read and scored, without the taps."""
    for case in cases():
        assert plan(case).won == case["hand"]["winning_card"]


def covering(wanted: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Few of them, in which there is all that any of them has: first what is rare."""
    has = [(case, features(case)) for case in wanted]
    count = Counter(one for _case, found in has for one in found)
    chosen, left = [], set(count)
    for rare, _count in count.most_common()[::-1]:
        if rare in left:
            case, found = max((one for one in has if rare in one[1]), key=lambda one: len(left & one[1]))
            chosen.append(case)
            left -= found
    return chosen


def features(case: dict[str, Any]) -> set[str]:
    """What differs for fingers: kinds of groups, where the card came from, 地胡, 中醒, whether several cards are turned."""
    marks = {
        "dihu": case["expect"]["dihu"],
        "中": case["id"] == MIDDLE_XING,
        "several": len(case["flipped"]) > 1,
    }
    return {
        *(kind for kind, _cards in plan(case).groups),
        case["hand"]["source"],
        *(one for one in marks if marks[one]),
    }


@pytest.mark.skipif(not REAL.is_file(), reason=SHARED_IS_ABSENT)
def test_logged_wins_are_tapped_in_and_stored_as_logged(phone: Page, shared_server: Server):
    """Whatever there is to tap, in as few wins as have it all."""
    some = covering(cases())
    fingers = enter_all(phone, shared_server, some, tap_in)
    assert max(finger.taps for finger in fingers) <= 17


def scoring(groups: Groups) -> Groups:
    """The groups that have 胡, by kind: what is tapped where the rest is left out."""
    kinds = {"da": "shun"}
    worth = [
        (kind, cards)
        for kind, cards in groups
        if kind != "pair" and STANDARD.of(meld(kinds.get(kind, kind), parse_cards(cards, "")))
    ]
    return sorted(worth, key=lambda group: ORDER.index(group[0]))


def tap_partly(page: Page, case: dict[str, Any]) -> Finger:
    """The same win by the groups that score alone, its 醒 as a number."""
    won = plan(case)
    finger = begun(page, won)
    for kind, cards in scoring(won.groups):
        finger.group(kind, cards)
    finger.tap("button[data-mode=groups]")
    finger.tap("button[data-xing='0']")
    return saved(finger)


@pytest.mark.skipif(not REAL.is_file(), reason=SHARED_IS_ABSENT)
def test_the_groups_that_score_alone_are_stored_with_the_logged_hu(phone: Page, shared_server: Server):
    """Of one win; the benchmarks take them all."""
    fingers = enter_all(phone, shared_server, cases()[:1], tap_partly)
    assert max(finger.taps for finger in fingers) <= 14
