"""放流 (fangliu): what else would have won, found by playing the same deal with each other card."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from .. import facts
from ..codec import Count, Seat
from ..facts import Xing
from ..problems import Refused
from ..ruleset import Outcome
from ..waiting import Chance, Laid, Waiting, Worth
from .cards import CARD_AT, COPIES, KINDS_OF_CARD, Card, card_name, card_text
from .hand import Hand

NO_XING = Xing(count=Count(0))
Play = Callable[[facts.Win], Outcome]


def waiting(
    deal: facts.Deal, seat: int, hand: Hand, sources: Sequence[str], giver: int, play: Play
) -> Waiting:
    """What somebody waited for in this deal, with the winning card in ``hand`` where it came.

    ``giver``: a seat that a card may have come from.
    """
    before = replace(hand, winning_card=None, source=None)
    trial = facts.Win(
        winner=Seat(seat),
        dealer=deal.dealer,
        sitting=deal.sitting,
        from_=Seat(giver),
        min_hu=getattr(deal, "min_hu", None),
    )
    seen = Counter([*hand.cards(), *_flipped_cards(deal)])
    return Waiting(
        winner=seat,
        laid=tuple(Laid(group.kind, card_text(group.cards)) for group in before.exposed),
        held=tuple(card_name(card) for card in sorted(before.concealed)),
        won="" if hand.winning_card is None else card_name(hand.winning_card),
        source=hand.source or "",
        sources=tuple(sources),
        chances=tuple(
            Chance(card_name(card), max(0, COPIES - seen[card]), worth)
            for card in KINDS_OF_CARD
            if before.copies(card) < COPIES and (worth := dict(_worths(trial, before, card, sources, play)))
        ),
    )


def _flipped_cards(deal: facts.Deal) -> list[Card]:
    """Cards turned for 醒, which everybody has seen."""
    xing = deal.xing if isinstance(deal, facts.Win | facts.SharedWin) else None
    return [CARD_AT[name] for name in (xing.flipped if xing else None) or ()]


def _worths(
    trial: facts.Win, before: Hand, card: Card, sources: Sequence[str], play: Play
) -> Iterator[tuple[str, Worth]]:
    """What the card would have been worth from each source from which it completes the hand."""
    for source in sources:
        hand = replace(before, winning_card=card, source=source).to_json()
        from_ = None if source == "self_draw" else trial.from_
        found = _worth(play, replace(trial, hand=hand, from_=from_))
        if found is not None:
            yield source, found


def _worth(play: Play, trial: facts.Win) -> Worth | None:
    """What the deal would have been worth, None where it would have been no win."""
    try:
        won = play(trial).wins[0]
    except Refused as refused:
        codes = [problem.code for problem in refused.problems]
        if codes == ["bad_xing"] and trial.xing is None:
            return _worth(play, replace(trial, xing=NO_XING))
        found = refused.problems[0].params.get("hu") if codes == ["below_minimum"] else None
        return Worth(found, enough=False) if isinstance(found, int) else None
    return Worth(won.hu, won.units, won.pattern)
