"""规矩 (guiju): a game's rules as a table plays them: in the reader's words, cards to be drawn, examples worked out."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass

from zipai_ledger.formats import numbers, outcomes
from zipai_ledger.formats.speaker import game_under, speaker, stored_speaker, word
from zipai_ledger.ledger.queries import StageView
from zipai_ledger.rules import registry
from zipai_ledger.rules.brief import tagline_under
from zipai_ledger.rules.examples import play_case
from zipai_ledger.rules.housecode import chosen
from zipai_ledger.rules.options import Bands, Option, Options, Value
from zipai_ledger.rules.problems import Refused
from zipai_ledger.rules.rulebook import (
    SOURCES,
    Cards,
    Case,
    Figure,
    Grid,
    Part,
    Section,
    Standing,
    Statement,
    Tiles,
    one,
)
from zipai_ledger.rules.ruleset import MeldRead, Outcome, Ruleset

from .cards import Tile
from .deals import WorkedLine
from .fans import Fan, group_fan
from .rule_sections import HOUSE, NAMES, rule_sections
from .sayings import SayingLine, saying_lines
from .template_values import TemplateValue

TERM = re.compile(r"([^：:，。,]{1,6}(?:：|: ))")
LONG = 10
"""Cards of a group that takes a line of its own, unless they are all alike."""


@dataclass(frozen=True, slots=True)
class SourceMark(TemplateValue):
    """出处 (chuchu): where a rule is from: one character that marks it, and what it is."""

    code: str
    mark: str
    name: str


@dataclass(frozen=True, slots=True)
class LabelledFan(TemplateValue):
    """A group of cards, and what is said below it."""

    fan: Fan
    label: str
    is_long: bool


@dataclass(frozen=True, slots=True)
class NextDeal:
    """下一盘 (xia yi pan): who deals next in the word for it, and who sits out then, "" where everybody plays."""

    dealer: str
    deals: str
    sitting: str
    sits: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseFigure(TemplateValue):
    """比如 (biru): a deal that is worked out; ``problems``: why the rules chosen forbid it, and nothing else then.

    ``total`` is the worth of the hand; ``gains`` what is counted towards a round and ``net`` what everybody ends with,
    each on one line with the names. Whatever is not to be shown is empty.
    """

    caption: str
    problems: tuple[str, ...] = ()
    groups: tuple[LabelledFan, ...] = ()
    total: str = ""
    lines: tuple[WorkedLine, ...] = ()
    gains: str = ""
    payments: tuple[WorkedLine, ...] = ()
    net: str = ""
    next_deal: NextDeal | None = None


@dataclass(frozen=True, slots=True)
class RuleFigure(TemplateValue):
    """One of these: groups of cards side by side, rows of tiles each with its name, a small table, a worked example."""

    groups: tuple[LabelledFan, ...] = ()
    tile_rows: tuple[tuple[str, tuple[Tile, ...]], ...] = ()
    grid: Grid | None = None
    case: CaseFigure | None = None


@dataclass(frozen=True, slots=True)
class OptionRow:
    """A house rule, what is chosen and what is usual; both "" of a table of numbers, which is drawn beside it."""

    name: str
    chosen: str
    usual: str
    meaning: str


@dataclass(frozen=True, slots=True)
class RuleEntry(TemplateValue):
    """One rule; ``term`` is the word that it explains where it begins with one, ``is_changed``: not as usual.

    ``option`` is the one option that it depends on, None where there are several or none.
    """

    term: str
    text: str
    sources: tuple[SourceMark, ...]
    standing: Standing
    is_changed: bool
    option: OptionRow | None
    figures: tuple[RuleFigure, ...]

    @property
    def source_names(self) -> str:
        """What its sources are called, a blank behind each."""
        return "".join(f"{source.name} " for source in self.sources)


@dataclass(frozen=True, slots=True)
class RuleChapter:
    """Rules about one matter; ``is_house``: the options, as rows."""

    code: str
    title: str
    is_house: bool
    rules: tuple[RuleEntry, ...]


@dataclass(frozen=True, slots=True)
class StageTab:
    """A stage of a table by its index; ``is_current``: it plays by the rules on the page."""

    index: int
    game: str
    is_played_now: bool
    is_current: bool


@dataclass(frozen=True, slots=True)
class RulebookPage:
    """Everything that is said of a game, nothing but its name where it is gone.

    ``family``: what it is one of, "" where its name says it; ``is_changed``: some of its options are not as usual;
    ``stages`` are those of a table with other rules.
    """

    game: str
    family: str = ""
    tagline: str = ""
    is_changed: bool = False
    chapters: tuple[RuleChapter, ...] = ()
    sayings: tuple[SayingLine, ...] = ()
    legend: tuple[SourceMark, ...] = ()
    stages: tuple[StageTab, ...] = ()


def rulebook_page(ruleset: Ruleset, options: Options, stages: tuple[StageTab, ...] = ()) -> RulebookPage:
    """A game under resolved options."""
    reader = _RuleReader(ruleset, options)
    chapters = tuple(reader.chapter(section) for section in rule_sections(ruleset, options))
    game = ruleset.name_under(options)
    return RulebookPage(
        game=word(game),
        family="" if game == ruleset.name else word(ruleset.name),
        tagline=word(tagline_under(ruleset, options)),
        is_changed=bool(reader.changed),
        chapters=chapters,
        sayings=saying_lines(ruleset.sayings),
        legend=_legend(chapters),
        stages=stages,
    )


def table_rulebook_page(stages: Sequence[StageView], stage: StageView) -> RulebookPage:
    """The rules that a table plays in one of its stages."""
    slug = stage.stage.ruleset
    try:
        ruleset = registry.get(slug)
        return rulebook_page(
            ruleset, ruleset.options.resolve(stage.options), tuple(_stage_tabs(stages, stage))
        )
    except Refused:
        return RulebookPage(stored_speaker(slug).game)


def _stage_tabs(stages: Sequence[StageView], current: StageView) -> Iterator[StageTab]:
    """The stages with other rules than the ones after them, where there are several."""
    differing = [
        stage
        for stage, after in zip(stages, (*stages[1:], None), strict=True)
        if after is None or not _play_alike(stage, after)
    ]
    for stage in differing if len(differing) > 1 else ():
        yield StageTab(
            stage.stage.index,
            game_under(stage.stage.ruleset, stage.options),
            stage is stages[-1],
            _play_alike(stage, current),
        )


def _play_alike(one: StageView, other: StageView) -> bool:
    return (one.stage.ruleset, one.options) == (other.stage.ruleset, other.options)


def _value(option: Option, value: Value) -> str:
    """A value in words, "" of a table of steps."""
    is_table = isinstance(option, Bands) and not isinstance(value, str)
    return "" if is_table else word(chosen(option, value))


def _source_marks(codes: Iterable[str]) -> tuple[SourceMark, ...]:
    return tuple(SourceMark(code, word(one(SOURCES[code].mark)), word(SOURCES[code].name)) for code in codes)


def _legend(chapters: Iterable[RuleChapter]) -> tuple[SourceMark, ...]:
    """Every source that these chapters name, in the usual order."""
    named = {source.code for chapter in chapters for rule in chapter.rules for source in rule.sources}
    return _source_marks(code for code in SOURCES if code in named)


class _RuleReader:
    """The rules of one table in words."""

    def __init__(self, ruleset: Ruleset, options: Options) -> None:
        self.ruleset, self.options = ruleset, options
        self.names = tuple(map(word, NAMES))
        self.speaker = speaker(ruleset, self.names)
        self.changed = {
            option.code for option in ruleset.options.usual(options) if options[option.code] != option.default
        }

    def chapter(self, section: Section) -> RuleChapter:
        rules = tuple(self._rule(statement) for statement in section.statements)
        return RuleChapter(section.code, word(section.title), section.code == HOUSE, rules)

    def _rule(self, statement: Statement) -> RuleEntry:
        term, text = term_and_text(word(statement.text))
        return RuleEntry(
            term=term,
            text=text,
            sources=_source_marks(statement.sources),
            standing=statement.standing,
            is_changed=not self.changed.isdisjoint(statement.of),
            option=self._option(statement.of[0]) if len(statement.of) == 1 else None,
            figures=tuple(map(self._figure, statement.figures)),
        )

    def _option(self, code: str) -> OptionRow:
        option = next(each for each in self.ruleset.options.usual(self.options) if each.code == code)
        return OptionRow(
            name=word(option.name),
            chosen=_value(option, self.options[code]),
            usual=_value(option, option.default),
            meaning=word(option.meaning),
        )

    def _figure(self, figure: Figure) -> RuleFigure:
        match figure:
            case Cards(groups):
                return RuleFigure(
                    groups=tuple(self._group(group.kind, group.cards, word(group.label)) for group in groups)
                )
            case Tiles(rows):
                return RuleFigure(
                    tile_rows=tuple((word(name), tuple(map(Tile, tiles))) for name, tiles in rows)
                )
            case Grid():
                return RuleFigure(grid=figure)
        return RuleFigure(case=self._case(figure))

    def _group(self, kind: str, cards: str, label: str) -> LabelledFan:
        is_long = len(cards) > LONG and len(set(cards)) > 1
        return LabelledFan(group_fan(kind, cards, self.speaker), label, is_long)

    def _case(self, case: Case) -> CaseFigure:
        played = play_case(self.ruleset, self.options, case)
        caption = word(case.caption)
        if played.outcome is None:
            return CaseFigure(caption=caption, problems=tuple(map(self.speaker.problem, played.problems)))
        return self._outcome(caption, case, played.outcome)

    def _outcome(self, caption: str, case: Case, outcome: Outcome) -> CaseFigure:
        """An example, of which only the parts that it is to show are filled in."""

        def shows(part: Part) -> bool:
            return part in case.shows

        won = outcome.wins[0] if outcome.wins and shows("hand") else None
        melds = won.melds if won else ()
        return CaseFigure(
            caption=caption,
            groups=self._hand(melds),
            total=f"{won.hu} {self.speaker.hu}" if won and melds else "",
            lines=self._lines(case, outcome) if shows("lines") else (),
            gains=outcomes.net(outcome.gains or (), self.names) if shows("paid") else "",
            payments=self._payments(outcome) if shows("paid") else (),
            net=self._net_of_several(outcome) if shows("paid") else "",
            next_deal=self._next_deal(outcome) if shows("next") else None,
        )

    def _hand(self, melds: Iterable[MeldRead]) -> tuple[LabelledFan, ...]:
        """The groups of a hand, best first, each with what it counts."""
        best_first = sorted(melds, key=lambda meld: -meld.hu)
        return tuple(
            self._group(meld.kind, meld.cards, str(meld.hu) if meld.hu else "") for meld in best_first
        )

    def _lines(self, case: Case, outcome: Outcome) -> tuple[WorkedLine, ...]:
        """How it was worked out, line by line."""
        unit = self.speaker.unit
        return tuple(
            WorkedLine(
                self.speaker.item(item),
                f"{numbers.signed(item.units)} {unit}" if item.units and outcome.wins else "",
            )
            for item in outcome.items
            if not case.only or item.code in case.only
        )

    def _payments(self, outcome: Outcome) -> tuple[WorkedLine, ...]:
        """Who pays whom."""
        flows = [asdict(flow) for flow in outcome.flows]
        paid = outcomes.payments(flows, self.names, self.speaker.reason)
        return tuple(WorkedLine(text, f"{units} {self.speaker.unit}") for text, units in paid)

    def _net_of_several(self, outcome: Outcome) -> str:
        """What everybody ends with, "" where only one is paid."""
        if len({flow.payee for flow in outcome.flows}) < 2:
            return ""
        return outcomes.net(outcome.deltas(len(self.names)), self.names)

    def _next_deal(self, outcome: Outcome) -> NextDeal:
        terms, state = self.speaker.terms, outcome.state
        sitting = "" if state.sitting is None else self.names[state.sitting]
        return NextDeal(self.names[state.dealer], terms["deals"], sitting, terms["sitting"])


def term_and_text(text: str) -> tuple[str, str]:
    """The word that a rule explains, where it begins with one and a colon, and the rest."""
    found = TERM.match(text)
    return (found[1], text[found.end() :]) if found else ("", text)
