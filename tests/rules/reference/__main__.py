"""`python -m tests.rules.reference --hands 50000 --sessions 10000 --seed 1`: the product against the pages."""

import argparse
import json
import os
import time
from collections import Counter

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "zipai_ledger.settings")

from tests.rules.reference import chance, compare, sessions


def examples(given):
    """(game, command, request) of every example that was asked for."""
    hands = [game for game in (*chance.ZIPAI, "guiyang") if game in given.games]
    for number in range(given.hands if hands else 0):
        command, request = chance.hand(given.seed * 10_000_000 + number, hands)
        yield request["ruleset"], command, request
    for number in range(given.sessions):
        request = chance.session(given.seed * 10_000_000 + number, given.games)
        yield request["name"].split()[0], "replay", request


def arguments():
    parser = argparse.ArgumentParser(prog="python -m tests.rules.reference", description=__doc__)
    parser.add_argument("--hands", type=int, default=1000)
    parser.add_argument("--sessions", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", nargs="+", choices=chance.RULESETS, default=chance.RULESETS)
    parser.add_argument("--show", type=int, default=5, help="how many differences are printed whole")
    return parser.parse_args()


def main():
    given = arguments()
    start, done, stood, unlike = time.monotonic(), Counter(), Counter(), []
    for game, command, request in examples(given):
        theirs = compare.product(command, request)
        why = compare.beside(sessions.answer(command, request), theirs, command, request)
        done[game, command] += 1
        stood[game, command] += theirs["ok"]
        if why:
            unlike.append(why)
            if len(unlike) <= given.show:
                print(command, why, json.dumps(request, ensure_ascii=False), sep="\n", end="\n\n", flush=True)
    for (game, command), number in sorted(done.items()):
        print(f"{game:10} {command:7} {number:7}, {stood[game, command]} of them stand")
    print(f"{len(unlike)} differences, seed {given.seed}, {time.monotonic() - start:.0f} s")
    for why, number in Counter(why.split(" ≠ ")[0][:70] for why in unlike).most_common(30):
        print(f"{number:7} {why}")
    return 1 if unlike else 0


if __name__ == "__main__":
    raise SystemExit(main())
