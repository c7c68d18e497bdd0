"""记号 (jihao): what was seen of a win that no cards show, in games with a table of 名堂 (docs/rules/paohuzi.md#marks)."""

from .. import facts
from ..problems import Problem, Refused
from .call import Call, MarkRules
from .counts import MARKS, WANG_MARKS

ROWED_MARKS = ("tianhu", *MARKS)
"""Every mark that such a game reads; 天胡 goes without saying where the cards dealt win."""

WITH_DEALT = frozenset(("tianhu", "tinghu"))
BY_OTHERS = ("discard", "other_draw")


class RowedMarks(MarkRules):
    """地胡 wins on the dealer's first card, discarded or turned up; a 王 mark needs an own draw, and stands alone among them."""

    def check(self, call: Call) -> None:
        for mark in call.marks:
            self._check(call, mark)
        wang = [mark for mark in call.marks if mark in WANG_MARKS]
        if len(wang) > 1:
            raise Refused(Problem("bad_marks", "marks", "both", {"one": wang[0], "other": wang[1]}))

    def _check(self, call: Call, mark: str) -> None:
        why, params = "", {"mark": mark}
        if mark == "tianhu" and call.source != "dealt":
            why = "needs_dealt"
        elif mark == "tianhu" and call.winner_deals is False:
            why = "needs_dealer"
        elif call.source == "dealt" and mark not in WITH_DEALT:
            why = "not_dealt"
        elif mark == "dihu" and call.source not in BY_OTHERS:
            why = "needs_discard"
        elif mark == "dihu" and call.winner_deals:
            why = "dealer_wins"
        elif mark in WANG_MARKS and call.source != "self_draw":
            why = "needs_own_draw"
        if why:
            raise Refused(Problem("bad_marks", "marks", why, params))

    def check_from(self, deal: facts.Win, call: Call) -> None:
        if "dihu" in call.marks and call.source in BY_OTHERS and deal.from_ != deal.dealer:
            raise Refused(Problem("bad_marks", "marks", "needs_discard"))
