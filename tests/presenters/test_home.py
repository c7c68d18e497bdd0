"""The front page as values: in which order tables stand, who leads a round, what another table can be like."""

from dataclasses import replace

from django.utils import timezone

from zipai_ledger.ledger.queries import DealCount, PlayedGame, SessionRow
from zipai_ledger.ledger.standing import Standing
from zipai_ledger.models import GameSession, Grant, Player
from zipai_ledger.presenters.boards import Money
from zipai_ledger.presenters.home import RoundLead, home_page, round_lead
from zipai_ledger.rules.state import State
from zipai_ledger.rules.totals import Due, Settlement

OPEN, CLOSED = GameSession.Status.OPEN, GameSession.Status.CLOSED


def row(
    name: str,
    status: str = OPEN,
    *,
    sample: bool = False,
    playing: str = "bopi",
    tally: tuple[int, ...] | None = None,
) -> SessionRow:
    session = GameSession(public_id=name, name=name, status=status, opened_at=timezone.now(), sample=sample)
    return SessionRow(
        grant=Grant(session=session),
        session=session,
        players=tuple(Player(session=session, index=at, name=each) for at, each in enumerate("甲乙丙")),
        games=(PlayedGame(playing, {}),),
        standing=Standing((), tally, State(dealer=0, tally=tally)),
        settlement=Settlement({}, {}, {}, ()),
        deals=DealCount(),
        sitting=(),
        holders=(),
        last_at=timezone.now(),
    )


def test_tables_that_are_played_stand_apart_and_samples_last():
    page = home_page([row("try", sample=True), row("new"), row("done", CLOSED), row("old")], ())
    assert [table.row.session.name for table in page.open] == ["new", "old", "try"]
    assert [table.row.session.name for table in page.closed] == ["done"]


def test_a_phone_at_no_table_and_in_no_circle_is_nowhere():
    assert home_page([], ()).is_empty
    assert not home_page([row("done", CLOSED)], ()).is_empty


def test_another_table_is_like_the_newest_that_is_no_sample_and_has_its_rules():
    page = home_page([row("try", sample=True), row("gone", playing="no_such_game"), row("done", CLOSED)], ())
    assert page.latest
    assert page.latest.session.public_id == "done"
    assert home_page([row("gone", playing="no_such_game")], ()).latest is None


def test_whoever_has_most_leads_an_open_round():
    assert round_lead(row("round", tally=(30, 64, 64))) == RoundLead(("乙", "丙"), "64", "胡")
    assert round_lead(row("behind", tally=(-30, 0, 0))) is None
    assert round_lead(row("none", tally=(0, 0, 0))) is None
    assert round_lead(row("no rounds")) is None


def test_what_is_left_of_a_closed_table_stands_with_it_and_open_debts_apart():
    due = Due(0, 1, "舵", 4, "CNY", 200)
    owed = Settlement({"舵": (-4, 4, 0)}, {"CNY": (-200, 200, 0)}, {"CNY": (-200, 200, 0)}, (due,))
    paid = Settlement({"舵": (-4, 4, 0)}, {"CNY": (-200, 200, 0)}, {"CNY": (0, 0, 0)}, ())
    rows = [row("owed", CLOSED), row("paid", CLOSED), row("points", CLOSED)]
    rows = [replace(rows[0], settlement=owed), replace(rows[1], settlement=paid), rows[2]]
    for each in rows:
        each.grant.player = 1
    page = home_page(rows, ())
    (left,) = page.unsettled
    assert (left.dues, left.mine) == (1, (Money(200, "CNY"),))
    assert [(table.row.session.name, table.dues, table.mine) for table in page.closed] == [
        ("paid", 0, ()),
        ("points", None, ()),
    ]
