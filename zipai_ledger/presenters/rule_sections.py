"""The whole of a table's rules: what its game says of itself, and what the vocabulary alone can tell of any game."""

from collections.abc import Collection

from zipai_ledger.rules import facts
from zipai_ledger.rules.codec import Count, Seat
from zipai_ledger.rules.housecode import chosen
from zipai_ledger.rules.options import Bands, Option, Options, Words, entries
from zipai_ledger.rules.rulebook import (
    Case,
    Figure,
    Section,
    Standing,
    Statement,
    band_grid,
    listed,
)
from zipai_ledger.rules.ruleset import Ruleset
from zipai_ledger.rules.ruletext import Known, Reader

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


def rule_sections(ruleset: Ruleset, options: Options) -> tuple[Section, ...]:
    """Everything that is said of a game under resolved options, section by section."""
    own = ruleset.game(options).rulebook()
    own_codes = {section.code for section in own}
    explained = {code for section in own for statement in section.statements for code in statement.of}
    common = (_deals(ruleset, options), _house(ruleset, options, explained), *_ledger(ruleset, options))
    return (*own, *(each for each in common if each.statements and each.code not in own_codes))


# ---- what the vocabulary tells of any game ---------------------------------------------------------------------------


def _deals(ruleset: Ruleset, options: Options) -> Section:
    """没有人胡，或者有人犯规: what comes of it, as the rules play it."""
    terms, deals = ruleset.terms, list[tuple[Words, facts.Deal]]()
    if facts.Dead in ruleset.results:
        deals.append((terms.dead, facts.Dead()))
    if facts.Foul in ruleset.results:
        deals.append((terms.foul, _foul(ruleset, options)))
    begins = Words(f"甲{terms.deals.zh}", "A deals")
    statements = tuple(
        Statement(
            Words(f"{name.zh}，照这桌的规矩是这样。", f"{name.en}: this is what comes of it here."),
            "ours",
            "ours",
            figures=(Case(begins, (deal,), ("lines", "paid", "next")),),
        )
        for name, deal in deals
    )
    return Section("else", listed(name for name, _ in deals), statements)


def _foul(ruleset: Ruleset, options: Options) -> facts.Foul:
    """A foul by the dealer's 下手, as much of it as has to be entered."""
    ask = ruleset.game(options).foul_ask
    hu = CLAIMED if ask.usual is None and ask.hu else None
    return facts.Foul(offender=OFFENDER, hu=hu)


def _house(ruleset: Ruleset, options: Options, explained: Collection[str]) -> Section:
    """Every house rule with what is chosen, its meaning and source; with its example, unless that is ``explained``."""
    statements = tuple(
        _rule(ruleset, option, options, explained) for option in ruleset.options.usual(options)
    )
    return Section(HOUSE, Words("开桌时定的规矩", "Settled when a table opens"), statements)


def _rule(ruleset: Ruleset, option: Option, options: Options, explained: Collection[str]) -> Statement:
    value, example = options[option.code], ruleset.game(options).example(option.code)
    figures: list[Figure] = []
    if isinstance(option, Bands) and not isinstance(value, str):
        figures.append(band_grid(option.columns, entries(value, list)))
        text = Words(f"{option.name.zh}。{option.meaning.zh}", f"{option.name.en}. {option.meaning.en}")
    else:
        choice = chosen(option, value)
        text = Words(
            f"{option.name.zh}：{choice.zh}。{option.meaning.zh}",
            f"{option.name.en}: {choice.en}. {option.meaning.en}",
        )
    if example is not None:
        figures.append(Case(Words("比如", "For example"), (example.deal,), only=example.items))
    standing: Standing = "ours" if option.source == "ours" else "source"
    illustrations = () if option.code in explained else tuple(figures)
    return Statement(text, option.source, standing, (option.code,), illustrations)


def _ledger(ruleset: Ruleset, options: Options) -> tuple[Section, ...]:
    """What this program adds, whatever the game."""
    known: dict[str, Known] = {"deals": ruleset.terms.deals, "hu": ruleset.terms.hu, "entry": ruleset.entry}
    return Reader(options, known).sections(LEDGER)
