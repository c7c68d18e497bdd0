"""Odd requests at every address, by everybody."""

import re
from collections.abc import Iterator
from urllib.parse import quote_plus

from tests.attack.target import Target, Visitor, address
from tests.faults.test_nonsense import BODIES, FIELDS, TYPES, VALUES, addresses
from zipai_ledger.urls import urlpatterns

LONG = ("9" * 5_000, "[" * 20_000, "\x00", "9" * 30, "-0", "%00", "０９", "a" * 8_000)
QUERIES = (
    *(
        "before",
        "winner",
        "stage",
        "rev",
        "seat",
        "hand",
        "deal",
        "replace",
        "from",
        "special_cards",
        "gates",
    ),
    *("bands", "seats", "min_hu", "owed_from", "circle", "next", "year", "page"),
)
REFERRERS = ("http://[::1", "javascript:alert(1)", "\x7f", "http://a@b:c/")
EVERYWHERE = [one for one in addresses(urlpatterns) if "live/" not in one]


def odd_queries(target: Target) -> None:
    """GET with values that no page asks for."""
    for number, role, phone in rounds(target):
        name, value = target.chance.choice(QUERIES), quoted(target.chance.choice([*VALUES, *LONG]))
        path = f"{aimed(target, number)}?{name}={value}"
        referrer = target.chance.choice(REFERRERS)
        target.ask(phone, "GET", path[:60_000], Referer=referrer, **address(hash(role)))


def odd_forms(target: Target) -> None:
    """POST with bodies, types and charsets of every kind."""
    for number, role, phone in rounds(target):
        body, kind = target.chance.choice(BODIES)(target.chance), target.chance.choice([*TYPES, *CHARSETS])
        if target.chance.random() < 0.3:
            body = f"{target.chance.choice(FIELDS)}={quoted(target.chance.choice(LONG))}".encode()
        target.ask(
            phone, "POST", aimed(target, number), body, **{"Content-Type": kind}, **address(hash(role))
        )


CHARSETS = [
    f"application/x-www-form-urlencoded; charset={name}" for name in ("latin1", "idna", "utf-7", "no")
]


def rounds(target: Target) -> Iterator[tuple[int, str, Visitor]]:
    """Every address by every role, over and over, until the time is up."""
    number = 0
    while not target.over:
        for role, phone in target.phones.items():
            yield number, role, Visitor(target.chance.choice(target.servers), phone.cookies)
        number += 1


def aimed(target: Target, number: int) -> str:
    """An address with its parts filled in, most of them rightly; what would end the table is left alone."""
    pattern = EVERYWHERE[number % len(EVERYWHERE)]
    table = target.chance.choice([target.table.split("/")[2]] * 5 + ["%00", "A" * 22])
    path = pattern.replace("<str:public_id>", table)
    path = re.sub(r"<int:\w+>", lambda _: target.chance.choice(["0", "1", "3", "9" * 20]), path)
    return re.sub(r"<slug:\w+>", "guilin", path)


def quoted(value: str) -> str:
    return value if value.startswith("%") else quote_plus(value)
