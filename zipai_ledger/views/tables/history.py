"""Everything that ever happened to a table: when, by whom, what, why, and the totals before and after."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from zipai_ledger import queries
from zipai_ledger.access import Action, Visit, for_table
from zipai_ledger.models import Deal, Event, GameSession, Grant, Player, Role, Stage
from zipai_ledger.trail import canonical
from zipai_ledger.trail.kinds import DEALING, LEDGER, Kind
from zipai_ledger.trail.projection import body_followed
from zipai_ledger.views.showing import deals, rounds
from zipai_ledger.views.showing.numbers import figure, word

from ..addresses import listening, offered
from .home import game_name

PAGE = 40
Body = Mapping[str, Any]
ROLES: Mapping[str, Callable[[], str]] = {
    Role.OWNER: lambda: _("桌主"),
    Role.SCOREKEEPER: lambda: _("记分的"),
    Role.VIEWER: lambda: _("看的"),
}


@require_safe
@for_table(Action.SEE)
def history(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The trail, newest first; ``?before=80`` shows what came before event 80."""
    before = request.GET.get("before", "")
    page = Page(visit, int(before[:9]) if before.isascii() and before.isdigit() else None)
    here = reverse("tables:history", args=[visit.session.public_id])
    context = {
        "table_url": reverse("tables:show", args=[visit.session.public_id]),
        "events": page.lines(),
        "older_url": f"{here}?before={page.events[-1].seq}" if page.more else "",
        "head": visit.session.head_hash[:16],
        "columns": [player.name for player in page.players],
        **({} if before else listening(visit, "line")),
    }
    partial = "#rows" if request.htmx and before else ""  # type: ignore[attr-defined]
    return render(request, f"tables/history.html{partial}", context)


class Stood(NamedTuple):
    """Totals in the unit that was played, 胡 of the round where there are rounds, both by player, and what 胡 are called."""

    totals: Sequence[int] = ()
    tally: Sequence[int] = ()
    hu: str = ""


class Page:
    """A stretch of the trail with what its wording needs. Six queries."""

    def __init__(self, visit: Visit, before: int | None) -> None:
        self.visit, self.session = visit, visit.session
        self.zone = ZoneInfo(self.session.time_zone)
        events = Event.objects.filter(session=self.session).order_by("-seq")
        found = list((events if before is None else events.filter(seq__lt=before))[: PAGE + 1])
        self.events, self.more = found[:PAGE], len(found) > PAGE
        self.bodies = {event.seq: canonical.parse(event.body) for event in self.events}
        self.players = queries.players_of(self.session)
        self.people = holders(
            self.session, [event.grant for event in self.events if event.grant], self.players
        )
        self.positions = self._positions()
        stages = Stage.objects.filter(session=self.session).order_by("index")
        self.stages = tuple(stages.values_list("unit", "ruleset"))
        self.before = self._before()

    def _positions(self) -> dict[int, int]:
        keys = {body["deal"] for body in self.bodies.values() if "deal" in body}
        deals = Deal.objects.filter(session=self.session, key__in=keys)
        return dict(deals.values_list("key", "position"))

    def _before(self) -> Stood:
        """How things stood before the oldest event shown."""
        if not self.events:
            return Stood()
        older = Event.objects.filter(session=self.session, seq__lt=self.events[-1].seq, kind__in=LEDGER)
        last = older.order_by("-seq").first()
        return self.stood(canonical.parse(last.body)) if last else Stood()

    def stood(self, body: Body) -> Stood:
        """How things stood after an event of the ledger."""
        played = self.stages[len(body["totals"]) - 1][1]
        return Stood(self.sums(body), body["tally"] or (), word(deals.terms_of(played).hu))

    def sums(self, body: Body) -> list[int]:
        """Totals by player over all stages of the unit that was played then."""
        sums = [0] * len(self.players)
        stages = [(unit, row) for (unit, _game), row in zip(self.stages, body["totals"], strict=False)]
        for unit, row in stages:
            for player, units in enumerate(row if unit == stages[-1][0] else ()):
                sums[player] += units
        return sums

    def lines(self) -> list[dict[str, Any]]:
        """The events of the page, newest first."""
        shown, before = [], self.before
        for event in reversed(self.events):
            body = self.bodies[event.seq]
            after = self.stood(body) if event.kind in LEDGER else before
            shown.append(self.line(event, body, before, after))
            before = after
        return shown[::-1]

    def line(self, event: Event, body: Body, before: Stood, after: Stood) -> dict[str, Any]:
        """One event."""
        return {
            "seq": event.seq,
            "time": f"{datetime.fromisoformat(event.at).astimezone(self.zone):%m-%d %H:%M:%S}",
            "who": who(event, self.people),
            "text": what(event, body, self.players, self.positions),
            "reason": body.get("reason", ""),
            "url": self.url(event, body),
            "changes": self.changes(before.totals, after.totals, figure),
            "counted": self.changes(before.tally, after.tally, rounds.plain),
            "hu": after.hu,
            "hash": event.hash[:8],
        }

    def changes(
        self, before: Sequence[int], after: Sequence[int], shown: Callable[[int], Any]
    ) -> list[dict[str, Any]]:
        """Who had another number before; nobody had any in a ledger that was shorter."""
        old = [*before, *[0] * (len(after) - len(before))]
        return [
            {"name": self.players[at].name, "was": shown(old[at]), "now": shown(now)}
            for at, now in enumerate(after)
            if now != old[at]
        ]

    def url(self, event: Event, body: Body) -> str:
        """The deal an event is about."""
        return (
            offered(self.visit, Action.CORRECT, "deals:show", body["deal"]) if event.kind in DEALING else ""
        )


def who(event: Event, people: Mapping[int, str]) -> str:
    """Role, and whose phone it was where that is known."""
    role = ROLES[event.role]() if event.role in ROLES else ""
    return f"{role} {people.get(event.grant or 0, '')}".strip()


def what(event: Event, body: Body, players: Sequence[Player], positions: Mapping[int, int]) -> str:
    """What happened; ``positions``: deal key → its number."""
    player = body.get("player")
    params = {
        "n": positions.get(body.get("deal", 0), ""),
        "player": players[player].name if isinstance(player, int) else "",
        "game": game_name(body["ruleset"]) if "ruleset" in body else "",
    }
    told = [WORDINGS[Kind(event.kind)]() % params]
    if followed := body_followed(body):
        told.append(_("后面 %(count)s 盘的座次跟着照规矩改") % {"count": len(followed)})
    if carried := body.get("carried_in"):
        told.append(rounds.carried_words(carried, body["ruleset"], [player.name for player in players]))
    return _("。").join(told)


def holders(session: GameSession, grants: Sequence[int], players: Sequence[Player]) -> dict[int, str]:
    """Grant → the name of the player whose phone it is."""
    rows = Grant.objects.filter(session=session, pk__in=grants, player__isnull=False)
    return {pk: players[player].name for pk, player in rows.values_list("pk", "player") if player is not None}


WORDINGS: Mapping[Kind, Callable[[], str]] = {
    Kind.SESSION_OPENED: lambda: _("开桌"),
    Kind.SESSION_RENAMED: lambda: _("这桌改了名"),
    Kind.PLAYER_JOINED: lambda: _("%(player)s上桌"),
    Kind.PLAYER_RENAMED: lambda: _("改名：现在叫%(player)s"),
    Kind.STAGE_OPENED: lambda: _("定座位和规矩：%(game)s"),
    Kind.DEAL_RECORDED: lambda: _("记了第 %(n)s 盘"),
    Kind.ADJUSTMENT: lambda: _("商定加减，第 %(n)s 行"),
    Kind.ROUND_ENDED: lambda: _("结束一轮，第 %(n)s 行"),
    Kind.DEAL_VOIDED: lambda: _("第 %(n)s 盘作废"),
    Kind.DEAL_REPLACED: lambda: _("更正第 %(n)s 盘"),
    Kind.DEAL_RESTORED: lambda: _("恢复第 %(n)s 盘"),
    Kind.CLOSED: lambda: _("收桌"),
    Kind.REOPENED: lambda: _("再打开"),
}
