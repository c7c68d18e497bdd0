"""An evening in words: what picture, text for chat and paper have in common."""

from collections.abc import Iterator
from datetime import date
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from zipai_ledger.exports.summary import BestHand, Rules, Summary
from zipai_ledger.formats import dates, outcomes
from zipai_ledger.formats.numbers import amount, signed_amount
from zipai_ledger.formats.speaker import speaker, word
from zipai_ledger.presenters.fans import group_fan
from zipai_ledger.rules.totals import Due
from zipai_ledger.views.showing.numbers import figure

HEAD = 12
"""As many characters of the ledger's head tell two states apart."""


def day(told: date) -> str:
    """The evening's day."""
    return dates.day(told)


def deals(count: int) -> str:
    """How many deals."""
    return ngettext("%(n)d 盘", "%(n)d 盘", count) % {"n": count}


def games(summary: Summary) -> str:
    """Every game that was played, once."""
    return outcomes.listed(list(dict.fromkeys(word(rules.ruleset.name) for rules in summary.rules)))


def head(summary: Summary) -> str:
    """The ledger's head, as it is compared: 7f3a 91c2 04be."""
    return short(summary.head)


def short(head: str) -> str:
    """A head as people compare it."""
    shown = head[:HEAD]
    return " ".join(shown[at : at + 4] for at in range(0, len(shown), 4))


def places(summary: Summary) -> list[dict[str, Any]]:
    """A line for each player: name, wins, points by unit, money."""
    several = len(summary.units) > 1
    return [
        {
            "name": summary.players[player],
            "wins": wins(summary.wins[player]),
            "points": [
                {**figure(units), "unit": word(unit) if several else ""}
                for unit, units in summary.won(player)
            ],
            "money": [signed_amount(minor, currency) for currency, minor in summary.money(player)],
        }
        for player in summary.places
    ]


def wins(count: int) -> str:
    """How often somebody won."""
    return ngettext("胡 %(n)d 次", "胡 %(n)d 次", count) % {"n": count} if count else ""


def dues(summary: Summary) -> list[dict[str, str]]:
    """Who still pays whom."""
    return [
        {
            "from": summary.players[due.payer],
            "to": summary.players[due.payee],
            "amount": owed(summary, due),
        }
        for due in summary.settlement.dues
    ]


def owed(summary: Summary, due: Due) -> str:
    """What one transfer comes to: in money where there is a stake, else in units."""
    if due.minor is not None:
        return amount(due.minor, due.currency)
    return f"{due.units} {word(summary.units[due.unit])}"


def best(hand: BestHand, summary: Summary) -> dict[str, Any]:
    """The greatest win: whose, how much, which deal, and its groups as they are drawn."""
    words = speaker(hand.ruleset)
    counted = (hand.hu, words.hu) if hand.hu else (hand.units, words.unit)
    return {
        "name": summary.players[hand.winner],
        "worth": " ".join(map(str, counted)),
        "deal": _("第 %(n)d 盘") % {"n": hand.position},
        "fans": [group_fan(meld["kind"], meld["cards"], words) for meld in hand.melds],
    }


def rules(summary: Summary) -> list[dict[str, Any]]:
    """Each stage's rules: game, people, deals, stake, the rules in words, and their code."""
    return [
        {
            "name": word(told.ruleset.name),
            "people": outcomes.listed([summary.players[player] for player in told.seats]),
            "deals": deals(told.deals),
            "stake": stake(told),
            "words": [word(words) for words in told.words],
            "code": told.code,
        }
        for told in summary.rules
    ]


def stake(told: Rules) -> str:
    """What one unit is worth, or that nobody plays for money."""
    if told.stake is None:
        return _("只记分，不算钱")
    return f"1 {word(told.ruleset.unit)} {amount(told.stake.minor_per_unit, told.stake.currency)}"


def chat(summary: Summary) -> str:
    """The evening as a message: short lines that stay whole in a chat bubble."""
    return "\n".join(_chat(summary))


def _chat(summary: Summary) -> Iterator[str]:
    title = summary.title or games(summary)
    yield _("【%(title)s】%(day)s") % {"title": title, "day": day(summary.day)}
    yield f"{games(summary)} {deals(summary.deals)}"
    yield ""
    for place in places(summary):
        points = [f"{point['text']} {point['unit']}".strip() for point in place["points"]]
        money = _("（%(money)s）") % {"money": _("，").join(place["money"])} if place["money"] else ""
        yield f"{place['name']} {_('，').join(points)}{money}"
    if paying := dues(summary):
        yield ""
        yield _("还没付：") if summary.settlement.money else _("付清要：")
        for due in paying:
            yield f"{due['from']} → {due['to']} {due['amount']}"
    yield ""
    if summary.best:
        yield _("最大一手：%(name)s %(worth)s（%(deal)s）") % best(summary.best, summary)
    for told in rules(summary):
        yield _("规矩：%(words)s") % {"words": _("；").join(told["words"]) or told["name"]}
        yield told["code"]
    yield _("账首 %(head)s") % {"head": head(summary)}
