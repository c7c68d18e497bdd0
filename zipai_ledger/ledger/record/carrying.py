"""结转 (jiezhuan): what is still owed of one evening becomes the first row of the next."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from zipai_ledger.ledger import queries
from zipai_ledger.ledger.queries import TableView, moves_of, settlement_of
from zipai_ledger.ledger.standing import Standing
from zipai_ledger.ledger.trail.columns import spread
from zipai_ledger.ledger.trail.kinds import OWING, Kind
from zipai_ledger.models import COLUMNS, PLAYERS, Carried, Event, GameSession, Player, Stage
from zipai_ledger.rules.problems import Collector, Problem, Refused
from zipai_ledger.rules.settlement import fewest_transfers

from .payments import currencies_of
from .sent import Recorded, Sent
from .write import Writing, hash_of, in_turn, write

Owed = Mapping[str, Sequence[int]]
"""Currency → minor units by player."""


def carry_over(
    *,
    session: GameSession,
    sent: Sent,
    into: GameSession,
    players: Mapping[int, int],
    arriving: Sent | None = None,
) -> Recorded:
    """Take what is still owed at ``session`` to the table ``into``, where ``players`` (number here → there) start with it.

    Both tables are written in one transaction, and each names the hash of the other: here nothing is owed any more,
    and a later correction leaves exactly the difference. What is between two of whom one does not come stays owed here,
    by the fewest transfers. ``sent.base`` is the head that the sender saw here;
    ``arriving`` tells who sends it there, if not the same role. Raises `Refused` (``bad_payment``), `Stale`,
    `Closed` where ``into`` is closed, `Damaged` where either does not hold together, `Conflict`.
    """
    arriving = arriving or Sent(role=sent.role, now=sent.now)
    request = {"carry": into.public_id, "players": sorted(players.items())}

    def work(writing: Writing) -> Event:
        writing.require_base(OWING)
        there = Writing(_locked(session, into)[into.pk], arriving, hash_of(request))
        there.require_whole()
        there.require_open()
        owed = _owed(writing.session, players)
        _check(writing.session, there.session, owed, players)
        events = [
            event
            for currency, minor in owed.items()
            for event in _carry(writing, there, currency, minor, players)
        ]
        there.close()
        return events[0]

    with in_turn():
        _locked(session, into)
        return write(session, sent, request, work)


def carry_debts(*, owing: TableView, sent: Sent, into: GameSession) -> None:
    """The same for everybody who sits at both tables by name, where one of them still owes another.

    Who does not sit ``into``, or owes nobody there, keeps his account where it is. Raises `Refused` (``bad_stage``) where that
    table keeps no money, or the other one was purged meanwhile.
    """
    dues = [due for due in owing.settlement.dues if due.minor is not None]
    if not dues:
        return
    if not queries.keeps_money(into.stages.all()):
        raise Refused(Problem("bad_stage", "owed", "owed_without_stake"))
    there = {player.name_key: player.index for player in queries.players_of(into)}
    players = {one.index: there[one.name_key] for one in owing.players if one.name_key in there}
    if any(due.payer in players and due.payee in players for due in dues):
        try:
            carry_over(session=owing.session, sent=sent, into=into, players=players)
        except GameSession.DoesNotExist:
            raise Refused(Problem("bad_stage", "owed", "owed_gone")) from None


def _locked(*sessions: GameSession) -> dict[int, GameSession]:
    """Both tables locked, always in the same order: two that are carried both ways at once do not block each other.

    Raises ``GameSession.DoesNotExist`` where one of them was purged.
    """
    ids = {session.pk for session in sessions}
    rows = GameSession.objects.select_for_update().filter(pk__in=ids).order_by("pk")
    found = {row.pk: row for row in rows}
    if len(found) < len(ids):
        raise GameSession.DoesNotExist
    return found


def _owed(session: GameSession, players: Collection[int]) -> Owed:
    """What those who come owe each other."""
    stages = tuple(Stage.objects.filter(session=session).order_by("index"))
    settled = settlement_of(stages, Standing.of(session).totals, moves_of(session))
    among = {currency: _among(minor, players) for currency, minor in settled.owed.items()}
    return {currency: minor for currency, minor in among.items() if any(minor)}


def _among(balances: Sequence[int], players: Collection[int]) -> Sequence[int]:
    """The part of some balances that these players settle among themselves."""
    part = [0] * len(balances)
    for payer, payee, amount in fewest_transfers(balances):
        if payer in players and payee in players:
            part[payer] -= amount
            part[payee] += amount
    return part


def _carry(
    here: Writing, there: Writing, currency: str, minor: Sequence[int], players: Mapping[int, int]
) -> Iterator[Event]:
    """One currency: out of one table, into the other."""
    arrived = [0] * Player.objects.filter(session=there.session).count()
    for player, amount in enumerate(minor):
        if amount:
            arrived[players[player]] = amount
    left = [-amount for amount in minor]
    body = {"currency": currency, "minor": left, "into": there.session.head_hash}
    out = here.append(Kind.CARRIED_OUT, body)
    _row(out, currency, left)
    yield out
    event = there.append(Kind.CARRIED_IN, {"currency": currency, "minor": arrived, "from": out.hash})
    _row(event, currency, arrived)


def _row(event: Event, currency: str, minor: Sequence[int]) -> None:
    columns = dict(zip(COLUMNS, spread(tuple(minor), PLAYERS), strict=True))
    Carried.objects.create(session=event.session, event=event, currency=currency, **columns)


def _check(here: GameSession, there: GameSession, owed: Owed, players: Mapping[int, int]) -> None:
    """Raises `Refused` where those who come owe each other nothing, or somebody is sent where no player is."""
    if here.pk == there.pk or not owed:
        raise Refused(Problem("bad_payment", "", "nothing_owed"))
    found = Collector()
    known = currencies_of(there)
    for currency in owed:
        if currency not in known:
            found.add(Problem("bad_payment", "currency", "currency", {"got": currency}))
    count = Player.objects.filter(session=there).count()
    arriving = {player: players[player] for minor in owed.values() for player, n in enumerate(minor) if n}
    for player, number in sorted(arriving.items()):
        if number not in range(count):
            found.add(Problem("bad_payment", f"players.{player}", "not_there", {"player": player}))
    if len(set(arriving.values())) < len(arriving):
        found.add(Problem("bad_payment", "players", "same_twice"))
    found.finish()
