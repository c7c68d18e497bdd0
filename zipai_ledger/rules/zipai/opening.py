"""三笼五坎 (sanlong wukan): wins by the quads and triples among the cards dealt (docs/rules/cards.md#opening-wins)."""

import dataclasses
from collections import Counter
from collections.abc import Collection
from typing import Final

from ..problems import Problem, Refused
from .cards import COPIES, KINDS_OF_CARD, SIZE, Card
from .form import THREE, Form
from .hand import Hand
from .melds import STANDARD, Meld, Values, meld, rest
from .readings import Reading

QUADS_NEEDED: Final = 3
EXTRA_BY: Final = 2
"""As many quads among those dealt bring an extra card, where the form has one."""
TRIPLES_NEEDED: Final = 5
ANY_SEAT: Final = (0, 1)
"""Cards above a player's ordinary number: the dealer has one more."""

_FIRST_RUN: Final = (0, 1, 2)
_RED_RUN: Final = (1, 6, 9)


@dataclasses.dataclass(frozen=True, slots=True)
class OpeningRules:
    """``quads_in_five``: how many triples a quad counts as among the five: 1 where it is one, else 0.

    In 桂林字牌 a house rule (docs/rules/guilin.md#kan-counts-quads).
    """

    form: Form = THREE
    values: Values = STANDARD
    quads_in_five: int = 1


def _held(hand: Hand) -> Counter[Card]:
    return Counter(hand.cards())


def check_opening_count(hand: Hand, rules: OpeningRules, above: tuple[int, ...] = ANY_SEAT) -> None:
    """Raises `Refused` (``wrong_card_count``). ``above``: (1,) for the dealer, (0,) for others, else both.

    Two quads dealt bring an extra card where the form has one; of three, the third may have been made by it.
    """
    quads = sum(copies == COPIES for copies in _held(hand).values())
    extra = rules.form.extra
    brought = {0} if quads < EXTRA_BY else {extra} if quads == EXTRA_BY else {0, extra}
    numbers = {rules.form.held + more + each for more in above for each in brought}
    got = len(hand.cards())
    if got not in numbers:
        why = _why(numbers, above)
        params = {"expected": max(numbers), "least": min(numbers), "got": got, "quads": quads}
        raise Refused(Problem("wrong_card_count", "concealed", why, params))


def kinds_of_opening(hand: Hand, rules: OpeningRules) -> tuple[str, ...]:
    """三笼 (sanlong), three quads or more, and 五坎 (wukan), five triples or more: those that the hand shows."""
    alike = list(_held(hand).values())
    quads, triples = alike.count(COPIES), alike.count(COPIES - 1)
    holds = {
        "sanlong": quads >= QUADS_NEEDED,
        "wukan": triples + rules.quads_in_five * quads >= TRIPLES_NEEDED,
    }
    return tuple(kind for kind, held in holds.items() if held)


def _why(numbers: Collection[int], above: tuple[int, ...]) -> str:
    """How the wrong number is worded: against one, the dealer's beside the others', or a range."""
    if len(numbers) > len(above):
        return "opening_extra"
    return "opening" if len(above) > 1 else "dealt"


def opening(hand: Hand, rules: OpeningRules) -> Reading | None:
    """The one reading of an opening win: quads and triples whole, what scores of the others, then ``rest``.

    None where there are neither three quads nor five triples. The cards' number is not checked.
    """
    held = _held(hand)
    quads = [card for card in KINDS_OF_CARD if held[card] == COPIES]
    triples = [card for card in KINDS_OF_CARD if held[card] == COPIES - 1]
    if not kinds_of_opening(hand, rules):
        return None
    groups = [meld("saochuan", (card,) * COPIES) for card in quads]
    groups += [meld("kan", (card,) * (COPIES - 1)) for card in triples]
    loose = Counter({card: copies for card, copies in held.items() if copies < COPIES - 1})
    runs = _scoring_runs(loose)
    left = loose - Counter(card for run in runs for card in run.cards)
    groups += runs
    if left:
        groups.append(rest(left.elements()))
    return Reading(tuple(groups), sum(map(rules.values.of, groups)))


def _scoring_runs(loose: Counter[Card]) -> list[Meld]:
    """As many disjoint 一二三 and 二七十 as there are, of each size; equal in worth, 一二三 come first."""
    found: list[Meld] = []
    left = Counter(loose)
    for size in (0, SIZE):
        for run in (_FIRST_RUN, _RED_RUN):
            cards = tuple(size + card for card in run)
            times = min(left[card] for card in cards)
            found += [meld("shun", cards)] * times
            left -= Counter(cards * times)
    return found
