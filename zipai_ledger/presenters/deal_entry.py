"""记一盘: what the pages show on which a deal is entered."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from zipai_ledger.access import Visit
from zipai_ledger.entries import EntryKind, Setting, Understood
from zipai_ledger.entries.slots import Slot
from zipai_ledger.formats import outcomes
from zipai_ledger.ledger import queries, record
from zipai_ledger.rules import facts
from zipai_ledger.rules.problems import Refused
from zipai_ledger.rules.ruleset import Item
from zipai_ledger.rules.terms import FoulAsk
from zipai_ledger.rules.zipai.cards import CARDS

from .deals import WorkedLine
from .desk import PLACES
from .fans import Fan, group_fan

ENDINGS = ("settle", "drop", "carry")
"""How a round ends that is not over."""


@dataclass(frozen=True, slots=True)
class EntrySeat:
    """A seat of the table, drawn at the place ``at``: 0 below (mine), 1 right (下手), 2 above, 3 left (上手)."""

    index: int
    name: str
    at: int
    is_dealer: bool
    is_sitting: bool
    is_me: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryTable:
    """The table at which a deal is entered: ``deal_no`` is its number, ``query`` the aim in an address (``?replace=7``).

    ``id`` tells drafts of one slot from those of another; ``words`` are the terms of the game; ``results`` that it has.
    """

    id: str
    query: str
    size: int
    deal_no: int
    unit: str
    words: Mapping[str, str]
    players: tuple[EntrySeat, ...]
    dealer_at: int | str
    results: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryPage:
    """The page of a kind of entry: its parts, and the views that ``save`` it and ``preview`` it.

    ``saved_ids``: client ids of the latest stored entries, separated by spaces, so that a phone can drop their drafts.
    """

    template: str
    header: str
    heading: str
    scripts: tuple[str, ...]
    save: str
    preview: str
    saved_ids: str


@dataclass(frozen=True, slots=True)
class SentenceReading:
    """听成 (ting cheng): what a sentence was understood as; only ``wrong`` where it was not.

    ``values_json``: field of the form → value.
    """

    said: str
    words: tuple[str, ...] = ()
    fans: tuple[Fan, ...] = ()
    values_json: str = ""
    wrong: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DealPreview:
    """What a deal without a hand would do: its lines, who pays whom; ``refused`` says why it cannot stand.

    ``how``: the way in which it ends a round.
    """

    how: str = ""
    lines: tuple[str, ...] = ()
    paid: tuple[WorkedLine, ...] = ()
    refused: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ResultPage:
    """A deal that is entered without a pad. ``ask``: what a foul has to say; ``usual``: what it costs where nothing is said."""

    ask: FoulAsk
    usual: str
    previews: tuple[DealPreview, ...] = ()


def entry_table(visit: Visit, slot: Slot) -> EntryTable:
    """The table as the visitor sees it from his own seat."""
    setting, players = slot.setting, entry_seats(slot.setting, visit.player)
    return EntryTable(
        id=slot.session.public_id + slot.aim.query,
        query=slot.aim.query,
        size=setting.table.seats,
        deal_no=slot.number,
        unit=setting.speaker.unit,
        words=setting.speaker.terms,
        players=players,
        dealer_at=next((seat.at for seat in players if seat.is_dealer), ""),
        results=frozenset(kind.result for kind in setting.ruleset.results),
    )


def entry_seats(setting: Setting, player: int | None) -> tuple[EntrySeat, ...]:
    """The players as they sit, seen from the seat of one of them; from the first seat where he has none."""
    table, state = setting.table, setting.state
    mine = table.players.index(player) if player in table.players else None
    return tuple(
        EntrySeat(
            index=seat,
            name=setting.name(seat),
            at=PLACES[table.seats][(seat - (mine or 0)) % table.seats],
            is_dealer=seat == state.dealer,
            is_sitting=seat == state.sitting,
            is_me=seat == mine,
        )
        for seat in range(table.seats)
    )


def entry_page(slot: Slot, kind: EntryKind, save: str, preview: str) -> EntryPage:
    """The page of a kind of entry."""
    return EntryPage(
        template=kind.template,
        header=kind.header,
        heading=slot.setting.speaker.terms.get(kind.heading, ""),
        scripts=kind.scripts,
        save=save,
        preview=preview,
        saved_ids=" ".join(queries.latest_client_ids(slot.session)),
    )


def sentence_reading(slot: Slot, text: str, understood: Understood) -> SentenceReading:
    """A sentence that was understood: in words, its groups drawn, and what it fills in."""
    drawn = [group for group in understood.groups if all(char in CARDS for char in group[1])]
    return SentenceReading(
        said=text,
        words=understood.words,
        fans=tuple(group_fan(kind, cards, slot.setting.speaker) for kind, cards in drawn),
        values_json=json.dumps(dict(understood.values), ensure_ascii=False),
    )


def result_page(slot: Slot, result: str) -> ResultPage:
    """The page of a result."""
    setting = slot.setting
    ask = setting.game.foul_ask
    usual = setting.speaker.word(ask.usual) if ask.usual else ""
    if result == facts.Dead.result:
        return ResultPage(ask, usual, (deal_preview(slot, facts.Dead()),))
    if result == facts.EndRound.result:
        # mypy knows the ways only as literals.
        ends = [(how, facts.EndRound(how=how)) for how in ENDINGS]  # type: ignore[arg-type]
        return ResultPage(ask, usual, tuple(deal_preview(slot, fact, how) for how, fact in ends))
    return ResultPage(ask, usual)


def deal_preview(slot: Slot, fact: facts.Deal, how: str = "") -> DealPreview:
    """What such a deal would do."""
    speaker = slot.setting.speaker
    try:
        plan = record.preview_correction(session=slot.session, change=slot.aim.change(fact))
    except Refused as refused:
        return DealPreview(how, refused=tuple(map(speaker.problem, refused.problems)))
    body = body_after(plan)
    paid = outcomes.payments(body["flows"], speaker.names, speaker.reason)
    return DealPreview(
        how,
        lines=tuple(speaker.item(Item(**item)) for item in body["items"]),
        paid=tuple(WorkedLine(text, f"{units} {speaker.unit}") for text, units in paid),
    )


def body_after(plan: record.Plan) -> Mapping[str, Any]:
    """The outcome that a deal which is entered would be stored with."""
    after = plan.edited.after
    if after is None:
        raise LookupError("a deal that is entered counts")
    return after.body
