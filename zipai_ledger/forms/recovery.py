"""恢复码 (huifuma): a recovery code as somebody types it, and what is wrong with it."""

from collections.abc import Callable
from typing import TypeVar

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from zipai_ledger.access import limits, tokens
from zipai_ledger.access.grants import WrongCode

from .fields import TextField

T = TypeVar("T")
TOO_MANY = "too_many"


class RecoveryCodeForm(forms.Form):
    """One code, however it is written: spaces, hyphens, small letters."""

    code = TextField()

    def open(self, sender: str, check: Callable[[str], T]) -> T | None:
        """What the code of a form that was sent opens; None, with the reason at its field, where it opens nothing.

        Wrong ones of this ``sender`` (see `access.network.client_network`) are counted; what is no code is not.
        """
        self.full_clean()
        if miscounted := self._miscounted():
            self.add_error("code", miscounted)
            return None
        try:
            with limits.counted(sender, limits.Code.RECOVERY):
                return check(self.cleaned_data["code"])
        except limits.TooMany as many:
            self.add_error("code", forms.ValidationError(wait_text(many), TOO_MANY, {"wait": many.wait}))
        except WrongCode:
            self.add_error("code", _("这个恢复码不对，或者已经换过新的了。照着纸上再对一遍，一共二十个。"))
        return None

    def _miscounted(self) -> str:
        """Too few characters, or too many; empty where there are as many as there should be."""
        typed, whole = len(tokens.recovery_characters(self.cleaned_data["code"])), tokens.CODE_LENGTH
        if typed in {0, whole}:
            return ""
        counts = {"n": typed, "gap": abs(whole - typed), "whole": whole}
        if typed < whole:
            return _("只有 %(n)d 个，少 %(gap)d 个。恢复码是 %(whole)d 个字母和数字。") % counts
        return _("写了 %(n)d 个，多 %(gap)d 个。恢复码是 %(whole)d 个字母和数字。") % counts

    @property
    def wait(self) -> int | None:
        """Seconds until another code is looked at, None where that is now."""
        found = self.errors.as_data().get("code", ()) if self.is_bound else ()
        return next((error.params["wait"] for error in found if error.params), None)

    @property
    def status(self) -> int:
        """Of the answer: 200 where nothing is wrong."""
        if not self.is_bound or not self.errors:
            return 200
        return 422 if self.wait is None else 429


def wait_text(many: limits.TooMany) -> str:
    """How long to wait, in minutes."""
    minutes = -(-many.wait // 60)
    wait = ngettext("过 %(n)d 分钟再来", "过 %(n)d 分钟再来", minutes) % {"n": minutes}
    return _("试错的次数多了，先歇一歇，%(wait)s。二维码和链接照样能用。") % {"wait": wait}
