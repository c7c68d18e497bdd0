"""The one application of the project."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate


class ZipaiLedgerConfig(AppConfig):
    """字牌账本 (zipai ledger): registers the system checks and keeps the triggers in place."""

    name = "zipai_ledger"
    verbose_name = "字牌账本"

    def ready(self) -> None:
        """Import what registers itself, connect what keeps itself."""
        from zipai_ledger import checks  # noqa: F401
        from zipai_ledger.database import triggers

        post_migrate.connect(triggers.install_after_migrate, sender=self)
