"""What is kept of a table by its head: the same as read anew, after whatever happens, and nothing for who writes."""

import pytest

from tests.ledger.conftest import sent, win
from tests.ledger.histories import History
from zipai_ledger.ledger import figures, queries, record
from zipai_ledger.ledger.queries import kept
from zipai_ledger.models import GameSession

pytestmark = pytest.mark.django_db

READ = (
    queries.players_of,
    queries.stages_of,
    queries.last_stage,
    queries.disputes_of,
    queries.deal_count_of,
    queries.latest_client_ids,
    queries.corrected_deals,
    queries.moves_of,
    queries.payments_of,
    queries.carried_of,
    queries.stand_ins_of,
    lambda session: queries.deals_before(session, None),
    lambda session: queries.deals_before(session, 3),
    lambda session: queries.latest_facts(session, 20),
    lambda session: queries.table_view(session).standing,
    lambda session: queries.deal_by_key(session, session.ledger_seq),
    figures.evening,
)


def now_of(session: GameSession) -> GameSession:
    return GameSession.objects.get(pk=session.pk)


def found(session: GameSession) -> list[str]:
    """All of it as a text: rows of a model are equal where only their keys are."""
    return [values_of(read(session)) for read in READ]


def values_of(value: object) -> str:
    if hasattr(value, "_meta"):
        return str({field.attname: getattr(value, field.attname) for field in value._meta.concrete_fields})
    if isinstance(value, tuple | list):
        return str([values_of(one) for one in value])
    if hasattr(value, "deal") and hasattr(value, "outcome"):
        return values_of((value.deal, value.deal.stage, value.fact, value.outcome))
    return str(value)


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    kept.forget()


def test_names_are_kept_until_they_change(table):
    for change in (
        lambda: record.rename_player(session=table, sent=sent(), player=1, name="小李子"),
        lambda: record.rename_session(session=table, sent=sent(), name="换个地方"),
        lambda: record.erase_player(session=table, sent=sent(), player=2),
    ):
        with kept.looking():
            found(now_of(table))
        change()
        with kept.looking():
            after = found(now_of(table))
        assert after == found(now_of(table))


@pytest.mark.parametrize("seed", range(8))
def test_what_is_kept_is_what_is_stored_after_every_step_of_an_evening(rulesets, seed: int):
    history = History(seed, rulesets)
    for _ in range(30):
        history.run(1)
        session = now_of(history.session)
        with kept.looking():
            first, again = found(session), found(session)
        assert first == again == found(session)


def test_a_table_is_read_once_until_something_happens_there(table, play, django_assert_num_queries):
    play(table, win(0), win(1))
    with kept.looking():
        session = now_of(table)
        found(session)
        with django_assert_num_queries(0):
            found(session)
    play(table, win(0))
    with kept.looking():
        assert len(queries.deals_before(now_of(table), None)[0]) == 3


def test_whoever_writes_reads_anew_and_leaves_nothing_behind(table, play):
    with kept.looking():
        before = now_of(table)
        assert queries.table_view(before).deals == ()
    record.record_deal(session=table, sent=sent(), fact=win(0))
    # The session as it was before is what a view has that has just recorded something.
    assert len(queries.table_view(before).deals) == 1
    with kept.looking(False):
        assert len(queries.table_view(before).deals) == 1
    with kept.looking():
        assert len(queries.table_view(now_of(table)).deals) == 1


def test_no_more_is_kept_than_a_process_can_hold(play, monkeypatch):
    reads = []

    @kept.kept
    def once(session, text):
        reads.append(text)
        return text

    session = GameSession(pk=1, head_hash="h")
    with kept.looking():
        for number in range(kept.KEPT + 1):
            once(session, str(number))
        once(session, str(kept.KEPT))
        assert len(reads) == kept.KEPT + 1
        once(session, "0")
    assert reads[-1] == "0"
