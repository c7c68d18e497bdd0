"""部分验牌 (partial check): a win of which only the groups that score were looked at."""

from collections import Counter
from collections.abc import Sequence
from functools import partial

from .. import facts
from ..problems import Collector, Problem, Refused
from .cards import COPIES, card_name, card_text, parse_cards, quote
from .form import Form
from .hand import Hand
from .melds import IDENTICAL, REST, Meld, Values, meld, ways

KINDS = (*(kind for kind in IDENTICAL if kind != "pair"), "chi", "shun")
"""Groups that can score, as they lie or as they are held."""


def read_groups(deal: facts.Win) -> tuple[Meld, ...]:
    """The groups that were looked at; raises `Refused` (``bad_card``, ``bad_meld``, ``bad_deal``, ``too_many_copies``)."""
    if not deal.groups:
        return ()
    found = Collector()
    if deal.hand is not None:
        found.add(Problem("bad_deal", "groups", "hand_and_groups"))
    groups = [found.attempt(partial(_group, group), f"groups.{at}") for at, group in enumerate(deal.groups)]
    found.finish()
    melds = tuple(group for group in groups if group is not None)
    for card, copies in sorted(Counter(card for group in melds for card in group.cards).items()):
        if copies > COPIES:
            found.add(Problem("too_many_copies", "groups", "", {"card": card_name(card), "got": copies}))
    found.finish()
    return melds


def _group(group: facts.Group) -> Meld:
    if group.kind not in KINDS:
        raise Refused(Problem("bad_meld", "kind", "unknown_kind", {"text": quote(group.kind)}))
    made = meld(group.kind, parse_cards(group.cards, "cards"), "cards")
    if made.index >= REST:
        raise Refused(Problem("bad_meld", "cards", "special_partly", {"cards": card_text(made.cards)}))
    return made


def check_shapes(hand: Hand, values: Values) -> None:
    """Raises `Refused` (``bad_meld``) for a laid group that is none at this table: 一五十 where it is not played."""
    for at, laid in enumerate(hand.exposed):
        if laid.meld.index not in values.groups:
            _check_shape(laid.meld, values, f"hand.exposed.{at}.cards")


def _check_shape(group: Meld, values: Values, field: str) -> None:
    found = (group,) if group.index < REST else ways(group.kind, group.cards)
    if not any(each.index in values.groups for each in found):
        params = {"kind": group.kind, "cards": card_text(group.cards)}
        raise Refused(Problem("bad_meld", field, "no_shape", params))


def check_groups(melds: Sequence[Meld], form: Form, values: Values) -> None:
    """Raises `Refused` (``bad_meld``) where a hand has no room for so many: beside a quad there is a pair."""
    for at, group in enumerate(melds):
        _check_shape(group, values, f"groups.{at}.cards")
    most = form.groups - any(group.is_quad for group in melds)
    if len(melds) > most:
        raise Refused(Problem("bad_meld", "groups", "too_many", {"got": len(melds), "most": most}))


def unseen(melds: Sequence[Meld]) -> Problem:
    """What is assumed of the groups that nobody looked at: that they score nothing."""
    return Problem("partly_seen", "groups", params={"got": len(melds)})
