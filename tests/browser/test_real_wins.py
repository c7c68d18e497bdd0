"""The wins that a game server logged, tapped in with the rendered controls: how many taps a full hand takes.

Counted from the ledger page to saved, everything included, by somebody who taps the winner's seat. The groups are those
of the reading that is paid; the winning card's group comes last.
"""

import json
import random
import sqlite3
import statistics
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser import hands
from tests.browser.hands import CARDS
from tests.browser.posts import Sender
from tests.conftest import SHARED, SHARED_IS_ABSENT
from tests.servers import Server
from zipai_ledger.entries import pad
from zipai_ledger.rules import registry
from zipai_ledger.rules.problems import Refused
from zipai_ledger.rules.ruleset import ScoreRequest
from zipai_ledger.rules.zipai.cards import parse_cards
from zipai_ledger.rules.zipai.melds import STANDARD, meld

REAL = SHARED / "cases" / "guilin-real.jsonl"
PEOPLE = ("老王", "小李", "阿芳")
TAB = {"peng": "peng", "kan": "sao", "sao": "sao", "kaiduo": "kaiduo", "saochuan": "saochuan"}
WORD = {
    "peng": "碰",
    "sao": "扫",
    "kaiduo": "开舵",
    "saochuan": "扫穿",
    "shun": "顺",
    "da": "搭",
    "pair": "眼",
}
ORDER = tuple(WORD)
MIDDLE_XING = "guilin-real-027"
GIVER, WINNER = 1, 2
FEW = 60
"""Of so many logged wins one is tapped in by the groups that score; the benchmarks take them all."""

Groups = list[tuple[str, str]]
Tapping = Callable[[Page, dict[str, Any]], int]


def cases() -> list[dict[str, Any]]:
    return [json.loads(line) for line in REAL.read_text(encoding="utf-8").splitlines()]


def options_of(case: dict[str, Any]) -> dict[str, Any]:
    kinds = ["上", "中", "下"] if case["id"] == MIDDLE_XING else ["上", "下"]
    return {**case["settings"][0], "xing_again": "on", "special": "double", "xing_kinds": kinds}


def tapped_as(kind: str, cards: str) -> tuple[str, str]:
    if kind in ("chi", "shun"):
        return ("da" if cards[0] == cards[1] else "shun"), cards
    return TAB.get(kind, kind), cards


def plan(case: dict[str, Any], order: random.Random | None) -> tuple[Groups, str]:
    """The groups as they are tapped, the winning one last, and the winning card: as the paid reading has them."""
    game, hand = registry.get("guilin"), case["hand"]
    plain = game.options.resolve({"xing": "none", **case["settings"][0]})
    scored = game.game(plain).hands.score(ScoreRequest(hand=hand))
    groups = [tapped_as(meld.kind, meld.cards) for meld in scored.melds]
    for last in (at for at, (_kind, cards) in enumerate(groups) if hand["winning_card"] in cards):
        others = [group for at, group in enumerate(groups) if at != last]
        if order is None:
            others.sort(key=lambda group: ORDER.index(group[0]))
        else:
            order.shuffle(others)
        chosen = [*others, groups[last]]
        if comes_out(case, plain, chosen):
            return chosen, hand["winning_card"]
    raise AssertionError(case["id"])


def comes_out(case: dict[str, Any], options: Any, groups: Groups) -> bool:
    written = " ".join(WORD[kind] + cards for kind, cards in groups)
    text = f"{written} 胡{case['hand']['winning_card']}@{len(groups) - 1}"
    try:
        hand = pad.hand_of(text, case["hand"]["source"])
        scored = registry.get("guilin").game(options).hands.score(ScoreRequest(hand=hand.to_json()))
    except Refused:
        return False
    return scored.hu == case["expect"]["hu"]


class Finger:
    """Taps on what is shown, counted."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps = page, 0

    def tap(self, selector: str) -> None:
        hands.tap(self.page.locator(selector))
        self.taps += 1

    def group(self, kind: str, cards: str) -> None:
        key = ",".join(str(CARDS.index(card)) for card in cards)
        special = self.page.locator(f"[data-part=special] [data-cards='{key}']")
        if kind != "pair" and not special.count():
            tab = self.page.locator(f"[data-tab='{kind}']")
            if tab.get_attribute("aria-pressed") != "true":
                self.tap(f"[data-tab='{kind}']")
        self.tap(f"[data-part={'special' if special.count() else 'keys'}] [data-cards='{key}']")

    def hand(self, groups: Groups, won: str) -> None:
        """The pad asks for the pair by itself once all else is there, so that comes last; then the winning group is shown."""
        pairs = [group for group in groups[:-1] if group[0] == "pair"]
        tapped = [group for group in groups if group not in pairs] + pairs
        for kind, cards in tapped:
            self.group(kind, cards)
        if pairs:
            self.tap(f"[data-group='{len(tapped) - 2}']")
        if self.page.locator(f"[data-win='{CARDS.index(won)}']").count():
            self.tap(f"[data-win='{CARDS.index(won)}']")


def begun(page: Page, case: dict[str, Any]) -> Finger:
    """Who won and how: two taps from the ledger page."""
    finger, source = Finger(page), case["hand"]["source"]
    giver = WINNER if source == "self_draw" else GIVER
    # 地胡 is somebody else's than the dealer's, and who won the last deal deals.
    winner = GIVER if case["expect"]["dihu"] else WINNER
    page.locator(".desk .seat", has_text=PEOPLE[winner]).click()
    finger.taps += 1
    page.wait_for_selector("#entry[data-live]")
    if case["expect"]["dihu"]:
        finger.tap("[data-mark='dihu']")
    else:
        finger.tap(f".how[data-how='{giver}'] [data-source='{source}']")
    return finger


def saved(page: Page, finger: Finger) -> int:
    expect(page.locator("#preview [data-ready='1']")).to_be_visible()
    finger.tap("[data-part=save]")
    expect(page.locator(".desk")).to_be_visible()
    return finger.taps


def tap_in(page: Page, case: dict[str, Any], order: random.Random | None) -> int:
    """From the ledger page to the ledger page; how many taps that took."""
    groups, won = plan(case, order)
    finger = begun(page, case)
    finger.hand(groups, won)
    for card in case["flipped"]:
        finger.tap(f"[data-flip='{CARDS.index(card)}']")
    return saved(page, finger)


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


def enter_all(page: Page, server: Server, wanted: Sequence[dict[str, Any]], tap: Tapping) -> list[int]:
    """Every case at the table of its rules; the taps of each. The server has stored what was logged."""
    tables, taps, logged = open_tables(page, wanted), [], dict[str, list[int]]()
    for case in wanted:
        url = tables[rules_key(options_of(case))]
        if urlsplit(page.url).path != url:
            page.goto(url)
        taps.append(tap(page, case))
        logged.setdefault(url, []).append(case["expect"]["hu"])
        expect(page.locator("#rows .no").first).to_have_text(f"{len(logged[url])}")
    for url, expected in logged.items():
        assert stored_hu(server, url.split("/t/")[1].split("/")[0]) == expected
    return taps


def report(name: str, taps: Sequence[int]) -> None:
    ninth = sorted(taps)[round(0.9 * (len(taps) - 1))]
    print(f"\n{name}: {len(taps)} hands, median {statistics.median(taps):g}, p90 {ninth}, worst {max(taps)}")
    print("  taps  hands")
    for count, those in sorted(Counter(taps).items()):
        print(f"  {count:4}  {those:5}  {'#' * those}")


@pytest.mark.skipif(not REAL.is_file(), reason=SHARED_IS_ABSENT)
def test_every_logged_win_can_be_tapped_in_and_comes_out_as_logged():
    """What is tapped is written to the form: the text of each win is read and scored, without the taps."""
    for case in cases():
        groups, won = plan(case, None)
        assert groups
        assert won == case["hand"]["winning_card"]


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
    groups, _won = plan(case, None)
    marks = {
        "dihu": case["expect"]["dihu"],
        "中": case["id"] == MIDDLE_XING,
        "several": len(case["flipped"]) > 1,
    }
    return {*(kind for kind, _cards in groups), case["hand"]["source"], *(one for one in marks if marks[one])}


@pytest.mark.skipif(not REAL.is_file(), reason=SHARED_IS_ABSENT)
def test_logged_wins_are_tapped_in_and_stored_as_logged(phone: Page, shared_server: Server):
    """Whatever there is to tap, in as few wins as have it all."""
    some = covering(cases())
    taps = enter_all(phone, shared_server, some, partial(tap_in, order=None))
    assert max(taps) <= 18


@pytest.mark.benchmark
@pytest.mark.skipif(not REAL.is_file(), reason=SHARED_IS_ABSENT)
@pytest.mark.parametrize(("name", "seed", "most"), [("sorted by kind", None, 15), ("unsorted", 1, 17)])
def test_all_logged_wins_take_few_taps(
    phone: Page, shared_server: Server, name: str, seed: int | None, most: int
):
    order = None if seed is None else random.Random(seed)
    taps = enter_all(phone, shared_server, cases(), partial(tap_in, order=order))
    report(name, taps)
    assert statistics.median(taps) <= most


def scoring(groups: Groups) -> Groups:
    """The groups that have 胡, by kind: what is tapped where the rest is left out."""
    kinds = {"da": "shun"}
    worth = [
        (kind, cards)
        for kind, cards in groups
        if kind != "pair" and STANDARD.of(meld(kinds.get(kind, kind), parse_cards(cards, "")))
    ]
    return sorted(worth, key=lambda group: ORDER.index(group[0]))


def tap_partly(page: Page, case: dict[str, Any]) -> int:
    """The same win by the groups that score alone, its 醒 as a number."""
    groups, _won = plan(case, None)
    finger = begun(page, case)
    for kind, cards in scoring(groups):
        finger.group(kind, cards)
    finger.tap("button[data-mode=groups]")
    finger.tap("button[data-xing='0']")
    return saved(page, finger)


@pytest.mark.skipif(not REAL.is_file(), reason=SHARED_IS_ABSENT)
def test_the_groups_that_score_alone_are_stored_with_the_logged_hu(phone: Page, shared_server: Server):
    taps = enter_all(phone, shared_server, cases()[::FEW], tap_partly)
    assert max(taps) <= 14


@pytest.mark.benchmark
@pytest.mark.skipif(not REAL.is_file(), reason=SHARED_IS_ABSENT)
def test_the_groups_that_score_alone_take_about_ten_taps(phone: Page, shared_server: Server):
    taps = enter_all(phone, shared_server, cases(), tap_partly)
    report("groups that score", taps)
    assert statistics.median(taps) <= 10
