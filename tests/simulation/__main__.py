"""`make simulate SEED=7 STEPS=100000`."""

import os
import sys

import django

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    from .playing import main

    sys.exit(main())
