"""Where the ledger stands: read from the newest event that changed it, at deal 10 as at deal 10,000."""

from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from zipai_ledger.database.prepared import prepared
from zipai_ledger.ledger.trail import canonical
from zipai_ledger.models import Event, GameSession
from zipai_ledger.rules.ruleset import State

Totals = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """Totals by stage and player in the stage's units; tally and state of the stage that is played.

    ``tally`` is the running 胡 of the open round by player, None where the rules have none.
    """

    totals: Totals
    tally: tuple[int, ...] | None
    state: State

    @classmethod
    def of(cls, session: GameSession) -> "Standing":
        """The standing of a stored session."""
        (body,) = _body_at(session.pk, session.ledger_seq)
        return cls.read(canonical.parse(body))

    @classmethod
    def read(cls, body: dict[str, Any]) -> "Standing":
        """The standing that the body of a ledger event tells."""
        return cls(
            tuple(tuple(stage) for stage in body["totals"]),
            None if body["tally"] is None else tuple(body["tally"]),
            State.from_text(canonical.to_text(body["state"])),
        )

    def body(self) -> dict[str, Any]:
        """What an event tells of it."""
        return {"totals": self.totals, "tally": self.tally, "state": canonical.parse(self.state.to_text())}


@prepared
def _body_at(session: int, seq: int) -> QuerySet[Event, str]:
    return Event.objects.filter(session=session, seq=seq).values_list("body", flat=True)
