"""`zipai-ledger`: serve, or whichever command is named; the same as `python -m zipai_ledger`."""

import os
import sys
from collections.abc import Sequence

from zipai_ledger import __version__


def main() -> None:
    """Hand the command line to Django."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "zipai_ledger.settings")
    from django.core.management import execute_from_command_line

    if sys.argv[1:] in (["--version"], ["version"]):
        sys.stdout.write(f"zipai-ledger {__version__}\n")
    else:
        execute_from_command_line(with_command(sys.argv))


def with_command(line: Sequence[str]) -> list[str]:
    """The line with its command: ``serve`` where it names none, or nothing but options."""
    program, *rest = line
    if rest and (rest[0] in {"-h", "--help"} or not rest[0].startswith("-")):
        return [program, *rest]
    return [program, "serve", *rest]


if __name__ == "__main__":
    main()
