"""What happened at a table: a sentence for each event of the trail, and who did it."""

from collections.abc import Callable, Mapping, Sequence

from django.utils.translation import gettext as _

from zipai_ledger.formats.numbers import amount
from zipai_ledger.formats.outcomes import listed
from zipai_ledger.formats.roles import ROLE_NAMES, role_name
from zipai_ledger.formats.speaker import game_under
from zipai_ledger.ledger.queries import CarriedRow, StageView, StandInChange
from zipai_ledger.ledger.trail.bodies import EventBody
from zipai_ledger.ledger.trail.columns import body_followed
from zipai_ledger.ledger.trail.kinds import Kind
from zipai_ledger.models import Event, Player

from .carry_over import carried_balances
from .rounds import carried_text, carried_words

Bodies = Mapping[int, EventBody]
NONE: Bodies = {}


def event_author(event: Event, people: Mapping[int, str]) -> str:
    """Role, and whose phone it was where that is known; see `queries.phone_holders`."""
    role = role_name(event.role) if event.role in ROLE_NAMES else ""
    return f"{role} {people.get(event.seq, '')}".strip()


def event_sentence(
    event: Event,
    body: EventBody,
    players: Sequence[Player],
    positions: Mapping[int, int],
    payments: Bodies = NONE,
) -> str:
    """What happened; ``positions``: deal key → its number; ``payments``: the bodies of payments that are taken back."""
    names = [player.name for player in players]
    kind = Kind(event.kind)
    parts = [MONEY[kind](body, names, payments) if kind in MONEY else _plain(kind, body, names, positions)]
    if followed := body_followed(body):
        parts.append(_("后面 %(count)s 盘的座次跟着照规矩改") % {"count": len(followed)})
    if left := body.get("despite"):
        parts.append(_("异议没说好的还有：第 %(n)s 盘") % {"n": deal_numbers(left, positions)})
    if kind == Kind.STAGE_OPENED and body["carried_in"]:
        parts.append(carried_words(body["carried_in"], body["ruleset"], names))
    return _("。").join(parts)


def _plain(kind: Kind, body: EventBody, names: Sequence[str], positions: Mapping[int, int]) -> str:
    player, by, after = body.get("player"), body.get("by"), positions.get(body.get("after", 0))
    params = {
        "n": positions.get(body.get("deal", 0), ""),
        "player": names[player] if isinstance(player, int) else "",
        "by": names[by] if isinstance(by, int) else "",
        "pledges": _pledges(body, names) if kind == Kind.PLEDGED else "",
        "game": game_under(body["ruleset"], body.get("options", {})) if "ruleset" in body else "",
        "since": _("从第 %(n)s 盘起") % {"n": after + 1} if after else _("从这一段的头一盘起"),
    }
    alone = kind == Kind.STAND_IN and by is None
    text = _("%(since)s，%(player)s自己接着打") if alone else WORDINGS[kind]()
    return text % params


def _pledges(body: EventBody, names: Sequence[str]) -> str:
    return listed([f"{names[at]} {count}" for at, count in zip(body["seats"], body["pledges"], strict=True)])


def _paid(body: EventBody, names: Sequence[str], _payments: Bodies) -> str:
    return _("付款：%(paid)s") % {"paid": _payment(body, names)}


def _unpaid(body: EventBody, names: Sequence[str], payments: Bodies) -> str:
    made = payments.get(body["payment"])
    return _("取消付款：%(paid)s") % {"paid": _payment(made, names)} if made else _("取消一笔付款")


def _payment(body: EventBody, names: Sequence[str]) -> str:
    text = _("%(who)s付%(to)s") % {"who": names[body["payer"]], "to": names[body["payee"]]}
    return f"{text} {amount(body['minor'], body['currency'])}"


def _carried_in(body: EventBody, names: Sequence[str], _payments: Bodies) -> str:
    return _("上一桌没结清的带进来：%(who)s") % {
        "who": carried_balances(names, body["minor"], body["currency"])
    }


def _carried_out(body: EventBody, names: Sequence[str], _payments: Bodies) -> str:
    # What leaves is what cancels the balances.
    gone = [-minor for minor in body["minor"]]
    return _("没结清的带到下一桌：%(who)s") % {"who": carried_balances(names, gone, body["currency"])}


def deal_numbers(keys: Sequence[int], positions: Mapping[int, int]) -> str:
    """3、8: the numbers of some deals, in order."""
    return listed([str(number) for number in sorted(positions[key] for key in keys if key in positions)])


# ---- between the deals of the ledger ---------------------------------------------------------------------------------


def stand_in_text(change: StandInChange, names: Sequence[str]) -> str:
    """Who plays from here on."""
    name = names[change.player]
    if change.by is None:
        return _("从这里起：%(name)s回来自己打") % {"name": name}
    return _("从这里起：%(by)s替%(name)s打") % {"by": names[change.by], "name": name}


def stage_text(stages: Sequence[StageView], index: int, names: Sequence[str]) -> str:
    """Who played what from here on, and what changed by it."""
    stage = stages[index]
    people, game = (
        listed([names[player] for player in stage.seats]),
        game_under(stage.stage.ruleset, stage.options),
    )
    began = _("从这里起：%(people)s 打%(game)s") % {"people": people, "game": game}
    seating = seats_text(stages[index - 1].seats, stage.seats, names) if index else ""
    return _("。").join(filter(None, [began, seating, carried_text(stage, names)]))


def seats_text(before: Sequence[int], after: Sequence[int], names: Sequence[str]) -> str:
    """阿强来了，小王走了: who came, who left; or that the same people changed seats."""
    came = listed([names[player] for player in after if player not in before])
    left = listed([names[player] for player in before if player not in after])
    texts = [
        _("%(who)s来了") % {"who": came} if came else "",
        _("%(who)s走了") % {"who": left} if left else "",
    ]
    if not came and not left and not _same_circle(before, after):
        return _("换了座位")
    return _("，").join(filter(None, texts))


def _same_circle(before: Sequence[int], after: Sequence[int]) -> bool:
    """Whether everybody still has the same neighbours on the same side."""
    start = list(after).index(before[0])
    return [*after[start:], *after[:start]] == list(before)


def carried_in_text(row: CarriedRow, names: Sequence[str]) -> str:
    """What another evening had left owed."""
    return _("上次没付清的：%(who)s") % {"who": carried_balances(names, row.minor, row.currency)}


# ---- the words of each kind ------------------------------------------------------------------------------------------


MONEY: Mapping[Kind, Callable[[EventBody, Sequence[str], Bodies], str]] = {
    Kind.PAYMENT_MADE: _paid,
    Kind.PAYMENT_CANCELLED: _unpaid,
    Kind.CARRIED_IN: _carried_in,
    Kind.CARRIED_OUT: _carried_out,
}
WORDINGS: Mapping[Kind, Callable[[], str]] = {
    Kind.SESSION_OPENED: lambda: _("开桌"),
    Kind.SESSION_RENAMED: lambda: _("这桌改了名"),
    Kind.PLAYER_JOINED: lambda: _("%(player)s上桌"),
    Kind.PLAYER_RENAMED: lambda: _("改名：现在叫%(player)s"),
    Kind.PLAYER_ERASED: lambda: _("抹掉了一个人的名字，现在叫%(player)s"),
    Kind.STAGE_OPENED: lambda: _("定座位和规矩：%(game)s"),
    Kind.STAND_IN: lambda: _("%(since)s，%(by)s替%(player)s打"),
    Kind.PLEDGED: lambda: _("报锤：%(pledges)s"),
    Kind.DEAL_RECORDED: lambda: _("记了第 %(n)s 盘"),
    Kind.ADJUSTMENT: lambda: _("商定加减，第 %(n)s 行"),
    Kind.ROUND_ENDED: lambda: _("结束一轮，第 %(n)s 行"),
    Kind.DEAL_VOIDED: lambda: _("第 %(n)s 盘作废"),
    Kind.DEAL_REPLACED: lambda: _("更正第 %(n)s 盘"),
    Kind.DEAL_RESTORED: lambda: _("恢复第 %(n)s 盘"),
    Kind.RESCORED: lambda: _("照现在的规矩，从第 %(n)s 盘起重算"),
    Kind.DEAL_DISPUTED: lambda: _("第 %(n)s 盘有异议"),
    Kind.DEAL_RESOLVED: lambda: _("第 %(n)s 盘说好了，照旧"),
    Kind.CLOSED: lambda: _("收桌"),
    Kind.REOPENED: lambda: _("再打开"),
}
