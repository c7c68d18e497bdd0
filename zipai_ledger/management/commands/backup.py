"""`python manage.py backup [FOLDER]`: a whole copy of the ledger, taken while tables are played."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.db import connection

from zipai_ledger.database.ages import refuse_younger
from zipai_ledger.keeping import making
from zipai_ledger.management.storing import StoringCommand


class Command(StoringCommand):
    """Copies, checks, and only then counts; exit status 1 where there is no good copy."""

    help = "备份：打牌时也能备。Copy the whole ledger while tables are played, and check the copy."
    prepares = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "folder", nargs="?", metavar="FOLDER", help="where to (default: backups/ of the data)"
        )
        parser.add_argument("--without-key", action="store_true", help="leave the secret key out of the copy")

    def handle(self, *args: Any, **options: Any) -> None:
        folder = Path(options["folder"] or settings.BACKUPS or settings.DATA / "backups").absolute()
        try:
            refuse_younger(connection)
            made = making.make(folder, with_key=not options["without_key"])
        except making.NotMade as failed:
            where = f" ({failed.kept})" if failed.kept else ""
            raise CommandError(f"没有备份成 No good backup: {failed}{where}", returncode=1) from failed
        found = made.found
        self.stdout.write(f"备份好了 Backup: {made.path}")
        self.stdout.write(
            f"{found.tables} 桌 tables, {found.deals} 盘 deals, {made.size:,} bytes;"
            f" 每桌都核过，{found.derived} 桌重算过 every chain checked, {found.derived} derived anew"
        )
        if not made.with_key:
            self.stdout.write("没有带密钥 Without the secret key: keep it elsewhere.")
        for path in made.gone:
            self.stdout.write(f"旧的删了 Removed: {path.name}")
