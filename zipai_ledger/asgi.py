"""The application as ASGI servers want it."""

import os

from django.core.asgi import get_asgi_application

from zipai_ledger.bounded import bounded
from zipai_ledger.leaving import let_go

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "zipai_ledger.settings")

application = bounded(let_go(get_asgi_application()))
