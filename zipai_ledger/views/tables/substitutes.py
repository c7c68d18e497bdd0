"""我来替一手: who plays for whom from a deal on, and who is back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from zipai_ledger import circles
from zipai_ledger.access import Action, Visit, for_table
from zipai_ledger.forms.fields import new_client_id
from zipai_ledger.ledger import queries, record
from zipai_ledger.ledger.queries import Substitute, TableView, playing_at
from zipai_ledger.models import Deal, GameSession, Player
from zipai_ledger.rules.problems import Refused

from ..addresses import offered
from ..refusals import REFUSALS, refusal, refusal_text
from .typed import whole

Shown = dict[str, Any]
BACK, NEW = "back", "new"
NEXT, LAST = "next", "last"


@dataclass(frozen=True, slots=True)
class _Table:
    """Who sits, and who plays for whom at the coming deal."""

    session: GameSession
    players: Sequence[Player]
    seats: Sequence[int]
    playing: Mapping[int, int]

    @classmethod
    def of(cls, session: GameSession) -> "_Table":
        stage = queries.last_stage(session)
        playing = playing_at(queries.stand_ins_of(session), stage.index, session.deal_count + 1)
        return cls(session, queries.players_of(session), queries.stage_seats(stage), playing)

    @property
    def free(self) -> list[Player]:
        """Who is at the table and does not play."""
        busy = {*self.seats, *self.playing.values()}
        return [player for player in self.players if player.index not in busy]


def of(view: TableView) -> Sequence[Substitute]:
    """Every change of who plays for whom. No query where everybody always had a seat, so that nobody could stand in."""
    always = all(len(stage.seats) == len(view.players) for stage in view.stages)
    return () if always else queries.stand_ins_of(view.session)


def now(view: TableView) -> Mapping[int, int]:
    """Who plays for whom at the coming deal."""
    return playing_at(of(view), view.stage.stage.index, view.session.deal_count + 1)


def told(visit: Visit, view: TableView, playing: Mapping[int, int]) -> list[Shown]:
    """The same in words, each leading to where it ends."""
    url = offered(visit, Action.STAND_IN, "tables:stand_in")
    return [
        {
            "text": _("%(by)s替%(name)s打")
            % {"by": view.players[by].name, "name": view.players[player].name},
            "url": url,
        }
        for player, by in playing.items()
    ]


@require_http_methods(["GET", "HEAD", "POST"])
@for_table(Action.STAND_IN)
def stand_in(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Who stands in for whom; a POST notes it, or that somebody is back."""
    if request.method != "POST":
        return _page(request, visit)
    table = _Table.of(visit.session)
    error, status = _noted(request, visit, table)
    if error:
        return _page(request, visit, error=error, status=status)
    return redirect("tables:show", visit.session.public_id)


def _noted(request: HttpRequest, visit: Visit, table: _Table) -> tuple[str, int]:
    """Why it could not be noted, and the status; empty where it was."""
    sent = request.POST
    player = whole(sent.get("player", ""), -1)
    if player < 0:
        return _("先点替谁打。"), 422
    by = _by(sent)
    if by == "":
        return _("先点谁来替，或者写个名字。"), 422
    try:
        record.stand_in(
            session=visit.session,
            sent=visit.sent(sent.get("client_id")),
            player=player,
            by=by,
            after=_after(visit.session) if sent.get("from") == LAST else None,
        )
        circles.greet(visit.session, len(table.players))
    except Refused as refused:
        return refusal_text(refused), 422
    except REFUSALS as error:
        said = refusal(error)
        return said.text, said.status
    return "", 302


def _by(sent: Mapping[str, str]) -> int | str | None:
    """A player's number, the name of somebody new, None for who plays again himself."""
    picked, name = sent.get("by", ""), sent.get("name", "").strip()
    if picked == BACK:
        return None
    number = whole(picked, -1)
    return name if number < 0 else number


def _after(session: GameSession) -> int | None:
    """The deal before the last one of the stage: 0 where that was its first, None where it has none."""
    stage = queries.last_stage(session)
    played = Deal.objects.filter(session=session, stage=stage).order_by("-position")
    keys = list(played.values_list("key", flat=True)[:2])
    return (keys[1] if len(keys) > 1 else 0) if keys else None


def _page(request: HttpRequest, visit: Visit, *, error: str = "", status: int = 200) -> HttpResponse:
    table, sent = _Table.of(visit.session), request.POST
    names = [player.name for player in table.players]
    chosen = sent.get("player") or request.GET.get("player", "")
    by = sent.get("by", _own(visit, table))
    context = {
        "table_url": reverse("tables:show", args=[visit.session.public_id]),
        "closed": visit.session.status == GameSession.Status.CLOSED,
        "standing": [
            {"player": player, "name": names[player], "by": names[instead]}
            for player, instead in table.playing.items()
        ],
        "seats": _choices([table.players[seat] for seat in table.seats if seat not in table.playing], chosen),
        "free": _choices(table.free, by),
        "new_checked": by == NEW or not table.free,
        "name": sent.get("name", ""),
        "last": visit.session.deal_count if _after(visit.session) is not None else 0,
        "from_last": sent.get("from") == LAST,
        "client_id": sent.get("client_id") or new_client_id(),
        "error": error,
    }
    return render(request, "tables/stand_in.html", context, status=status)


def _own(visit: Visit, table: _Table) -> str:
    """Whoever asks, where that can be the one who stands in."""
    return str(visit.player) if visit.player in {player.index for player in table.free} else ""


def _choices(players: Sequence[Player], chosen: str) -> list[Shown]:
    return [
        {"value": player.index, "name": player.name, "checked": str(player.index) == chosen}
        for player in players
    ]
