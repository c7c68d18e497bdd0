"""有异议 (you yiyi): what is wrong with a deal, in a few words or none."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from .fields import LenientForm, TextField

REFUSED: Mapping[str, str | Promise] = {
    "conflict": _("这一句已经说过一次，内容不一样。"),
    "closed": _("这一桌已经收了。请桌主在桌上点“再打开”，再来改。"),
    "too_many": _("这台手机提得够多了，先和桌上的人当面说。"),
}
"""Why it was not stored, besides what is wrong with it: the ``reason`` of a refusal."""


class DisputeForm(LenientForm):
    """Fields ``client_id`` and ``note``; the ledger judges the note."""

    client_id = TextField()
    note = TextField()

    def refuse(self, reason: str) -> None:
        """Say why it was not stored."""
        self.add_error("note", str(REFUSED[reason]))
