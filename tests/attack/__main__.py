"""``python -m tests.attack``."""

import os
import sys

import django

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "zipai_ledger.settings")
    django.setup()

    from tests.attack.runner import main

    sys.exit(main())
