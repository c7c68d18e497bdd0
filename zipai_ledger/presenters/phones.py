"""上了桌的手机: phones at a table or in a circle, and whose they are."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from zipai_ledger.access import AnyVisit, Visit, grants
from zipai_ledger.access.grants import AnyGrant
from zipai_ledger.models import Grant, Link, Person, Player, Role


class CameBy(StrEnum):
    """How a phone came, where that was by no invitation."""

    RECOVERY = "recovery"
    CIRCLE = "circle"
    SPOKEN_CODE = "spoken_code"
    INVITATION = ""


@dataclass(frozen=True, slots=True)
class Phone:
    """A phone that may look: its ``grant``, whose link is at hand, and ``name`` of its player, empty where it has none.

    ``own``: it is the one that asks; ``asks``: to keep score.
    """

    grant: AnyGrant
    name: str
    own: bool = False
    asks: bool = False

    @property
    def label(self) -> str:
        """What stands on the invitation by which it came, empty where nothing does."""
        return self.grant.link.label if self.grant.link else ""

    @property
    def holder(self) -> str:
        """Whose phone it is, as far as that is known."""
        return self.name or self.label

    @property
    def came_by(self) -> CameBy:
        """How it came."""
        grant = self.grant
        if grant.recovered_at:
            return CameBy.RECOVERY
        if grant.link is None:
            looks = isinstance(grant, Grant) and grant.role == Role.VIEWER
            return CameBy.CIRCLE if looks else CameBy.INVITATION
        if grant.link.kind == Link.Kind.RECOVERY:
            return CameBy.RECOVERY
        return CameBy.SPOKEN_CODE if grant.link.kind == Link.Kind.SPOKEN else CameBy.INVITATION

    @property
    def is_owner(self) -> bool:
        """Whether it may do everything there."""
        return self.grant.role == Role.OWNER


def phone(grant: AnyGrant, names: Mapping[int, str], *, own: int = 0, asking: Collection[int] = ()) -> Phone:
    """The phone of a grant, whose link is at hand. ``names`` by number; ``own`` and ``asking``: keys of grants."""
    return Phone(
        grant=grant,
        name=names.get(grant.player, "") if grant.player is not None else "",
        own=grant.pk == own,
        asks=grant.pk in asking,
    )


def names_of(people: Iterable[Player | Person]) -> dict[int, str]:
    """Names by number."""
    return {one.index: one.name for one in people}


@dataclass(frozen=True, slots=True)
class PhonePage:
    """One phone, and whose it may be: all but those who are ``taken`` by another phone."""

    phone: Phone
    people: tuple[Player | Person, ...]
    taken: Collection[int | None]


def phone_page(visit: AnyVisit, grant: AnyGrant, people: Sequence[Player | Person]) -> PhonePage:
    """One phone of a place, whose link is at hand. One query."""
    others = grants.holding(visit.place).exclude(pk=grant.pk)
    taken = set(others.values_list("player", flat=True)) if isinstance(visit, Visit) else set()
    return PhonePage(
        phone=phone(grant, names_of(people), own=visit.grant.pk),
        people=tuple(people),
        taken=taken,
    )
