"""Are faults known of what is pinned? `python -m tests.audit` asks OSV, where the Python Packaging Authority keeps its list.

Ends with 1 where some are, with the names of the packages. Where nobody can be asked it says so, and ends with 0: a
machine without a network is no fault. ``ZIPAI_AUDIT`` names another source that speaks the same; ``off`` asks nobody.
"""

import json
import os
import sys
import urllib.request
from collections.abc import Iterator, Mapping

from tests.packaging.wheels import pinned
from tests.servers import ROOT

SOURCE = "https://api.osv.dev/v1/querybatch"
PATIENCE = 20
"""Seconds."""
OFF = "off"


def everything_pinned() -> dict[str, str]:
    """Name → version of all lock files."""
    found: dict[str, str] = {}
    for path in sorted((ROOT / ".requirements").glob("*.txt")):
        found |= pinned(path.name)
    return found


def known_faults(pins: Mapping[str, str], source: str) -> Iterator[tuple[str, list[str]]]:
    """Package and version → names of its faults, where there are any; raises OSError or ValueError without an answer."""
    names = sorted(pins)
    asked = [{"package": {"ecosystem": "PyPI", "name": name}, "version": pins[name]} for name in names]
    body = json.dumps({"queries": asked}).encode()
    request = urllib.request.Request(source, body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        results = json.load(answer)["results"]
    for name, result in zip(names, results, strict=True):
        if faults := [one["id"] for one in result.get("vulns", ())]:
            yield f"{name} {pins[name]}", faults


def main(source: str) -> int:
    """The exit status."""
    pins = everything_pinned()
    if source == OFF:
        print(f"Not audited: {len(pins)} pinned versions, ZIPAI_AUDIT=off.")
        return 0
    try:
        found = dict(known_faults(pins, source))
    except (OSError, ValueError, KeyError) as error:
        print(f"Not audited: {len(pins)} pinned versions, nobody could be asked ({error}).")
        return 0
    for package, faults in found.items():
        print(f"{package}: {', '.join(faults)}")
    print(f"Audited: {len(pins)} pinned versions, {len(found)} with known faults.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(os.environ.get("ZIPAI_AUDIT") or SOURCE))
