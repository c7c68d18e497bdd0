"""A session document becomes a session: every deal goes through the verbs, all of them in one transaction."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils import timezone

from zipai_ledger.http.cancelled import checkpoints
from zipai_ledger.ledger import names, record
from zipai_ledger.ledger.record import NewStage, Recorded, Sent
from zipai_ledger.ledger.record.people import check_players
from zipai_ledger.ledger.record.write import in_turn
from zipai_ledger.models import GameSession, Role
from zipai_ledger.rules import facts
from zipai_ledger.rules.document import SessionDocument, StageDocument, deal_of, seats_of
from zipai_ledger.rules.problems import Collector, Refused
from zipai_ledger.rules.replay import DealRefused, Played, Watch, opening, play, settlement, unwatched
from zipai_ledger.rules.speaker import find_ruleset

from .preview import Preview, StagePreview


def check_names(document: SessionDocument) -> None:
    """Raises `Refused` as the verbs would where the document is stored."""
    found = Collector()
    if document.name:
        found.attempt(lambda: names.session_name(document.name))
    found.attempt(lambda: check_players(document.players, ()))
    found.finish()


@dataclass(frozen=True, slots=True)
class Document:
    """A session document, and its stages as the rules of today play them."""

    document: SessionDocument
    stages: tuple[Played, ...]

    @classmethod
    def played(cls, document: SessionDocument, watch: Watch = unwatched) -> "Document":
        """Check names and play every deal; raises `Refused`, `DealRefused`, and what ``watch`` raises."""
        check_names(document)
        return cls(document, play(document, watch))

    def preview(self) -> Preview:
        """What it comes to."""
        stages = [
            StagePreview(
                p.ruleset.slug,
                p.ruleset.name_under(p.table.options),
                p.ruleset.unit.zh,
                p.table.players,
                len(p.outcomes),
                p.table.carried_in.tally if p.table.carried_in else (),
            )
            for p in self.stages
        ]
        return Preview(
            name=self.document.name,
            players=self.document.players,
            stages=tuple(stages),
            settlement=settlement(self.stages),
            verbatim=False,
        )

    def store(self, client_id: str | None = None) -> Recorded:
        """Open a session and record every deal; raises `Refused` or `DealRefused`, then nothing is stored.

        Sent again under the same id it answers with the session stored the first time.
        """
        with in_turn():
            opened = self._open(client_id)
            if not opened.replay:
                self._record(opened.session)
            return opened

    def _open(self, client_id: str | None) -> Recorded:
        first = self.document.stages[0]
        with opening(first.ruleset):
            return record.open_session(
                sent=Sent(role=Role.OWNER, client_id=client_id),
                name=self.document.name or f"{timezone.localdate():%Y-%m-%d}",
                players=self.document.players,
                stage=self._stage(first),
            )

    def _record(self, session: GameSession) -> None:
        before = 0
        for number, stage in enumerate(self.document.stages):
            if number:
                self._next_stage(session, stage, number)
            _deals(session, stage, before)
            before += len(stage.deals)

    def _next_stage(self, session: GameSession, stage: StageDocument, number: int) -> None:
        with opening(stage.ruleset, f"stages.{number}"):
            record.open_stage(session=session, sent=Sent(role=Role.OWNER), stage=self._stage(stage))

    def _stage(self, stage: StageDocument) -> NewStage:
        return NewStage(
            ruleset=stage.ruleset,
            seats=seats_of(stage, len(self.document.players)),
            options=stage.options or {},
            first_dealer=stage.first_dealer or 0,
            first_sitting=stage.first_sitting,
            stake=stage.stake,
            carried_in=stage.carried_in,
        )


def _deals(session: GameSession, stage: StageDocument, before: int) -> None:
    number = before

    def numbered() -> Iterator[facts.Deal]:
        nonlocal number
        for deal in checkpoints(stage.deals):
            number += 1
            yield deal_of(deal)

    try:
        record.record_deals(session=session, sent=Sent(role=Role.OWNER), deals=numbered())
    except Refused as refused:
        raise DealRefused(number, refused, find_ruleset(stage.ruleset)) from None
