"""重算 (chongsuan): the owner's word that deals are scored by today's rules, and which of them stay as they are."""

from .corrections import KeysField
from .fields import HiddenNumberField, LenientForm, TextField


class RescoringForm(LenientForm):
    """``base``: the ledger that it was said of; ``keep``: deals that stay as agreed."""

    client_id = TextField()
    base = HiddenNumberField()
    reason = TextField()
    keep = KeysField(required=False)
