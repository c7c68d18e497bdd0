"""Stored outcomes in words: who pays whom, signed numbers. Reads what was stored; never asks the rules to score."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

MINUS = "\u2212"
WHOLE_CURRENCIES = frozenset(("JPY", "KRW", "VND"))
"""Currencies without minor units in daily life."""


def signed(units: int) -> str:
    """+5, −5, 0: told by sign and never by colour alone."""
    if units == 0:
        return "0"
    return f"+{units}" if units > 0 else f"{MINUS}{-units}"


def listed(names: Sequence[str]) -> str:
    """Several names in one breath."""
    return _("、").join(names)


def _together(flows: Iterable[Mapping[str, Any]]) -> dict[tuple[str, int, int], list[int]]:
    """Payers by (reason, payee, units), in the order they pay."""
    found: dict[tuple[str, int, int], list[int]] = {}
    for flow in flows:
        found.setdefault((flow["code"], flow["payee"], flow["units"]), []).append(flow["payer"])
    return found


def _to_whom(payers: Sequence[int], payee: int, names: Sequence[str]) -> str:
    text = _("%(who)s各付%(to)s") if len(payers) > 1 else _("%(who)s付%(to)s")
    return text % {"who": listed([names[payer] for payer in payers]), "to": names[payee]}


def payments(flows: Iterable[Mapping[str, Any]], names: Sequence[str]) -> list[tuple[str, int]]:
    """Who pays, a line for each reason and amount: (“小李、阿芳各付老王”, units each)."""
    lines = []
    for (code, payee, units), payers in _together(flows).items():
        sentence = _to_whom(payers, payee, names)
        lines.append((REASONS[code]() % {"sentence": sentence} if code in REASONS else sentence, units))
    return lines


REASONS = {
    "discard": lambda: _("点炮，%(sentence)s"),
    "sitting_xing": lambda: _("下醒归坐醒，%(sentence)s"),
    "foul": lambda: _("诈胡，%(sentence)s"),
}


def paid_briefly(flows: Sequence[Mapping[str, Any]], names: Sequence[str]) -> str:
    """All payments of a deal in one line: “小李、阿芳各付 5”; with the payee where there are several."""
    together = _together(flows)
    several = len({payee for _code, payee, _units in together}) > 1
    return _("，").join(
        f"{_to_whom(payers, payee, names)} {units}" if several else _each(payers, units, names)
        for (_code, payee, units), payers in together.items()
    )


def _each(payers: Sequence[int], units: int, names: Sequence[str]) -> str:
    text = _("%(who)s各付 %(units)d") if len(payers) > 1 else _("%(who)s付 %(units)d")
    return text % {"who": listed([names[payer] for payer in payers]), "units": units}
