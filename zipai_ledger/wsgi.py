"""The application as WSGI servers want it."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "zipai_ledger.settings")

application = get_wsgi_application()
