"""The project's settings, with data in a folder of its own and static files straight from their source."""

import atexit
import os
import shutil
import tempfile

_KEPT = {name: os.environ.pop(name) for name in [*os.environ] if name.startswith("ZIPAI_")}
os.environ["ZIPAI_DATA"] = tempfile.mkdtemp(prefix="zipai-tests-")
atexit.register(shutil.rmtree, os.environ["ZIPAI_DATA"], ignore_errors=True)
os.environ["ZIPAI_OPENINGS"] = "0"
if "ZIPAI_TEST_DATABASE_URL" in _KEPT:
    os.environ["ZIPAI_DATABASE_URL"] = _KEPT["ZIPAI_TEST_DATABASE_URL"]

from zipai_ledger.settings import *  # noqa: E402, F403
from zipai_ledger.settings import STORAGES  # noqa: E402

for _name in ("ZIPAI_DATA", "ZIPAI_DATABASE_URL", "ZIPAI_OPENINGS"):
    os.environ.pop(_name, None)
os.environ.update(_KEPT)

STORAGES["staticfiles"]["BACKEND"] = "tests.quick_requests.SourceFiles"
WHITENOISE_AUTOREFRESH = True
WHITENOISE_USE_FINDERS = True
