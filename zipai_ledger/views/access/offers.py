"""What an invitation allows, as the form asks for it and as the page tells what is left."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.http import QueryDict
from django.utils.timezone import localtime, now
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from zipai_ledger.access.grants import AnyLink
from zipai_ledger.access.invitations import LABEL_LONGEST, Offer
from zipai_ledger.formats import dates
from zipai_ledger.ledger import names
from zipai_ledger.models import Person, Player, Role
from zipai_ledger.rules.problems import Refused

from ..refusals import refusal_text

OFFERED = (Role.SCOREKEEPER, Role.VIEWER)
ROLE_TEXTS: Mapping[str, Callable[[], str]] = {
    Role.SCOREKEEPER: lambda: _("能记分"),
    Role.VIEWER: lambda: _("只能看"),
}
LASTS: Mapping[str, timedelta | None] = {
    "evening": timedelta(hours=12),
    "week": timedelta(days=7),
    "always": None,
}
LASTS_TEXTS: Mapping[str, Callable[[], str]] = {
    "evening": lambda: ngettext("%(n)d 小时", "%(n)d 小时", 12) % {"n": 12},
    "week": lambda: _("一星期"),
    "always": lambda: _("一直"),
}
USES: Mapping[str, int | None] = {"any": None, "1": 1, "4": 4}
USES_TEXTS: Mapping[str, Callable[[], str]] = {
    "any": lambda: _("不限"),
    "1": lambda: ngettext("%(n)d 台", "%(n)d 台", 1) % {"n": 1},
    "4": lambda: ngettext("%(n)d 台", "%(n)d 台", 4) % {"n": 4},
}


@dataclass(frozen=True)
class Asked:
    """The form as it was sent; a field that was not sent has its usual value."""

    role: str = Role.SCOREKEEPER
    lasts: str = "evening"
    uses: str = "any"
    label: str = ""
    player: str = ""

    @classmethod
    def read(cls, sent: QueryDict) -> "Asked":
        """Whatever was sent."""
        usual = cls()
        return cls(
            role=sent.get("role", ""),
            lasts=sent.get("lasts", usual.lasts),
            uses=sent.get("uses", usual.uses),
            label=sent.get("label", "").strip(),
            player=sent.get("player", ""),
        )

    def error(self, players: Sequence[Player | Person], roles: Collection[str] = OFFERED) -> str:
        """Why no invitation can be made of it; empty where one can."""
        if self.role not in roles:
            return _("先选能不能记分。")
        if self.lasts not in LASTS or self.uses not in USES or not self._known(players):
            return _("这一项没有选对，请再选一次。")
        if len(self.label) > LABEL_LONGEST:
            sizes = {"most": LABEL_LONGEST, "got": len(self.label)}
            return _("备注最多 %(most)d 个字，写了 %(got)d 个。") % sizes
        return unfit(self.label) if self.label else ""

    def _known(self, players: Sequence[Player | Person]) -> bool:
        return self.player in {"", *(str(player.index) for player in players)}

    def offer(self) -> Offer:
        """The invitation asked for, where there is no `error`."""
        player = int(self.player) if self.player else None
        return Offer(self.role, self.label, LASTS[self.lasts], USES[self.uses], player)

    def fields(self, players: Sequence[Player | Person]) -> dict[str, Any]:
        """The choices of the form."""
        return {
            "label": self.label,
            "offer_line": self._line(),
            "roles": choices(self.role, {role: ROLE_TEXTS[role] for role in OFFERED}),
            "lasts": choices(self.lasts, LASTS_TEXTS),
            "uses": choices(self.uses, USES_TEXTS),
            "players": [
                {"value": str(one.index), "text": one.name, "checked": str(one.index) == self.player}
                for one in players
            ],
        }

    def _line(self) -> str:
        """How long and how many, as far as they are known values."""
        uses = _("手机不限") if self.uses == "any" else USES_TEXTS.get(self.uses, str)()
        return " ・ ".join(filter(None, [LASTS_TEXTS.get(self.lasts, str)(), uses]))


def choices(chosen: str, texts: Mapping[str, Callable[[], str]]) -> list[dict[str, Any]]:
    """Radio buttons."""
    return [{"value": value, "text": text(), "checked": value == chosen} for value, text in texts.items()]


def unfit(label: str) -> str:
    """Why this cannot be written on a link, empty where it can: what holds for names holds for it."""
    try:
        names.session_name(label, "label")
    except Refused as refused:
        return refusal_text(refused)
    return ""


def left(link: AnyLink) -> str:
    """How long a link is still good, and for how many devices."""
    if link.uses_left == 0:
        return _("用完了")
    if link.expires_at and link.expires_at <= now():
        return _("过期了")
    uses = "" if link.uses_left is None else devices_left(link.uses_left)
    until = _("一直有效") if link.expires_at is None else _("到 %(when)s") % {"when": moment(link.expires_at)}
    return " ・ ".join(filter(None, [until, uses]))


def devices_left(count: int) -> str:
    """How many devices may still come."""
    return ngettext("还能来 %(n)d 台", "还能来 %(n)d 台", count) % {"n": count}


def moment(at: Any) -> str:
    """A day and a time; the time alone where it is today."""
    local = localtime(at)
    return dates.clock(local) if local.date() == localtime().date() else dates.day_and_clock(local)
