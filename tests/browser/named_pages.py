"""``manage.py`` whose pages say from which template they come, and on which something goes wrong: at two addresses, and as it has no font.

A page reads the name from its own ``Server-Timing``, see `tests.browser.looks.template_of`; how many queries it took,
and milliseconds of the processor, stand there too.
"""

import os
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "zipai_ledger.settings")

from collections.abc import Callable

from asgiref.local import Local
from django.conf import settings
from django.core.exceptions import BadRequest
from django.core.management import execute_from_command_line
from django.db import OperationalError, connection
from django.http import HttpRequest, HttpResponse
from django.template import loader
from django.urls import include, path

from zipai_ledger.exports import fonts

drawn = Local()
find_template = loader.get_template
handler404 = "zipai_ledger.views.errors.not_found"


def named_template(name: str, using: str | None = None) -> object:
    """The template, whose name is noted: a page comes before the rows that are drawn while it is."""
    getattr(drawn, "names", []).append(name)
    return find_template(name, using)


def named(answer_to: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """A middleware: the name of the template goes along with the page, and what it cost."""

    def middleware(request: HttpRequest) -> HttpResponse:
        # A list: whatever thread draws, it notes the name in this very one.
        drawn.names = names = list[str]()
        queries = 0

        def counted(execute: Callable[..., object], *arguments: object) -> object:
            nonlocal queries
            queries += 1
            return execute(*arguments)

        begun = time.thread_time()
        with connection.execute_wrapper(counted):
            answer = answer_to(request)
        spent = 1000 * (time.thread_time() - begun)
        if names:
            cost = f'queries;desc="{queries}", processor;dur={spent:.1f}'
            answer["Server-Timing"] = f'template;desc="{names[0]}", {cost}'
        return answer

    return middleware


def broken(_request: HttpRequest) -> HttpResponse:
    """A fault of the program."""
    raise RuntimeError("broken on purpose")


def busy(_request: HttpRequest) -> HttpResponse:
    """A database that is locked for too long."""
    raise OperationalError("database is locked")


def odd(_request: HttpRequest) -> HttpResponse:
    """A request that makes no sense."""
    raise BadRequest("odd on purpose")


if __name__ == "__main__":
    settings.MIDDLEWARE = ["tests.browser.named_pages.named", *settings.MIDDLEWARE]
    settings.ROOT_URLCONF = "tests.browser.named_pages"
    execute_from_command_line(sys.argv)
else:
    from zipai_ledger.http.authority import Authority
    from zipai_ledger.views import errors, live, samples, trust

    loader.get_template = named_template
    # A database is brought back beneath this server: the same number of events may be others.
    live.changes_up_to = live.changes_up_to.__wrapped__
    # A page that is written once says only then from which template it comes.
    errors._not_found = errors._not_found.__wrapped__
    fonts.chinese = lambda: None
    trust.own_authority = lambda: Authority(settings.DATA / "https")
    urlpatterns = [
        *(path("broken/", broken), path("busy/", busy), path("odd/", odd), path("crowded/", samples.crowded)),
        path("", include("zipai_ledger.urls")),
    ]
