"""导出 (daochu): a table as it leaves for programs: the formats there are, each whole and as it stands at one moment."""

import logging
import re
import zoneinfo
from functools import wraps
from io import SEEK_END
from typing import IO

from django.http import FileResponse, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_safe

from zipai_ledger.access import Action, Visit, for_table
from zipai_ledger.access.heavy import P, View, heavy
from zipai_ledger.exports import fonts, outgoing
from zipai_ledger.exports.snapshot import IN_MEMORY
from zipai_ledger.exports.wording import FILES
from zipai_ledger.formats.speaker import language, speaker
from zipai_ledger.ledger.record import Damaged
from zipai_ledger.models import GameSession
from zipai_ledger.presenters.backups import backup_line
from zipai_ledger.presenters.retention import retention_line
from zipai_ledger.rules.problems import Refused

UNSAFE = re.compile(r'[\x00-\x1f\x7f-\x9f/\\:*?"<>|\s]+')
"""What some file system or other does not take in a name."""

log = logging.getLogger(__name__)


class Download(FileResponse):
    """A file that is handed on a block at a time."""

    block_size = 1 << 16


def undamaged(view: View[P]) -> View[P]:
    """A view of a table whose ledger holds; of any other nothing leaves, and the log says what is wrong in detail."""

    @wraps(view)
    def checked(request: HttpRequest, visit: Visit, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        try:
            return view(request, visit, *args, **kwargs)
        except Damaged as damaged:
            log.error("table no. %s is damaged: %s", visit.session.pk, damaged)
            places = [damage.seq for damage in damaged.damages if damage.seq]
            context = {"visit": visit, "damaged_from": min(places, default=0)}
            return render(request, "exports/refused.html", context, status=409)

    return checked


@require_safe
@for_table(Action.EXPORT)
def index(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The formats, each with what it is good for: for people, for spreadsheets, for other programs."""
    context = {
        "visit": visit,
        "missing": fonts.missing(),
        "head": visit.session.head_hash[:16],
        "backups": backup_line(visit),
        "retention": retention_line(visit),
    }
    return render(request, "exports/index.html", context)


@require_safe
@for_table(Action.EXPORT)
@heavy
@undamaged
def download(request: HttpRequest, visit: Visit, name: str) -> HttpResponseBase:
    """The table in one of `exports.outgoing.FORMATS`, or what keeps it from leaving.

    ``?damaged=yes``: an archive as it is, even where it does not hold.
    """
    session, kind = visit.session, outgoing.FORMATS[name]
    if name == "archive" and request.GET.get("damaged") == "yes":
        content = outgoing.export_unchecked(session, name)
        return file_answer(content, f"{file_name(session)} DAMAGED.archive.json", "application/json")
    try:
        content = outgoing.export(session, name, language())
    except Refused as refused:
        problems = [speaker(FILES).problem(problem) for problem in refused.problems]
        return render(request, "exports/refused.html", {"visit": visit, "problems": problems}, status=409)
    return file_answer(
        content, f"{file_name(session)} {session.head_hash[:8]}{kind.suffix}", kind.content_type
    )


def file_answer(content: IO[bytes], filename: str, content_type: str) -> HttpResponseBase:
    """The file as it is where it is short, as those of an evening are; a long one a block at a time."""
    answer: HttpResponseBase
    if content.seek(0, SEEK_END) > IN_MEMORY:
        content.seek(0)
        answer = Download(content, content_type=content_type)
    else:
        content.seek(0)
        with content:
            answer = HttpResponse(content.read(), content_type=content_type)
    answer.headers["Content-Disposition"] = content_disposition_header(True, filename)
    answer.headers["Cache-Control"] = "no-store"
    return answer


def file_name(session: GameSession) -> str:
    """周五 2026-11-20: the table's name as any file system takes it, and the evening's day on the table's clock."""
    day = timezone.localdate(session.opened_at, zoneinfo.ZoneInfo(session.time_zone))
    return f"{UNSAFE.sub(' ', session.name).strip(' .')} {day:%Y-%m-%d}".strip()
