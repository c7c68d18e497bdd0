"""The rarer ways from a table, in groups: who sits there, its ledger, and this phone."""

from django.urls import reverse
from django.utils.translation import gettext as _

from zipai_ledger.access import Action, Visit
from zipai_ledger.ledger.queries import TableView

from ..addresses import Group, groups, offered
from . import rescoring


def of_table(visit: Visit, view: TableView, *, is_open: bool) -> list[Group]:
    """What this visitor may do; while the table is open, with what changes it."""
    return groups(
        [
            (_("人"), _people(visit, is_open=is_open)),
            (_("账本"), _ledger(visit, view, is_open=is_open)),
            (_("手机"), _phone(visit)),
        ]
    )


def _people(visit: Visit, *, is_open: bool) -> list[tuple[str, str]]:
    return [
        (offered(visit, Action.INVITE, "table:invitations"), _("请人上桌")),
        (offered(visit, Action.OPEN_STAGE, "stages:change") if is_open else "", _("换人、换规矩")),
        (offered(visit, Action.STAND_IN, "stand_ins:change") if is_open else "", _("替一手")),
        (offered(visit, Action.RENAME_PLAYER, "tables:rename"), _("改名字")),
        (offered(visit, Action.CIRCLE, "circles:table"), _("牌友圈")),
        (offered(visit, Action.AGAIN, "new_table:again"), _("照这样再开一桌")),
    ]


def _ledger(visit: Visit, view: TableView, *, is_open: bool) -> list[tuple[str, str]]:
    mended = is_open and rescoring.older(view)
    return [
        (offered(visit, Action.SEE, "rules:table"), _("这桌的规矩")),
        (offered(visit, Action.SEE, "history:show"), _("改过什么")),
        (offered(visit, Action.CORRECT, "deal_entry:adjust") if is_open else "", _("商定加减")),
        (offered(visit, Action.RESCORE, "tables:rescore") if mended else "", _("照现在的规矩重算")),
        (offered(visit, Action.EXPORT, "tables:export"), _("导出")),
    ]


def _phone(visit: Visit) -> list[tuple[str, str]]:
    here = reverse("table:show", args=[visit.session.public_id])
    return [
        (f"{reverse('preferences')}?next={here}", _("字号、颜色、语言")),
        (offered(visit, Action.MAKE_RECOVERY, "table:recovery"), _("恢复码")),
        (offered(visit, Action.MOVE, "table:move"), _("在别的浏览器里打开")),
        (offered(visit, Action.LEAVE, "table:leave"), _("这台手机下桌")),
        (reverse("help:index"), _("帮助")),
    ]
