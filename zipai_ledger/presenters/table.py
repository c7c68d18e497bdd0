"""牌桌 (paizhuo): the page of a table: the desk with its totals, and the ledger, newest first."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta

from django.utils import timezone

from zipai_ledger.access import Action, Visit, grants
from zipai_ledger.formats.speaker import speaker, stage_speaker, unit_word
from zipai_ledger.ledger import queries
from zipai_ledger.ledger.posting import Rules
from zipai_ledger.ledger.queries import Dispute, StageView, TableView, round_just_over
from zipai_ledger.ledger.verify import quick_check
from zipai_ledger.models import Player
from zipai_ledger.rules import facts, registry
from zipai_ledger.rules.evening import Evening
from zipai_ledger.rules.problems import Refused
from zipai_ledger.rules.ruleset import State

from .boards import Board, boards
from .desk import Desk, Resting, desk, resting
from .entry_kinds import KINDS
from .events import stage_text
from .invitations import Invitation, code_at_hand
from .just_now import JustNow, just_now
from .ledger_rows import roster
from .phones import names_of
from .practice import PracticeCard, practice_card
from .rounds import RoundOver, closing_raises, round_over
from .scorekeeping import OwnerNotices, OwnRequest, scorekeeping
from .template_values import TemplateValue

LONG_HOURS = 3
TOO_LONG_HOURS = 12
MOST_DISPUTES = 3
"""Those that stand at the top of the page; the page where the table settles names all."""


@dataclass(frozen=True, slots=True)
class EmptyChairs:
    """Whose phones are not at the table yet: ``others``; ``code`` lies ready to be scanned, None once it has ended."""

    others: tuple[Player, ...]
    code: Invitation | None


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRules(TemplateValue):
    """桌规 (zhuogui): what the table adds to its game, as it stands before the coming deal.

    ``pledges``: whether everybody announces some now; ``is_closed``: two have closed what they have played; ``evening``: how
    many deals it is to have, None where that is open.
    """

    pledges: bool = False
    is_closed: bool = False
    evening: Evening | None = None


@dataclass(frozen=True, slots=True)
class TableMenu:
    """What the menu alone depends on.

    ``closes``: whether two have yet to close what they have played; ``has_newer_rules``: whether rules of a stage have been
    mended since.
    """

    closes: bool
    has_newer_rules: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePage(TemplateValue):
    """Everything around the ledger.

    ``is_damaged``: its trail does not hold together. ``practice``: what is to be entered at a table to play with.
    ``just`` is what happened last, ``standing`` what is to be known before the coming deal. ``stand_ins``: for whom who plays.
    ``hours``: how long it has been played, 0 where that is nothing to mention. ``unpaid``: payments that a closed table
    still waits for, None where it is open or keeps no money. ``elsewhere`` are totals in units that were played before,
    ``new_stage`` says what begins with the coming deal.
    ``empty_chairs``: for who may invite, before the first deal.
    """

    desk: Desk
    resting: tuple[Resting, ...]
    words: Mapping[str, str]
    unit: str
    is_damaged: bool
    disputes: tuple[Dispute, ...]
    scorekeeping: OwnerNotices | OwnRequest | None
    practice: PracticeCard | None
    is_writable: bool
    is_playable: bool
    by_winner: bool
    has_dead: bool
    in_round: bool
    menu: TableMenu
    house: HouseRules
    just: JustNow | None
    standing: tuple[str, ...]
    stand_ins: tuple[tuple[Player, Player], ...]
    hours: int
    unpaid: int | None
    over: RoundOver | None
    elsewhere: tuple[Board, ...]
    new_stage: str
    empty_chairs: EmptyChairs | None
    saved_ids: tuple[str, ...]


def table_page(visit: Visit, view: TableView, *, invites: bool = True) -> TablePage:
    """The table as this visitor sees it; ``invites``: where a code may lie on an empty one. Four queries at least."""
    session, state, playing = view.session, view.standing.state, queries.playing_now(view)
    is_damaged = bool(quick_check(session))
    is_writable = session.is_open and not is_damaged
    rules, over = _rules(view.stage), round_just_over(view.deals, view.stage.stage.index)
    unit = unit_word(view.rulesets, view.stage.stage.unit)
    totals = boards(names_of(view.holders), view.settlement, view.rulesets)
    return TablePage(
        desk=desk(view, visit.player, playing, rules),
        resting=resting(view, playing),
        words=stage_speaker(view.stage.stage).terms,
        unit=unit,
        is_damaged=is_damaged,
        disputes=queries.disputes_of(session)[:MOST_DISPUTES],
        scorekeeping=scorekeeping(visit),
        practice=practice_card(visit),
        is_writable=is_writable,
        is_playable=is_writable and rules is not None and not state.closed,
        by_winner=rules is not None and KINDS[rules.ruleset.entry].by_winner,
        has_dead=rules is not None and facts.Dead in rules.ruleset.results,
        in_round=is_writable and state.in_round,
        menu=_menu(view, rules, is_writable),
        house=_house(rules, state, is_writable),
        just=just_now(view, roster(view)) if session.is_open else None,
        standing=tuple(_standing(rules, view)) if rules and is_writable else (),
        stand_ins=tuple(
            (view.players[account], view.players[by]) for account, by in playing.items() if is_writable
        ),
        hours=_hours(view) if is_writable else 0,
        unpaid=None if session.is_open else view.settlement.unpaid,
        over=round_over(over, roster(view)) if over else None,
        elsewhere=tuple(board for board in totals if board.unit != unit),
        new_stage=_new_stage(view),
        empty_chairs=_empty_chairs(visit, view) if invites and is_writable and not view.deals else None,
        saved_ids=queries.latest_client_ids(session),
    )


def _menu(view: TableView, rules: Rules | None, is_writable: bool) -> TableMenu:
    return TableMenu(
        closes=is_writable and rules is not None and closing_raises(view.standing.state),
        has_newer_rules=any(map(_is_outdated, view.stages)),
    )


def _house(rules: Rules | None, state: State, is_writable: bool) -> HouseRules:
    if rules is None or not is_writable:
        return HouseRules()
    house = rules.game.house
    return HouseRules(
        pledges=house.asks_pledges(state),
        is_closed=bool(state.closed),
        evening=house.evening(state),
    )


def _hours(view: TableView) -> int:
    """A long evening is worth a word, an evening of days is none."""
    played = timezone.now() - view.session.opened_at
    hours = played // timedelta(hours=1)
    return hours if view.deals and LONG_HOURS <= hours < TOO_LONG_HOURS else 0


def _rules(stage: StageView) -> Rules | None:
    """The rules that are played now, None where they are gone."""
    try:
        return Rules.of(stage.stage)
    except Refused:
        return None


def _is_outdated(stage: StageView) -> bool:
    """Whether a stage was opened by rules that have been mended since."""
    known = registry.all_rulesets().get(stage.stage.ruleset)
    return known is not None and known.version > stage.stage.version


def _standing(rules: Rules, view: TableView) -> Iterator[str]:
    """What the table should know before the coming deal, beside who deals."""
    words = speaker(rules.ruleset, [player.name for player in view.players])
    return map(words.item, rules.game.outlook.standing(rules.table, view.standing.state))


def _new_stage(view: TableView) -> str:
    """The stage just opened, empty once a deal was played in it, and for the first of an evening."""
    index = view.stage.stage.index
    if len(view.stages) > 1 and view.deals and view.deals[0].deal.stage.index < index:
        return stage_text(view.stages, index, [player.name for player in view.players])
    return ""


def _empty_chairs(visit: Visit, view: TableView) -> EmptyChairs | None:
    """For a phone that may invite, until everybody else's has come. Three queries."""
    if view.session.sample or not visit.may(Action.INVITE):
        return None
    here = {visit.player, *(other.player for other in grants.beside(visit.grant))}
    others = tuple(player for player in view.players if player.index not in here)
    return EmptyChairs(others, code_at_hand(visit)) if others else None
