"""`python manage.py tend`: lets go of empty and forgotten tables, on an instance that anybody may use."""

from typing import Any

from zipai_ledger.keeping import tending
from zipai_ledger.management.storing import StoringCommand


class Command(StoringCommand):
    """Says how many went, never which."""

    help = "收拾空桌和没人来的桌（ZIPAI_PUBLIC=1）。Let go of empty and forgotten tables (ZIPAI_PUBLIC=1)."

    def handle(self, *args: Any, **options: Any) -> None:
        found = tending.tend()
        self.stdout.write(
            f"空桌 Empty: {found.empty}, 存档后清掉 archived and erased: {found.forgotten},"
            f" 对不上留着 damaged and kept: {found.kept}"
        )
