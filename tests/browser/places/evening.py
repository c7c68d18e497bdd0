"""Tables, a circle and phones to look at pages with."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from playwright.sync_api import Locator, Page, expect

from tests.browser.posts import PEOPLE, Sender, fresh_id
from tests.servers import Server

SETTLED = 400
"""Milliseconds after which what was tapped, or a preview, is on its way."""
LONG_NAMES = ("老王", "小李", "阿芳", "上官婉儿与欧阳修")


@dataclass(frozen=True)
class Evening:
    """What is looked at: the owner's page and a phone that may only look on; addresses of tables and of a circle."""

    page: Page
    sender: Sender
    played: str
    empty: str
    closed: str
    onlooker: Page
    keys: tuple[str, ...]
    """Of the deals at the table that was played."""
    server: Server
    circle: str
    circled: str
    """A table in the circle."""
    staked: str
    """One where there is something to pay, which nothing is done to."""
    rounds: str
    """剥皮, in the middle of a round."""
    openings: str
    """大字牌, where several may win with the cards dealt."""
    tiles: str
    bands: str
    own: str
    """House rules under a name."""
    pair: str
    """Two, who pledge before each deal and raise a low win in the end."""
    device: str
    """The onlooker's phone among those at the table."""

    def at(self, path: str) -> None:
        self.page.goto(path)

    def enter(self, query: str = "") -> None:
        self.page.goto(f"{self.empty}deals/new/{query}")
        self.page.wait_for_selector("#entry[data-live]")


State = Callable[[Evening], Page | None]
"""Brings a state about; gives the page that shows it where that is not the owner's."""


Walk = Callable[[Evening], Iterator[None]]
"""Goes from state to state on the owner's page, and stops at each."""


def shows(where: Page | Locator, text: str) -> None:
    """Hold that this is said there. A phone that speaks another language than the tests has to show something."""
    whole = isinstance(where, Page)
    page = where if isinstance(where, Page) else where.page
    if page.locator("html").get_attribute("lang") == "zh-hans":
        found = where.get_by_text(text) if whole else where.filter(has_text=text)
        expect(found.first).to_be_visible()
        return
    page.wait_for_timeout(SETTLED)
    page.wait_for_load_state()
    if not whole:
        expect(where.first).not_to_be_empty()


def prepared(owner: Page, onlooker: Page, server: Server) -> Evening:
    """An evening that has been played on the owner's phone, in its language."""
    sender = Sender(owner.context)
    played, empty, closed = (sender.open_table(name) for name in ("周五老地方", "刚开的一桌", "收了的一桌"))
    keys = tuple(sender.fill(played))
    sender.fill(closed)
    sent(sender, f"{closed}close/", {"client_id": fresh_id()})
    invite(sender, played, onlooker)
    circle, circled = circle_of_two_evenings(sender)
    return Evening(
        *(owner, sender, played, empty, closed, onlooker, keys, server, circle, circled, with_stake(sender)),
        **other_games(sender),
        own=own_rules(sender),
        pair=two_who_pledge(sender),
        device=guest_at(sender, played),
    )


def sent(sender: Sender, path: str, fields: Mapping[str, str | bytes | Sequence[str]]) -> str:
    """Send a form that is taken; the page that answers, or the address to which it leads on."""
    answer = sender.post(path, fields)
    assert answer.status in (201, 302, 303), answer.text()
    return answer.headers.get("location") or answer.text()


def invite(sender: Sender, table: str, guest: Page) -> None:
    """A phone that may only look on comes to the table."""
    made = sent(sender, f"{table}links/", {"role": "viewer", "label": "给二婶"})
    secret = made.split('id="code">')[1].split("<")[0]
    sent(Sender(guest.context), "/j/", {"secret": secret, "as": "viewer"})


def own_rules(sender: Sender) -> str:
    """Where house rules are that are not quite as usual."""
    rules = {"rule-min_hu": "15", "rule-self_draw": "double", "rule-hu_per_unit": "3"}
    return sent(sender, "/own-rules/new/", {"ruleset": "guilin", "name": "永福规矩", **rules})


def two_who_pledge(sender: Sender) -> str:
    """A table of two with one deal, and something announced for the next."""
    rules = {"pledge": "sum", "pledge_max": "2", "low_below": "20", "low_times": "2"}
    table = sender.open_table("两个人", people=PEOPLE[:2], **{f"rule-{code}": rules[code] for code in rules})
    sender.record(table, "save", winner="0", source="self_draw", mode="hu", hu="17", xing_count="1")
    sent(sender, f"{table}pledges/", {"client_id": fresh_id(), "pledge_0": "1", "pledge_1": "0"})
    return table


def guest_at(sender: Sender, table: str) -> str:
    """The number of the phone that was invited to a table."""
    return sender.get(f"{table}links/").text().split("devices/")[2].split("/")[0]


def with_stake(sender: Sender) -> str:
    """A table where there is something to pay."""
    table = sender.open_table("打点小的", stake="50")
    sender.fill(table)
    return table


def circle_of_two_evenings(sender: Sender) -> tuple[str, str]:
    """The addresses of a circle and of one of its tables."""
    table = sender.open_table("圈里的一桌", LONG_NAMES, stake="50")
    sender.fill(table)
    circle = sent(sender, f"{table}circle/", {"name": "巷口老友", "client_id": fresh_id()})
    sender.fill(sender.open_table("周六", LONG_NAMES, circle=circle.split("/")[2]))
    return circle, table


def new_circle(sender: Sender) -> str:
    """The address of a circle in which nothing has been played."""
    table = sender.open_table("圈里的一桌", LONG_NAMES)
    return sent(sender, f"{table}circle/", {"name": "巷口老友", "client_id": fresh_id()})


def other_games(sender: Sender) -> dict[str, str]:
    """A table of each kind of entry."""
    rounds = sender.open_table("剥皮", PEOPLE, ruleset="bopi", seats="three_and_counter")
    sender.record(rounds, winner="0", source="self_draw", mode="hu", hu="40")
    return {
        "rounds": rounds,
        "openings": sender.open_table("大字牌", PEOPLE[:3], ruleset="dazipai"),
        "tiles": sender.open_table("捉鸡", PEOPLE, ruleset="guiyang"),
        "bands": sender.open_table("打林", PEOPLE, ruleset="dalin"),
    }
