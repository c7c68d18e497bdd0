"""战绩: an evening in figures, its totals as lines, its greatest hands."""

from collections.abc import Callable, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from zipai_ledger.access import Action, Visit, for_table
from zipai_ledger.access.heavy import heavy
from zipai_ledger.charts import MOST_MARKS, Series
from zipai_ledger.formats.numbers import sign, signed
from zipai_ledger.formats.outcomes import listed
from zipai_ledger.formats.speaker import stored_speaker
from zipai_ledger.ledger import figures, queries
from zipai_ledger.ledger.figures import BestHand, Course, Evening, GameFigures, StageFigures
from zipai_ledger.presenters.cards import hand_cards
from zipai_ledger.presenters.deals import win_facts
from zipai_ledger.presenters.live import live_page
from zipai_ledger.presenters.totals import Total
from zipai_ledger.views.showing import tallies

from ..addresses import offered
from ..preferences import read_preferences

Shown = dict[str, Any]


@require_safe
@for_table(Action.SEE)
@heavy
def show(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Lines of totals, figures by game and by stage, the greatest hands."""
    names = [player.name for player in queries.players_of(visit.session)]
    evening = figures.evening(visit.session)
    page = _Page(visit, names, read_preferences(request).type)
    context = {
        "visit": visit,
        "table_url": reverse("table:show", args=[visit.session.public_id]),
        "name": visit.session.name,
        "picture_url": offered(visit, Action.EXPORT, "sharing:show"),
        "played": bool(evening.deals),
        "charts": page.charts(evening),
        "games": [page.game(game, several=len(evening.games) > 1) for game in evening.games],
        "stages": [page.stage(stage) for stage in evening.stages] if len(evening.stages) > 1 else [],
        "live": live_page(visit),
    }
    return render(request, "tables/figures.html", context)


def _heading(course: Course, *, alone: bool) -> tuple[str, str]:
    """What a chart is called, and the word for its unit; ``alone``: there is only one game."""
    if course.currency:
        return _("几样合起来算钱"), _("元") if course.currency == "CNY" else course.currency
    games = listed([stored_speaker(slug).game for slug in course.rulesets])
    speaker = stored_speaker(course.rulesets[0], course.unit)
    if course.of_rounds:
        title = _("记下的胡，加起来") if alone else _("%(game)s记下的胡") % {"game": games}
        return title, speaker.hu
    return _("一盘一盘走下来") if alone else games, speaker.unit


class _Page:
    """How one visitor reads the figures."""

    def __init__(self, visit: Visit, names: list[str], size: str) -> None:
        self.visit, self.names, self.size = visit, names, size

    def charts(self, evening: Evening) -> list[Shown]:
        """Money over all where several units make it up, the totals of each unit, what was counted towards rounds."""
        alone = len(evening.courses) == 1
        courses = (*evening.money, *evening.courses, *evening.counted)
        return [self.chart(course, *_heading(course, alone=alone)) for course in courses]

    def chart(self, course: Course, title: str, unit: str) -> Shown:
        lines = [
            Series(self.names[account], totals, look=account, marks=course.marks[account])
            for account, totals in course.totals.items()
        ]
        places = [str(position) for position in course.positions]
        tell = tallies.money(course.currency) if course.currency else signed
        shown = tallies.chart(title, unit, lines, places, self.size, tell)
        few = all(len(one.marks) <= MOST_MARKS for one in lines) and any(one.marks for one in lines)
        return {
            **shown,
            "ends": [] if course.of_rounds else [self._end(*each, tell) for each in course.totals.items()],
            "note": _("线上的记号：那一盘胡了。") if few else "",
        }

    def _end(self, account: int, totals: Sequence[int], tell: Callable[[int], str]) -> Total:
        """What an account ends with, and where it is told how that came about."""
        return Total(self.names[account], tell(totals[-1]), sign(totals[-1]), player=account)

    def game(self, game: GameFigures, *, several: bool) -> Shown:
        return {
            "name": stored_speaker(game.ruleset).game if several else "",
            "boards": tallies.board(game.tallies, self.names, game.ruleset, game.unit),
            "best": [self.hand(hand, game) for hand in game.best],
        }

    def hand(self, hand: BestHand, game: GameFigures) -> Shown:
        """One of the greatest hands: who, how much, in which deal, its cards."""
        speaker = stored_speaker(game.ruleset, game.unit, self.names)
        return {
            "name": self.names[hand.person],
            "worth": f"{hand.worth} {tallies.counted_in(game.ruleset, game.unit)}",
            "about": [_("第 %(n)d 盘") % {"n": hand.position}, *win_facts(hand.win, speaker)],
            "cards": hand_cards(hand.win, speaker),
            "url": offered(self.visit, Action.SEE, "deal:show", hand.key),
        }

    def stage(self, stage: StageFigures) -> Shown:
        people = listed([self.names[player] for player in stage.seats])
        told = {"n": stage.index + 1, "people": people, "game": stored_speaker(stage.ruleset).game}
        between = {"first": stage.first, "last": stage.last}
        return {
            "title": _("第 %(n)d 段：%(people)s 打%(game)s") % told,
            "deals": _("第 %(first)d 到 %(last)d 盘") % between if stage.first else _("一盘也没打"),
            "boards": tallies.board(stage.tallies, self.names, stage.ruleset, stage.unit),
        }
