"""Many deals at once, as an import brings them: the events and rows that `record_deal` writes one by one."""

from collections.abc import Iterable

from zipai_ledger.ledger.posting import Entry, Rules, derive, postings_of
from zipai_ledger.ledger.standing import Standing
from zipai_ledger.models import Deal, Event, GameSession, Hu, Posting, Stage
from zipai_ledger.rules import facts
from zipai_ledger.rules.ruleset import State

from . import rows
from .changes import Plan, Record, after
from .deals import body_of, check_fact, check_room, request_of
from .sent import Recorded, Sent
from .write import Writing, hash_of, in_turn

BATCH = 500


def record_deals(*, session: GameSession, sent: Sent, deals: Iterable[facts.Deal]) -> Recorded:
    """Add deals to the stage that is played, all or none; each is taken from ``deals`` when its turn has come.

    ``sent`` carries no client id: a repetition is noticed by whoever opened the session with one. Raises
    `Refused` at the first deal that cannot stand, `Closed`, `Stale`.
    """
    with in_turn():
        writing = Writing(GameSession.objects.select_for_update().get(pk=session.pk), sent, "")
        writing.require_open()
        writing.require_base()
        many = _Many(writing)
        for fact in deals:
            many.take(fact)
        many.store()
        return writing.close()


class _Many:
    """The stage that is played, held in memory from deal to deal; rows are stored a batch at a time."""

    def __init__(self, writing: Writing) -> None:
        self.writing = writing
        self.stage = Stage.objects.filter(session=writing.session).order_by("-index")[0]
        self.rules = Rules.of(self.stage)
        self.standing = Standing.of(writing.session)
        self.waiting: list[tuple[Plan, Event]] = []

    def take(self, fact: facts.Deal) -> None:
        """Play the next deal; raises `Refused`."""
        check_fact(fact)
        session, change = self.writing.session, Record(fact)
        check_room(session)
        entry = Entry(key=session.head_seq + 1, position=session.deal_count + 1, fact=fact)
        plan = self._plan(entry, self.standing.state)
        self.writing.request_hash = hash_of(request_of(change, "", ()))
        event = self.writing.link(change.kind, body_of(change.kind, plan, ""))
        session.deal_count += 1
        self.standing = plan.after
        self.waiting.append((plan, event))
        if len(self.waiting) == BATCH:
            self.store()

    def _plan(self, entry: Entry, state: State) -> Plan:
        derived = derive(self.rules, state, entry, ())
        following = after(self.standing, self.stage, self.rules, derived)
        return Plan(stage=self.stage, derived=derived, before=self.standing, after=following)

    def store(self) -> None:
        """Store the rows of the deals that wait."""
        Event.objects.bulk_create([event for _, event in self.waiting])
        deals = [rows.deal_of(plan, event) for plan, event in self.waiting]
        Deal.objects.bulk_create(deals)
        steps = [plan.edited for plan, _ in self.waiting]
        pairs = zip(deals, steps, strict=True)
        Hu.objects.bulk_create(
            [hu for deal, step in pairs if step.after for hu in rows.hus_of(deal, step.after)]
        )
        Posting.objects.bulk_create(
            [row for plan, event in self.waiting for row in postings_of(event, plan.derived)]
        )
        self.waiting.clear()
