"""What benchmarks have for themselves."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Playwright

from tests import needs
from tests.benchmarks.bars import ROWS
from tests.phones import CHROMIUM_FLAGS


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """Chromium as players have it, which makes scripts faster while they run."""
    launched = playwright.chromium.launch(executable_path=needs.chromium(), args=CHROMIUM_FLAGS)
    yield launched
    launched.close()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Everything that has a bar, once more in one table."""
    if ROWS:
        short = sum(row.falls_short for row in ROWS)
        terminalreporter.section(f"{len(ROWS)} rows have a bar, {short} fall short")
        terminalreporter.write_line(f"{'':<64}{'measured':>10}{'at most':>10}")
        for row in ROWS:
            terminalreporter.write_line(str(row))
