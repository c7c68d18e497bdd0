"""What an invitation lets people do, in words."""

from collections.abc import Callable, Mapping

from django.utils.translation import gettext as _

from zipai_ledger.models import Role

OFFERED = (Role.SCOREKEEPER, Role.VIEWER)
ROLE_TEXTS: Mapping[str, Callable[[], str]] = {
    Role.SCOREKEEPER: lambda: _("能记分"),
    Role.VIEWER: lambda: _("只能看"),
}
