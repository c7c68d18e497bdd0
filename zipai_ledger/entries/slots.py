"""盘位 (panwei): where an entered deal stands or shall stand: at the end, beside another, or in the place of another."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.http import urlencode

from zipai_ledger.formats.speaker import speaker
from zipai_ledger.http.digits import number
from zipai_ledger.ledger import posting, queries, record
from zipai_ledger.ledger.standing import Standing
from zipai_ledger.models import GameSession, Player, Stage
from zipai_ledger.rules import facts
from zipai_ledger.rules.problems import Refused

from .setting import Setting

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


def read_aim(query: Mapping[str, str]) -> Aim | None:
    """The aim that an address states; None where it states a number that is none."""
    for way in WAYS:
        if way in query:
            key = number(query[way])
            return None if key is None else Aim(way, key)
    return Aim()


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """A place in the ledger: its stage and rules, the state before it, its number, and what stands there now."""

    session: GameSession
    aim: Aim
    stage: Stage
    setting: Setting
    players: tuple[Player, ...]
    number: int
    now: queries.DealRow | None

    @property
    def act(self) -> str:
        """What an entry does here: ``replace`` what stands there, ``insert`` a forgotten deal, "" for the next deal."""
        return "insert" if self.aim.way in ("before", "after") else self.aim.way

    @property
    def shift(self) -> int:
        """How many numbers later deals move on."""
        return int(self.act == "insert")

    @property
    def row(self) -> queries.DealRow:
        """The deal that stands there; raises LookupError at a slot where none does."""
        if self.now is None:
            raise LookupError(self.number)
        return self.now

    def seat_of(self, player: int | None) -> int | None:
        """Whose cards a player holds in this deal: of the own seat, or of whom he plays for (替一手); None for an onlooker.

        One query where he has no seat.
        """
        if player is None or player in self.setting.table.players:
            return self.setting.seat_of(player)
        playing = queries.playing_at(queries.stand_ins_of(self.session), self.stage.index, self.number)
        return self.setting.seat_of(queries.played_for(playing, player))


def find_standing(session: GameSession, key: int) -> Slot | None:
    """The slot of a deal that stands in the ledger; None as `find_slot`."""
    return find_slot(session, Aim("replace", key))


def find_slot(session: GameSession, aim: Aim) -> Slot | None:
    """The slot that an aim means; None where there is no such deal, or the rules are gone by which it was played."""
    now = queries.deal_by_key(session, aim.key) if aim.way else None
    if aim.way and now is None:
        return None
    if now is None:
        stage, state, number = queries.last_stage(session), Standing.of(session).state, session.deal_count + 1
    else:
        stage, number = now.deal.stage, now.deal.position + (aim.way == "after")
        state = posting.state_before(stage, number)
    try:
        rules = posting.Rules.of(stage)
    except Refused:
        return None
    players = queries.players_of(session)
    setting = Setting(
        ruleset=rules.ruleset,
        table=rules.table,
        state=state,
        speaker=speaker(rules.ruleset, [player.name for player in players]),
    )
    return Slot(
        session=session, aim=aim, stage=stage, setting=setting, players=players, number=number, now=now
    )
