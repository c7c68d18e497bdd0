"""Bringing a table in: choose a file or paste a text, look at what it is, then take it over."""

from collections.abc import Iterator
from dataclasses import dataclass
from threading import Lock
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from zipai_ledger.access import Public, devices, grants, public
from zipai_ledger.access.grants import OpenedTable
from zipai_ledger.access.pace import opens_something
from zipai_ledger.exports import incoming
from zipai_ledger.exports.budget import Budget, Overrun
from zipai_ledger.exports.incoming import Incoming
from zipai_ledger.exports.preview import Preview
from zipai_ledger.formats.numbers import amount, signed_amount
from zipai_ledger.formats.speaker import language, unit_word
from zipai_ledger.forms.fields import new_client_id
from zipai_ledger.http.cancelled import Left, cancellable, checkpoint
from zipai_ledger.http.middleware import takes_bodies
from zipai_ledger.ledger.record import Conflict
from zipai_ledger.ledger.trail import canonical
from zipai_ledger.models import AccessKind
from zipai_ledger.rules.problems import Problem, Refused
from zipai_ledger.rules.replay import DEAL, STAGE, DealRefused, Watch
from zipai_ledger.views.showing.numbers import figure

from ..recovery import code_page
from ..tables.home import game_name
from .said import short

LONGEST = 4 << 20
"""Bytes of a file or a pasted text."""
AROUND = 1 << 16
"""Bytes that a form needs around it."""
DEALS = 2_000
"""Deals that are brought in by a page: more would hold up whoever wants to store something meanwhile."""
STEPS = DEAL * DEALS + STAGE
"""As many as deals in one stage come to; what corrections posted counts as well."""
PARTS = LONGEST // 10
"""Objects and lists of a file, which take most of the memory: those of 2,000 deals are a third as many."""
SECONDS = 1.0
"""Of the processor's time, for reading them."""
RETRY_AFTER = 5
"""Seconds after which another may bring something in."""
_turn = Lock()


@dataclass(frozen=True, slots=True)
class Sent:
    """What a form sent: the text, from its file or its field, and the id of this import."""

    text: str
    client_id: str

    @property
    def bound_id(self) -> str:
        """An id for this form with this text: sent twice it is one import, another text is another."""
        return canonical.digest(f"{self.client_id}\n{self.text}")


@takes_bodies(LONGEST, AROUND)
@require_http_methods(["GET", "HEAD", "POST"])
@public(Public.IMPORT_TABLE)
@opens_something
def importing(request: HttpRequest) -> HttpResponse:
    """The form; what was sent, looked at; and with ``do=import`` the table taken over by this device."""
    if request.method != "POST":
        answer = form(request, {"client_id": new_client_id()})
        devices.prepare(request, answer)
        return answer
    if not _turn.acquire(blocking=False):
        return busy(request)
    try:
        with cancellable(request):
            return posted(request)
    except Left:
        return HttpResponse(status=204)
    finally:
        _turn.release()


def posted(request: HttpRequest) -> HttpResponse:
    """What follows from the form: the table, a look at it, or what is wrong."""
    client_id = request.POST.get("client_id") or new_client_id()
    typed = request.POST.get("text", "").replace("\r\n", "\n")
    try:
        sent = Sent(_text(request, typed), client_id)
        arriving = incoming.read(sent.text, _watch())
        if request.POST.get("do") == "import":
            return imported(request, sent, arriving)
        return form(request, {**look(arriving.preview()), "text": sent.text, "client_id": client_id})
    except (Refused, DealRefused) as refused:
        return form(request, {**told(refused), "text": typed, "client_id": client_id}, status=422)
    except Overrun:
        return form(request, {"problems": [too_long()], "text": typed, "client_id": client_id}, status=422)


def _watch() -> Watch:
    """Before what comes next: there is time for it, and somebody waits."""
    budget = Budget(steps=STEPS, seconds=SECONDS)

    def watch(steps: int) -> None:
        checkpoint()
        budget(steps)

    return watch


def too_long() -> str:
    """What is said of a file that would take too long."""
    text = _("盘数太多，或者牌太难算，网页上最多导 %(most)d 盘。请管这台机器的人用命令导入：%(command)s")
    return text % {"most": DEALS, "command": "manage.py import_session"}


def busy(request: HttpRequest) -> HttpResponse:
    """Somebody else brings something in just now; what was sent is kept in the form."""
    typed = request.POST.get("text", "").replace("\r\n", "\n")
    problems = [_("有人正在导入。等几秒，再点一次。")]
    client_id = request.POST.get("client_id") or new_client_id()
    answer = form(request, {"problems": problems, "text": typed, "client_id": client_id}, status=429)
    answer["Retry-After"] = f"{RETRY_AFTER}"
    return answer


def _text(request: HttpRequest, typed: str) -> str:
    """The text of the file, or the one typed; raises `Refused` (``bad_json``), and `Overrun` where it is all brackets."""
    file = request.FILES.get("file")
    content = typed.encode() if file is None else file.read(LONGEST + 1)
    if not content.strip():
        raise Refused(Problem("nothing"))
    if len(content) > LONGEST:
        raise Refused(Problem("too_much", "", "", {"most": LONGEST >> 10}))
    if content.count(b"{") + content.count(b"[") > PARTS:
        raise Overrun
    return incoming.decode(content).replace("\r\n", "\n")


def imported(request: HttpRequest, sent: Sent, arriving: Incoming) -> HttpResponse:
    """Take the table over and show its recovery code; raises `Refused` or `DealRefused`."""
    try:
        table = _taken_over(devices.token_of(request), sent, arriving)
    except (grants.WrongCode, Conflict):
        problems = [_("这一份已经导入过了。回到“我的牌桌”看看。")]
        answer = form(
            request, {"problems": problems, "text": sent.text, "client_id": new_client_id()}, status=409
        )
    else:
        session = table.recorded.session
        if table.recorded.replay:
            answer = redirect("table:show", session.public_id)
        else:
            answer = code_page(request, session, table.recovery_code, status=201)
        devices.give(answer, table.token)
        return answer
    devices.prepare(request, answer)
    return answer


def _taken_over(brought: str, sent: Sent, arriving: Incoming) -> OpenedTable:
    """The table, owned by this device; nobody knows which of its players holds it."""
    return grants.open_table(
        brought, lambda: arriving.store(sent.bound_id), player=None, kind=AccessKind.IMPORTED
    )


def form(request: HttpRequest, shown: dict[str, Any], *, status: int = 200) -> HttpResponse:
    """The page as it stands."""
    context = {"home_url": reverse("tables:home"), "most": f"{LONGEST >> 20} MiB", **shown}
    return render(request, "exports/import.html", context, status=status)


def told(refused: Refused | DealRefused) -> dict[str, Any]:
    """What is wrong, for the page: the deal where it was one, and the first problems."""
    errors = incoming.refusal(refused, language())
    deal = errors.get("deal")
    problems = [
        f"{error['message']} ({error['field']})" if error["field"] else error["message"]
        for error in errors["errors"]
    ]
    return {"deal": deal, "problems": [printable(problem) for problem in problems]}


def printable(text: str) -> str:
    """A text that quotes JSON, where half a character may be written and no page could show it."""
    return text.encode(errors="backslashreplace").decode()


def look(preview: Preview) -> dict[str, Any]:
    """What would be imported, for the page."""
    names = preview.players
    return {
        "preview": {
            "name": preview.name,
            "verbatim": preview.verbatim,
            "deals": preview.deals,
            "stages": [
                {
                    "game": game_name(stage.ruleset),
                    "people": [names[player] for player in stage.seats],
                    "deals": stage.deals,
                    "tally": [
                        {"name": name, "text": hu} for name, hu in zip(names, stage.tally, strict=False) if hu
                    ],
                }
                for stage in preview.stages
            ],
            "boards": boards(preview),
            "payments": payments(preview),
            "paid": [
                {"from": names[one.payer], "to": names[one.payee], "amount": amount(one.minor, one.currency)}
                for one in preview.paid
            ],
            "brought": list(brought(preview)),
            "events": preview.events,
            "head": short(preview.head),
            "more": preview.known.more if preview.known else 0,
            "forked": bool(preview.known and preview.known.forked),
        }
    }


def brought(preview: Preview) -> Iterator[dict[str, str]]:
    """What was carried in or out, by player."""
    for moved in preview.brought:
        for name, minor in zip(preview.players, moved.minor, strict=False):
            if minor:
                yield {"name": name, "text": signed_amount(minor, moved.currency)}


def boards(preview: Preview) -> list[dict[str, Any]]:
    """Totals by player, a board for each unit; money below the first."""
    shown = []
    money = preview.settlement.money
    for number, (unit, units) in enumerate(preview.settlement.units.items()):
        totals = []
        for player, name in enumerate(preview.players):
            won = [signed_amount(minor[player], c) for c, minor in money.items() if player < len(minor)]
            points = figure(units[player] if player < len(units) else 0)
            totals.append({"name": name, **points, "money": "" if number else _("，").join(won)})
        shown.append({"unit": unit_word(preview.rulesets, unit), "totals": totals})
    return shown


def payments(preview: Preview) -> list[dict[str, str]]:
    """Who would pay whom."""
    return [
        {
            "from": preview.players[due.payer],
            "to": preview.players[due.payee],
            "amount": f"{due.units} {unit_word(preview.rulesets, due.unit)}"
            if due.minor is None
            else amount(due.minor, due.currency),
        }
        for due in preview.settlement.dues
    ]
