"""What every process of the project imports and no setting changes: loaded once, and there in all that are forked."""

import gc
import importlib
import pkgutil
from contextlib import suppress

import zipai_ledger.rules

MODULES = (
    "csp.middleware",
    "django.contrib.staticfiles.management.commands.collectstatic",
    "django.core.asgi",
    "django.core.management.commands.makemigrations",
    "django.core.management.commands.migrate",
    "django.core.management.commands.shell",
    "django.db.backends.postgresql.base",
    "django.db.backends.sqlite3.base",
    "django.middleware.clickjacking",
    "django.middleware.common",
    "django.middleware.csrf",
    "django.middleware.gzip",
    "django.middleware.locale",
    "django.middleware.security",
    "django.shortcuts",
    "django.template.backends.django",
    "django.template.context_processors",
    "django.template.loaders.app_directories",
    "django.template.loaders.cached",
    "django_htmx.middleware",
    "fontTools.ttLib",
    "mahjong.shanten",
    "psycopg_pool",
    "segno",
    "template_partials.apps",
    "template_partials.loader",
    "uvicorn.lifespan.off",
    "uvicorn.loops.asyncio",
    "uvicorn.loops.auto",
    "uvicorn.protocols.http.h11_impl",
    "uvicorn.protocols.websockets.auto",
    "whitenoise.middleware",
    "whitenoise.storage",
    "xlsxwriter",
)

_rules = (one.name for one in pkgutil.walk_packages(zipai_ledger.rules.__path__, "zipai_ledger.rules."))
for _name in (*MODULES, *_rules):
    # What an extra brings may be missing.
    with suppress(ImportError):
        importlib.import_module(_name)
# It stays to the end: whoever looks for garbage among it finds none, and has a copy of it made for each process.
gc.freeze()
