"""The verbs about people: names, who plays for whom, and a name that is to be forgotten."""

import itertools
import secrets
from collections.abc import Iterator, Mapping, Sequence

from zipai_ledger.ledger import names
from zipai_ledger.ledger.queries import playing_at, stage_seats, stand_ins_of
from zipai_ledger.ledger.trail import canonical
from zipai_ledger.ledger.trail.kinds import Kind
from zipai_ledger.models import Deal, Event, GameSession, Player, Stage, StandIn
from zipai_ledger.rules.problems import Collector, Problem, Refused

from .changes import find
from .purging import forget_the_journal
from .sent import Recorded, Sent
from .stages import veiled
from .write import Writing, write

PLAYERS_LEAST, PLAYERS_MOST = 2, 8
NOBODY = "玩家{}"
"""The name of a player whose own was erased; with his number, so that nobody is meant twice."""


def rename_session(*, session: GameSession, sent: Sent, name: str) -> Recorded:
    """Name the session anew; nobody's entry becomes stale. Raises `Refused` (``bad_name``), `Conflict`."""
    title = names.session_name(name)

    def work(writing: Writing) -> Event:
        writing.session.name = title
        hashed = canonical.name_hash(writing.session.name_salt, title)
        return writing.append(Kind.SESSION_RENAMED, {"name": hashed})

    return write(session, sent, {"rename": veiled(title)}, work)


def rename_player(*, session: GameSession, sent: Sent, player: int, name: str) -> Recorded:
    """Name a player anew; nobody's entry becomes stale. Raises `Refused` (``bad_name``), `Conflict`."""

    def work(writing: Writing) -> Event:
        present = list(Player.objects.filter(session=writing.session).order_by("index"))
        renamed = _take(present, player)
        _check_same([(names.player_name(name), "name")], present)
        renamed.name = names.player_name(name)
        renamed.name_key = names.name_key(renamed.name)
        renamed.save(update_fields=["name", "name_key"])
        hashed = canonical.name_hash(renamed.salt, renamed.name)
        return writing.append(Kind.PLAYER_RENAMED, {"player": player, "name": hashed})

    return write(session, sent, {"player": player, "rename": veiled(name)}, work)


def erase_player(*, session: GameSession, sent: Sent, player: int) -> Recorded:
    """Forget a player's name: what is left is a number. The money and the deals stay as they are.

    The trail knows only hashes of names; with the salt gone nothing tells what was hashed. Notes that somebody wrote
    are the table's own words and stay. Raises `Refused` (``bad_stage.player``), `Conflict`.
    """

    def work(writing: Writing) -> Event:
        present = list(Player.objects.filter(session=writing.session).order_by("index"))
        erased = _take(present, player)
        taken = {other.name_key for other in present}
        erased.name = next(name for name in _placeholders(player) if names.name_key(name) not in taken)
        erased.name_key = names.name_key(erased.name)
        erased.salt = new_salt()
        erased.save(update_fields=["name", "name_key", "salt"])
        hashed = canonical.name_hash(erased.salt, erased.name)
        return writing.append(Kind.PLAYER_ERASED, {"player": player, "name": hashed})

    recorded = write(session, sent, {"erase": player}, work)
    forget_the_journal()
    return recorded


def stand_in(
    *, session: GameSession, sent: Sent, player: int, by: int | str | None, after: int | None = None
) -> Recorded:
    """我来替一手: from after a deal on ``by`` plays for ``player``: another player without a seat, or a newcomer's name.

    ``by`` None: he plays again himself. ``after`` is the key of a deal of the stage that is played, 0 for its first
    deal on, None for the next one. Raises `Refused` (``bad_stage``, ``bad_name``, ``bad_deal``), `Closed`, `Conflict`.
    """

    def work(writing: Writing) -> Event:
        writing.require_open()
        stage = Stage.objects.filter(session=writing.session).order_by("-index")[0]
        key = _key_of(stage, writing.session, after)
        present = list(Player.objects.filter(session=writing.session).order_by("index"))
        newcomers = check_players([by], present) if isinstance(by, str) else ()
        number = len(present) if isinstance(by, str) else by
        _check_stand_in(stage, key, player, number, len(present) + len(newcomers))
        joined = join(writing, newcomers, len(present))
        body = {"player": player, "by": number, "stage": stage.index, "after": key}
        event = writing.append(Kind.STAND_IN, body)
        StandIn.objects.create(session=writing.session, event=event, **body)
        return joined[0] if joined else event

    request = {"stand_in": player, "by": veiled(by) if isinstance(by, str) else by, "after": after}
    return write(session, sent, request, work)


def _key_of(stage: Stage, session: GameSession, after: int | None) -> int:
    """The key of the deal after which a change begins, 0 for the first of the stage; raises `Refused`."""
    if after is None:
        last = Deal.objects.filter(session=session, stage=stage).order_by("-position").first()
        return last.key if last else 0
    if after and find(session, after).stage_id != stage.pk:
        raise Refused(Problem("bad_stage", "after", "other_stage"))
    return after


def _check_stand_in(stage: Stage, key: int, player: int, by: int | None, count: int) -> None:
    seats = stage_seats(stage)
    if player not in seats:
        raise Refused(Problem("bad_stage", "player", "not_seated"))
    since = _playing_since(stage, key)
    busy = {other for playing in since for account, other in playing.items() if account != player}
    if by is None:
        if player not in since[0]:
            raise Refused(Problem("bad_stage", "by", "plays_himself"))
    elif by not in range(count):
        raise Refused(Problem("bad_stage", "by", "player", {"got": by, "count": count}))
    elif by in seats or by in busy:
        raise Refused(Problem("bad_stage", "by", "plays_already"))


def _playing_since(stage: Stage, key: int) -> list[Mapping[int, int]]:
    """Who plays for whom at the first deal after a key, and wherever that changes up to the coming one."""
    coming = stage.session.deal_count + 1
    deals = Deal.objects.filter(session_id=stage.session_id, stage=stage)
    places = dict(deals.order_by("position").values_list("key", "position"))
    first = places[key] + 1 if key else min(places.values(), default=coming)
    changes = stand_ins_of(stage.session)
    moments = {change.first for change in changes if first < change.first <= coming}
    return [playing_at(changes, stage.index, place) for place in sorted({first, *moments})]


def check_players(given: Sequence[str], present: Sequence[Player]) -> tuple[str, ...]:
    """The names as they are kept; raises `Refused` (``bad_name``, ``bad_stage``) with all that is wrong."""
    found = Collector()
    count = len(given) + len(present)
    if not PLAYERS_LEAST <= count <= PLAYERS_MOST:
        params = {"got": count, "least": PLAYERS_LEAST, "greatest": PLAYERS_MOST}
        found.add(Problem("bad_stage", "players", "players", params))
    kept: dict[str, str] = {}
    for number, name in enumerate(given):
        with found.keeping():
            kept[f"players.{number}"] = names.player_name(name, f"players.{number}")
    with found.keeping():
        _check_same([(name, field) for field, name in kept.items()], present)
    found.finish()
    return tuple(kept.values())


def _check_same(given: Sequence[tuple[str, str]], present: Sequence[Player]) -> None:
    taken = {player.name_key for player in present}
    found = Collector()
    for name, field in given:
        key = names.name_key(name)
        if key in taken:
            found.add(Problem("bad_name", field, "same", {"got": name}))
        taken.add(key)
    found.finish()


def join(writing: Writing, people: Sequence[str], first: int) -> list[Event]:
    """New players, numbered from ``first`` on."""
    events = []
    for index, name in enumerate(people, first):
        player = Player.objects.create(
            session=writing.session,
            index=index,
            name=name,
            name_key=names.name_key(name),
            salt=new_salt(),
        )
        hashed = canonical.name_hash(player.salt, name)
        events.append(writing.append(Kind.PLAYER_JOINED, {"player": index, "name": hashed}))
    return events


def _take(present: list[Player], player: int) -> Player:
    """One player, taken out of those present; raises `Refused`."""
    if not 0 <= player < len(present):
        raise Refused(Problem("bad_stage", "player", "player", {"got": player, "count": len(present)}))
    return present.pop(player)


def _placeholders(player: int) -> Iterator[str]:
    return (NOBODY.format(number) for number in itertools.count(player + 1, PLAYERS_MOST))


def new_salt() -> str:
    """128 random bits in hex."""
    return secrets.token_hex(16)
