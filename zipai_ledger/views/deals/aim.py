"""Where an entered deal shall stand: at the end, beside another, or in the place of another."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import Http404
from django.urls import reverse
from django.utils.http import urlencode

from zipai_ledger.entries import KINDS, EntryKind, Setting
from zipai_ledger.formats.speaker import speaker
from zipai_ledger.http.digits import number
from zipai_ledger.ledger import posting, queries, record
from zipai_ledger.ledger.standing import Standing
from zipai_ledger.models import GameSession, Player, Stage
from zipai_ledger.rules import facts
from zipai_ledger.rules.problems import Refused

WAYS = ("before", "after", "replace")


@dataclass(frozen=True, slots=True)
class Aim:
    """``way`` is one of `WAYS` with the ``key`` of the deal it is about, or empty for the next deal."""

    way: str = ""
    key: int = 0

    @property
    def query(self) -> str:
        """The aim as the query of an address."""
        return f"?{urlencode({self.way: self.key})}" if self.way else ""

    def change(self, fact: facts.Deal) -> record.Change:
        """The change that puts this fact there."""
        if self.way == "replace":
            return record.Replace(self.key, fact)
        if self.way == "before":
            return record.Insert(fact, self.key)
        if self.way == "after":
            return record.InsertAfter(fact, self.key)
        return record.Record(fact)


def aim_of(query: Mapping[str, str]) -> Aim:
    """The aim that an address states; 404 for a number that is none."""
    for way in WAYS:
        if way in query:
            key = number(query[way])
            if key is None:
                raise Http404
            return Aim(way, key)
    return Aim()


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A place in the ledger: its stage and rules, the state before it, its number, and what stands there now."""

    session: GameSession
    aim: Aim
    stage: Stage
    setting: Setting
    players: tuple[Player, ...]
    number: int
    now: queries.DealRow | None

    @property
    def kind(self) -> EntryKind:
        """How a win is entered here."""
        return KINDS[self.setting.ruleset.entry]

    def url(self, name: str) -> str:
        """An address of this namespace with the same aim."""
        return reverse(f"deal_entry:{name}", args=[self.session.public_id]) + self.aim.query


def place_of(session: GameSession, aim: Aim) -> Place:
    """The place that an aim means; 404 where there is no such deal, or the rules are gone by which it was played."""
    now = queries.deal_by_key(session, aim.key) if aim.way else None
    if aim.way and now is None:
        raise Http404
    if now is None:
        stage, state, number = queries.last_stage(session), Standing.of(session).state, session.deal_count + 1
    else:
        stage, number = now.deal.stage, now.deal.position + (aim.way == "after")
        state = posting.state_before(stage, number)
    try:
        rules = posting.Rules.of(stage)
    except Refused:
        raise Http404 from None
    players = queries.players_of(session)
    setting = Setting(
        ruleset=rules.ruleset,
        table=rules.table,
        state=state,
        speaker=speaker(rules.ruleset, [player.name for player in players]),
    )
    return Place(
        session=session, aim=aim, stage=stage, setting=setting, players=players, number=number, now=now
    )
