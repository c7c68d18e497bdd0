"""From one table to the next: whoever owns this one opens another and invites the others, who come when nothing waits to be sent.

People insist: they tap again until there is an answer, under the id that the form has. Chance is drawn apart from that of
what is entered, so that an evening goes as before until somebody moves.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .ledger import PLAYERS, require
from .network import Answer

if TYPE_CHECKING:
    from .phones import Phone

NEW = {
    "ruleset": "guilin",
    "seats": "3",
    "player": ("老王", "小李", "阿芳"),
    "dealer": "0",
    "me": "0",
    "name": "周五老地方",
    "stake": "50",
    "rule-xing_kinds": ("上", "下"),
}
OPENED = 302
CREATED = 201
TAKEN = 409
AGAIN = 0.03
"""How often an owner whose phone is taken up opens the next table."""
CLAIMS = 0.5
"""How often somebody who only looks on says to be a player."""


def move(phone: "Phone") -> bool:
    """Whether somebody does so now."""
    world = phone.world
    if phone.kept.queue:
        return False
    if phone.is_owner:
        goes, go = world.apart.random() < AGAIN, open_next
    else:
        goes, go = bool(world.invitation) and world.invitation[0] != phone.table, join
    if goes:
        go(phone)
    return goes


def insist(
    phone: "Phone", path: str, fields: dict[str, Any], then: Callable[[Answer], None], entry: str = ""
) -> None:
    """Send a form, and again where no answer came or the ledger had no time."""

    def came(answer: Answer | None) -> None:
        if answer is None or answer.status == 503:
            insist(phone, path, fields, then, entry)
        else:
            then(answer)

    phone.send("POST", path, came, fields, "text/html", entry)


def open_next(phone: "Phone") -> None:
    """再开一桌, and what invites the others to it."""
    phone.made += 1
    entry = f"opening-{phone.number}-{phone.made:05d}"

    def opened(answer: Answer) -> None:
        require(answer.status == OPENED, "a table opens", answer.status)
        address = answer.headers["location"]
        phone.world.require_opened(entry, address)
        insist(
            phone,
            f"{address}links/",
            {"role": "scorekeeper", "label": "牌友"},
            lambda page: invited(address, page),
        )

    def invited(address: str, page: Answer) -> None:
        require(page.status == CREATED, "whoever opened a table invites to it", page.status)
        phone.world.invitation = (address, secret_on(page))
        phone.come_to(address)

    insist(phone, "/new/", {**NEW, "client_id": entry}, opened, entry)


def join(phone: "Phone") -> None:
    """请你上桌: come to where the newest invitation leads."""
    address, secret = phone.world.invitation
    claim = who(phone)
    if phone.number >= PLAYERS and phone.world.apart.random() < CLAIMS:
        claim = player(1 + phone.number % (PLAYERS - 1))

    def came(answer: Answer) -> None:
        if answer.status == TAKEN:
            insist(phone, "/j/", {"secret": secret, "as": "viewer"}, came)
            return
        require(answer.status == OPENED, "a guest comes in", answer.status)
        require(
            answer.headers["location"] == address,
            "an invitation leads to its table",
            answer.headers["location"],
        )
        if address == phone.table:
            phone.go_on()
        else:
            phone.come_to(address)

    insist(phone, "/j/", {"secret": secret, **claim}, came)


def who(phone: "Phone") -> dict[str, str]:
    """Whom a guest says to be: a player as long as there are some, then somebody who looks on."""
    return player(phone.number) if phone.number < PLAYERS else {"as": "viewer"}


def player(number: int) -> dict[str, str]:
    return {"player": str(number), "as": "player"}


def secret_on(page: Answer) -> str:
    """The code of an invitation, from the page that shows it once."""
    return page.text.split('id="code">')[1].split("<")[0]
