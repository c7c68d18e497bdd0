"""胡数的界 (hushu de jie): the least and the greatest 胡 that cards can come to (docs/rules/cards.md#bounds).

Who enters 胡 without cards may tap a digit too many; a hand whose cards were noted needs no bounds.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from ..problems import Param, Problem, Refused
from .call import Call, opens
from .form import Form

QUAD: Final = 12
"""胡 of four big cards, the greatest group."""

TRIPLE: Final = 6
"""胡 of three big cards: in the hand, or as 壹贰叁 or 贰柒拾."""

OPENED: Final[Mapping[frozenset[str], tuple[int, int]]] = {
    frozenset(("sanlong",)): (27, 54),
    frozenset(("wukan",)): (15, 48),
    frozenset(("sanlong", "wukan")): (33, 60),
}
"""What 三笼 and 五坎 come to where a quad is one of the five triples; with four of them it shows both."""

OPENED_APART: Final[Mapping[frozenset[str], tuple[int, int]]] = {
    frozenset(("sanlong",)): (27, 60),
    frozenset(("wukan",)): (15, 42),
}
"""The same where it is none: five quads are 三笼 alone."""

EITHER: Final = (15, 60)
"""Where which of the two it is was not entered."""


@dataclass(frozen=True)
class Bounds:
    """What a hand of this form can come to."""

    form: Form
    quads_in_five: int = 0
    quad: int = QUAD
    triple: int = TRIPLE

    def check(self, call: Call, hu: int) -> None:
        """Raises `Refused` (``bad_deal`` on ``hu``) where no cards come to this."""
        least, most = self.of(call)
        params: dict[str, Param] = {"got": hu, "least": least, "most": most}
        if hu > most:
            raise Refused(Problem("bad_deal", "hu", "hu_most", params))
        if hu < least:
            raise Refused(Problem("bad_deal", "hu", "hu_least", params))

    def of(self, call: Call) -> tuple[int, int]:
        """The least and the greatest 胡 of such a win."""
        if call.source != "dealt":
            return 0, self.greatest
        if "tianhu" in call.marks:
            return EITHER[0] if opens(call.marks) else 0, self.greatest_dealt
        kinds = OPENED if self.quads_in_five else OPENED_APART
        return kinds.get(frozenset(call.marks), EITHER)

    @property
    def greatest(self) -> int:
        """All quads and a pair; all triples where these are worth more."""
        groups = self.form.groups
        return max((groups - 1) * max(self.quad, self.triple), groups * self.triple)

    @property
    def greatest_dealt(self) -> int:
        """天胡: all triples; where two quads bring a card they stand beside triples and a pair."""
        groups, quad, triple = self.form.groups, self.quad, self.triple
        one_quad = quad + (groups - 2) * triple
        return max(groups * triple, one_quad) + self.form.extra * (2 * quad - 3 * triple)


def bounds_of(version: int, form: Form, quads_in_five: int = 0) -> Bounds | None:
    """What the rules hold a 胡 against that was typed; nothing in their first edition."""
    return Bounds(form, quads_in_five) if version > 1 else None
