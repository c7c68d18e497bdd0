"""`python -m tests.rooms`: the modules that a request goes through, and its calls that go back up against the arrows.

The arrows are import-linter's (`pyproject.toml`): a call goes up where whom it calls lives on a higher floor than who
calls, as a callback that is handed down does. What stands before a view and lets the request in (middleware, guards)
calls it once, by its nature: counting begins with the view.
"""

import os
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from types import FrameType
from typing import Any

from tests.servers import ROOT

PACKAGE = "zipai_ledger."
VIEWS = f"{PACKAGE}views."
WIN = {"winner": "0", "source": "self_draw", "mode": "hu", "hu": "16", "xing_count": "0", "xing_lower": "0"}
"""A 胡 at the table of the views' tests, as its form sends it."""


@dataclass
class Walk:
    """What one request went through: modules entered, and calls that went up, by caller and called."""

    entered: set[str] = field(default_factory=set)
    upward: Counter[tuple[str, str]] = field(default_factory=Counter)

    def note(self, frame: FrameType, event: str, _argument: Any) -> None:
        """A profiler, see `sys.setprofile`."""
        module = module_of(frame)
        if event != "call" or not module.startswith(PACKAGE):
            return
        callers = [one for one in frames_above(frame) if module_of(one).startswith(PACKAGE)]
        inside = any(module_of(one).startswith(VIEWS) for one in callers)
        if inside or module.startswith(VIEWS):
            self.entered.add(module)
        if inside and goes_up(module_of(callers[0]), module):
            self.upward[name_of(callers[0]), name_of(frame)] += 1


@contextmanager
def walking() -> Iterator[Walk]:
    """Whatever this thread does inside."""
    walk, before = Walk(), sys.getprofile()
    sys.setprofile(walk.note)
    try:
        yield walk
    finally:
        sys.setprofile(before)


@cache
def goes_up(caller: str, called: str) -> bool:
    """Whether a call from one module to another goes against an arrow."""
    for container, floors in containers().items():
        here, there = (floors.get(part_of(module, container)) for module in (caller, called))
        if here is not None and there is not None and here != there:
            return there < here
    return False


@cache
def containers() -> Mapping[str, Mapping[str, int]]:
    """Package → its parts, each with its floor, counted from the top."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return {
        container: {
            part.strip("() "): floor for floor, parts in enumerate(one["layers"]) for part in parts.split(":")
        }
        for one in settings["tool"]["importlinter"]["contracts"]
        for container in one.get("containers", ())
    }


def part_of(module: str, container: str) -> str:
    return module.removeprefix(f"{container}.").partition(".")[0] if module.startswith(container) else ""


def module_of(frame: FrameType) -> str:
    return str(frame.f_globals.get("__name__", ""))


def name_of(frame: FrameType) -> str:
    return f"{module_of(frame)}.{frame.f_code.co_qualname}".removeprefix(PACKAGE)


def frames_above(frame: FrameType) -> Iterator[FrameType]:
    above = frame.f_back
    while above:
        yield above
        above = above.f_back


def walks() -> Iterator[tuple[str, Walk]]:
    """A 胡 that is sent, a table, its settling page, and a new table, at a table of the views' tests."""
    from django.test import Client
    from django.urls import reverse

    from tests.views.conftest import NEW, table_of

    client = Client()
    table, _cookies = table_of(client)
    for name, method, url, data, status in (
        ("a 胡", client.post, table.url("deal_entry:save"), WIN, 303),
        ("a table", client.get, table.url("table:show"), {}, 200),
        ("settling", client.get, table.url("settlement:show"), {}, 200),
        ("a new table", client.post, reverse("new_table:new"), NEW, 302),
    ):
        # The first time decorators call back what they make once: queries that are written in SQL.
        for time in ("first", "second"):
            with walking() as walk:
                answer = method(url, {**data, "client_id": f"{time}-0123456789"})
            assert answer.status_code == status, (name, time, answer.status_code)
        yield name, walk


def main() -> None:
    """Print them, in a database of its own."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    import django

    django.setup()
    from django.db import connection
    from django.test.utils import setup_test_environment

    setup_test_environment()
    connection.creation.create_test_db(verbosity=0)
    for name, walk in walks():
        print(f"{name}: {len(walk.entered)} modules, {walk.upward.total()} calls up")
        for (caller, called), count in walk.upward.most_common():
            print(f"  {count} × {caller} → {called}")


if __name__ == "__main__":
    main()
