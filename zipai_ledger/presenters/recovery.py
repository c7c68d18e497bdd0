"""恢复码 (huifuma): a new recovery code on the only page that ever shows it."""

from dataclasses import dataclass
from enum import StrEnum

from zipai_ledger.access.grants import Place
from zipai_ledger.models import Circle


class Occasion(StrEnum):
    """Why a phone has a code: its place was opened, or it asked for a new one; all others were sent away; it came back."""

    OPENED = "opened"
    ROTATED = "rotated"
    RECOVERED = "recovered"


@dataclass(frozen=True, slots=True)
class RecoveryCodePage:
    """``code`` is empty where the phone has one already, which is good here too; ``places``: how many were found again."""

    place: Place
    code: str
    occasion: Occasion
    places: int = 1

    @property
    def is_circle(self) -> bool:
        """Whether the place is a circle."""
        return isinstance(self.place, Circle)

    @property
    def groups(self) -> list[str]:
        """The code by fours."""
        return self.code.split("-")
