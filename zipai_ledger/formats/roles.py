"""What somebody is called by what their phone may do."""

from collections.abc import Callable, Mapping

from django.utils.translation import gettext as _

ROLE_NAMES: Mapping[str, Callable[[], str]] = {
    "owner": lambda: _("桌主"),
    "scorekeeper": lambda: _("记分的"),
    "viewer": lambda: _("看的"),
}
"""At a table, by the values of `models.Role`."""


def role_name(role: str) -> str:
    """``{{ "viewer"|role_name }}``: what somebody at a table is called."""
    return ROLE_NAMES[role]()


def circle_role_name(role: str) -> str:
    """The same in a circle, where members have no name of their own."""
    return _("圈主") if role == "owner" else ""
