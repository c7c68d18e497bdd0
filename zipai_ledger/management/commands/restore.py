"""`python manage.py restore FILE`: a backup takes the place of the ledger, which is kept beside it."""

from argparse import ArgumentParser
from io import StringIO
from pathlib import Path
from typing import Any

from django.core.management import BaseCommand, call_command
from django.core.management.base import CommandError

from zipai_ledger.access import endings
from zipai_ledger.keeping import ended
from zipai_ledger.keeping.restoring import NotRestored, Restored, restore

WORDS = {
    "grants": "请走的手机 phones sent away from tables",
    "circle_grants": "请出圈的手机 phones sent away from circles",
    "links": "收回或用完的邀请 invitations withdrawn or used up at tables",
    "circle_links": "收回或用完的圈邀请 invitations withdrawn or used up of circles",
    "codes": "用过或换掉的恢复码 recovery codes used or replaced",
    "devices": "退出的手机 phones signed off",
}


class Command(BaseCommand):
    """Puts a backup back; exit status 1 where nothing was, and then all is as before."""

    help = "恢复：先停服务。Put a backup in the place of the ledger; stop the server first."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="a backup, or a bare copy of ledger.sqlite3")
        parser.add_argument(
            "--end-access",
            action="store_true",
            help="end every phone, invitation and code; prints a new recovery code for each table and circle",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            restored = restore(Path(options["file"]).absolute(), _verify)
        except NotRestored as error:
            raise CommandError(f"没有恢复 Not restored: {error}", returncode=1) from error
        made = restored.manifest.made or "?"
        self.stdout.write(f"恢复好了，全核过 Restored and verified: {options['file']} ({made})")
        if restored.kept:
            self.stdout.write(f"原来的在 What it replaced is kept: {restored.kept}")
        self._tell_key(restored)
        self._tell_ended(restored)
        if options["end_access"]:
            self._end_everything()

    def _tell_key(self, restored: Restored) -> None:
        if restored.key is None:
            self.stdout.write(
                "这份备份里没有密钥 No secret key came with it: where it is not the one of that time,"
                " recovery codes of then are not taken."
            )
        elif not restored.key:
            self.stdout.write(
                "密钥不是当时的 The secret key is not the one of that time: recovery codes of then are not taken."
                " Put the right one into ZIPAI_SECRET_KEY or the data folder."
            )

    def _tell_ended(self, restored: Restored) -> None:
        if restored.before is None:
            self.stdout.write(
                "备份以后请走的手机、用过的恢复码、收回的邀请、抹掉的桌和名字，都又回来了；换下来的账本读不出，"
                "不知道是哪些。\nWhat was ended or erased since the backup is back, and no ledger is left that could"
                " say what. Where that matters: restore it again with --end-access, or end_access ID."
            )
            return
        for name, count in endings.back_again(restored.before.over).items():
            if count:
                self.stdout.write(f"又结束了 Ended again: {count} {WORDS[name]}")
        endings.end_again(restored.before.over)
        erased = ended.erased_since(restored.before)
        if erased and restored.kept:
            ended.write_erased(restored.kept, erased)
            self.stdout.write(
                f"备份以后抹掉的又回来了 Back, although erased since the backup: {erased}.\n"
                f"要再抹掉 To erase them again: erase_again {restored.kept}"
            )
        self.stdout.write(
            "备份以后来的手机要再扫一次码，手机里没传的会自己传上来。 Phones that came after the backup scan again;"
            " what phones still hold is stored once when they are back."
        )

    def _end_everything(self) -> None:
        self.stdout.write(
            "所有手机都请走了；桌主用这些码回来 Everybody was sent away; these codes bring owners back:"
        )
        for public_id, code in endings.end_everything():
            self.stdout.write(f"{public_id} {code}")


def _verify() -> None:
    """Raises `CommandError` with what is wrong."""
    output = StringIO()
    try:
        call_command("verify_ledger", stdout=output)
    except CommandError as error:
        raise CommandError(f"{error}: {output.getvalue().strip()[-500:]}") from error
