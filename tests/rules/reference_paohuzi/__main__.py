"""``python -m tests.rules.reference_paohuzi --hands 50000 --sessions 5000 --seed N``: compare, and write down each difference."""

import argparse
import sys
import time

from . import chance, compare


def main() -> int:
    """Exit status 1 if anything differs."""
    parser = argparse.ArgumentParser(description="The program's 跑胡子 beside the reference of its page.")
    parser.add_argument("--hands", type=int, default=1000)
    parser.add_argument("--sessions", type=int, default=100)
    parser.add_argument("--seed", type=int, default=17)
    parser.add_argument("--first", type=int, default=0, help="the number of the first hand and session")
    parser.add_argument("--most", type=int, default=20, help="how many differences are printed whole")
    args = parser.parse_args()
    different = 0
    for kind, count in (("hand", args.hands), ("session", args.sessions)):
        started, found = time.process_time(), 0
        for n in range(args.first, args.first + count):
            difference = compare.COMPARED[kind](args.seed, n)
            if difference and found < args.most:
                print(f"{kind} {n}: {difference}\n    {request(kind, args.seed, n)}", flush=True)
            found += bool(difference)
        print(
            f"{kind}s: {count}, seed {args.seed}, different {found}, {time.process_time() - started:.0f} s",
            flush=True,
        )
        different += found
    return 1 if different else 0


def request(kind: str, seed: int, n: int) -> str:
    """What was sent, to be sent again by hand."""
    rng = compare.random_of(kind, seed, n)
    return compare.text(chance.hand_request(rng) if kind == "hand" else chance.session(rng))


if __name__ == "__main__":
    sys.exit(main())
