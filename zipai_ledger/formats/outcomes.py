"""Stored outcomes in words: who pays whom. Reads what was stored; never asks the rules to score."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from .numbers import signed

SIDES = "sides"
"""The code of payments between two sides, each of one paying one of the other."""


def listed(names: Sequence[str]) -> str:
    """Several names in one breath; of most lists there is one alone."""
    return names[0] if len(names) == 1 else _("、").join(names)


@dataclass
class JointPayment:
    """Payers and payees of one reason and amount, in the order they pay."""

    code: str
    units: int
    payers: list[int]
    payees: list[int]

    def sentence(self, names: Sequence[str]) -> str:
        """Who pays whom."""
        who, to = (listed([names[player] for player in players]) for players in (self.payers, self.payees))
        if len(self.payees) > 1 and self.code != SIDES:
            return _("%(who)s付%(to)s每家") % {"who": who, "to": to}
        if len(self.payees) > 1:
            return _("%(who)s各付，%(to)s各得") % {"who": who, "to": to}
        text = _("%(who)s各付%(to)s") if len(self.payers) > 1 else _("%(who)s付%(to)s")
        return text % {"who": who, "to": to}

    def each(self, names: Sequence[str]) -> str:
        """Who pays how much, where it goes without saying to whom."""
        text = _("%(who)s各付 %(units)d") if len(self.payers) > 1 else _("%(who)s付 %(units)d")
        return text % {"who": listed([names[payer] for payer in self.payers]), "units": self.units}


def _together(flows: Iterable[Mapping[str, Any]]) -> Collection[JointPayment]:
    """What is paid alike, in one; between sides nobody asks which of them pays whom."""
    found: dict[tuple[str, int, int], JointPayment] = {}
    for flow in flows:
        code, units = flow["code"], flow["units"]
        key = (code, units, -1 if code == SIDES else flow["payee"])
        payment = found.setdefault(key, JointPayment(code, units, [], []))
        payment.payers.append(flow["payer"])
        if flow["payee"] not in payment.payees:
            payment.payees.append(flow["payee"])
    return _to_several(found.values())


def _to_several(payments: Iterable[JointPayment]) -> Collection[JointPayment]:
    """What one pays alike to several, in one."""
    found: dict[object, JointPayment] = {}
    for one in payments:
        key = (one.code, one.units, one.payers[0]) if len(one.payers) == 1 else id(one)
        if key in found:
            found[key].payees += one.payees
        else:
            found[key] = one
    return found.values()


def payments(
    flows: Iterable[Mapping[str, Any]], names: Sequence[str], reason: Callable[[str], str]
) -> list[tuple[str, int]]:
    """Who pays, a line for each reason and amount: (“小李、阿芳各付老王”, units each); ``reason`` words a code."""
    lines = []
    for payment in _together(flows):
        sentence, why = payment.sentence(names), reason(payment.code)
        text = _("%(why)s，%(sentence)s") % {"why": why, "sentence": sentence} if why else sentence
        lines.append((text, payment.units))
    return lines


def net(deltas: Sequence[int], names: Sequence[str]) -> str:
    """What a deal comes to for everybody it touches: “小李 +40，阿芳 −30”, each name on one line with its number."""
    gains = [(name, units) for name, units in zip(names, deltas, strict=False) if units]
    return _("，").join(
        f"{name}\u00a0{signed(units)}" for name, units in sorted(gains, key=lambda one: -one[1])
    )


def paid_briefly(flows: Sequence[Mapping[str, Any]], names: Sequence[str]) -> str:
    """All payments of a deal in one line: “小李、阿芳各付 5”; with the payee where there are several."""
    together = _together(flows)
    payees = {tuple(payment.payees) for payment in together}
    several = len(payees) > 1 or any(
        payment.code != SIDES and len(payment.payees) > 1 for payment in together
    )
    return _("，").join(
        f"{payment.sentence(names)} {payment.units}" if several else payment.each(names)
        for payment in together
    )


def explained(lines: Sequence[tuple[str, int]], payments: Sequence[str]) -> str:
    """Lines and who pays for them, in one: “22 胡（3）；自摸（2）”; without units where there is one line only."""
    several = len(lines) > 1
    texts = [
        _("%(text)s（%(n)s）") % {"text": text, "n": units} if several else text for text, units in lines
    ]
    return _("；").join((*texts, *payments))
