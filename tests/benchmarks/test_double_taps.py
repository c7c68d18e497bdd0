"""Every control of every page and state tapped again and again, as shaking hands do: nothing but the first tap counts.

``make bench ARGS="-k double"`` tries all; one part of them ends within minutes (``-k "double and 2"``), and parts may run
side by side (``-n 2``). ``ZIPAI_PAGES="settling|a deal"`` tries only some pages. A control that looks alike and leads to
the same on many pages is tried on the first of them.
"""

import os
import re
import sqlite3
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Cookie
from playwright.sync_api import Error as BrowserError

from tests.browser.double_taps import (
    DELAYS,
    Control,
    Watched,
    controls,
    is_plain_link,
    tap_in_haste,
    tap_on,
)
from tests.browser.places.evening import Evening, prepared
from tests.browser.states import State
from tests.phones import open_phone
from tests.pictures import PROGRAM, states
from tests.servers import Server, serving

pytestmark = pytest.mark.benchmark

PARTS = 6


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, collected_static: Path) -> Iterator[Server]:
    """One on which things may go wrong."""
    with serving(tmp_path_factory.mktemp("double-taps"), collected_static, program=PROGRAM) as running:
        yield running


class Finding(NamedTuple):
    page: str
    control: str
    delay: str
    what: str


class Trial(NamedTuple):
    page: str
    state: State
    control: Control


class Evenings:
    """The pages of an evening that is as it was whenever one is brought."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        phones = (evening.page, evening.onlooker)
        # A walk goes from state to state on the owner's phone, where no state knows of the one before.
        self.watched = {
            page: Watched(page, evening.server.url, forgets=page is evening.page) for page in phones
        }
        self.cookies = {page: page.context.cookies() for page in phones}
        self.numbers = count(1)
        self.kept = sqlite3.connect(":memory:")
        with closing(sqlite3.connect(evening.server.database, timeout=30)) as live:
            live.backup(self.kept)
        self.found: list[Finding] = []
        self.skipped: Counter[str] = Counter()
        self.tried: Counter[str] = Counter()

    def bring(self, name: str, state: State) -> Watched | None:
        """The page in a state, on phones and with a database as they were."""
        number = next(self.numbers)
        for page, cookies in self.cookies.items():
            page.goto("about:blank")
            if values(page.context.cookies()) != values(cookies):
                page.context.clear_cookies()
                page.context.add_cookies(cookies)  # type: ignore[arg-type]
            self.watched[page].begin(number)
        with closing(sqlite3.connect(self.evening.server.database, timeout=30)) as live:
            self.kept.backup(live)
            # The server remembers by number what the trials before have made.
            live.execute("UPDATE sqlite_sequence SET seq = seq + ?", (100 * number,))
            live.commit()
        try:
            watched = self.watched[state(self.evening) or self.evening.page]
            watched.settle()
        except (BrowserError, AssertionError) as error:
            print(f"\n  not reached: {name}: {str(error).splitlines()[0]}", end="", flush=True)
            return None
        return watched

    def trials(self, only: re.Pattern[str]) -> list[Trial]:
        """What there is to try: the controls of all pages and states, those that are alike once."""
        found: dict[str, Trial] = {}
        for name, state in states().items():
            if not only.search(name) or (watched := self.bring(name, state)) is None:
                continue
            self.tried["pages and states"] += 1
            for control in controls(watched.page):
                if reason := control.skipped or ("alike on an earlier page" if control.kind in found else ""):
                    self.skipped[reason] += 1
                else:
                    found[control.kind] = Trial(name, state, control)
        return list(found.values())

    def attempt(self, trial: Trial) -> None:
        began = time.monotonic()
        self.tried["controls"] += 1
        try:
            watched = self.at(trial)
            if watched is None or not is_plain_link(watched, trial.control):
                self.look_closer(trial)
        except BrowserError as error:
            self.note(trial, "", f"undecided: {str(error).splitlines()[0]}")
        name, _state, control = trial
        print(f"\n  {time.monotonic() - began:4.1f} s  {name[:30]:<30} {control.kind}", end="", flush=True)

    def look_closer(self, trial: Trial) -> None:
        """One tap, and what others add to it."""
        control = trial.control
        watched = self.at(trial)
        result = tap_on(watched, control) if watched else None
        if result is None:
            self.skipped["gone, or something lies over it"] += 1
            print(f"\n  not tapped: {trial.page}, {control.kind}", end="", flush=True)
            return
        once, more = result
        for delay in DELAYS if more else ():
            self.alone(trial, delay)
        if once.posts or control.href or control.posts:
            watched = self.at(trial)
            what = tap_in_haste(watched, control, once) if watched else "not there again"
            self.note(trial, "before the answer", what)

    def alone(self, trial: Trial, delay: int) -> None:
        """Which of the delays it was."""
        watched = self.at(trial)
        result = tap_on(watched, trial.control, [delay]) if watched else None
        self.note(trial, f"{delay} ms", result[1] if result else "not there again")

    def at(self, trial: Trial) -> Watched | None:
        watched = self.bring(trial.page, trial.state)
        there = watched and trial.control.kind in [one.kind for one in controls(watched.page)]
        return watched if there else None

    def note(self, trial: Trial, delay: str, what: str) -> None:
        if what:
            self.found.append(Finding(trial.page, trial.control.text, delay, what))
            print("\n! " + " | ".join(self.found[-1]), end="", flush=True)


def values(cookies: list[Cookie]) -> set[tuple[str, str]]:
    return {(one["name"], one["value"]) for one in cookies if one["name"] != "double-taps"}


@pytest.fixture(scope="module")
def evenings(browser: Browser, server: Server) -> Iterator[Evenings]:
    for owner in open_phone(browser, server.url):
        for onlooker in open_phone(browser, server.url):
            yield Evenings(prepared(owner, onlooker, server))


@pytest.fixture(scope="module")
def trials(evenings: Evenings) -> list[Trial]:
    found = evenings.trials(re.compile(os.environ.get("ZIPAI_PAGES", "")))
    print(
        f"\n{evenings.tried['pages and states']} pages and states, {len(found)} controls that are not alike"
    )
    for reason, many in evenings.skipped.most_common():
        print(f"  {many:4} skipped: {reason}")
    return found


@pytest.mark.parametrize("part", range(PARTS))
def test_a_double_tap_does_nothing_that_nobody_wanted(
    evenings: Evenings, trials: list[Trial], part: int
) -> None:
    before = len(evenings.found)
    for trial in trials[part::PARTS]:
        evenings.attempt(trial)
    found = evenings.found[before:]
    print(
        f"\npart {part + 1} of {PARTS}: {evenings.tried['controls']} controls so far, {len(found)} findings in it"
    )
    assert found == []
