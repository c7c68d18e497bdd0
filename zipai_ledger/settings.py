"""Settings. Everything a host may want to change is an environment variable named ZIPAI_…."""

import os
from pathlib import Path
from typing import Any

from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from zipai_ledger.environment import (
    backup_folder,
    log_form,
    packed_templates,
    postgresql_database,
    proxies,
    secret_key_of,
    sqlite_database,
    users_data,
    whole_number,
)

PACKAGE = Path(__file__).resolve().parent
BASE_DIR = PACKAGE.parent
COLLECTED = PACKAGE / "collected"
INSTALLED = COLLECTED.is_dir()
"""Whether this comes from a wheel, which holds static files collected, and the templates in one file."""
DATA = Path(os.environ.get("ZIPAI_DATA") or (users_data() if INSTALLED else BASE_DIR / "data")).absolute()
HTTPS = os.environ.get("ZIPAI_HTTPS") == "1"
DEBUG = os.environ.get("ZIPAI_DEBUG") == "1"
SECRET_KEY = os.environ.get("ZIPAI_SECRET_KEY") or secret_key_of(DATA / "secret_key")
# How many proxies of the host's own stand before the site: what they say of a sender's address is believed.
PROXIES = proxies(os.environ.get("ZIPAI_PROXIES", ""))

# Tables, circles, samples and imports that one address may open at once; after that two a minute. 0: as many as it likes.
OPENINGS = whole_number("ZIPAI_OPENINGS", usual=60)
STREAMS = whole_number("ZIPAI_STREAMS", usual=1_200)
# Anybody may use it: bounds for a day, and what nobody needs goes. See docs/operations.md.
PUBLIC = os.environ.get("ZIPAI_PUBLIC") == "1"
DAILY = whole_number("ZIPAI_DAILY", usual=60)
RETENTION = whole_number("ZIPAI_RETENTION_MONTHS", usual=0)
ABOUT = Path(os.environ.get("ZIPAI_ABOUT") or DATA / "about.txt").absolute()
# Where a copy of the ledger is made each night; None where the host wants none.
BACKUPS = backup_folder(os.environ.get("ZIPAI_BACKUPS", ""), DATA)

# Who may read /metrics; nothing is counted without it.
METRICS_TOKEN = os.environ.get("ZIPAI_METRICS", "")

# Without names of its own a table on the local network is reached by address, or by a name that only its network knows:
# see `zipai_ledger.http.hosts`.
NEAR = ""
"""Where phones on the same network reach this server, as `serve` finds it out: http://192.168.1.7:8000"""
NEAR_NAME = os.environ.get("ZIPAI_NEAR", "")
"""The name or address by which phones reach this machine, where `serve` cannot find it out; ``off``: none is known."""
SECURE_PORT = 0
"""Where `serve --https` answers, 0 where it does not."""
NAMED_HOSTS = [host for host in os.environ.get("ZIPAI_HOSTS", "").replace(",", " ").split() if host]
if HTTPS and not NAMED_HOSTS:
    raise ImproperlyConfigured("ZIPAI_HTTPS=1 needs ZIPAI_HOSTS, such as ZIPAI_HOSTS=zipai.example.org")
# Under which programs on this machine ask how it is doing.
ITSELF = ["localhost", "127.0.0.1", "[::1]"]
ALLOWED_HOSTS = [*NAMED_HOSTS, *ITSELF] if NAMED_HOSTS else ["*"]
CSRF_TRUSTED_ORIGINS = [
    f"https://{host.replace('.', '*.', 1) if host[0] == '.' else host}" for host in NAMED_HOSTS
]

INSTALLED_APPS = [
    "django.contrib.staticfiles",
    "django_htmx",
    "template_partials.apps.SimpleAppConfig",
    "csp",
    "zipai_ledger",
]

MIDDLEWARE = [
    "zipai_ledger.http.observed.observed",
    "zipai_ledger.http.middleware.headers",
    "csp.middleware.CSPMiddleware",
    "zipai_ledger.http.hosts.local_names",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "zipai_ledger.http.middleware.BodyLimit",
    "zipai_ledger.http.middleware.Unavailable",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

ROOT_URLCONF = "zipai_ledger.urls"
ASGI_APPLICATION = "zipai_ledger.asgi.application"
WSGI_APPLICATION = "zipai_ledger.wsgi.application"

TEMPLATE_LOADERS: list[Any] = [
    ("django.template.loaders.locmem.Loader", packed_templates(PACKAGE / "templates.json.xz"))
    if INSTALLED
    else "django.template.loaders.filesystem.Loader",
    "django.template.loaders.app_directories.Loader",
]
TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "zipai_ledger.views.preferences.ui",
            ],
            # Outermost, so that `page.html#partial` reaches the cache as `page.html`.
            "loaders": [
                (
                    "template_partials.loader.Loader",
                    [("django.template.loaders.cached.Loader", TEMPLATE_LOADERS)],
                )
            ],
            "builtins": ["template_partials.templatetags.partials", "zipai_ledger.templatetags.addresses"],
        },
    },
]

DATABASE_URL = os.environ.get("ZIPAI_DATABASE_URL")
DATABASES = {
    "default": postgresql_database(DATABASE_URL) if DATABASE_URL else sqlite_database(DATA / "ledger.sqlite3")
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

LANGUAGE_CODE = "zh-hans"
LANGUAGES = [("zh-hans", "简体中文"), ("en", "English"), ("zh-hant", "繁體中文")]
LANGUAGE_COOKIE_NAME = "__Host-language" if HTTPS else "django_language"
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_SECURE = HTTPS
LOCALE_PATHS = [PACKAGE / "locale"]
FORMAT_MODULE_PATH = "zipai_ledger.formats"
USE_I18N = True
USE_TZ = True
TIME_ZONE = "Asia/Shanghai"

STATIC_URL = "/static/"
STATIC_ROOT = Path(os.environ.get("ZIPAI_STATIC") or DATA / "static").absolute()
STATICFILES_DIRS = [] if INSTALLED else [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "zipai_ledger.http.static_files.CollectedFiles"},
}

# Nobody else's page reads them.
WHITENOISE_ALLOW_ALL_ORIGINS = False

# The longest that any view takes, an imported table; the others' bodies are bounded by BodyLimit.
DATA_UPLOAD_MAX_MEMORY_SIZE = (4 << 20) + (1 << 16)
DATA_UPLOAD_MAX_NUMBER_FIELDS = 200
DATA_UPLOAD_MAX_NUMBER_FILES = 2

CSRF_COOKIE_NAME = "__Host-csrf" if HTTPS else "csrf"
CSRF_COOKIE_HTTPONLY = True
CSRF_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "zipai_ledger.views.errors.csrf_failure"

SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
# Over plain HTTP browsers pass it over, and say so on the console of every page.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if HTTPS else None
X_FRAME_OPTIONS = "DENY"
if HTTPS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = [r"^(?:healthz|readyz|metrics)$"]
    SECURE_HSTS_SECONDS = 365 * 24 * 3600
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    # Whoever sends it may be put on browsers' lists by anybody, for a long time: only where the host wants that.
    SECURE_HSTS_PRELOAD = os.environ.get("ZIPAI_HSTS_PRELOAD") == "1"
    SILENCED_SYSTEM_CHECKS = ["security.W021"]

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    },
}

# Paths only, never a query string; the secret of a join link lives in the fragment and is not sent at all.
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": "zipai_ledger.logs.OneLine",
            "format": "{asctime} {levelname} {name}: {message}",
            "style": "{",
        },
        "json": {"()": "zipai_ledger.logs.JsonLine"},
    },
    "filters": {
        "seldom": {"()": "zipai_ledger.logs.Seldom"},
        "numbered": {"()": "zipai_ledger.logs.Numbered"},
    },
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": log_form(os.environ.get("ZIPAI_LOG", "")),
            "filters": ["seldom", "numbered"],
        }
    },
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        "django": {"handlers": ["console"], "level": "WARNING", "propagate": False},
        "zipai_ledger": {"handlers": ["console"], "level": "INFO", "propagate": False},
    },
}
