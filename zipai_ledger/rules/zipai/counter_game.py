"""数算 (shusuan): the games of S4, in one of whose forms a fourth player keeps count: what they have in common, put together."""

from collections.abc import Callable
from functools import partial
from typing import ClassVar

from ..options import as_options
from ..rulebook import Section
from ..ruleset import Example, Ruleset, no_example
from .asks import Asks
from .call import CallReader
from .counter import MARKS, SEATS_OF, CounterOptions, CounterTurns, counted_out
from .counter_words import DENG_TERMS
from .course import PlayDead, zipai_course
from .drawing import BY_DRAW
from .fouls import Fouls, Penalty, PlayFoul
from .game import HAND_HINT, ZipaiGame, zipai_game
from .rounds import Round
from .rulebook import Subject
from .sayings import DENG_SAYS
from .valuing import Valuing
from .wins import Payment, no_payment


class CounterRuleset(Ruleset):
    """A game of S4: its table, its words, and how its hands are written."""

    seats = (2, 3, 4)
    entry = "zipai_hand"
    seats_by = "form"
    seats_of = SEATS_OF
    terms = DENG_TERMS
    sayings = DENG_SAYS
    first_deal = BY_DRAW
    hand_hint = HAND_HINT
    reader: ClassVar[CallReader] = CallReader(MARKS)

    def game_of(
        self,
        o: CounterOptions,
        valuing: Valuing,
        penalty: Penalty,
        asks: Asks,
        rulebook: Callable[[Subject], tuple[Section, ...]],
        *,
        example: Callable[[str], Example | None] = no_example,
        turns: CounterTurns | None = None,
        payment: Payment = no_payment,
        foul: PlayFoul | None = None,
        dead: PlayDead | None = None,
        round_: Round | None = None,
    ) -> ZipaiGame:
        """The game of these parts. By default a foul is paid to each of the others, and 臭牌 costs nothing."""
        turns = turns or CounterTurns(o.seating)
        foul = foul or Fouls(penalty=penalty, turns=turns, how="each").play
        course = zipai_course(
            self.reader,
            valuing,
            turns,
            penalty,
            payment,
            foul=foul,
            dead=dead,
            round_=round_,
            pledging=o.pledging,
        )
        return zipai_game(
            course,
            asks,
            partial(rulebook, Subject(self, as_options(o), course)),
            example,
            sits_out=o.seating.sits_out,
            usual_sitting=turns.usual_sitting,
            house=o.house,
            counted_out=counted_out(o.change_bottom == "on", o.special_cards) if o.seating.sits_out else 0,
        )
