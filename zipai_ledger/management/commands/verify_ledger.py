"""`python manage.py verify_ledger [ID …]`: is every stored number what the trail and the rules say?"""

from argparse import ArgumentParser
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.db.models import QuerySet

from zipai_ledger.ledger.trail.chain import Damage
from zipai_ledger.ledger.verify import Report, database_damages, heads, verify
from zipai_ledger.ledger.verify.access import access_damages
from zipai_ledger.ledger.verify.carried import carried_damages
from zipai_ledger.management.storing import StoringCommand
from zipai_ledger.models import GameSession


class Command(StoringCommand):
    """Checks chain, sums, postings and projections of sessions; exit status 1 where anything is damaged."""

    help = "Check that everything stored follows from the trail, and the trail from the rules."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("ids", nargs="*", metavar="ID", help="public ids; every session where left out")
        parser.add_argument(
            "--print-heads", action="store_true", help="only print the heads, to be kept elsewhere"
        )
        parser.add_argument("--heads", metavar="FILE", help="compare with heads that were printed earlier")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["print_heads"]:
            self.stdout.writelines(f"{head}\n" for head in heads.heads())
            return
        noted = _noted(options["heads"]) if options["heads"] else []
        damaged = self._list("database", database_damages())
        for session in self._sessions(options["ids"]):
            report = verify(session)
            self._tell(session, report)
            damaged += len(report.damages)
        if not options["ids"]:
            damaged += sum(self._list(public_id, [damage]) for public_id, damage in carried_damages())
            damaged += self._list("access", access_damages())
        damaged += self._compare(noted)
        if damaged:
            raise CommandError(f"{damaged} damages found", returncode=1)

    def _list(self, where: str, damages: Iterable[Damage]) -> int:
        """Say what was found somewhere, and how much."""
        count = 0
        for damage in damages:
            self.stdout.write(f"{where}: {damage}")
            count += 1
        return count

    def _compare(self, noted: Sequence[heads.Noted]) -> int:
        """Say what is not as it was noted, and how much of it is damage."""
        damaged = alike = 0
        for head in noted:
            if not heads.is_here(head):
                self.stdout.write(f"{head.public_id}: not here any more; purged, or another database")
                continue
            found = self._list(head.public_id, heads.differences(head))
            damaged += found
            alike += not found
        if noted:
            self.stdout.write(f"as noted: {alike} of {len(noted)}")
        return damaged

    def _sessions(self, ids: list[str]) -> QuerySet[GameSession]:
        sessions = GameSession.objects.order_by("pk")
        if not ids:
            return sessions
        unknown = sorted(
            set(ids) - set(sessions.filter(public_id__in=ids).values_list("public_id", flat=True))
        )
        if unknown:
            raise CommandError(f"no session {', '.join(unknown)}")
        return sessions.filter(public_id__in=ids)

    def _tell(self, session: GameSession, report: Report) -> None:
        state = "damaged" if report.damages else "ok"
        self.stdout.write(
            f"{session.public_id}: {state}, {report.events} events, head {session.head_hash[:16]}"
        )
        for damage in report.damages:
            self.stdout.write(f"  {damage}")
        if report.differing:
            deals = ", ".join(map(str, report.differing))
            self.stdout.write(
                f"  scored by older rules, today's would differ: {len(report.differing)} ({deals})"
            )


def _noted(name: str) -> list[heads.Noted]:
    """The heads in a file; raises `CommandError` where it is none."""
    try:
        with Path(name).open(encoding="utf-8") as file:
            return list(heads.read(file))
    except OSError as error:
        raise CommandError(f"{name}: {error.strerror}", returncode=1) from error
    except UnicodeDecodeError as error:
        raise CommandError(f"{name}: expected UTF-8", returncode=1) from error
    except heads.Unreadable as error:
        raise CommandError(f"{name}: {error}", returncode=1) from error
