"""One deal: how it was worked out, who doubts it, what can be done."""

from dataclasses import dataclass

from zipai_ledger.access import Action, Visit
from zipai_ledger.entries.slots import Slot
from zipai_ledger.ledger import posting
from zipai_ledger.rules import facts

from .corrections import departures, slot_roster
from .deals import DealLine, deal_row
from .disputes import DealDispute, deal_dispute
from .entry_kinds import KINDS
from .history import HistoryPage, history_page
from .meanwhile import seat_names
from .template_values import TemplateValue
from .waits import has_waits

QUESTIONS = ("winner", "source")
WON = "won"
"""A dead deal (黄庄) or a foul (诈胡) was a win after all: the entry begins with who won."""
CHIEF = ("replace", "restore")
"""What is done about a deal more often than anything else; each deal has one of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DealPage(TemplateValue):
    """``players``: names over the columns; ``waits``: what was waited for can be looked at.

    ``against_rules``: why a deal that was agreed (商定) cannot stand by the rules, nothing where it could again.
    ``actions`` are names of views of `views.corrections`, or questions of the entry (`QUESTIONS`) that are answered anew, or `WON`;
    ``chief`` is the one of them that is wanted most, if any; ``departs``: what ``follow`` would change. ``history``: the
    deal's latest events.
    """

    players: tuple[str, ...]
    deal: DealLine
    is_agreed: bool
    against_rules: tuple[str, ...]
    dispute: DealDispute | None
    waits: bool
    chief: str
    actions: tuple[str, ...]
    departs: str
    history: HistoryPage


def deal_page(visit: Visit, slot: Slot) -> DealPage:
    """The page of the deal at this slot."""
    history = history_page(visit.session, deal=slot.aim.key)
    actions = _actions(visit, slot)
    return DealPage(
        players=seat_names(slot),
        deal=deal_row(slot.row, slot_roster(slot)),
        is_agreed=slot.row.deal.agreed,
        against_rules=_against_rules(slot) if slot.row.deal.agreed else (),
        dispute=deal_dispute(visit, slot, history.lines[::-1]),
        waits=has_waits(slot.row),
        chief=next((one for one in actions if one in CHIEF), ""),
        actions=tuple(one for one in actions if one not in CHIEF),
        departs=departures(slot),
        history=history,
    )


def _against_rules(slot: Slot) -> tuple[str, ...]:
    rules, fact = posting.Rules.of(slot.stage), posting.read_fact(slot.row.deal.fact)
    found = posting.recheck(rules, slot.setting.state, fact)
    problems = () if isinstance(found, posting.Stored) else found.problems
    return tuple(map(slot.setting.speaker.problem, problems))


def _actions(visit: Visit, slot: Slot) -> tuple[str, ...]:
    if not visit.session.is_open or not visit.may(Action.CORRECT):
        return ()
    if not slot.row.deal.live:
        return ("restore", "insert")
    return (*(["follow"] if departures(slot) else []), *_questions(slot), "replace", "insert", "void")


def _questions(slot: Slot) -> tuple[str, ...]:
    """Questions of the entry that can be answered anew, or for the first time where nobody had won."""
    result = slot.row.fact["result"]
    if not KINDS[slot.setting.ruleset.entry].by_winner:
        return ()
    if result == facts.Win.result:
        return QUESTIONS
    return (WON,) if result in (facts.Dead.result, facts.Foul.result) else ()
