"""下桌 (xiazhuo): what goes where a phone leaves everything."""

from dataclasses import dataclass

from zipai_ledger.access import codes, signing_off
from zipai_ledger.access.grants import AnyGrant, Place
from zipai_ledger.models import Circle, Device, GameSession, Role


@dataclass(frozen=True, slots=True)
class SigningOffPage:
    """Before a phone leaves all ``places``; ``lost``: names of those that nobody could own again.

    ``owned``: one that it owns and where it can make a code, None where it owns nothing.
    """

    places: tuple[Place, ...]
    lost: tuple[str, ...]
    has_code: bool
    owned: Place | None

    @property
    def owns_circle(self) -> bool:
        """Whether ``owned`` is a circle."""
        return isinstance(self.owned, Circle)


def signing_off_page(device: Device) -> SigningOffPage:
    """What leaving everything means."""
    held = signing_off.grants_of(device)
    owned = [grant for grant in held if _owns(grant)]
    return SigningOffPage(
        places=tuple(grant.place for grant in held),
        lost=tuple(grant.place.name for grant in owned if signing_off.is_irreplaceable(grant)),
        has_code=codes.good(device) is not None or any(codes.standing(grant) for grant in owned),
        owned=owned[0].place if owned else None,
    )


def _owns(grant: AnyGrant) -> bool:
    """Whether somebody would miss the owner: nobody does at a sample."""
    place = grant.place
    return grant.role == Role.OWNER and not (isinstance(place, GameSession) and place.sample)
