"""The driver that taps a won hand in as a finger would, from the table to the table, and counts.

A tap is one on what is shown: what lies outside the window or under a bar costs a scroll, which is counted too. The
groups are tapped by kind, the winning one last; the pad asks for the pair by itself.
"""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from playwright.sync_api import Page, expect

from tests.browser import hands
from tests.browser.hands import CARDS
from zipai_ledger.entries import pad
from zipai_ledger.rules.problems import Refused
from zipai_ledger.rules.zipai.hand import Hand
from zipai_ledger.rules.zipai.handrules import Reading
from zipai_ledger.rules.zipai.valuing import Valuing

PEOPLE = ("老王", "小李", "阿芳")
GIVER, WINNER = 1, 2
TAB = {"kan": "sao", "chi": "shun"}
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
SPOT = """([one]) => {
    if (!one || !one.checkVisibility({ visibilityProperty: true })) return null;
    const box = one.getBoundingClientRect();
    const x = box.x + box.width / 2, y = box.y + box.height / 2;
    return [x, y, one.contains(document.elementFromPoint(x, y)), one.ariaDisabled === "true"];
}"""
"""The middle of something that is shown, whether it can be tapped where the page stands, and whether it takes no tap yet."""

Groups = list[tuple[str, str]]


@dataclass(frozen=True)
class Plan:
    """A hand as it is tapped: its groups, that of the winning card last, and that card."""

    source: str
    groups: Groups
    won: str
    is_first_discard: bool = False


def planned(
    hand: Hand, reading: Reading, valuing: Valuing, order: random.Random | None = None
) -> Plan | None:
    """The paid reading of a hand, sorted by kind or shuffled; None where the winning card can be in none of its groups."""
    groups = [_tapped_as(group.kind, group.text) for group in reading.melds]
    won = CARDS[hand.winning_card or 0]
    for last in (at for at, (_kind, cards) in enumerate(groups) if won in cards):
        others = [group for at, group in enumerate(groups) if at != last]
        if order is None:
            others.sort(key=lambda group: ORDER.index(group[0]))
        else:
            order.shuffle(others)
        chosen = [*others, groups[last]]
        if _comes_to(chosen, won, str(hand.source), valuing) == reading.hu:
            return Plan(str(hand.source), chosen, won)
    return None


def _tapped_as(kind: str, cards: str) -> tuple[str, str]:
    tab = TAB.get(kind, kind)
    return ("da" if tab == "shun" and cards[0] == cards[1] else tab), cards


def _comes_to(groups: Groups, won: str, source: str, valuing: Valuing) -> int | None:
    written = " ".join(WORD[kind] + cards for kind, cards in groups)
    try:
        worth = valuing.worth(pad.hand_of(f"{written} 胡{won}@{len(groups) - 1}", source, valuing))
    except Refused:
        return None
    return worth.hu if worth else None


class Finger:
    """Taps on what is shown, counted; ``scrolls``: what had to be scrolled to."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps, self.scrolls = page, 0, 0
        self.last = ("", "")
        page.emulate_media(reduced_motion="reduce")  # What is looked at stays there until it is tapped.

    def tap(self, selector: str, text: str | None = None) -> None:
        target = self.page.locator(selector, has_text=text)
        spot = target.evaluate_all(SPOT)
        if not spot:
            expect(target).to_be_visible()
            spot = target.evaluate_all(SPOT)
        x, y, is_reached, rests = spot
        if rests:
            expect(target).to_be_enabled()
        if is_reached:
            hands.tap_at(self.page, x, y)
        else:
            self.scrolls += 1
            hands.tap(target)
        self.taps += 1

    def is_there(self, selector: str) -> bool:
        return self.page.locator(selector).count() > 0

    def begin_with(self, mode: str) -> None:
        """A table begins as its last deal was entered."""
        if self.page.locator(f"[data-mode={mode}]").is_visible():
            self.tap(f"[data-mode={mode}]")

    def group(self, kind: str, cards: str) -> None:
        if (kind, cards) == self.last:
            hands.outlast_bounce(self.page)
        self.last = (kind, cards)
        key = ",".join(str(CARDS.index(card)) for card in cards)
        special = f"[data-part=special] [data-cards='{key}']"
        if self.is_there(special):
            self.tap(special)
            return
        if (
            kind != "pair"
            and self.page.locator(f"[data-tab='{kind}']").get_attribute("aria-pressed") != "true"
        ):
            self.tap(f"[data-tab='{kind}']")
        self.tap(f"[data-part=keys] [data-cards='{key}']")

    def hand(self, groups: Groups, won: str) -> None:
        """The pad asks for the pair once all else is there, so that comes last."""
        pairs = [group for group in groups if group[0] == "pair"]
        tapped = [group for group in groups if group not in pairs] + pairs
        for kind, cards in tapped:
            self.group(kind, cards)
        # Of two groups alike it is the later one.
        self.winning_card(len(tapped) - 1 - tapped[::-1].index(groups[-1]), CARDS.index(won))

    def winning_card(self, at: int, card: int) -> None:
        """Where the pad asks, one of the cards that it offers; where it took another group for the winning one, that group."""
        here = f"[data-win='{card}'][data-at='{at}']"
        if self.is_there(f"{here}[aria-pressed=true]"):
            return
        if not self.is_there(here if self.is_there("[data-win]") else f"[data-group='{at}'] .won"):
            self.tap(f"[data-group='{at}']")
            self.tap("dialog[open] .button:first-of-type")
        if self.is_there(here):
            self.tap(here)


def begun(page: Page, plan: Plan) -> Finger:
    """Who won and how: two taps from the ledger page."""
    finger = Finger(page)
    # 地胡 is somebody else's than the dealer's, and who won the last deal deals.
    winner = GIVER if plan.is_first_discard else WINNER
    finger.tap(".desk .seat", PEOPLE[winner])
    page.wait_for_selector("#entry[data-live]")
    if plan.is_first_discard:
        finger.tap("[data-mark='dihu']")
    else:
        giver = WINNER if plan.source == "self_draw" else GIVER
        finger.tap(f".how[data-how='{giver}'] [data-source='{plan.source}']")
    return finger


def by_cards(page: Page, plan: Plan, flipped: Sequence[str]) -> Finger:
    """A hand card by card, from the ledger page to the ledger page."""
    finger = begun(page, plan)
    finger.begin_with("cards")
    finger.hand(plan.groups, plan.won)
    for card in flipped:
        finger.tap(f"[data-flip='{CARDS.index(card)}']")
    return saved(finger)


def by_hu(page: Page, source: str, hu: int, xing: int | None) -> Finger:
    """只报胡, from the ledger page to the ledger page."""
    finger = begun(page, Plan(source, [], ""))
    finger.begin_with("hu")
    finger.tap(f"[data-hu='{hu}']")
    if xing is not None:
        finger.tap(f"button[data-xing='{xing}']")
    return saved(finger)


def saved(finger: Finger) -> Finger:
    expect(finger.page.locator("#preview [data-ready='1']")).to_be_visible()
    finger.tap("[data-part=save]")
    expect(finger.page.locator(".desk")).to_be_visible()
    return finger


def ninth(taps: Sequence[int]) -> int:
    """Nine of ten take no more."""
    return sorted(taps)[round(0.9 * (len(taps) - 1))]


def report(name: str, taps: Sequence[int], scrolls: int = 0) -> None:
    print(
        f"\n{name}: {len(taps)} hands, median {median(taps):g}, p90 {ninth(taps)}, worst {max(taps)}, {scrolls} scrolls"
    )
    print("  taps  hands")
    for count, those in sorted(Counter(taps).items()):
        print(f"  {count:4}  {those:5}  {'#' * those}")
