"""What every process of the project imports: loaded once, and there in all that are forked.

Each of them has settings of its own, and reads them after that. Until then nothing may read what a host can set.
"""

import gc
import importlib
import os
import pkgutil
import sys
import tempfile
from contextlib import suppress
from typing import Any

MODULES = (
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
    "csp.middleware",
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
OF_THE_PROJECT = ("zipai_ledger.rules", "zipai_ledger.management.commands", "zipai_ledger.migrations")
"""Packages of which everything is loaded, besides what the URLconf needs."""
SETTINGS = "zipai_ledger.settings"
ALIKE = {
    "ABSOLUTE_URL_OVERRIDES",
    "DATABASES",  # how long its names may be
    "DEBUG",  # whether a signal complains of a receiver
    "DEFAULT_AUTO_FIELD",
    "DEFAULT_EXCEPTION_REPORTER",
    "DEFAULT_TABLESPACE",
    "FORCE_SCRIPT_NAME",
    "INSTALLED_APPS",
    "LANGUAGE_CODE",
    "LOCALE_PATHS",
    "LOGGING",
    "LOGGING_CONFIG",
    "USE_I18N",
}
"""What Django reads while it makes models: the same for all or, for what it is read here, as good as that."""


class Alike:
    """The settings while modules are imported."""

    def __init__(self, whole: Any) -> None:
        self._whole = whole

    def __getattr__(self, name: str) -> Any:
        if name not in ALIKE:
            raise RuntimeError(f"settings.{name} is read before there are any: read it where it is used")
        return getattr(self._whole, name)


def load_the_project() -> None:
    """Import it under settings that are forgotten afterwards."""
    import django
    from django.conf import empty, settings
    from django.db import connections

    for name in [name for name in os.environ if name.startswith(("ZIPAI_", "DJANGO_"))]:
        del os.environ[name]
    os.environ["DJANGO_SETTINGS_MODULE"] = SETTINGS
    with tempfile.TemporaryDirectory(prefix="zipai-preloaded-") as data:
        os.environ["ZIPAI_DATA"] = data
        assert settings.INSTALLED_APPS
        settings._wrapped = Alike(settings._wrapped)
        django.setup()
        importlib.import_module("zipai_ledger.urls")
        for package in OF_THE_PROJECT:
            everything_of(package)
    settings._wrapped = empty
    del sys.modules[SETTINGS], os.environ["ZIPAI_DATA"]
    del connections["default"], connections.settings
    connections._settings = None


def everything_of(package: str) -> None:
    """Import every module of a package."""
    inside = importlib.import_module(package)
    for one in pkgutil.walk_packages(inside.__path__, f"{package}."):
        importlib.import_module(one.name)


for _name in MODULES:
    # What an extra brings may be missing.
    with suppress(ImportError):
        importlib.import_module(_name)
load_the_project()
# It stays to the end: whoever looks for garbage among it finds none, and has a copy of it made for each process.
gc.freeze()
