"""对不上: a table whose trail does not hold together is shown, but never quietly, and nothing more is written in it."""

from django.utils.translation import gettext as _

from zipai_ledger.models import GameSession
from zipai_ledger.verify import quick_check


def warning(session: GameSession) -> str:
    """What stands above a table that is damaged, nothing where its newest events hold. One query."""
    if not quick_check(session):
        return ""
    return _("账本对不上：只能看，不能再记。先导出一份存档留底，再请管这台机器的人从备份恢复。")
