"""The pages that are most work, many times at once, by people who then hang up."""

from tests.attack.target import Target, Visitor, at_once

HEAVY = (
    *("figures/", "export/print/", "export/pdf/", "export/xlsx/", "export/archive/", "share/", "what-if/"),
    *("history/", "why/0/", "settle/", "rescore/", "live/?rev=0"),
)
AT_ONCE = 12


def heavy(target: Target) -> None:
    """Everything that an owner may open, from one phone, each page again as soon as it has come."""
    at_once(AT_ONCE, reader, target)


def reader(number: int, target: Target) -> None:
    """Read pages to their end, or hang up once they begin."""
    phone = Visitor(target.servers[number % len(target.servers)], target.phones["owner"].cookies)
    turn = number
    while not target.over:
        turn += 1
        path = target.table + HEAVY[turn % len(HEAVY)]
        target.ask(phone, "GET", path, leaving=turn % 3 == 0 or "live/" in path)
