"""上了桌的手机: phones at a table or in a circle, and whose they are."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from zipai_ledger.access.grants import AnyGrant
from zipai_ledger.models import Link, Person, Player, Role


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
    def is_by_recovery_code(self) -> bool:
        """Whether it came by one; before there was a column for when, only the link says so."""
        link = self.grant.link
        return self.grant.recovered_at is not None or (link is not None and link.kind == Link.Kind.RECOVERY)

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
