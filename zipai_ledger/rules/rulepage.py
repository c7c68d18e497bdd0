"""The whole of a table's rules: what its game says of itself, and what the vocabulary alone can tell of any game."""

from collections.abc import Collection
from dataclasses import dataclass

from . import facts
from .codec import Count, Seat
from .options import Bands, Option, Options, Value, Words, entries
from .problems import Problem, Refused
from .rulebook import (
    Case,
    Figure,
    Section,
    Standing,
    Statement,
    band_grid,
    listed,
    one,
)
from .ruleset import Carried, Outcome, Ruleset
from .ruletext import Known, Reader

HOUSE = "house"
"""The section that lists every option with what is chosen."""

NAMES = (Words("甲", "A"), Words("乙", "B"), Words("丙", "C"), Words("丁", "D"))
"""What the players of an example are called, by seat."""

LEDGER = """
# ledger 本子怎么记 | How the ledger keeps it
- [ours] 每一盘，各家的输赢加起来总是零。
+ What the players win and lose in a deal always adds up to zero.
- [ours] 下一盘谁{deals}，本子照规矩先填好。桌上另有说法，记的时候可以改。
+ The ledger proposes who deals next; whoever records the deal may say otherwise.
- [ours] 桌上另外商定的，单记一行“商定”，加起来也要是零。下一盘谁{deals}不变。
+ What is agreed beside the rules is a line of its own and adds up to zero too; who deals next does not change.
- [ours | entry=zipai_hand] 可以只记{hu}数，不记牌。这样的一盘没法验，写着“未验牌”。
+ A deal may be told by its {hu} alone; it is then marked as not checked by cards.
"""

OFFENDER = Seat(1)
CLAIMED = Count(22)
"""胡 of the hand that was claimed in an example of a foul."""


@dataclass(frozen=True, slots=True)
class Played:
    """What an example comes to under the rules chosen: its last outcome, or why that deal cannot be."""

    outcome: Outcome | None
    problems: tuple[Problem, ...] = ()


def rulebook(ruleset: Ruleset, options: Options) -> tuple[Section, ...]:
    """Everything that is said of a game under resolved options, section by section."""
    own = ruleset.game(options).rulebook()
    said = {section.code for section in own}
    told = {code for section in own for statement in section.statements for code in statement.of}
    common = (_deals(ruleset, options), _house(ruleset, options, told), *_ledger(ruleset, options))
    return (*own, *(each for each in common if each.statements and each.code not in said))


def work_out(ruleset: Ruleset, options: Options, case: Case) -> Played:
    """An example played at a fresh table, 甲 dealing first."""
    count = ruleset.places(options)
    try:
        table = ruleset.table(options, tuple(range(count)), count, 0, None, _carried(case))
        state = ruleset.open(table)
        for deal in case.deals[:-1]:
            state = ruleset.play(table, state, deal).state
        return Played(ruleset.play(table, state, case.deals[-1]))
    except Refused as refused:
        return Played(None, refused.problems)


def _carried(case: Case) -> Carried | None:
    return Carried(tally=case.tally, wins=case.wins or None) if case.tally else None


# ---- what the vocabulary tells of any game ---------------------------------------------------------------------------


def _deals(ruleset: Ruleset, options: Options) -> Section:
    """没有人胡，或者有人犯规: what comes of it, as the rules play it."""
    terms, told = ruleset.terms, list[tuple[Words, facts.Deal]]()
    if facts.Dead in ruleset.results:
        told.append((terms.dead, facts.Dead()))
    if facts.Foul in ruleset.results:
        told.append((terms.foul, _foul(ruleset, options)))
    begins = Words(f"甲{terms.deals.zh}", "A deals")
    statements = tuple(
        Statement(
            Words(f"{name.zh}，照这桌的规矩是这样。", f"{name.en}: this is what comes of it here."),
            "ours",
            "ours",
            figures=(Case(begins, (deal,), ("lines", "paid", "next")),),
        )
        for name, deal in told
    )
    return Section("else", listed(name for name, _ in told), statements)


def _foul(ruleset: Ruleset, options: Options) -> facts.Foul:
    """A foul by the dealer's 下手, told as far as it has to be."""
    ask = ruleset.game(options).foul_ask
    hu = CLAIMED if ask.usual is None and ask.hu else None
    return facts.Foul(offender=OFFENDER, hu=hu)


def _house(ruleset: Ruleset, options: Options, told: Collection[str]) -> Section:
    """Every house rule with what is chosen, its meaning and source; with its example, unless it is ``told`` elsewhere."""
    statements = tuple(_rule(ruleset, option, options, told) for option in ruleset.options.options)
    return Section(HOUSE, Words("开桌时定的规矩", "Settled when a table opens"), statements)


def _rule(ruleset: Ruleset, option: Option, options: Options, told: Collection[str]) -> Statement:
    value, example = options[option.code], ruleset.game(options).example(option.code)
    figures: list[Figure] = []
    if isinstance(option, Bands):
        figures.append(band_grid(option.columns, entries(value, list)))
        text = Words(f"{option.name.zh}。{option.meaning.zh}", f"{option.name.en}. {option.meaning.en}")
    else:
        chosen = said(option, value)
        text = Words(
            f"{option.name.zh}：{chosen.zh}。{option.meaning.zh}",
            f"{option.name.en}: {chosen.en}. {option.meaning.en}",
        )
    if example is not None:
        figures.append(Case(Words("比如", "For example"), (example.deal,), only=example.items))
    standing: Standing = "ours" if option.source == "ours" else "source"
    shown = () if option.code in told else tuple(figures)
    return Statement(text, option.source, standing, (option.code,), shown)


def said(option: Option, value: Value) -> Words:
    """A value in words: the choices, or each number with what it is; parts that are usually 0 only where they are not."""
    if option.many:
        chosen = [option.choice(each).name for each in entries(value, str)]
    elif option.parts:
        numbers = zip(option.parts, _numbers(value), _numbers(option.default), strict=True)
        chosen = [
            Words(f"{part.name.zh} {number}", f"{part.name.en} {number}")
            for part, number, usual in numbers
            if number or usual
        ]
    else:
        return option.choice(value).name if option.choices and isinstance(value, int | str) else one(value)
    return listed(chosen) if chosen else Words("没有", "none")


def _numbers(value: Value) -> list[int]:
    return list(value.values()) if isinstance(value, dict) else entries(value, int)


def _ledger(ruleset: Ruleset, options: Options) -> tuple[Section, ...]:
    """What this program adds, whatever the game."""
    known: dict[str, Known] = {"deals": ruleset.terms.deals, "hu": ruleset.terms.hu, "entry": ruleset.entry}
    return Reader(options, known).sections(LEDGER)
