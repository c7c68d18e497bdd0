"""The application as ASGI servers want it."""

import os

from django.core.asgi import get_asgi_application

from zipai_ledger.bounded import bounded

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "zipai_ledger.settings")

application = bounded(get_asgi_application())
