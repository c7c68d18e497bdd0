"""换人、换规矩 (huan ren, huan guiju): the form of the next stage of an evening."""

from collections.abc import Sequence

from django.http import QueryDict

from zipai_ledger.ledger.names import name_key
from zipai_ledger.models import Player

from .fields import HiddenNumberField
from .stage import StageForm


class NextStageForm(StageForm):
    """The next stage. ``base``: the ledger that the sender saw; ``known``: how many players there were then."""

    base = HiddenNumberField()
    known = HiddenNumberField()

    def seats(self, present: Sequence[Player]) -> list[int | str]:
        """Those who are known by number, the others by name: they join.

        ``present`` were here when the form was shown: sent twice it must ask for the same, though somebody has joined by it.
        """
        known = {player.name_key: player.index for player in present}
        return [known.get(name_key(name.strip()), name) for name in self.people]

    def rebase(self, ledger_seq: int) -> None:
        """Let the same form be sent again, now that it has been said what others changed."""
        data = QueryDict(mutable=True)
        data.update(self.data)
        data["base"] = str(ledger_seq)
        self.data = data
