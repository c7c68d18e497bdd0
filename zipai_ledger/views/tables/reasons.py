"""缘故 (yuangu) in words: what moved the money of two people since they last settled, short enough for a row."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from zipai_ledger.formats.outcomes import listed
from zipai_ledger.ledger.settlement import Cause, CauseKind, Reason

MOST_NAMED = 4
"""Deals that are named by their number; of more the first ones, and how many they are."""
MOST_KINDS = 3
"""Kinds of causes that a row has room for: those that moved most."""


def words(reason: Reason) -> list[str]:
    """改了第 3、7 盘 … 又记了 4 盘: each kind of cause once."""
    kinds: defaultdict[CauseKind, list[Cause]] = defaultdict(list)
    for cause in reason.causes:
        kinds[cause.kind].append(cause)
    most = sorted(kinds, key=lambda kind: -sum(abs(cause.minor) for cause in kinds[kind]))[:MOST_KINDS]
    found = [_sentence(kind, kinds[kind]) for kind in CauseKind if kind in most]
    return [*found, _("还有别的")] if len(kinds) > len(most) else found


def _sentence(kind: CauseKind, causes: Sequence[Cause]) -> str:
    return WORDINGS[kind](len(causes)) % {"deals": _numbers(causes), "count": len(causes)}


def _numbers(causes: Sequence[Cause]) -> str:
    """3、7, and of many the first ones: 3、7、8、9 等 12."""
    numbers = listed([f"{cause.number}" for cause in causes[:MOST_NAMED]])
    if len(causes) <= MOST_NAMED:
        return numbers
    return _("%(n)s 等 %(count)d") % {"n": numbers, "count": len(causes)}


def _corrected(count: int) -> str:
    return ngettext("改了第 %(deals)s 盘", "改了第 %(deals)s 盘", count)


def _followed(count: int) -> str:
    return ngettext("第 %(deals)s 盘跟着变了", "第 %(deals)s 盘跟着变了", count)


def _rescored(count: int) -> str:
    return ngettext("重算了第 %(deals)s 盘", "重算了第 %(deals)s 盘", count)


def _inserted(count: int) -> str:
    return ngettext("补记了第 %(deals)s 盘", "补记了第 %(deals)s 盘", count)


def _recorded(count: int) -> str:
    return ngettext("又记了 %(count)d 盘", "又记了 %(count)d 盘", count)


def _adjusted(count: int) -> str:
    return ngettext("商定加减 %(count)d 笔", "商定加减 %(count)d 笔", count)


def _round_ended(count: int) -> str:
    return ngettext("结了 %(count)d 轮", "结了 %(count)d 轮", count)


def _cancelled(count: int) -> str:
    return ngettext("取消了 %(count)d 笔付款", "取消了 %(count)d 笔付款", count)


WORDINGS: Mapping[CauseKind, Callable[[int], str]] = {
    CauseKind.CORRECTED: _corrected,
    CauseKind.FOLLOWED: _followed,
    CauseKind.RESCORED: _rescored,
    CauseKind.INSERTED: _inserted,
    CauseKind.RECORDED: _recorded,
    CauseKind.ADJUSTED: _adjusted,
    CauseKind.ROUND_ENDED: _round_ended,
    CauseKind.CARRIED_IN: lambda _count: _("带来了上次没付清的"),
    CauseKind.CANCELLED: _cancelled,
}
