"""Evenings from the command line: what breaks is printed with its last steps, and how to have it again."""

import argparse
import tempfile
import time
from pathlib import Path

from .guards import GUARDS, Guard, broken_without, opened_in
from .ledger import Broken
from .migrated import RAM, migrated
from .storage import Way
from .world import World, evening


def main() -> int:
    """The number of evenings on which a promise was broken."""
    arguments = parsed()
    with tempfile.TemporaryDirectory(dir=RAM) as folder:
        empty = migrated(Path(folder) / "migrated.sqlite3")
        if arguments.guards:
            named = [guard for guard in GUARDS if arguments.named in guard.name]
            return sum(not missed(guard, arguments.guards, empty) for guard in named)
        ways = [Way(arguments.way)] if arguments.way else list(Way)
        return sum(not played(arguments.seed, arguments.steps, way, empty) for way in ways)


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tests.simulation",
        description="Evenings of a seed on which everything goes wrong, on both ways of locking.",
    )
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--steps", type=int, default=100_000)
    parser.add_argument(
        "--way", choices=[way.value for way in Way], help="of locking; both where none is named"
    )
    parser.add_argument(
        "--guards",
        type=int,
        metavar="SEEDS",
        help="take each guard away on so many evenings, and say what was broken",
    )
    parser.add_argument("--named", default="", help="only guards whose name has this in it")
    return parser.parse_args()


def missed(guard: Guard, seeds: int, empty: Path) -> bool:
    """Whether a guard is missed on one of the evenings at least; a line says with which seed soonest."""
    file, opened = opened_in(empty)
    found = []
    for seed in range(1, seeds + 1):
        path = empty.with_name("guard.sqlite3")
        path.write_bytes(file)
        broken, steps = broken_without(guard, seed, path, opened)
        if guard.promise in broken:
            found.append((steps, seed, broken))
    soonest = "seed {1}, step {0}: {2}".format(*min(found)) if found else "never"
    print(f"{guard.name}: missed with {len(found)} of {seeds} seeds, soonest {soonest}", flush=True)
    return bool(found)


def played(seed: int, steps: int, way: Way, empty: Path) -> bool:
    """Whether all promises held on one evening."""
    began = time.process_time()
    with evening(seed, empty, empty.with_name(f"{way.value}.sqlite3"), way) as world:
        try:
            world.live(steps)
            world.end()
            world.live_on_damaged(min(steps, 1_000))
        except Broken as broken:
            print(*world.trace.tail, f"broken at step {world.steps}: {broken}", sep="\n")
            print(f"again: make simulate SEED={seed} STEPS={steps} ARGS='--way {way.value}'")
            return False
        finally:
            print(summary(world, way, time.process_time() - began))
    return True


def summary(world: World, way: Way, seconds: float) -> str:
    """A line of figures; the hash is that of all steps."""
    events = sum(table.head for table in world.tables.values())
    answers = ", ".join(f"{count} × {status}" for status, count in sorted(world.answers.items()))
    faults = ", ".join(f"{count} × {what}" for what, count in sorted(world.faults.items()))
    return (
        f"{way.value}: seed {world.seed}, {world.steps} steps, {world.steps / seconds:.0f} a second, hash"
        f" {world.trace.digest}; {events} events at {len(world.tables)} tables; answers {answers}; a call {faults}"
    )
