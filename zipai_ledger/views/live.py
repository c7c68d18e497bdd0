"""Pages that stay open learn what happens: by a stream, or where none can be had by asking again and again."""

import json
from collections.abc import Callable, Mapping
from typing import TypeVar

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_GET

from zipai_ledger.access import Action, Visit, for_table
from zipai_ledger.formats.speaker import language
from zipai_ledger.forms.settlement_method import method_of_page
from zipai_ledger.http.digits import number
from zipai_ledger.ledger.queries import WHOLE, Changes, changes_since, changes_up_to
from zipai_ledger.ledger.queries.kept import looking
from zipai_ledger.ledger.settlement import MethodChoice
from zipai_ledger.live import Hub, Page, PageState, Subscription, leases, reads
from zipai_ledger.live.endpoint import subscribe
from zipai_ledger.live.wire import Gzip, Piece
from zipai_ledger.models import GameSession, Grant
from zipai_ledger.presenters.board import board_page
from zipai_ledger.presenters.ledger_rows import table_ledger
from zipai_ledger.presenters.live import (
    latest_amendment,
    latest_deal,
    latest_sentence,
    spoken_news,
    table_update,
)
from zipai_ledger.presenters.settlement import settlement_page
from zipai_ledger.presenters.table import table_page

Answer = TypeVar("Answer", bound=HttpResponseBase)
Fragment = Callable[[Visit, Changes], str]
"""Renders what of an open page looks different after some changes."""

TABLE, BOARD, LINE, ENTRY, AMENDMENTS = "table", "board", "line", "entry", "changes"
"""What a page shows: all of a table, its board on the wall, one line at its lower edge, or, where a deal is entered, what
others enter meanwhile; each way to settle is a page of its own."""
TAB_LONGEST = 32
ENTERING = "X-Entering"
"""正在记 (zhengzai ji): the header that names to a page without a stream who else enters a deal."""
TRIES = 5
"""How often a message is rendered at most, where more is stored while it is read; in the end a row may be sent twice."""


class Fragments:
    """Renders what happened for whoever looks, in their language."""

    def draw(self, page: Page, grant: Grant, since: int, head: int) -> tuple[int, str]:
        for _ in range(TRIES):
            news = changes_up_to(page.session, since, head)
            visit = Visit(news.session, grant, grant.role, grant.player, grant.device)
            with translation.override(page.language), looking():
                text = fragment_of(page.show)(visit, news)
            head = GameSession.objects.values_list("head_seq", flat=True).get(pk=page.session)
            if head == news.session.head_seq:
                break
        return news.session.head_seq, text


hub = Hub(Fragments())


@require_GET
@for_table(Action.SEE)
def stream(request: HttpRequest, visit: Visit) -> HttpResponseBase:
    """A stream of what happens after ``?rev=12``, or after the message named by ``Last-Event-ID``.

    Here it is only allowed; `zipai_ledger.live.endpoint` sends it, or answers 429 where this device or this table has too
    many. 204, by which a browser is told not to try again, where the server has no streams. Either way the page asks for
    `news` instead.
    """
    rev = number(request.headers.get("Last-Event-ID", "")) or number(request.GET.get("rev", ""))
    head, packs = visit.session.head_seq, takes_gzip(request)
    seen = WHOLE if rev is None or rev > head else rev
    seen_by = PageState(seen, request.GET.get("mark"))
    if not subscribe(request, Subscription(page_of(request, visit), visit.grant, seen_by, head, packs)):
        return HttpResponse(status=204)
    answer = StreamingHttpResponse((), content_type="text/event-stream; charset=utf-8")
    answer["X-Accel-Buffering"] = "no"
    return packed(answer) if packs else answer


@require_GET
@for_table(Action.SEE)
def news(request: HttpRequest, visit: Visit) -> HttpResponse:
    """What happened after ``?rev=12``; 204 where nothing did. A header names who else enters a deal."""
    page = page_of(request, visit)
    if page.enters:
        leases.keep_polling(leases.OpenPage(visit.grant.pk, page.tab))
    answer = latest(request, visit)
    entering = reads.entering_at(page.session)
    # Headers are ASCII, and so is JSON.
    answer[ENTERING] = json.dumps(reads.others(visit.grant.pk, entering))
    return answer


def latest(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The answer itself."""
    seen = number(request.GET.get("rev", ""))
    if request.GET.get("mark", visit.grant.mark) != visit.grant.mark:
        seen = None
    if seen == visit.session.head_seq:
        return HttpResponse(status=204)
    found = changes_since(visit.session, WHOLE if seen is None else seen)
    html = fragment_of(request.GET.get("show", ""))(visit, found).encode()
    if not takes_gzip(request):
        return HttpResponse(html)
    form = Gzip()
    return packed(HttpResponse(form.head + form.put(Piece.of(html)) + form.tail))


def page_of(request: HttpRequest, visit: Visit) -> Page:
    """What the asking page shows."""
    show = request.GET.get("show", "")
    return Page(
        session=visit.session.pk,
        public_id=visit.session.public_id,
        show=show if show in FRAGMENTS or method_of_page(show) else TABLE,
        language=language(),
        device=visit.device.pk,
        tab=request.GET.get("tab", "")[:TAB_LONGEST],
        enters=show == ENTRY and visit.may(Action.RECORD),
    )


def fragment_of(show: str) -> Fragment:
    """What a page that shows this is sent; the table where there is no such page."""
    choice = method_of_page(show)
    return FRAGMENTS.get(show, table_fragment) if choice is None else settlement_fragment(choice)


def table_fragment(visit: Visit, news: Changes) -> str:
    """Everything on the table's page that looks different now."""
    view = news.view
    ledger = table_ledger(view, view.deals, more=view.more)
    update = table_update(news, ledger)
    context = {
        "visit": visit,
        "page": table_page(visit, view),
        "ledger": ledger,
        "update": update,
    }
    return render_to_string("table/update.html", context)


def board_fragment(visit: Visit, news: Changes) -> str:
    """Everything on the board."""
    context = {
        "visit": visit,
        "page": board_page(visit, news.view),
        "rev": news.session.head_seq,
        "news": latest_sentence(news) if news.events else "",
        "announcement": spoken_news(news) if news.since >= 0 else "",
    }
    return render_to_string("board/update.html", context)


def line_fragment(_visit: Visit, news: Changes) -> str:
    """What others did last, for pages that must not change under the fingers."""
    return render_to_string("live/news.html", {"rev": news.session.head_seq, "line": latest_sentence(news)})


def amendment_fragment(_visit: Visit, news: Changes) -> str:
    """What others changed last, for the page that shows only that; nothing of what is recorded in its turn."""
    return render_to_string("live/news.html", {"rev": news.session.head_seq, "line": latest_amendment(news)})


def entry_fragment(visit: Visit, news: Changes) -> str:
    """The same where a deal is entered: a deal of others may be the very one."""
    context = {
        "visit": visit,
        "rev": news.session.head_seq,
        "line": latest_sentence(news),
        "news": latest_deal(news),
    }
    return render_to_string("live/entry_news.html", context)


def settlement_fragment(choice: MethodChoice) -> Fragment:
    """Everything on the settling page that looks different now."""

    def fragment(visit: Visit, news: Changes) -> str:
        context = {
            "visit": visit,
            "page": settlement_page(visit, choice),
            "rev": news.session.head_seq,
            "mark": visit.grant.mark,
            "announcement": latest_sentence(news),
        }
        return render_to_string("settlement/update.html", context)

    return fragment


FRAGMENTS: Mapping[str, Fragment] = {
    TABLE: table_fragment,
    BOARD: board_fragment,
    LINE: line_fragment,
    ENTRY: entry_fragment,
    AMENDMENTS: amendment_fragment,
}
"""What an open page may show, beside the ways to settle."""


def takes_gzip(request: HttpRequest) -> bool:
    """Whether the browser reads gzip."""
    return "gzip" in request.headers.get("Accept-Encoding", "")


def packed(answer: Answer) -> Answer:
    """Say that an answer is compressed."""
    answer["Content-Encoding"] = "gzip"
    patch_vary_headers(answer, ["Accept-Encoding"])
    return answer
