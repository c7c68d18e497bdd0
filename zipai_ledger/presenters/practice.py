"""照着记 (zhaozheji): what lies on the table that one imagines, and how the hand entered last came out."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from zipai_ledger import samples
from zipai_ledger.access import Action, Visit
from zipai_ledger.formats.speaker import stage_speaker
from zipai_ledger.ledger import queries
from zipai_ledger.rules.speaker import Speaker
from zipai_ledger.samples.practice import HANDS, EnteredWin, HandToEnter, Progress, progress

from .cards import LooseCard, loose_card
from .deals import source_text
from .fans import Fan, group_fan


@dataclass(frozen=True, slots=True)
class PracticeHand:
    """A hand to be entered: who won, how, and its groups where it is not only said what it counts.

    With each group comes the word on its key of the pad.
    """

    winner: str
    facts: tuple[str, ...]
    groups: tuple[tuple[Fan, str], ...]
    won: LooseCard | None
    turned: LooseCard | None


@dataclass(frozen=True, slots=True)
class PracticeCard:
    """The hand to be entered now, None when all are done, its ``number`` of ``count``; how the one before came out.

    ``worth`` is what a right one came to (17 胡 4 舵); ``entered`` is what of a wrong one is otherwise than it lies on the
    table, ``wanted`` what lies there; ``last`` is the key of the deal entered last.
    """

    hand: PracticeHand | None
    number: int
    count: int
    worth: str
    entered: str
    wanted: str
    last: int | None


def practice_card(visit: Visit) -> PracticeCard | None:
    """What there is to practise now; None where the table is no sample, and for who may not keep score there."""
    session = visit.session
    stage = samples.practice_stage(session) if session.sample and visit.may(Action.RECORD) else None
    if stage is None:
        return None
    names = [player.name for player in queries.players_of(session)]
    return _card(progress(samples.entered_wins(session)), stage_speaker(stage, names))


def hand_to_enter(visit: Visit, replaced: int | None) -> PracticeHand | None:
    """The hand beside the page where it is entered; ``replaced`` is the key of a deal that is corrected there."""
    card = practice_card(visit)
    return card.hand if card and replaced in (None, card.last) else None


def _card(done: Progress, speaker: Speaker) -> PracticeCard:
    """Where the practice stands, in the words of its game and with the names of its people."""
    last, hand = done.last, done.hand
    wrong = [*_different(last, hand, speaker)] if last and hand and not done.right else []
    return PracticeCard(
        hand=_hand(hand, speaker) if hand else None,
        number=min(done.done + 1, len(HANDS)),
        count=len(HANDS),
        worth=f"{_hu(last, speaker)} {_units(last, speaker)}" if last and done.right else "",
        entered=" ".join(entered for entered, _wanted in wrong),
        wanted=" ".join(wanted for _entered, wanted in wrong),
        last=last.key if last else None,
    )


def _hand(hand: HandToEnter, speaker: Speaker) -> PracticeHand:
    counted = () if hand.groups else (_hu(hand, speaker), _("醒 %(n)d") % {"n": hand.xing})
    return PracticeHand(
        winner=speaker.names[hand.winner],
        facts=(source_text(hand.source, hand.from_, speaker), *counted),
        groups=tuple(
            (group_fan(kind, cards, speaker), word)
            for (kind, cards), word in zip(hand.groups, hand.words, strict=True)
        ),
        won=loose_card(hand.won) if hand.won else None,
        turned=loose_card(hand.turned) if hand.turned else None,
    )


def _different(last: EnteredWin, hand: HandToEnter, speaker: Speaker) -> Iterator[tuple[str, str]]:
    """What was entered and what should have been, as far as it differs; 舵 only where nothing before explains them."""
    facts = [
        (speaker.names[last.winner], speaker.names[hand.winner]),
        (source_text(last.source, last.from_, speaker), source_text(hand.source, hand.from_, speaker)),
        (_hu(last, speaker), _hu(hand, speaker)),
    ]
    different = [(entered, wanted) for entered, wanted in facts if entered != wanted]
    yield from different or [(_units(last, speaker), _units(hand, speaker))]


def _hu(win: EnteredWin | HandToEnter, speaker: Speaker) -> str:
    return f"{win.hu or 0} {speaker.hu}"


def _units(win: EnteredWin | HandToEnter, speaker: Speaker) -> str:
    return f"{win.units or 0} {speaker.unit}"
