"""Wrong codes from many addresses, and the right one afterwards."""

import re
import secrets
from urllib.parse import urlencode

from tests.attack.target import Target, Visitor, address

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"


def wrong(target: Target) -> None:
    """Nobody is locked out by a stranger: while wrong ones are tried, the owner's code still opens his table."""
    code = recovery_code(target)
    number = 0
    while not target.over:
        number += 1
        tried(target, "/recover/", {"code": made_up()}, number)
        tried(target, "/j/", {"secret": f"{secrets.randbelow(10**8):08d}", "as": "viewer"}, number)
    came_back = Visitor(target.server)
    came_back.ask("GET", "/recover/")
    status, text = target.ask(came_back, "POST", "/recover/", urlencode({"code": code}), **address(10**6))
    if status not in (200, 201, 302, 303):
        target.answers.broken.append(f"{status} the right code after {number} wrong ones: {text[:200]}")


def tried(target: Target, path: str, fields: dict[str, str], number: int) -> None:
    phone = target.phones["stranger"]
    target.ask(phone, "POST", path, urlencode(fields), **address(number))


def recovery_code(target: Target) -> str:
    """A new one of the attacked table, as its owner gets it."""
    _, text = target.ask(target.phones["owner"], "POST", f"{target.table}recovery/")
    found = re.search(r'id="code"[^>]*data-text="([^"]+)"', text)
    assert found, text[:500]
    return found[1].strip()


def made_up() -> str:
    return "-".join("".join(secrets.choice(LETTERS) for _ in range(4)) for _ in range(5))
