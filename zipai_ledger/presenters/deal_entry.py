"""记一盘: what the pages show on which a deal is entered."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from zipai_ledger.access import Visit
from zipai_ledger.entries.setting import Setting
from zipai_ledger.entries.slots import Slot
from zipai_ledger.formats import outcomes
from zipai_ledger.forms.dictation import SpokenDeal
from zipai_ledger.forms.entry import EntryForm
from zipai_ledger.forms.zipai_hand import zipai_asks
from zipai_ledger.ledger import queries, record
from zipai_ledger.ledger.trail.bodies import OutcomeBody
from zipai_ledger.rules import facts
from zipai_ledger.rules.problems import Refused
from zipai_ledger.rules.ruleset import Item
from zipai_ledger.rules.terms import FoulAsk
from zipai_ledger.rules.zipai.cards import CARDS, card_text, name_aloud
from zipai_ledger.rules.zipai.dictation import Dictation

from .corrections import slot_roster
from .deal_changes import deal_summary
from .deals import WorkedLine
from .desk import PLACES
from .entry_kinds import EntryKind, EntryParts
from .fans import Fan, group_fan
from .template_values import TemplateValue
from .verdicts import Verdict

ENDINGS = ("settle", "drop", "carry")
"""How a round ends that is not over."""


@dataclass(frozen=True, slots=True)
class EntrySeat(TemplateValue):
    """A seat of the table, drawn at the place ``at``: 0 below (mine), 1 right (下手), 2 above, 3 left (上手)."""

    index: int
    player: int
    name: str
    at: int
    is_dealer: bool
    is_sitting: bool
    is_me: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryTable(TemplateValue):
    """The table at which a deal is entered: ``deal_no`` is its number, ``query`` the aim in an address (``?replace=7``).

    ``act``: see `Slot.act`; ``way`` and ``key``: see `Aim`; ``now``: what stands there already, in a few words. ``words``
    are the terms of the game; ``results`` that it has.
    """

    query: str
    act: str
    way: str
    key: int
    now: tuple[str, ...]
    deal_no: int
    unit: str
    words: Mapping[str, str]
    players: tuple[EntrySeat, ...]
    dealer_at: int | str
    results: frozenset[str]


@dataclass(frozen=True, slots=True)
class SlotEntry(TemplateValue):
    """A kind of entry at a slot, and the views that ``save`` it and ``preview`` it."""

    slot: Slot
    kind: EntryKind[Any]
    save: str
    preview: str


@dataclass(frozen=True, slots=True)
class SpokenWord:
    """A part of a sentence that was understood: ``kind`` winner, source, won, hu, xing, lower or flipped."""

    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class SentenceReading:
    """听成 (ting cheng): what a sentence was understood as; only ``wrong`` where it was not.

    ``values_json``: field of the form → value. ``deal`` are the words of a ``result`` that is no win, ``offender`` a seat.
    """

    sentence: str
    words: tuple[SpokenWord, ...] = ()
    fans: tuple[Fan, ...] = ()
    values_json: str = ""
    result: str = ""
    deal: str = ""
    offender: int | None = None
    wrong: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryPage(TemplateValue):
    """The page of a kind of entry: its band, what ``is_filled`` in.

    ``saved_ids``: client ids of the latest stored entries, separated by spaces, so that a phone can drop their drafts;
    ``step`` is where scripts begin; ``entry`` what the template needs beside the form, if anything.
    """

    at: SlotEntry
    heading: str
    saved_ids: str
    entry: EntryParts | None
    verdict: Verdict
    is_filled: bool
    step: str
    reading: SentenceReading | None


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
    """A deal of one ``result`` that is entered without a pad.

    ``ask``: what a foul has to say; ``usual``: what it costs where nothing is said.
    """

    result: str
    ask: FoulAsk
    usual: str
    previews: tuple[DealPreview, ...] = ()


def entry_table(visit: Visit, slot: Slot) -> EntryTable:
    """The table as the visitor sees it from his own seat."""
    setting, players = slot.setting, entry_seats(slot.setting, slot.seat_of(visit.player))
    return EntryTable(
        query=slot.aim.query,
        act=slot.act,
        way=slot.aim.way,
        key=slot.aim.key,
        now=tuple(deal_summary(slot.now, slot_roster(slot))) if slot.now else (),
        deal_no=slot.number,
        unit=setting.speaker.unit,
        words=setting.speaker.terms,
        players=players,
        dealer_at=next((seat.at for seat in players if seat.is_dealer), ""),
        results=frozenset(kind.result for kind in setting.ruleset.results),
    )


def entry_seats(setting: Setting, mine: int | None) -> tuple[EntrySeat, ...]:
    """The players as they sit, seen from the seat of who enters; from the first seat where he has none."""
    table, state = setting.table, setting.state
    return tuple(
        EntrySeat(
            index=seat,
            player=table.players[seat],
            name=setting.name(seat),
            at=PLACES[table.seats][(seat - (mine or 0)) % table.seats],
            is_dealer=seat == state.dealer,
            is_sitting=seat == state.sitting,
            is_me=seat == mine,
        )
        for seat in range(table.seats)
    )


def entry_page(
    at: SlotEntry, form: EntryForm, verdict: Verdict, is_filled: bool, reading: SentenceReading | None
) -> EntryPage:
    """The page of a kind of entry."""
    return EntryPage(
        at=at,
        heading=at.slot.setting.speaker.terms.get(at.kind.heading, ""),
        saved_ids=" ".join(queries.latest_client_ids(at.slot.session)),
        entry=at.kind.entry(form) if at.kind.entry else None,
        verdict=verdict,
        is_filled=is_filled,
        step="source" if _asks_source(form) else "winner",
        reading=reading,
    )


def _asks_source(form: EntryForm) -> bool:
    """Whether it is known who won, and not yet how."""
    winner, source = (form.initial.get(name) for name in ("winner", "source"))
    return winner not in (None, "") and not source


def sentence_reading(slot: Slot, text: str, understood: SpokenDeal) -> SentenceReading:
    """A sentence that was understood: in words, its groups drawn, and what it fills in."""
    dictation = understood.dictation
    if dictation.result:
        offender = slot.setting.name(dictation.winner) if dictation.winner is not None else "…"
        deal = slot.setting.speaker.result(dictation.result, offender)
        return SentenceReading(text, result=dictation.result, deal=deal, offender=dictation.winner)
    groups = [(group.kind, card_text(group.cards)) for group in dictation.groups]
    return SentenceReading(
        sentence=text,
        words=tuple(_spoken_words(slot.setting, dictation)),
        fans=tuple(
            group_fan(kind, cards, slot.setting.speaker) for kind, cards in groups if set(cards) <= set(CARDS)
        ),
        values_json=json.dumps(dict(understood.values), ensure_ascii=False),
    )


def _spoken_words(setting: Setting, dictation: Dictation) -> Iterator[SpokenWord]:
    """“老王胡”, “小李打出来的”, “胡小四”, “22 胡” …"""
    if dictation.winner is not None:
        yield SpokenWord("winner", setting.name(dictation.winner))
    if dictation.source:
        yield _spoken_source(setting, dictation)
    if dictation.won is not None:
        yield SpokenWord("won", name_aloud(dictation.won))
    if dictation.hu is not None:
        yield SpokenWord("hu", f"{dictation.hu} {setting.speaker.hu}")
    if dictation.xing is not None:
        yield SpokenWord("xing", str(dictation.xing))
    if dictation.lower is not None:
        yield SpokenWord("lower", str(dictation.lower))
    for card in dictation.flipped:
        yield SpokenWord("flipped", name_aloud(card))


def _spoken_source(setting: Setting, dictation: Dictation) -> SpokenWord:
    labels = {source.code: setting.speaker.word(source.label) for source in zipai_asks(setting).sources}
    giver = "" if dictation.giver is None else setting.name(dictation.giver)
    if dictation.source not in labels:
        return SpokenWord("dealt", giver)
    how = labels[dictation.source]
    return SpokenWord("source", f"{giver} {how.lower()}" if giver else how)


def result_page(slot: Slot, result: str) -> ResultPage:
    """The page of a result."""
    setting = slot.setting
    ask = setting.game.foul_ask
    usual = setting.speaker.word(ask.usual) if ask.usual else ""
    if result == facts.Dead.result:
        return ResultPage(result, ask, usual, (deal_preview(slot, facts.Dead()),))
    if result == facts.Close.result:
        return ResultPage(result, ask, usual, (deal_preview(slot, facts.Close()),))
    if result == facts.EndRound.result:
        # mypy knows the ways only as literals.
        ends = [(how, facts.EndRound(how=how)) for how in ENDINGS]  # type: ignore[arg-type]
        return ResultPage(result, ask, usual, tuple(deal_preview(slot, fact, how) for how, fact in ends))
    return ResultPage(result, ask, usual)


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


def body_after(plan: record.Plan) -> OutcomeBody:
    """The outcome that a deal which is entered would be stored with."""
    after = plan.edited.after
    assert after is not None  # noqa: S101 - a deal that is entered counts
    return after.body
