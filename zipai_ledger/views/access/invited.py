"""What an invitation shows of where it leads, once its secret was sent."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from zipai_ledger.access.grants import AnyLink
from zipai_ledger.ledger import queries
from zipai_ledger.models import Circle, GameSession, Link, Person, Player, Role

from ..tables.home import game_name


@dataclass(frozen=True, slots=True)
class Invited:
    """Name and facts of a table or a circle, who is known there, and the words of the page that asks who comes.

    ``instead``: to come and play for somebody, empty where that cannot be.
    """

    name: str
    about: tuple[str, ...]
    people: Sequence[Player | Person]
    role: str
    watch: str
    note: str
    enter: str
    enter_as: str
    heading: str
    instead: str


def invited(link: AnyLink) -> Invited:
    """What is shown to whoever holds the link."""
    return _to_table(link, link.session) if isinstance(link, Link) else _to_circle(link.circle)


def _to_table(link: Link, session: GameSession) -> Invited:
    view = queries.table_view(session, most=0)
    count, seated = session.deal_count, len(view.stage.seats)
    keeps = link.role == Role.SCOREKEEPER
    return Invited(
        name=session.name,
        about=(
            game_name(view.stage.stage.ruleset),
            ngettext("%(n)d 人", "%(n)d 人", seated) % {"n": seated},
            ngettext("打了 %(n)d 盘", "打了 %(n)d 盘", count) % {"n": count},
        ),
        people=view.players,
        role=_("可以记分") if keeps else _("只能看"),
        watch=_("不打，帮忙记") if keeps else _("只看看"),
        note=_("不用注册。名字只记在这张桌上。"),
        enter=_("上桌"),
        enter_as=_("我是{name}，上桌"),
        heading=_("请你上桌"),
        instead=_("我来替一手") if keeps and session.status == GameSession.Status.OPEN else "",
    )


def _to_circle(circle: Circle) -> Invited:
    evenings, people = circle.evenings.count(), tuple(circle.people.order_by("index"))
    return Invited(
        name=circle.name,
        about=(
            _("牌友圈"),
            ngettext("%(n)d 人", "%(n)d 人", len(people)) % {"n": len(people)},
            ngettext("%(n)d 场", "%(n)d 场", evenings) % {"n": evenings},
        ),
        people=people,
        role=_("能看每一场的输赢和战绩"),
        watch=_("都不是，先进去看看"),
        note=_("不用注册。"),
        enter=_("进圈"),
        enter_as=_("我是{name}，进圈"),
        heading=_("请你进圈"),
        instead="",
    )
