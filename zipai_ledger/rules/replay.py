"""``replay``: what a session document comes to, without a database."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from . import lines, registry
from .codec import JsonValue
from .document import SessionDocument, StageDocument, deal_of, parse, seats_of
from .problems import Problem, Refused
from .ruleset import Outcome, Ruleset, State, Table
from .scoring import item_json
from .speaker import Speaker, Vocabulary, find_ruleset
from .totals import Due, Settlement, StageTotal, settle

LONGEST = 1 << 25
"""Characters of a session document: 20,000 deals with their hands are about ten million."""


Watch = Callable[[int], None]
"""Called with the steps that come next; raises whatever shall end a fold that takes too long, or would store too much."""
DEAL, STAGE = 2, 40
"""Steps of a deal, and of a stage: about as much work as so many rows are when they are stored."""


def unwatched(_steps: int) -> None:
    """Let a fold take as long as it takes."""


class DealRefused(Exception):
    """A deal of the document cannot stand: ``deal`` counts from 1 through all stages."""

    def __init__(self, deal: int, refused: Refused, ruleset: Vocabulary) -> None:
        super().__init__(f"deal {deal}: {refused}")
        self.deal = deal
        self.refused = refused
        self.ruleset = ruleset


class StageRefused(Refused):
    """A stage that cannot be opened, with the words of its ruleset."""

    def __init__(self, ruleset: Vocabulary, *problems: Problem) -> None:
        super().__init__(*problems)
        self.ruleset = ruleset


@dataclass(frozen=True, slots=True)
class Played:
    """One stage folded: its outcomes in order, and the state after the last."""

    ruleset: Ruleset
    table: Table
    stage: StageDocument
    outcomes: tuple[Outcome, ...]
    state: State

    def totals(self) -> tuple[int, ...]:
        """Units by player."""
        sums = [0] * self.table.count
        for outcome in self.outcomes:
            for player, units in enumerate(outcome.deltas(self.table.count)):
                sums[player] += units
        return tuple(sums)

    def tally(self) -> tuple[int, ...] | None:
        """胡 of the open round by player."""
        return None if self.state.tally is None else self.table.by_player(self.state.tally)


def table_of(stage: StageDocument, count: int) -> tuple[Ruleset, Table]:
    """The ruleset and table of a stage; raises `Refused`."""
    ruleset = registry.get(stage.ruleset)
    seats = seats_of(stage, count)
    first = stage.first_dealer or 0
    return ruleset, ruleset.table(
        stage.options or {}, seats, count, first, stage.first_sitting, stage.carried_in
    )


def play_stage(stage: StageDocument, count: int, before: int = 0, watch: Watch = unwatched) -> Played:
    """Fold one stage; ``before`` deals stand in earlier ones. Raises `Refused` or `DealRefused`."""
    watch(STAGE)
    ruleset, table = table_of(stage, count)
    state = ruleset.open(table)
    outcomes = []
    for number, deal in enumerate(stage.deals, before + 1):
        watch(DEAL)
        try:
            outcome = ruleset.play(table, state, deal_of(deal))
        except Refused as refused:
            raise DealRefused(number, refused, ruleset) from None
        outcomes.append(outcome)
        state = outcome.state
    return Played(ruleset, table, stage, tuple(outcomes), state)


@contextmanager
def opening(ruleset: str, place: str = "") -> Iterator[None]:
    """What refuses a stage is worded by its ruleset; raises `StageRefused` for the stage at ``place``."""
    try:
        yield
    except Refused as refused:
        problems = [problem.within(place) for problem in refused.problems]
        raise StageRefused(find_ruleset(ruleset), *problems) from None


def play(document: SessionDocument, watch: Watch = unwatched) -> tuple[Played, ...]:
    """Fold a whole document; raises `StageRefused` or `DealRefused`, and what ``watch`` raises."""
    played: list[Played] = []
    before = 0
    for number, stage in enumerate(document.stages):
        with opening(stage.ruleset, "" if document.single else f"stages.{number}"):
            if played and played[-1].state.in_round:
                raise Refused(Problem("bad_stage", "", "open_round_before", {"deal": before}))
            played.append(play_stage(stage, len(document.players), before, watch))
        before += len(stage.deals)
    return tuple(played)


def settlement(played: Sequence[Played]) -> Settlement:
    """What the stages come to together."""
    return settle([StageTotal(p.ruleset.unit.zh, p.totals(), p.stage.stake) for p in played])


def _listed(values: Sequence[JsonValue]) -> JsonValue:
    """One winner's value plain, several as a list, none as null."""
    if not values:
        return None
    return values[0] if len(values) == 1 else values


def deal_json(outcome: Outcome, table: Table, speaker: Speaker) -> dict[str, JsonValue]:
    """One deal of the answer."""
    answer: dict[str, JsonValue] = {
        "dealer": outcome.deal.dealer,
        "sitting": outcome.deal.sitting,
        "source": _listed([won.source for won in outcome.wins]),
        "hu": _listed([won.hu for won in outcome.wins]),
        "units": _listed([won.units for won in outcome.wins]),
        "deltas": list(outcome.deltas(table.count)),
        "tally": None if outcome.tally is None else list(outcome.tally),
        "round_over": outcome.round_over,
        "items": [item_json(item, speaker) for item in outcome.items],
        **outcome.answers,
    }
    if outcome.warnings:
        answer["warnings"] = [lines.problem_json(problem, speaker) for problem in outcome.warnings]
    return answer


def _stage_json(played: Played, lang: str, names: Sequence[str]) -> dict[str, JsonValue]:
    tally, speaker = played.tally(), Speaker(played.ruleset, lang, names)
    return {
        "deals": [deal_json(outcome, played.table, speaker) for outcome in played.outcomes],
        "totals": list(played.totals()),
        "tally": None if tally is None else list(tally),
        **_evening_json(played),
    }


def _evening_json(played: Played) -> dict[str, JsonValue]:
    """How far an evening of so many deals is."""
    evening = played.ruleset.game(played.table.options).house.evening(played.state)
    if evening is None:
        return {}
    return {"evening": {"deals": evening.deals, "played": evening.played, "over": evening.over}}


def _transfer_json(due: Due, single: bool) -> dict[str, JsonValue]:
    amounts: dict[str, JsonValue] = {} if single or due.units is None else {"unit": due.unit}
    if due.units is not None:
        amounts["units"] = due.units
    if due.minor is not None:
        amounts["minor"] = due.minor
    return {"from": due.payer, "to": due.payee, **amounts}


def _money_json(found: Settlement) -> JsonValue:
    """Minor units by player; by currency where there are several."""
    if len(found.money) > 1:
        return {currency: list(minor) for currency, minor in found.money.items()}
    return next((list(minor) for minor in found.money.values()), None)


def answer_document(document: SessionDocument, lang: str) -> dict[str, JsonValue]:
    """The answer to a document that stands; raises `Refused` or `DealRefused`."""
    played = play(document)
    found = settlement(played)
    stages = [_stage_json(p, lang, document.players) for p in played]
    money = {
        "money": _money_json(found),
        "transfers": [_transfer_json(due, document.single) for due in found.dues],
    }
    if document.single:
        return {"ok": True, **stages[0], **money}
    return {"ok": True, "stages": stages, "units": {u: list(t) for u, t in found.units.items()}, **money}


def answer(given: object) -> dict[str, JsonValue]:
    """The answer to one session document; a refusal is an answer too."""
    lang = lines.language(given)
    try:
        return answer_document(parse(given), lang)
    except DealRefused as failed:
        errors = lines.errors(failed.refused, Speaker(failed.ruleset, lang))
        return {"ok": False, "deal": failed.deal, "errors": errors}
    except StageRefused as refused:
        return {"ok": False, "errors": lines.errors(refused, Speaker(refused.ruleset, lang))}
    except Refused as refused:
        return {"ok": False, "errors": lines.errors(refused, Speaker(lang=lang))}


def answer_text(text: str) -> dict[str, JsonValue]:
    """The answer to a document in text, whatever its length."""
    try:
        return answer(lines.parse(text, LONGEST))
    except Refused as refused:
        return {"ok": False, "errors": lines.errors(refused, Speaker())}
