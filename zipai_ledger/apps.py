"""The one application of the project."""

from django.apps import AppConfig


class ZipaiLedgerConfig(AppConfig):
    """字牌账本 (zipai ledger): registers the system checks."""

    name = "zipai_ledger"
    verbose_name = "字牌账本"

    def ready(self) -> None:
        """Import what registers itself."""
        from zipai_ledger import checks  # noqa: F401
