"""The verbs that open and close sessions and stages."""

import secrets
import zoneinfo
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.db import IntegrityError

from zipai_ledger.ledger import names
from zipai_ledger.ledger.posting import state_before
from zipai_ledger.ledger.standing import Standing
from zipai_ledger.ledger.trail import canonical, chain
from zipai_ledger.ledger.trail.columns import stage_columns
from zipai_ledger.ledger.trail.kinds import Kind
from zipai_ledger.models import Deal, Event, GameSession, Player, Stage
from zipai_ledger.rules import codec
from zipai_ledger.rules.document import STAGES
from zipai_ledger.rules.problems import Collector, Problem, Refused

from .people import check_players, join, new_salt
from .sent import Conflict, Damaged, Recorded, Sent, check_note
from .stages import NewStage, Opened, prepare, veiled
from .write import Writing, answer, hash_of, in_turn, write


def open_session(
    *,
    sent: Sent,
    name: str,
    players: Sequence[str],
    stage: NewStage,
    time_zone: str = "Asia/Shanghai",
) -> Recorded:
    """Open a table: its players, who need not all sit, and its first stage, its seats by player number.

    Raises `Refused` with all that is wrong (``bad_name``, ``bad_stage``, ``bad_option`` …) and `Conflict`.
    Sent again with the same client id it answers with the session opened the first time.
    """
    title, people, opened = _checked(name, players, stage, time_zone)
    veiled_names = {"open": veiled(title), "players": [veiled(name) for name in people]}
    request = {**veiled_names, "time_zone": time_zone, "stage": stage.request()}
    request_hash = hash_of(request)
    earlier = _opened_before(sent, request_hash)
    if earlier:
        return earlier
    try:
        with in_turn():
            writing = _begin(sent, request_hash, title, time_zone)
            _stage(writing, stage, opened)
            join(writing, people, 0)
            return writing.answer(Event.objects.get(session=writing.session, seq=1))
    except IntegrityError:
        earlier = _opened_before(sent, request_hash)
        if earlier is None:
            raise
        return earlier


def _checked(
    name: str, players: Sequence[str], stage: NewStage, time_zone: str
) -> tuple[str, tuple[str, ...], Opened]:
    """The name, the players and the first stage as they are kept; raises `Refused` with all that is wrong."""
    found = Collector()
    title, people, opened = "", tuple[str, ...](), None
    with found.keeping():
        title = names.session_name(name)
    with found.keeping():
        people = check_players(players, ())
    with found.keeping():
        _check_zone(time_zone)
    with found.keeping():
        opened = prepare(stage, _numbers(stage.seats), len(players))
    found.finish()
    assert opened is not None  # noqa: S101 - finish() raised otherwise
    return title, people, opened


def _opened_before(sent: Sent, request_hash: str) -> Recorded | None:
    if sent.client_id is None:
        return None
    opening = Event.objects.select_related("session").filter(seq=1, session__opening_id=sent.client_id)
    event = opening.first()
    if event is None:
        return None
    if event.request_hash != request_hash:
        raise Conflict(event)
    return answer(event.session, event, replay=True)


def _begin(sent: Sent, request_hash: str, title: str, time_zone: str) -> Writing:
    opened_at = sent.now()
    session = GameSession.objects.create(
        public_id=new_public_id(),
        opening_id=sent.client_id,
        name=title,
        name_salt=new_salt(),
        time_zone=time_zone,
        opened_at=opened_at,
    )
    writing = Writing(session, replace(sent, now=lambda: opened_at), request_hash)
    name = canonical.name_hash(session.name_salt, title)
    writing.append(Kind.SESSION_OPENED, {"name": name, "time_zone": time_zone})
    return writing


def open_stage(*, session: GameSession, sent: Sent, stage: NewStage, reason: str = "") -> Recorded:
    """Open the next stage: other seats, other rules, another stake, somebody who joins or goes home.

    Raises `Refused` (also ``bad_stage.open_round`` while a round is open, ``bad_stage.too_many_stages``), `Stale`, `Closed`, `Conflict`.
    """
    check_note(reason, "reason")

    def work(writing: Writing) -> Event:
        writing.require_open()
        writing.require_base()
        standing = Standing.of(writing.session)
        _check_round(standing)
        _check_room(standing)
        present = list(Player.objects.filter(session=writing.session).order_by("index"))
        newcomers = check_players([seat for seat in stage.seats if isinstance(seat, str)], present)
        seats = _seated(stage.seats, len(present))
        opened = prepare(stage, seats, len(present) + len(newcomers))
        event = _stage(writing, stage, opened, reason)
        join(writing, newcomers, len(present))
        return event

    return write(session, sent, {"stage": stage.request(), "reason": reason}, work)


def close(*, session: GameSession, sent: Sent, despite_disputes: Collection[int] = ()) -> Recorded:
    """Close the table after checking the whole trail; ``despite_disputes`` are keys of deals that stay in dispute.

    Raises `Refused` (``bad_stage.open_round`` while a round is open, in whichever stage; ``bad_stage.disputed`` while
    another deal is in dispute), `Damaged`, `Closed`, `Stale`, `Conflict`.
    """
    despite = sorted(set(despite_disputes))

    def work(writing: Writing) -> Event:
        writing.require_open()
        writing.require_base()
        _check_round(Standing.of(writing.session))
        _check_earlier(writing.session)
        left = _left_in_dispute(writing.session, despite)
        trail = Event.objects.filter(session=writing.session).order_by("seq")
        found = tuple(chain.damages(trail.iterator()))
        if found:
            raise Damaged(found)
        writing.session.status = GameSession.Status.CLOSED
        return writing.append(Kind.CLOSED, {"despite": left} if left else {})

    return write(session, sent, {"close": True, **({"despite": despite} if despite else {})}, work)


def _left_in_dispute(session: GameSession, despite: Collection[int]) -> list[int]:
    """Keys of the deals that stay in dispute; raises `Refused` where nobody said that one of them may."""
    disputed = Deal.objects.filter(session=session, disputed=True).order_by("position")
    positions = dict(disputed.values_list("key", "position"))
    found = Collector()
    for key, position in positions.items():
        if key not in despite:
            found.add(Problem("bad_stage", "", "disputed", {"deal": position}))
    found.finish()
    return list(positions)


def reopen(*, session: GameSession, sent: Sent) -> Recorded:
    """Open a closed table again. Raises `Refused` (``bad_stage.not_closed``), `Conflict`."""

    def work(writing: Writing) -> Event:
        if writing.session.is_open:
            raise Refused(Problem("bad_stage", "", "not_closed"))
        writing.session.status = GameSession.Status.OPEN
        return writing.append(Kind.REOPENED, {})

    return write(session, sent, {"reopen": True}, work)


def _check_zone(name: str) -> None:
    try:
        zoneinfo.ZoneInfo(name)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
        raise Refused(Problem("bad_stage", "time_zone", "time_zone", {"got": name[:40]})) from None


def _check_round(standing: Standing) -> None:
    if standing.state.in_round:
        raise Refused(Problem("bad_stage", "", "open_round"))


def _check_room(standing: Standing) -> None:
    if len(standing.totals) >= STAGES:
        raise Refused(Problem("bad_stage", "", "too_many_stages", {"most": STAGES}))


def _check_earlier(session: GameSession) -> None:
    """Corrections can leave a round open in a stage that is over, where nobody would settle it any more."""
    stages = Stage.objects.filter(session=session).order_by("-index")
    for stage in stages[1:]:
        if state_before(stage, session.deal_count + 1).in_round:
            last = Deal.objects.filter(session=session, stage=stage).latest("position")
            raise Refused(Problem("bad_stage", "", "open_round_before", {"deal": last.position}))


def _numbers(seats: Sequence[int | str]) -> tuple[int, ...]:
    """Seats of the first stage; its players are named beside it."""
    if not all(type(seat) is int for seat in seats):
        raise Refused(Problem("bad_stage", "seats", "numbers"))
    return tuple(seat for seat in seats if isinstance(seat, int))


def _seated(seats: Sequence[int | str], count: int) -> tuple[int, ...]:
    """Players by seat; who joins gets the next numbers, in the order of the seats."""
    coming = iter(range(count, count + len(seats)))
    return tuple(next(coming) if isinstance(seat, str) else seat for seat in seats)


def _stage(writing: Writing, requested: NewStage, opened: Opened, reason: str = "") -> Event:
    session, table = writing.session, opened.table
    index = session.stages.count()
    before = Standing.of(session).totals if index else ()
    standing = Standing((*before, (0,) * table.count), opened.rules.tally(opened.state), opened.state)
    about: Mapping[str, Any] = {
        "stage": index,
        "ruleset": opened.ruleset.slug,
        "version": opened.ruleset.version,
        "unit": opened.ruleset.unit.zh,
        "options": table.options,
        "seats": table.players,
        "players": table.count,
        "first_dealer": table.first_dealer,
        "first_sitting": table.first_sitting,
        "stake": codec.write(requested.stake),
        "carried_in": codec.write(requested.carried_in),
        **({"reason": reason} if reason else {}),
        **standing.body(),
    }
    event = writing.append(Kind.STAGE_OPENED, about)
    Stage.objects.create(session=session, **stage_columns(canonical.parse(event.body)))
    return event


def new_public_id() -> str:
    """128 random bits as 22 characters that any URL may hold; never starts as an option of a command does."""
    return next(
        public_id
        for public_id in iter(lambda: secrets.token_urlsafe(16), "")
        if not public_id.startswith("-")
    )
