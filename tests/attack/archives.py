"""Archives that anybody could make up: outcomes and times changed, the chain made whole again."""

import json
import re
from contextlib import suppress
from copy import deepcopy
from typing import Any
from urllib.parse import urlencode

from tests.attack.target import Target, Visitor, address
from tests.live.phones import fresh_id
from zipai_ledger.ledger.trail import canonical, chain

ODD: tuple[Any, ...] = (
    *(None, -1, 7, 10**30, 0.5, "", "x\0", "\ud800", [], {}, [[[]]], {"a": 1}, True, "9" * 5_000),
    *("9999-12-31T23:59:59.999999+00:00", "0001-01-01T00:00:00.000000+00:00", "2031-01-01"),
    *(0, 1_000_000, 2**53, 2**63, "9" * 9_999, "<b>", "CNY", "cards", [0] * 8, ["x"] * 3, {"units": 1}),
)
PAGES = (
    *(
        "",
        "history/",
        "settle/",
        "figures/",
        "why/0/",
        "what-if/",
        "rescore/",
        "news/?rev=0",
        "share/",
        "rules/",
    ),
    *(
        "deals/new/",
        "deals/5/",
        "deals/5/after/",
        "export/csv/",
        "export/xlsx/",
        "export/print/",
        "export/archive/",
    ),
)


def forged(target: Target) -> None:
    """Look at them and bring them in; whatever came in takes no page with it."""
    owner = target.phones["owner"]
    status, archive = target.ask(owner, "GET", f"{target.table}export/archive/")
    assert status == 200, status
    guest, number = Visitor(target.server), 0
    while not target.over:
        number += 1
        text = mutated(archive, target)
        guest.ask("GET", "/import/")
        form = {"text": text, "do": target.chance.choice(["look", "import"]), "client_id": fresh_id()}
        body = urlencode(form, errors="surrogatepass")
        status, _answer = target.ask(guest, "POST", "/import/", body, **address(number))
        if status == 302:
            looked_at(target, guest, target.ask(guest, "GET", "/")[1])


def looked_at(target: Target, guest: Visitor, answer: str) -> None:
    """The pages that show a table which came in."""
    found = re.search(r'href="(/t/[^/"]+/)"', answer)
    assert found, answer[:500]
    for page in PAGES:
        target.ask(guest, "GET", found[1] + page)
    target.ask(guest, "GET", "/")


def mutated(archive: str, target: Target) -> str:
    """One to three values of an event changed, the hashes worked out anew; every other time its rules are gone."""
    whole, previous = json.loads(archive), chain.FIRST
    changed = target.chance.sample(range(len(whole["events"])), k=1)
    gone = target.chance.random() < 0.5
    for number, line in enumerate(whole["events"]):
        body = json.loads(line["body"])
        if gone and "ruleset" in body:
            body["ruleset"] = "gone"
        if number in changed:
            for _ in range(target.chance.randint(1, 3)):
                change(target, target.chance.choice([body, body, line]))
        line["body"] = text_of(body)
        previous = hashed(line, previous)
    if isinstance(whole.get("ledger"), dict):
        whole["ledger"]["head"] = previous
    return written(whole)


def written(whole: dict[str, Any]) -> str:
    """The archive as the program lays one out: an event a line."""
    events = ",\n".join(map(text_of, whole.pop("events")))
    return f'{text_of(whole)[:-1]},"events":[\n{events}]}}\n'


def hashed(line: dict[str, Any], previous: str) -> str:
    """The hash of an event as its line now says it; a line that says nonsense keeps the hash it had."""
    with suppress(TypeError, ValueError, KeyError, AttributeError):
        line["hash"] = chain.link_hash(previous, line["seq"], line["kind"], line["at"], line["body"])
    return str(line.get("hash"))


def text_of(value: Any) -> str:
    """Canonical text where there is one."""
    try:
        return canonical.to_text(value)
    except (TypeError, ValueError):
        return json.dumps(value)


def change(target: Target, value: Any) -> None:
    """Walk down at random, and put something odd there."""
    while True:
        keys = list(value) if isinstance(value, dict) else list(range(len(value)))
        if not keys:
            return
        key = target.chance.choice(keys)
        inner = value[key]
        if isinstance(inner, dict | list) and inner and target.chance.random() < 0.8:
            value = inner
            continue
        near = type(inner) is int and target.chance.random() < 0.5
        value[key] = inner + 1 if near else deepcopy(target.chance.choice(ODD))
        return
