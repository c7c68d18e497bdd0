"""导入 (daoru): what a table and a circle that come in share: the limits, one turn at a time, the page with its refusals."""

from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from zipai_ledger.access import devices
from zipai_ledger.access.grants import WrongCode
from zipai_ledger.exports import incoming
from zipai_ledger.exports.budget import Budget, Overrun
from zipai_ledger.formats.speaker import language
from zipai_ledger.forms.imports import LONGEST, ImportForm
from zipai_ledger.http.cancelled import Left, cancellable, checkpoint
from zipai_ledger.ledger.record import Conflict
from zipai_ledger.presenters.imports import ImportPreview, ImportRefusal, import_refusal
from zipai_ledger.rules.problems import Refused
from zipai_ledger.rules.replay import DEAL, STAGE, DealRefused, Watch

AROUND = 1 << 16
"""Bytes that a form needs around it."""
DEALS = 2_000
"""Deals that are brought in by a page: more would hold up whoever wants to store something meanwhile."""
STEPS = DEAL * DEALS + STAGE
"""As many as deals in one stage come to; what corrections posted counts as well."""
SECONDS = 1.0
"""Of the processor's time, for reading them."""
RETRY_AFTER = 5
"""Seconds after which another may bring something in."""
LONG = ImportRefusal(422, "long")
BUSY = ImportRefusal(429, "busy")
STORED = ImportRefusal(409, "stored")
turn = Lock()
"""Whoever brings something in has it; others are asked to come again."""

Read = Callable[[ImportForm, str], HttpResponse]
"""Makes the answer of a form and its text; raises `Refused`, `DealRefused`, `Overrun`, `Conflict` or `WrongCode`."""


def brief_watch() -> Watch:
    """Before what comes next: there is time for it, and somebody waits."""
    budget = Budget(steps=STEPS, seconds=SECONDS)

    def watch(steps: int) -> None:
        checkpoint()
        budget(steps)

    return watch


@dataclass(frozen=True, slots=True)
class ImportView:
    """One request of a page that takes a file in."""

    request: HttpRequest
    template: str

    def answer(self, read: Read) -> HttpResponse:
        """The empty form; of a POST what ``read`` makes of it, or the form with what kept it from that."""
        if self.request.method != "POST":
            return self._fresh_page()
        form = ImportForm(self.request.POST, self.request.FILES)
        if not turn.acquire(blocking=False):
            busy = self.page(form, BUSY)
            busy["Retry-After"] = f"{RETRY_AFTER}"
            return busy
        try:
            with cancellable(self.request):
                return self._read(form, read)
        except Left:
            return HttpResponse(status=204)
        finally:
            turn.release()

    def _read(self, form: ImportForm, read: Read) -> HttpResponse:
        text = ""
        try:
            text = form.read_text()
            return read(form, text)
        except (Refused, DealRefused) as refused:
            return self.page(form, import_refusal(incoming.refusal(refused, language())))
        except Overrun:
            return self.page(form, LONG)
        except (WrongCode, Conflict):
            return self._fresh_page(STORED, text)

    def _fresh_page(self, refusal: ImportRefusal | None = None, text: str = "") -> HttpResponse:
        """The form with a new id, for a device that may be new as well."""
        answer = self.page(ImportForm(), refusal, text=text)
        devices.prepare(self.request, answer)
        return answer

    def page(
        self,
        form: ImportForm,
        refusal: ImportRefusal | None = None,
        *,
        preview: ImportPreview | None = None,
        text: str | None = None,
    ) -> HttpResponse:
        """The page as it stands; ``text`` is what is kept in the form, by default what was typed."""
        context = {
            "form": form,
            "text": form.typed if text is None else text,
            "refusal": refusal,
            "preview": preview,
            "most_size": f"{LONGEST >> 20} MiB",
            "most_deals": DEALS,
        }
        return render(self.request, self.template, context, status=refusal.status if refusal else 200)
