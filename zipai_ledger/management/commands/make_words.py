"""``manage.py make_words``: the texts of pages in traditional Chinese, and both catalogues compiled.

The Chinese of the program is the key of every text. English is written by hand; traditional Chinese follows from the
key by `rules.traditional`, so that pages and explanations are written alike. Needs the tools of the tests.
"""

from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.conf import settings
from django.core.management.base import BaseCommand

from zipai_ledger.rules.traditional import traditional

ENGLISH, TRADITIONAL = "en", "zh_Hant"


class Command(BaseCommand):
    """Writes what follows from the English catalogue, whose keys are all the texts there are."""

    help = "Write the traditional Chinese texts and compile all texts of pages."

    def handle(self, *args: Any, **options: Any) -> None:
        folder = Path(settings.LOCALE_PATHS[0])
        with _po(folder, ENGLISH).open("rb") as file:
            english = read_po(file, locale=ENGLISH)
        compiled(folder, ENGLISH, english)
        turned = in_traditional(english)
        with _po(folder, TRADITIONAL).open("wb") as file:
            write_po(file, turned, width=0)
        compiled(folder, TRADITIONAL, turned)


def in_traditional(english: Catalog) -> Catalog:
    """Every key of a catalogue in traditional characters; Chinese has one form for every number."""
    found = Catalog(
        locale=TRADITIONAL,
        header_comment="# Made by `manage.py make_words`; what is written otherwise stands in rules/traditional.py.",
        project=english.project,
        version=english.version,
        msgid_bugs_address="",
        last_translator="zipai-ledger",
        language_team="zh_Hant",
        creation_date=english.creation_date,
        revision_date=english.revision_date,
        fuzzy=False,
    )
    for message in english:
        if message.id:
            several = isinstance(message.id, tuple | list)
            text = traditional(message.id[0] if several else str(message.id))
            found.add(message.id, (text,) if several else text, flags=message.flags, context=message.context)
    return found


def compiled(folder: Path, language: str, catalogue: Catalog) -> None:
    """Write what Django reads, which no clock of this machine may change."""
    with _po(folder, language).with_suffix(".mo").open("wb") as file:
        write_mo(file, catalogue)


def _po(folder: Path, language: str) -> Path:
    path = folder / language / "LC_MESSAGES" / "django.po"
    path.parent.mkdir(parents=True, exist_ok=True)
    return path
