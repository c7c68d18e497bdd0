"""Every attack in its turn, a bystander beside each, and a line of a table for each.

What must not be: an answer 5xx that is no 503 with its sentence, a bystander who is refused or waits longer than he
may, a server that takes more memory than it may, a ledger that is not whole.
"""

import argparse
import dataclasses
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tests import postgres
from tests.attack import archives, clocks, codes, fuzz, hands, locks, pages, sockets
from tests.attack.bystander import Bystander, playing
from tests.attack.target import GIVEN_UP, Answers, Target, servers, target
from tests.faults.oracle import check
from tests.servers import Server, collected

PATIENCE = 2.0
"""Seconds within which a bystander is answered."""
HELD = 5.5
"""The same while another program holds the database; then it may be a 503."""
MEMORY = 300
"""MiB that a server may take."""
PROGRAM = "tests/attack/clocked.py"


@dataclasses.dataclass(frozen=True)
class Attack:
    """What is done to a server, whether it holds the database from outside, and whether the table is another afterwards."""

    run: Callable[[Target], None]
    holds: bool = False
    alters: bool = False

    @property
    def name(self) -> str:
        return f"{self.run.__module__.rpartition('.')[2]}.{self.run.__name__}"

    @property
    def patience(self) -> float:
        return HELD if self.holds else PATIENCE


ATTACKS = (
    Attack(sockets.half_open),
    Attack(sockets.slow_bodies),
    Attack(sockets.chunked_bodies),
    Attack(fuzz.odd_queries, alters=True),
    Attack(fuzz.odd_forms, alters=True),
    Attack(archives.forged),
    Attack(hands.special_decks),
    Attack(pages.heavy),
    Attack(codes.wrong),
    Attack(clocks.jumping),
    Attack(locks.held_by_a_writer, holds=True),
    Attack(locks.held_by_a_reader, holds=True),
)


def attacked(attack: Attack, aim: Target, *, timed: bool = True) -> list[str]:
    """Run one attack, print its line; everything that must not be, one text each, of times where it is ``timed``."""
    running = aim.servers
    with playing(running[-1], aim.deadline + GIVEN_UP) as bystander:
        attack.run(aim)
    check(running[0], bystander.entries)
    memory = max(peak(server) for server in running)
    print(line(attack, aim.answers, bystander, memory), flush=True)
    found = [*faults(attack, aim.answers, bystander, memory), *(late(attack, bystander) if timed else ())]
    return [f"{attack.name}: {one}" for one in found]


def faults(attack: Attack, answers: Answers, bystander: Bystander, memory: float) -> Iterator[str]:
    """What must not be, however busy the machine is."""
    yield from answers.broken
    refused = [status for status in bystander.refused if not attack.holds or status != 503]
    if refused:
        yield f"a bystander was refused: {refused}"
    if bystander.given_up:
        yield f"deals of a bystander were never saved: {bystander.given_up}"
    if memory > MEMORY:
        yield f"a server took {memory:.0f} MiB"


def late(attack: Attack, bystander: Bystander) -> Iterator[str]:
    """What must not be where nothing else is going on."""
    if bystander.slowest > attack.patience:
        yield f"a bystander waited {bystander.slowest:.2f} s"


def line(attack: Attack, answers: Answers, bystander: Bystander, memory: float) -> str:
    """One line of the table."""
    statuses = " ".join(f"{status}:{count}" for status, count in sorted(answers.statuses.items()))
    deals = f"{len(bystander.entries.acknowledged):4} deals, slowest {bystander.slowest:5.2f} s"
    return f"{attack.name:24}{deals}  {memory:4.0f} MiB  {statuses}"


def peak(server: Server) -> float:
    """MiB that a server ever took; 0 where the system does not say."""
    status = Path(f"/proc/{server.process.pid}/status")
    if not status.exists():
        return 0.0
    found = [text for text in status.read_text(encoding="utf-8").splitlines() if text.startswith("VmHWM")]
    return int(found[0].split()[1]) / 1024


@contextmanager
def started(database: str, count: int, *, forked: bool = False) -> Iterator[tuple[Server, ...]]:
    """Servers on a database of their own: one on SQLite, `count` on PostgreSQL."""
    with tempfile.TemporaryDirectory(prefix="zipai-attack-", ignore_cleanup_errors=True) as folder:
        static = collected(Path(folder) / "static")
        if database == "sqlite":
            with servers(1, Path(folder), static, forked=forked, program=PROGRAM) as running:
                yield running
            return
        with postgres.running(static) as cluster:
            url = cluster.new_database()
            with servers(
                count, Path(folder), static, forked=forked, program=PROGRAM, ZIPAI_DATABASE_URL=url
            ) as running:
                yield running


def main() -> int:
    """The program; 1 where something was found that must not be."""
    parser = argparse.ArgumentParser(description="Attack a server of one's own for a while.")
    parser.add_argument("--seconds", type=float, default=15, help="for each attack")
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--database", choices=["sqlite", "postgresql"], default="sqlite")
    parser.add_argument("--processes", type=int, default=3, help="on PostgreSQL")
    parser.add_argument("--only", default="", help="attacks whose names contain this")
    chosen = parser.parse_args()
    print(f"seed {chosen.seed}, {chosen.seconds:g} s each, {chosen.database}")
    found = []
    with started(chosen.database, chosen.processes) as running:
        for attack in ATTACKS:
            if chosen.only in attack.name:
                found += attacked(attack, target(running, chosen.seed, chosen.seconds))
    print("\n".join(found) or "nothing found")
    return min(1, len(found))
