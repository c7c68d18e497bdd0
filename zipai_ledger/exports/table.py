"""表格 (the table): a session for people with a spreadsheet: a row for each deal, then what it all comes to.

Texts are in one language, points and money are numbers; how a file writes them is for ``table_csv`` and ``table_xlsx``.
"""

import zoneinfo
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.utils import timezone

from zipai_ledger.formats.numbers import WHOLE_CURRENCIES
from zipai_ledger.ledger import queries
from zipai_ledger.ledger.figures import ways_of
from zipai_ledger.ledger.record import Damaged
from zipai_ledger.ledger.standing import Standing
from zipai_ledger.ledger.trail import canonical
from zipai_ledger.ledger.trail.chain import Damage
from zipai_ledger.models import Deal, GameSession, Stage
from zipai_ledger.rules.document import Stake
from zipai_ledger.rules.options import Words
from zipai_ledger.rules.ruleset import State
from zipai_ledger.rules.speaker import Speaker, find_ruleset
from zipai_ledger.rules.totals import Settlement

from .cells import Cell
from .saying import DealWords
from .snapshot import Line, lines_of
from .summary import PlayedRules, rules_of
from .wording import CHECKED, COLUMNS, TABLE


@dataclass(slots=True)
class Table:
    """What the rows of one session have in common, and how far they have added up.

    ``names`` are those of all who were there, ``columns`` the players who have a column: whose numbers it keeps.
    ``has_gaps``: hands of a game without 胡 have none there; a CSV goes on writing the 0 that it always wrote.
    """

    session: GameSession
    lang: str
    has_gaps: bool = False
    names: list[str] = field(init=False)
    columns: tuple[int, ...] = field(init=False)
    stages: dict[int, Stage] = field(init=False)
    words: dict[int, DealWords] = field(init=False)
    games: dict[int, str] = field(init=False)
    units: dict[str, str] = field(init=False)
    tallied: bool = field(init=False)
    zone: zoneinfo.ZoneInfo = field(init=False)
    totals: list[list[int]] = field(init=False)
    running: dict[str, list[int]] = field(init=False)

    def __post_init__(self) -> None:
        self.names = [player.name for player in queries.players_of(self.session)]
        self.stages = {
            stage.pk: stage for stage in Stage.objects.filter(session=self.session).order_by("index")
        }
        self.words = {pk: self._words_of(stage) for pk, stage in self.stages.items()}
        self.games = {pk: self._game_of(stage) for pk, stage in self.stages.items()}
        self.units = {stage.unit: self.words[pk].speaker.unit for pk, stage in self.stages.items()}
        openings = [State.from_text(stage.opening) for stage in self.stages.values()]
        self.tallied = any(state.tally is not None for state in openings)
        self.zone = zoneinfo.ZoneInfo(self.session.time_zone)
        self.totals = [[0] * len(self.names) for _ in self.stages]
        self.running = {stage.unit: [0] * len(self.names) for stage in self.stages.values()}
        seats = map(queries.stage_seats, self.stages.values())
        self.columns = queries.account_holders(seats, self.settlement)

    def _words_of(self, stage: Stage) -> DealWords:
        speaker = Speaker.of(stage.ruleset, stage.unit, self.lang, self.names)
        return DealWords(speaker, queries.stage_seats(stage))

    def _game_of(self, stage: Stage) -> str:
        """What it plays, by the name of its place."""
        name = find_ruleset(stage.ruleset, stage.unit).name_under(canonical.parse(stage.options))
        return name.in_language(self.lang)

    def header(self) -> list[Cell]:
        """What the columns of `deals` hold."""
        kinds = ["running", *(["tally"] if self.tallied else [])]
        people = self.people_of(self.columns)
        return [
            *(words.in_language(self.lang) for words in COLUMNS),
            *people,
            *(self.word(kind).format(name=name) for kind in kinds for name in people),
        ]

    def people_of(self, players: Iterable[int]) -> list[str]:
        """Their names."""
        return [self.names[player] for player in players]

    def deals(self) -> Iterator[list[Cell]]:
        """A row for each deal, a chunk read at a time; raises `Damaged` where they do not add up to the trail's totals."""
        waiting = list(self.stages.values())
        deals = Deal.objects.filter(session=self.session, position__lte=self.session.deal_count)
        for line in lines_of(deals):
            yield from self.begun(waiting, self.stages[line.deal.stage_id].index)
            yield self.row(line)
        yield from self.begun(waiting, len(self.stages))
        self._check()

    def begun(self, waiting: list[Stage], index: int) -> Iterator[list[Cell]]:
        """A row for each stage that has not begun yet, up to this one, that took over a round from another evening."""
        while waiting and waiting[0].index <= index:
            stage = waiting.pop(0)
            if carried := canonical.parse(stage.carried_in):
                lead: list[Cell] = ["", "", self.games[stage.pk], self.word("carried")]
                blank = [""] * (len(COLUMNS) - len(lead) + 2 * len(self.columns))
                yield [*lead, *blank, *self.tally(carried["tally"])]

    def tally(self, values: Sequence[int] | None) -> list[Cell]:
        """胡 of a round by player, empty where none is played; nothing where no stage has rounds."""
        if not self.tallied:
            return []
        numbers = values or ()
        return [numbers[player] if player < len(numbers) else "" for player in self.columns]

    def row(self, line: Line) -> list[Cell]:
        """One deal."""
        deal, stage = line.deal, self.stages[line.deal.stage_id]
        fact, outcome = canonical.parse(deal.fact), canonical.parse(deal.outcome)
        units, words = self._add(stage, outcome["deltas"] if deal.live else []), self.words[stage.pk]
        return [
            deal.position,
            self.time(fact.get("at") or line.recorded),
            self.games[stage.pk],
            *self.course(stage, fact, outcome),
            CHECKED[deal.checked].in_language(self.lang) if deal.checked in CHECKED else "",
            TABLE["void"].in_language(self.lang) if not deal.live else "",
            self.note(deal, fact),
            words.lines(outcome),
            words.speaker.unit,
            *self._cells(units),
            *self._cells(self.running[stage.unit]),
            *self.tally(outcome["tally"] if deal.live else None),
        ]

    def course(self, stage: Stage, fact: Mapping[str, Any], outcome: Mapping[str, Any]) -> list[Cell]:
        """Result, winner, source, from whom, 胡, units, 醒, marks and hand; several winners in one cell each."""
        wins: list[Mapping[str, Any]] = outcome["wins"]
        words, has_hu = self.words[stage.pk], not self.has_gaps or ways_of(stage.ruleset).by_hu
        label = words.speaker.label
        return [
            words.result(fact, outcome),
            _joined([self.names[win["winner"]] for win in wins]),
            _joined([label(win["source"]) if win["source"] else "" for win in wins]),
            _joined(["" if win["from"] is None else self.names[win["from"]] for win in wins]),
            _joined([win["hu"] for win in wins]) if has_hu else "",
            *(_joined([win[name] for win in wins]) for name in ("units", "xing")),
            _joined([label(mark) for win in wins for mark in win["marks"]]),
            _joined([win["hand"] for win in wins]),
        ]

    def note(self, deal: Deal, fact: Mapping[str, Any]) -> str:
        """What was noted, after 商定 where the deal was kept as agreed."""
        agreed = [TABLE["agreed"].in_language(self.lang)] if deal.agreed else []
        return " ".join([*agreed, *([fact["note"]] if fact.get("note") else [])])

    def time(self, text: str) -> str:
        """A time on the clock of the table, as spreadsheets read it; one without a zone is from there."""
        moment = datetime.fromisoformat(text)
        try:
            return f"{moment.astimezone(self.zone) if moment.tzinfo else moment:%Y-%m-%d %H:%M:%S}"
        except OverflowError:
            return text

    def _add(self, stage: Stage, deltas: Sequence[int]) -> list[int]:
        units = self._spread(deltas)
        for sums in (self.totals[stage.index], self.running[stage.unit]):
            sums[:] = [sum_ + won for sum_, won in zip(sums, units, strict=True)]
        return units

    def _check(self) -> None:
        stored = Standing.of(self.session).totals
        if [self._spread(row) for row in stored] != self.totals:
            raise Damaged(
                (Damage(self.session.ledger_seq, f"totals are {stored}, the deals add up otherwise"),)
            )

    @property
    def settlement(self) -> Settlement:
        """What the trail says the deals came to, what was paid and carried, and what is still owed."""
        totals = Standing.of(self.session).totals
        return queries.settlement_of(self.stages.values(), totals, queries.moves_of(self.session))

    def sums(self, found: Settlement) -> Iterator[list[Cell]]:
        """Totals by player: units, money won, money still owed; what it is, in which unit or currency, and the numbers."""
        for unit, totals in found.units.items():
            yield [self.word("total"), self.units[unit], *self._cells(self._spread(totals))]
        for kind, sums in (("money", found.money), ("owed", found.owed)):
            for currency, minor in sums.items():
                numbers = self._cells(self._spread(minor))
                yield [self.word(kind), currency, *(major(each, currency) for each in numbers)]

    def dues(self, found: Settlement) -> Iterator[list[Cell]]:
        """Who still pays whom: money with its currency where there is a stake, units where it comes to whole ones."""
        for due in found.dues:
            who: list[Cell] = [self.word("pays"), self.names[due.payer], self.names[due.payee]]
            money: list[Cell] = [] if due.minor is None else [major(due.minor, due.currency), due.currency]
            units: list[Cell] = [] if due.units is None else [due.units, self.units[due.unit]]
            yield [*who, *money, *units]

    def payments(self) -> Iterator[list[Cell]]:
        """What was paid, and taken back: who, whom, how much, when; and what was carried in or out, by player."""
        for paid in queries.payments_of(self.session):
            kind = self.word("cancelled" if paid.cancelled else "paid")
            money: list[Cell] = [major(paid.minor, paid.currency), paid.currency]
            yield [kind, self.names[paid.payer], self.names[paid.payee], *money, self.time(paid.at)]
        for carried in queries.carried_of(self.session):
            kind = self.word("carried_in" if carried.into else "carried_out")
            for name, minor in zip(self.names, carried.minor, strict=False):
                if minor:
                    yield [
                        kind,
                        name,
                        "",
                        major(minor, carried.currency),
                        carried.currency,
                        self.time(carried.at),
                    ]

    def rules(self) -> Iterator[list[Cell]]:
        """Each stage's rules: game, who sat, the code, and the rules in words."""
        for played in self.played():
            game, words = self.say(played.game), [self.say(rule) for rule in played.words]
            yield [self.word("rules"), game, self.people(played), played.code, *words]

    def played(self) -> tuple[PlayedRules, ...]:
        """What was played, stage by stage."""
        counts = Counter(
            Deal.objects.filter(session=self.session, live=True).values_list("stage__index", flat=True)
        )
        stages = queries.table_view(self.session, most=0).stages
        return tuple(rules_of(view, counts[view.stage.index]) for view in stages)

    @property
    def day(self) -> str:
        """The day the evening began on."""
        return f"{timezone.localdate(self.session.opened_at, self.zone):%Y-%m-%d}"

    def price(self, stake: Stake) -> str:
        """What one unit is worth: 0.50 CNY."""
        return f"{major(stake.minor_per_unit, stake.currency)} {stake.currency}"

    def people(self, played: PlayedRules) -> str:
        """Who sat in a stage, by seat."""
        return self.word("list").join(self.people_of(played.seats))

    def say(self, words: Words) -> str:
        """A text of the rules in the reader's language."""
        return words.in_language(self.lang)

    def head(self) -> list[Cell]:
        """The head of the ledger: two exports with the same one hold the same."""
        return [self.word("head"), self.session.head_hash, self.session.head_seq]

    def _cells(self, numbers: Sequence[int]) -> list[int]:
        return [numbers[player] for player in self.columns]

    def _spread(self, totals: Sequence[int]) -> list[int]:
        return [*totals, *[0] * (len(self.names) - len(totals))]

    def word(self, name: str) -> str:
        """A word of the table."""
        return TABLE[name].in_language(self.lang)


def _joined(values: Sequence[Cell | None]) -> Cell:
    """One value as it is, several in one text, none as an empty cell."""
    present = [value for value in values if value is not None and value != ""]
    return present[0] if len(present) == 1 else " / ".join(map(str, present))


def major(minor: int, currency: str) -> Decimal:
    """Minor units as a number that a spreadsheet adds up: 750 → 7.50."""
    return Decimal(minor).scaleb(0 if currency in WHOLE_CURRENCIES else -2)
