"""What one player's total is made of, deal by deal. How many queries it takes does not depend on how many deals there are."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Q, Sum

from zipai_ledger.models import COLUMNS, Deal, Posting, Stage

LENGTH = 40
"""Deals in a stretch where no round ends it sooner."""
OVER = '"round_over":true'
"""How a stored outcome says that a round ended with its deal."""


@dataclass(frozen=True, slots=True)
class Share:
    """What a deal brought a player in the stage's units; ``ends`` where a round was over with it."""

    key: int
    position: int
    units: int
    ends: bool


class Stretch(NamedTuple):
    """Deals in a row, one round or a part of it. ``before`` is what had come together until then.

    ``round`` counts the rounds of the stage from 1; ``over`` tells whether it ended with this stretch.
    """

    shares: tuple[Share, ...]
    before: int
    round: int
    over: bool

    @property
    def first(self) -> int:
        """The number of its first deal."""
        return self.shares[0].position

    @property
    def last(self) -> int:
        """The number of its last deal."""
        return self.shares[-1].position

    @property
    def units(self) -> int:
        """What it brought."""
        return sum(share.units for share in self.shares)

    @property
    def after(self) -> int:
        """What had come together when it was over."""
        return self.before + self.units


def shares_of(stage: Stage, player: int) -> tuple[Share, ...]:
    """What each deal of a stage brought a player, in order; void deals brought nothing. Two queries."""
    deals = Deal.objects.filter(session_id=stage.session_id, stage=stage)
    posted = Posting.objects.filter(session_id=stage.session_id, deal_key__in=deals.values("key"))
    units = dict(posted.values_list("deal_key").annotate(Sum(COLUMNS[player])))
    ordered = deals.annotate(ends=Q(live=True, outcome__contains=OVER)).order_by("position")
    found = ordered.values_list("key", "position", "ends")
    return tuple(Share(key, position, units.get(key, 0), bool(ends)) for key, position, ends in found)


def stretches(shares: Iterable[Share]) -> Iterator[Stretch]:
    """The shares in stretches: to the end of each round, and never more than `LENGTH` deals."""
    run: list[Share] = []
    before, number = 0, 1
    for share in shares:
        run.append(share)
        if share.ends or len(run) == LENGTH:
            stretch = Stretch(tuple(run), before, number, share.ends)
            yield stretch
            before, number, run = stretch.after, number + share.ends, []
    if run:
        yield Stretch(tuple(run), before, number, over=False)


def stretch_at(found: Sequence[Stretch], position: int) -> Stretch | None:
    """The stretch that begins with a deal; None where none does."""
    return next((stretch for stretch in found if stretch.first == position), None)
