"""A ledger of before phones had recovery codes, migrated to now in a process of its own: prints who still comes in.

``python -m tests.faults.older``, on an empty ledger with all its tables.
"""

import json
import os
from datetime import timedelta
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "zipai_ledger.settings")
django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402
from django.db.migrations.loader import MigrationLoader  # noqa: E402
from django.test import Client  # noqa: E402
from django.urls import reverse  # noqa: E402
from django.utils import timezone  # noqa: E402

from tests.views.conftest import CALLED, NEW, WIN, play  # noqa: E402
from zipai_ledger.access import invitations, tokens  # noqa: E402
from zipai_ledger.access.invitations import Offer  # noqa: E402
from zipai_ledger.ledger.verify import database_damages, verify  # noqa: E402
from zipai_ledger.models import Circle, Device, GameSession, Grant, Role  # noqa: E402

BEFORE = "0006_sample"
AGO = timedelta(days=500)
SPOKEN = "K7P2-9QRT"
"""As spoken codes were then: eight characters, of which a plain digest was kept."""


def browser() -> Client:
    return Client(SERVER_NAME="127.0.0.1")


def opened(owner: Client) -> tuple[GameSession, Circle, str]:
    """A table with two deals in a circle, and an invitation to it."""
    assert owner.post(reverse("new_table:new"), NEW).status_code == 302
    session = GameSession.objects.get()
    play(session, WIN, CALLED)
    made = {"name": "巷口老友", "client_id": "circle-0123456789"}
    assert owner.post(reverse("table:circle", args=[session.public_id]), made).status_code == 302
    _link, secret = invitations.invite(session, Offer(Role.SCOREKEEPER))
    return session, Circle.objects.get(), secret


def made_old(session: GameSession, circle: Circle) -> tuple[str, str]:
    """Go back to the tables of then, and to what stood in them; gives the codes of the table and the circle."""
    call_command("migrate", "zipai_ledger", BEFORE, verbosity=0)
    then = MigrationLoader(connection).project_state([("zipai_ledger", BEFORE)]).apps
    codes = tokens.new_code(), tokens.new_code()
    secret: dict[str, Any] = {"kind": "recovery", "role": "owner"}
    link, circle_link = then.get_model("zipai_ledger", "Link"), then.get_model("zipai_ledger", "CircleLink")
    link.objects.create(session_id=session.pk, secret_hash=tokens.digest(codes[0]), **secret)
    circle_link.objects.create(circle_id=circle.pk, secret_hash=tokens.digest(codes[1]), **secret)
    spoken = {"kind": "spoken", "role": "viewer", "expires_at": timezone.now() + timedelta(hours=1)}
    link.objects.create(session_id=session.pk, secret_hash=tokens.digest(SPOKEN), **spoken)
    device = then.get_model("zipai_ledger", "Device")
    long_ago = timezone.now() - AGO
    device.objects.update(created=long_ago, last_seen=long_ago)
    device.objects.create(token_hash="f" * 64, last_seen=long_ago)
    return codes


def account() -> dict[str, Any]:
    owner = browser()
    session, circle, invitation = opened(owner)
    table_code, circle_code = made_old(session, circle)
    call_command("migrate", verbosity=0)
    table_url = reverse("table:show", args=[session.public_id])
    came = {"secret": invitation, "as": "viewer"}
    guest, returned = browser(), browser()
    return {
        "owner": owner.get(table_url).status_code,
        "owner in the circle": owner.get(reverse("circle:show", args=[circle.public_id])).status_code,
        "here today": Device.objects.filter(last_seen__gt=timezone.now() - timedelta(hours=1)).count(),
        "signed off": Device.objects.exclude(signed_off_at=None).count(),
        "invited": guest.post(reverse("joining:paste"), came).status_code,
        "guest": guest.get(table_url).status_code,
        "code of the table": returned.post(reverse("recover"), {"code": table_code}).status_code,
        "returned": Grant.objects.filter(recovered_at__isnull=False, role=Role.OWNER).count(),
        "code of the circle": browser().post(reverse("recover"), {"code": circle_code}).status_code,
        "code spoken then": browser().post(reverse("joining:paste"), {"secret": SPOKEN}).status_code,
        "damages": [str(one) for one in (*database_damages(), *verify(session).damages)],
    }


if __name__ == "__main__":
    print(json.dumps(account()))
