"""一桌的结果 (the summary) in words: what picture, text for chat and paper have in common.

Words are made here because a picture measures them and a PDF knows no templates.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from zipai_ledger.exports.paper import OpenTransfer, PlayerPoints, PlayerResult, StageRules
from zipai_ledger.exports.summary import PlayedRules, Summary
from zipai_ledger.formats import dates, outcomes
from zipai_ledger.formats.numbers import amount, signed_amount
from zipai_ledger.formats.speaker import speaker, stored_speaker, word
from zipai_ledger.ledger.queries import DealCount
from zipai_ledger.rules.document import Stake
from zipai_ledger.rules.options import Words
from zipai_ledger.rules.totals import Due

from .fans import Fan, group_fan
from .rounds import tally_text

HEAD = 12
"""As many characters of the ledger's head tell two states apart."""


@dataclass(frozen=True, slots=True)
class BestHandWords:
    """最大一手 (zui da yi shou): whose, how much, in which deal, and its groups as they are drawn."""

    name: str
    worth: str
    deal: str
    fans: tuple[Fan, ...]

    @property
    def sentence(self) -> str:
        """All of it in one line."""
        params = {"name": self.name, "worth": self.worth, "deal": self.deal}
        return _("最大一手：%(name)s %(worth)s（%(deal)s）") % params


def counted_deals(count: int) -> str:
    """How many deals."""
    return ngettext("%(n)d 盘", "%(n)d 盘", count) % {"n": count}


def deal_count(deals: DealCount, rulesets: Iterable[str]) -> str:
    """算了 14 盘，内有黄庄 2 盘，作废 2 盘. ``rulesets`` (slugs) know what a dead deal is called."""
    return _("，").join(_deal_counts(deals, rulesets))


def _deal_counts(deals: DealCount, rulesets: Iterable[str]) -> Iterator[str]:
    yield ngettext("算了 %(n)d 盘", "算了 %(n)d 盘", deals.counted) % {"n": deals.counted}
    if deals.dead:
        dead = next(stored_speaker(slug).terms["dead"] for slug in rulesets)
        wording = ngettext("内有%(dead)s %(n)d 盘", "内有%(dead)s %(n)d 盘", deals.dead)
        yield wording % {"dead": dead, "n": deals.dead}
    if deals.void:
        yield ngettext("作废 %(n)d 盘", "作废 %(n)d 盘", deals.void) % {"n": deals.void}


def summary_deals(summary: Summary) -> str:
    """The same of an evening."""
    return deal_count(summary.deals, [rules.ruleset.slug for rules in summary.rules])


def game_names(summary: Summary) -> str:
    """Every game that was played, once."""
    return outcomes.listed(list(dict.fromkeys(word(rules.game) for rules in summary.rules)))


def summary_title(summary: Summary) -> str:
    """The table's name, or its games."""
    return summary.title or game_names(summary)


def short_head(head: str) -> str:
    """A ledger's head as people compare it: 7f3a 91c2 04be."""
    digits = head[:HEAD]
    return " ".join(digits[at : at + 4] for at in range(0, len(digits), 4))


def player_results(summary: Summary) -> tuple[PlayerResult, ...]:
    """Everybody, from the one who won most on."""
    several = len(summary.units) > 1
    return tuple(
        PlayerResult(
            name=summary.players[player],
            wins=win_count(summary.wins[player]),
            points=tuple(
                PlayerPoints(units, word(unit) if several else "") for unit, units in summary.won(player)
            ),
            money=tuple(signed_amount(minor, currency) for currency, minor in summary.money(player)),
        )
        for player in summary.places
    )


def win_count(count: int) -> str:
    """How often somebody won."""
    return ngettext("胡 %(n)d 次", "胡 %(n)d 次", count) % {"n": count} if count else ""


def open_transfers(summary: Summary) -> tuple[OpenTransfer, ...]:
    """Who still pays whom."""
    names = summary.players
    return tuple(
        OpenTransfer(names[due.payer], names[due.payee], _due_amount(due, summary.units))
        for due in summary.settlement.dues
    )


def transfers_title(summary: Summary) -> str:
    """What stands above them; empty where nobody ever owed anything."""
    settlement = summary.settlement
    if settlement.dues:
        return _("还没付") if settlement.money else _("付清要")
    return _("都付清了") if any(map(any, settlement.money.values())) else ""


def _due_amount(due: Due, units: Mapping[str, Words]) -> str:
    """What one transfer comes to: in money where there is a stake, else in units."""
    if due.minor is not None:
        return amount(due.minor, due.currency)
    return f"{due.units} {word(units[due.unit])}"


def unsettled_round(summary: Summary) -> str:
    """What is tallied in a round that is not over, which no total has yet; empty where there is none."""
    words = speaker(summary.rules[-1].ruleset)
    names = zip(summary.players, summary.unsettled, strict=False)
    tallies = [f"{name} {tally_text(hu)} {words.hu}" for name, hu in names if hu]
    return _("还没结的一轮：%(tallies)s") % {"tallies": outcomes.listed(tallies)} if tallies else ""


def best_hand(summary: Summary) -> BestHandWords | None:
    """The greatest win; None where nobody won by a hand worth telling."""
    hand = summary.best
    if hand is None:
        return None
    words = speaker(hand.ruleset)
    counted = (hand.hu, words.hu) if hand.hu else (hand.units, words.unit)
    return BestHandWords(
        name=summary.players[hand.winner],
        worth=" ".join(map(str, counted)),
        deal=_("第 %(n)d 盘") % {"n": hand.position},
        fans=tuple(group_fan(meld["kind"], meld["cards"], words) for meld in hand.melds),
    )


def stage_rules(summary: Summary) -> tuple[StageRules, ...]:
    """The rules of every stage."""
    return tuple(_rules_words(rules, summary) for rules in summary.rules)


def _rules_words(rules: PlayedRules, summary: Summary) -> StageRules:
    return StageRules(
        name=word(rules.game),
        people=outcomes.listed([summary.players[player] for player in rules.seats]),
        deals=counted_deals(rules.deals),
        stake=stake_words(rules.stake, word(rules.ruleset.unit)),
        words=tuple(map(word, rules.brief)),
    )


def stake_words(stake: Stake | None, unit: str) -> str:
    """What one unit is worth, or that nobody plays for money."""
    return f"1 {unit} {amount(stake.minor_per_unit, stake.currency)}" if stake else _("只记分，不算钱")


def chat_text(summary: Summary) -> str:
    """The evening as a message: short lines that stay whole in a chat bubble."""
    return "\n".join(_chat_lines(summary))


def _chat_lines(summary: Summary) -> Iterator[str]:
    yield _("【%(title)s】%(day)s") % {"title": summary_title(summary), "day": dates.day(summary.day)}
    yield _("%(game)s，%(deals)s") % {"game": game_names(summary), "deals": summary_deals(summary)}
    yield ""
    for result in player_results(summary):
        money = _("（%(money)s）") % {"money": _("，").join(result.money)} if result.money else ""
        yield f"{result.name} {_('，').join(points.text for points in result.points)}{money}"
    transfers = open_transfers(summary)
    if title := transfers_title(summary):
        yield ""
        yield _("%(title)s：") % {"title": title} if transfers else title
        for transfer in transfers:
            yield f"{transfer.payer} → {transfer.payee} {transfer.amount}"
    if unsettled := unsettled_round(summary):
        yield unsettled
    yield ""
    if best := best_hand(summary):
        yield best.sentence
    for rules in stage_rules(summary):
        yield _("规矩：%(words)s") % {"words": rules.sentence or rules.name}
    yield _("账首 %(head)s") % {"head": short_head(summary.head)}
