"""一桌的结果 (the summary): what an evening came to, as picture, text, print page and spreadsheet tell it.

Numbers, names and words of the rules; how they are said in a language is for whoever shows them.
"""

import zoneinfo
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Count
from django.utils import timezone

from zipai_ledger.ledger import figures, queries
from zipai_ledger.ledger.figures import Course, Evening
from zipai_ledger.ledger.queries import DealCount, StageView
from zipai_ledger.ledger.trail.bodies import MeldBody
from zipai_ledger.models import Deal, GameSession, Stage
from zipai_ledger.rules import housecode
from zipai_ledger.rules.brief import in_brief
from zipai_ledger.rules.document import Stake
from zipai_ledger.rules.options import Value, Words
from zipai_ledger.rules.ruleset import Ruleset
from zipai_ledger.rules.speaker import GoneRuleset, find_ruleset
from zipai_ledger.rules.totals import Settlement


@dataclass(frozen=True, slots=True)
class PlayedRules:
    """One stage: its game, who sat (players by seat), how many deals count, the stake, and its house rules."""

    ruleset: Ruleset | GoneRuleset
    version: int
    options: Mapping[str, Value]
    seats: tuple[int, ...]
    deals: int
    stake: Stake | None

    @property
    def game(self) -> Words:
        """What was played, by the name of its place where it has one: 邵阳字牌."""
        return self.ruleset.name_under(self.options)

    @property
    def code(self) -> str:
        """Ruleset, version and what is not as usual."""
        if isinstance(self.ruleset, GoneRuleset):
            return f"{self.ruleset.slug}-{self.version}"
        return housecode.code(self.ruleset, self.version, self.options)

    @property
    def words(self) -> tuple[Words, ...]:
        """The first house rules and whatever is not as usual, label by label; none where the rules are gone."""
        return housecode.in_words(self.ruleset, self.options) if isinstance(self.ruleset, Ruleset) else ()

    @property
    def brief(self) -> tuple[Words, ...]:
        """The house rules in a line; none where the rules are gone."""
        return in_brief(self.ruleset, self.options) if isinstance(self.ruleset, Ruleset) else ()

    @property
    def every(self) -> tuple[tuple[Words, Words, bool], ...]:
        """Every house rule: its name, what was chosen, and whether that is not as usual; none where they are gone."""
        if isinstance(self.ruleset, GoneRuleset):
            return ()
        changed = {option.code for option in housecode.changed(self.ruleset, self.options)}
        return tuple(
            (option.name, housecode.chosen(option, self.options[option.code]), option.code in changed)
            for option in self.ruleset.options.options
            if option.code in self.options
        )


@dataclass(frozen=True, slots=True)
class GreatestWin:
    """最大一手: the greatest win that counts: by its 胡, or what a round counts of them; ``units`` where it has none.

    ``melds`` as they are drawn.
    """

    winner: int
    position: int
    hu: int
    units: int | None
    melds: tuple[MeldBody, ...]
    ruleset: Ruleset | GoneRuleset


@dataclass(frozen=True, slots=True)
class Summary:
    """One evening. ``day`` is the one it began on, on the table's clock.

    ``holders``: whose numbers the table keeps. ``wins`` by person, as figures count them; ``course`` the totals of the unit
    that was played for longest; ``unsettled``: the 胡 by player of a round that is not over, where there are any.
    """

    title: str
    day: date
    closed: bool
    players: tuple[str, ...]
    holders: tuple[int, ...]
    wins: tuple[int, ...]
    deals: DealCount
    settlement: Settlement
    units: Mapping[str, Words]
    rules: tuple[PlayedRules, ...]
    best: GreatestWin | None
    course: Course | None
    unsettled: tuple[int, ...]
    head: str
    head_seq: int

    def won(self, player: int) -> tuple[tuple[Words, int], ...]:
        """Units of one player, by unit."""
        found = self.settlement.units.items()
        return tuple((self.units[unit], _at(totals, player)) for unit, totals in found)

    def money(self, player: int) -> tuple[tuple[str, int], ...]:
        """Minor units of one player, by currency."""
        return tuple((currency, _at(minor, player)) for currency, minor in self.settlement.money.items())

    @property
    def places(self) -> tuple[int, ...]:
        """Holders from the one who won most on; by number where units differ or they stand alike."""
        return tuple(sorted(self.holders, key=lambda player: (-self._weight(player), player)))

    def _weight(self, player: int) -> int:
        sums = (self.settlement.money or self.settlement.units).values()
        return _at(next(iter(sums)), player) if len(sums) == 1 else 0


def _at(totals: Sequence[int], player: int) -> int:
    return totals[player] if player < len(totals) else 0


def summary_of(session: GameSession) -> Summary:
    """The summary of a session as it stands. A constant number of queries."""
    view, evening = queries.table_view(session, most=0), figures.evening(session)
    live = Deal.objects.filter(queries.is_deal(), session=session, live=True).order_by()
    counts = dict(live.values_list("stage__index").annotate(n=Count("pk")))
    people = [game.tallies for game in evening.games]
    rules = tuple(rules_of(stage, counts.get(stage.stage.index, 0)) for stage in view.stages)
    return Summary(
        title=session.name,
        day=timezone.localdate(session.opened_at, zoneinfo.ZoneInfo(session.time_zone)),
        closed=not session.is_open,
        players=tuple(player.name for player in view.players),
        holders=tuple(player.index for player in view.holders),
        wins=tuple(sum(found[p.index].wins for found in people if p.index in found) for p in view.players),
        deals=queries.deal_count_of(session),
        settlement=view.settlement,
        units={
            stage.stage.unit: played.ruleset.unit for stage, played in zip(view.stages, rules, strict=True)
        },
        rules=rules,
        best=_best(evening, rules),
        course=max(evening.courses, key=lambda course: len(course.positions), default=None),
        unsettled=view.standing.tally or () if view.standing.state.in_round else (),
        head=session.head_hash,
        head_seq=session.head_seq,
    )


def ruleset_of(stage: Stage) -> Ruleset | GoneRuleset:
    """The ruleset of a stage in the edition it was opened with, or what stands in for it where it is gone."""
    found = find_ruleset(stage.ruleset, stage.unit)
    return found.as_of(stage.version) if isinstance(found, Ruleset) else found


def rules_of(view: StageView, deals: int) -> PlayedRules:
    """The rules of one stage, in which so many deals count."""
    return PlayedRules(
        ruleset=ruleset_of(view.stage),
        version=view.stage.version,
        options=view.options,
        seats=view.seats,
        deals=deals,
        stake=view.stake,
    )


def _best(evening: Evening, rules: Sequence[PlayedRules]) -> GreatestWin | None:
    """The greatest hand of the game that was played for longest; None where nobody won by a hand worth telling."""
    games = [game for game in evening.games if game.best and game.best[0].worth]
    longest = max(games, key=lambda game: max(tally.played for tally in game.tallies.values()), default=None)
    if longest is None:
        return None
    hand = longest.best[0]
    return GreatestWin(
        winner=hand.person,
        position=hand.position,
        hu=hand.worth if hand.win["units"] is None else hand.win["hu"],
        units=hand.win["units"],
        melds=tuple(hand.win["melds"]),
        ruleset=next(each.ruleset for each in rules if each.ruleset.slug == longest.ruleset),
    )
