"""Who sits at a table now, and who plays there for whom."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from zipai_ledger.ledger.trail import canonical
from zipai_ledger.models import Deal, GameSession, Player, Stage

from .money import stage_seats
from .people import StandInChange, playing_at, stand_ins_of
from .tables import TableView, last_stage, players_of


def last_deal_of(session: GameSession, people: Sequence[int]) -> Deal | None:
    """The last deal that just these people played on just these seats; None where they played none."""
    seats = canonical.to_text(list(people))
    return Deal.objects.filter(session=session, stage__seats=seats).order_by("-position").first()


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sits, and who plays for whom at the coming deal (account → player).

    ``before_last`` is the key of the deal before the last one of the stage: 0 where that was its first, None where it has
    none yet.
    """

    players: tuple[Player, ...]
    seats: Sequence[int]
    playing: Mapping[int, int]
    before_last: int | None

    @property
    def free(self) -> tuple[Player, ...]:
        """Who is at the table and does not play."""
        busy = {*self.seats, *self.playing.values()}
        return tuple(player for player in self.players if player.index not in busy)

    @property
    def present(self) -> tuple[Player, ...]:
        """Who sits and plays himself."""
        return tuple(self.players[seat] for seat in self.seats if seat not in self.playing)

    @property
    def stand_ins(self) -> tuple[tuple[Player, Player], ...]:
        """Every player for whom another plays, and that other."""
        return tuple((self.players[account], self.players[by]) for account, by in self.playing.items())

    @property
    def has_deals(self) -> bool:
        """Whether anything was played in the stage."""
        return self.before_last is not None


def seating_of(session: GameSession) -> Seating:
    """Five queries, four where nobody ever stood in."""
    stage = last_stage(session)
    playing = playing_at(stand_ins_of(session), stage.index, session.deal_count + 1)
    return Seating(players_of(session), stage_seats(stage), playing, _before_last(stage))


def _before_last(stage: Stage) -> int | None:
    played = Deal.objects.filter(session=stage.session_id, stage=stage).order_by("-position")
    keys = list(played.values_list("key", flat=True)[:2])
    return (keys[1] if len(keys) > 1 else 0) if keys else None


def stand_ins_in(view: TableView) -> Sequence[StandInChange]:
    """Every change of who plays for whom. No query where everybody always had a seat, so that nobody could stand in."""
    always = all(len(stage.seats) == len(view.players) for stage in view.stages)
    return () if always else stand_ins_of(view.session)


def playing_now(view: TableView) -> Mapping[int, int]:
    """Account → who plays for it at the coming deal."""
    return playing_at(stand_ins_in(view), view.stage.stage.index, view.session.deal_count + 1)
