"""The application as ASGI servers want it."""

import os

from django.core.asgi import get_asgi_application

from zipai_ledger.http.body_limits import Application, bounded
from zipai_ledger.http.concurrency import Answering

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "zipai_ledger.settings")


def whole() -> Application:
    """Django with what it leaves to others: bodies without end, answers without end, and how many ask at once."""
    django = Answering(get_asgi_application())
    # Not before Django is set up.
    from zipai_ledger.live.endpoint import streaming
    from zipai_ledger.views.live import hub

    return bounded(streaming(django, hub))


application = whole()
