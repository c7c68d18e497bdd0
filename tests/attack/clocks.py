"""A clock that jumps, as that of a small computer without a battery does."""

from urllib.parse import urlencode

from tests.attack.clocked import CLOCK
from tests.attack.codes import made_up
from tests.attack.target import Target, address

DAY = 86_400
JUMPS = (30 * DAY, -30 * DAY, 3_600, -400 * DAY, 0)
WRONG = 12
"""Codes that are tried at each time: more than an address has."""


def jumping(target: Target) -> None:
    """There and back: wrong codes are tried and pages opened at every time, and afterwards nobody is locked out."""
    for seconds in JUMPS:
        for server in target.servers:
            (server.data / CLOCK).write_text(f"{seconds}", encoding="utf-8")
        for _ in range(WRONG):
            code = urlencode({"code": made_up()})
            target.ask(target.phones["stranger"], "POST", "/recover/", code, **address(7))
        target.ask(target.phones["owner"], "GET", target.table)
        target.ask(target.phones["viewer"], "GET", f"{target.table}history/", **address(8))
    status, _ = target.ask(target.phones["owner"], "GET", target.table)
    if status != 200:
        target.answers.broken.append(f"{status} the table, once the clock was right again")
