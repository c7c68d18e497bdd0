"""The sample table, and the hands that are practised on it."""

from collections.abc import Iterator

from tests.browser import hands
from tests.browser.places.evening import Evening, Walk, shows

DEALS = 6
"""On a sample table that nobody has touched."""


def sample(evening: Evening) -> str:
    """The owner's sample table as it is before anything was entered there."""
    table = evening.sender.post("/sample/").headers["location"]
    if evening.sender.get(table).text().count('id="deal-') != DEALS:
        evening.sender.post(f"{table}purge/")
        table = evening.sender.post("/sample/").headers["location"]
    return table


def sample_begun(evening: Evening) -> None:
    evening.at(sample(evening))
    shows(evening.page.locator(".practice"), "1 / 3")


def sample_among_tables(evening: Evening) -> None:
    sample(evening)
    evening.at("/")
    shows(evening.page.locator(".table-card .tag"), "试玩")


def practised(evening: Evening, hu: int) -> str:
    """The sample table after its first hand, entered with so many 胡."""
    table = sample(evening)
    told = {"winner": "2", "source": "self_draw", "mode": "hu", "hu": f"{hu}", "xing_count": "1"}
    evening.sender.record(table, **told)
    evening.at(table)
    return table


def sample_right(evening: Evening) -> None:
    practised(evening, 17)
    shows(evening.page.locator(".practice"), "✓ 对了")


def sample_wrong(evening: Evening) -> None:
    practised(evening, 12)
    shows(evening.page.locator(".practice"), "你记的是 12 胡")


def practising(evening: Evening) -> Iterator[None]:
    """The second hand, card by card."""
    evening.at(f"{practised(evening, 17)}deals/new/")
    evening.page.wait_for_selector("#entry[data-live]")
    yield
    hands.win(evening.page, 0, "self_draw")
    yield
    hands.tap_hand(evening.page, hands.PLAIN, "八")
    shows(evening.page.locator(".sample-hand"), "翻的醒")
    yield


def sample_finished(evening: Evening) -> None:
    table = practised(evening, 17)
    third = {"winner": "1", "source": "discard", "from": "0", "mode": "hu", "hu": "16", "xing_count": "3"}
    second = {"winner": "0", "source": "self_draw", "mode": "hu", "hu": "18", "xing_count": "2"}
    for told in (second, third):
        evening.sender.record(table, **told)
    evening.at(table)
    shows(evening.page, "会了，开一桌真的")


def sample_deleting(evening: Evening) -> None:
    evening.at(f"{sample(evening)}purge/")
    shows(evening.page, "再玩一会儿")


def sample_refused(evening: Evening) -> None:
    evening.at("/crowded/")
    shows(evening.page, "试的人太多了")


STATES = (
    *(sample_begun, sample_among_tables, sample_right, sample_wrong, sample_finished, sample_deleting),
    sample_refused,
)
WALKS: dict[Walk, tuple[str, ...]] = {practising: ("sample_winner", "sample_pad", "sample_flip")}
