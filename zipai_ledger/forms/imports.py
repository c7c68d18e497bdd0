"""导入 (daoru): a file, or a pasted text, that is to become a table here."""

from django import forms

from zipai_ledger.exports import incoming
from zipai_ledger.exports.budget import Overrun
from zipai_ledger.ledger.trail import canonical
from zipai_ledger.rules.problems import Problem, Refused

from .fields import ClientIdField

LONGEST = 4 << 20
"""Bytes of a file or a pasted text."""
PARTS = LONGEST // 10
"""Objects and lists of a file, which take most of the memory: those of 2,000 deals are a third as many."""


class ImportForm(forms.Form):
    """``do`` is ``look`` or ``import``. What is wrong with a text is told by whoever reads it, not by its field."""

    file = forms.FileField(required=False, allow_empty_file=True)
    text = forms.Field(required=False)
    client_id = ClientIdField()
    do = forms.Field(required=False)

    @property
    def typed(self) -> str:
        """What stands in the field for text."""
        text: str = self.data.get("text", "")
        return text.replace("\r\n", "\n")

    @property
    def takes_over(self) -> bool:
        """Whether it was looked at already."""
        return self.data.get("do") == "import"

    def read_text(self) -> str:
        """The text of the file, or the one typed; raises `Refused`, and `Overrun` where it is all brackets."""
        file = self.files.get("file")
        content = self.typed.encode() if file is None else file.read(LONGEST + 1)
        if not content.strip():
            raise Refused(Problem("nothing"))
        if len(content) > LONGEST:
            raise Refused(Problem("too_much", "", "", {"most": LONGEST >> 10}))
        if content.count(b"{") + content.count(b"[") > PARTS:
            raise Overrun
        return incoming.decode(content).replace("\r\n", "\n")

    def import_id(self, text: str) -> str:
        """An id for this form with this text: sent twice it is one import, another text is another."""
        return canonical.digest(f"{self['client_id'].value()}\n{text}")
