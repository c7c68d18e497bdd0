#!/usr/bin/env python3
"""Run a command of the project: `python manage.py serve`, `… verify_ledger`, `… help`."""

import os
import sys


def main() -> None:
    """Hand the command line to Django."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "zipai_ledger.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
