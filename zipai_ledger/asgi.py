"""The application as ASGI servers want it."""

import os

import django

from zipai_ledger.http.body_limits import Application, bounded
from zipai_ledger.http.concurrency import Answering

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "zipai_ledger.settings")


def whole() -> Application:
    """Django with what it leaves to others: bodies without end, answers without end, and how many ask at once."""
    django.setup(set_prefix=False)
    # Not before Django is set up.
    from zipai_ledger.http.pages import Pages
    from zipai_ledger.live.endpoint import streaming
    from zipai_ledger.views.live import hub

    return bounded(streaming(Answering(Pages()), hub))


application = whole()
