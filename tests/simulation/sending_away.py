"""请下桌: whoever owns a table sends a phone away, and it comes back by the invitation that the others have.

Whoever holds it notices only when it is refused, and may have entered something meanwhile: that waits, and goes on once it is
back. Chance is drawn apart, as for moving.
"""

import re
from typing import TYPE_CHECKING

from . import moving
from .ledger import require
from .network import Answer

if TYPE_CHECKING:
    from .phones import Phone

ASKED, DONE, GONE = 200, 302, 404
SENT_AWAY = 0.02
"""How often an owner whose phone is taken up sends another away."""
PHONE = re.compile(r"/devices/(\d+)/")


def send_away(phone: "Phone") -> bool:
    """Whether the owner does so now, with a phone that the page of invitations lists."""
    world = phone.world
    if not phone.is_owner or phone.kept.queue or world.aside.random() >= SENT_AWAY:
        return False

    def listed(answer: Answer | None) -> None:
        if answer is None or answer.status != ASKED:
            return
        own = world.grants.held_by(phone.number, phone.table)
        others = sorted({int(found) for found in PHONE.findall(answer.text)} - own)
        if others:
            moving.insist(phone, f"{phone.table}devices/{world.aside.choice(others)}/revoke/", {}, ended)

    def ended(answer: Answer) -> None:
        # Tapped again where no answer came: then that phone is there no longer.
        require(answer.status in {DONE, GONE}, "whoever owns a table sends phones away", answer.status)

    phone.send("GET", f"{phone.table}links/", listed, accept="text/html")
    return True


def come_back(phone: "Phone") -> bool:
    """Whether somebody who was refused comes in again: to the same table with all that waits, or to the one to which the
    others went on, letting be what waits for a table to which nobody asks him back."""
    if not phone.is_away:
        return False
    if phone.kept.queue and phone.world.invitation[0] != phone.table:
        phone.let_be(phone.kept.queue[0])
    else:
        moving.join(phone)
    return True
