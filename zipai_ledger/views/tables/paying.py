"""付款 (fukuan): who gives whom how much, row by row: what was paid, what is left of it, and why something is left."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from zipai_ledger.access import Action, Visit
from zipai_ledger.formats import dates
from zipai_ledger.formats.numbers import amount
from zipai_ledger.formats.roles import role_name
from zipai_ledger.formats.speaker import language
from zipai_ledger.ledger.queries import Paid
from zipai_ledger.ledger.settlement import Reason, Settling, reasons_of
from zipai_ledger.rules.totals import Due

from ..addresses import offered
from . import reasons, sentences

Row = dict[str, Any]


@dataclass(frozen=True)
class Rows:
    """The rows of one table for one visitor; ``units``: what units are called in the reader's language."""

    visit: Visit
    settled: Settling
    units: Mapping[str, str]
    damaged: str = ""

    def all(self) -> list[Row]:
        """Paid rows and rows to pay, together by who pays whom, so that a tick moves nothing."""
        paid = [((each.payer, each.payee, 0, each.seq), self.paid(each)) for each in self.settled.live]
        left = [((due.payer, due.payee, 1, at), self.due(due)) for at, due in enumerate(self.settled.dues)]
        rows = [row for _key, row in sorted(paid + left, key=lambda one: one[0])]
        seen: Counter[tuple[str, str]] = Counter()
        for row in rows:
            pair = row["payer"], row["payee"]
            seen[pair] += 1
            row["id"] = "-".join(map(str, (*pair, seen[pair])))
        return rows

    def made(self) -> list[Row]:
        """Every payment, newest first, those taken back marked."""
        return [{**self.paid(each), "cancelled": each.cancelled} for each in reversed(self.settled.payments)]

    def paid(self, paid: Paid) -> Row:
        """A payment that counts; its tick takes it back."""
        who = self.holders.get(paid.seq) or role_name(paid.role)
        state = _("已付 ・ %(time)s ・ %(who)s记的") % {"time": self.time(paid.at), "who": who}
        return {
            **self._between(paid.payer, paid.payee),
            "amount": amount(paid.minor, paid.currency),
            "units": "",
            "state": state,
            "paid": True,
            "tick_url": self.tick_url,
            "fields": {"cancel": paid.seq},
        }

    def due(self, due: Due) -> Row:
        """What is left to give: in money where there is a stake, else in units, which nobody ticks."""
        units = f"{due.units} {self.units.get(due.unit, due.unit)}" if due.units is not None else ""
        between = self._between(due.payer, due.payee)
        if due.minor is None:
            return {**between, "amount": units, "units": "", "state": "", "paid": False, "tick_url": ""}
        part = urlencode({"payer": due.payer, "payee": due.payee, "currency": due.currency})
        return {
            **between,
            "amount": amount(due.minor, due.currency),
            "units": units,
            "state": self.state(due, amount(due.minor, due.currency)),
            "paid": False,
            "tick_url": self.tick_url,
            "part_url": f"{self.part_url}?{part}" if self.part_url else "",
            "fields": {
                "payer": due.payer,
                "payee": due.payee,
                "currency": due.currency,
                "minor": due.minor,
                "payment": token(self.settled.payments, due.payer, due.payee, due.currency),
                "base": self.visit.session.head_seq,
            },
        }

    def _between(self, payer: int, payee: int) -> Row:
        people = self.settled.view.players
        return {
            "payer": payer,
            "payee": payee,
            "from": people[payer].name,
            "to": people[payee].name,
        }

    def state(self, due: Due, left: str) -> str:
        """Why a due is still there, where something was paid before."""
        reason = self.reasons.get((due.payer, due.payee), {}).get(due.currency)
        between = [paid for paid in self.settled.live if is_between(paid, due)]
        first = paid_so_far(due, between, reason.before) if reason and reason.before > 0 else ""
        if reason is None or (reason.before > 0 and not first):
            return _("还没付")
        back = bool(between) and between[-1].payer == due.payee
        remains = (_("要退 %(left)s") if back else _("还差 %(left)s")) % {"left": left}
        why = _("，").join(filter(None, (first, *reasons.words(reason))))
        return capfirst(_("%(why)s，%(remains)s") % {"why": why, "remains": remains})

    @cached_property
    def reasons(self) -> Mapping[tuple[int, int], Mapping[str, Reason]]:
        """Payer and payee → currency → why they are not through; no query where nobody has paid."""
        return reasons_of(self.settled)

    @cached_property
    def holders(self) -> Mapping[int, str]:
        """Payment → the name of the player whose phone noted it."""
        return sentences.holders(self.visit.session, self.settled.payments, self.settled.view.players)

    @cached_property
    def tick_url(self) -> str:
        """Where a tick is sent, nothing for who may only look."""
        return "" if self.damaged else offered(self.visit, Action.PAY, "tables:tick")

    @cached_property
    def part_url(self) -> str:
        """Where a part of an amount is entered."""
        return "" if self.damaged else offered(self.visit, Action.PAY, "tables:pay")

    def time(self, at: str) -> str:
        """When something was paid: the day too, where that was not the evening's own."""
        zone = ZoneInfo(self.visit.session.time_zone)
        return dates.of_evening(
            datetime.fromisoformat(at).astimezone(zone), self.visit.session.opened_at.astimezone(zone)
        )


def is_between(paid: Paid, due: Due) -> bool:
    """Whether a payment passed between the two of a due, the one or the other way."""
    return {paid.payer, paid.payee} == {due.payer, due.payee} and paid.currency == due.currency


def paid_so_far(due: Due, between: Sequence[Paid], before: int) -> str:
    """付了 2.50 元, 付多了: what the payments ``between`` two, oldest first, say of the part that was due ``before``.

    Empty where they say nothing: none of it was paid, or it is more than what was paid too much the other way.
    """
    given = sum(paid.minor for paid in between if paid.payer == due.payer)
    received = sum(paid.minor for paid in between) - given
    if between and between[-1].payer == due.payee:
        return _("付多了") if before <= received - given else ""
    return _("付了 %(paid)s") % {"paid": amount(given, due.currency)} if given else ""


def token(payments: Sequence[Paid], payer: int, payee: int, currency: str) -> str:
    """The id of the next payment between two: the same on every phone that has seen the same, so it is stored once."""
    between = [
        paid for paid in payments if {paid.payer, paid.payee} == {payer, payee} and paid.currency == currency
    ]
    count = len(between) + sum(paid.cancelled for paid in between)
    return f"pay-{currency}-{payer}-{payee}-{count}"


def settled_text(rows: Sequence[Row], settled: Settling, *, may_tick: bool) -> str:
    """What the rows come to, in a line below them; and that the money itself goes from hand to hand."""
    left = len(settled.dues)
    told = [ngettext("%(n)d 笔就清。", "%(n)d 笔就清。", left) % {"n": left}] if left else []
    if rows and not left:
        told.append(_("都付清了。"))
    if may_tick and settled.owing:
        told.append(_("付了的点一下方框，大家的手机都看得到。"))
    if settled.view.settlement.money or settled.carried:
        told.append(_("这里只记账，不经手钱。"))
    return (" " if language() == "en" else "").join(told)
