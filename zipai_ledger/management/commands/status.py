"""`python manage.py status`: how the server is doing, in numbers."""

import json
import sys
from argparse import ArgumentParser
from dataclasses import asdict
from typing import Any

from django.core.management import BaseCommand
from django.core.management.base import CommandError
from django.db import DatabaseError
from django.utils import timezone

from zipai_ledger.keeping.condition import Status, status


class Command(BaseCommand):
    """Shows numbers and never names; exit status 1 where something is wrong."""

    help = "现在怎么样：版本、数据、备份、哪里不对。How the server is doing; exit status 1 where something is wrong."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="as one object of JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            found = status()
        except (DatabaseError, OSError) as error:
            raise CommandError(f"database: {error}", returncode=1) from error
        if options["json"]:
            self.stdout.write(json.dumps(asdict(found), default=str, ensure_ascii=False))
        else:
            self._tell(found)
        if found.wrong:
            sys.exit(1)

    def _tell(self, found: Status) -> None:
        last = found.last_backup
        rows = (
            ("版本 Version", found.version),
            ("数据 Data", found.data),
            ("数据库 Database", f"{found.database}, {found.safety}"),
            ("桌 Tables", f"{found.tables} (试玩 samples {found.samples}, 圈 circles {found.circles})"),
            ("盘 Deals", found.deals),
            ("大小 Size", f"{found.size / (1 << 20):.1f} MiB, 还剩 free {found.free / (1 << 30):.1f} GiB"),
            ("在跑 Running", f"{found.servers}, 开着的页 open pages {found.streams}"),
            (
                "备份 Backup",
                f"{last.isoformat() if last else '还没有 none'} ({_age(found)}), {found.backups or '-'}",
            ),
        )
        for name, value in rows:
            self.stdout.write(f"{name}: {value}")
        for problem in found.wrong:
            self.stdout.write(f"不对 Wrong: {problem}")
        if not found.wrong:
            self.stdout.write("都好 Nothing is wrong.")


def _age(found: Status) -> str:
    if found.last_backup is None:
        return "-"
    hours = (timezone.now() - found.last_backup).total_seconds() / 3600
    return f"{hours:.0f} h" if hours < 48 else f"{hours / 24:.0f} d"
