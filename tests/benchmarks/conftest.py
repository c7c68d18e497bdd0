"""What benchmarks have for themselves."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Playwright

from tests import needs
from tests.conftest import CHROMIUM_FLAGS


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """Chromium as players have it, which makes scripts faster while they run."""
    launched = playwright.chromium.launch(executable_path=needs.chromium(), args=CHROMIUM_FLAGS)
    yield launched
    launched.close()
