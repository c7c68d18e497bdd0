"""`python manage.py end_access ID [--device N | --everybody]`: the operator ends what phones may do at a table."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from zipai_ledger.access import grants, signing_off
from zipai_ledger.management.storing import StoringCommand
from zipai_ledger.models import AccessKind, GameSession, Grant


class Command(StoringCommand):
    """Lists the phones of a table by number; signs one off from everything, or sends everybody away from the table."""

    help = "List the phones at a table, sign one of them off from everything, or send everybody away from the table."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("id", metavar="ID", help="public id of the table, as in its address")
        what = parser.add_mutually_exclusive_group()
        what.add_argument("--device", type=int, metavar="N", help="end this phone, by its number in the list")
        what.add_argument("--everybody", action="store_true", help="end all phones, invitations and codes")

    def handle(self, *args: Any, **options: Any) -> None:
        session = GameSession.objects.filter(public_id=options["id"]).first()
        if session is None:
            raise CommandError(f"no session {options['id']}")
        held = grants.holding(session).select_related("device").order_by("created", "pk")
        if options["everybody"]:
            code = signing_off.send_everybody_away(session)
            self.stdout.write(
                f"everybody was sent away; who types this recovery code becomes the owner: {code}"
            )
        elif options["device"] is None:
            for grant in held:
                self.stdout.write(_line(grant))
        else:
            found = held.filter(device=options["device"]).first()
            if found is None:
                raise CommandError(f"no device {options['device']} at {session.public_id}")
            signing_off.sign_off(found.device, AccessKind.OPERATOR_ENDED)
            self.stdout.write(f"device {found.device_id} was signed off; its recovery code is still good")


def _line(grant: Grant) -> str:
    who = "nobody" if grant.player is None else f"player {grant.player}"
    return f"{grant.device_id}: {grant.role}, {who}, last here {grant.device.last_seen.date()}"
