"""再填恢复码: whoever sends another owner away, or everybody with him, types the code of his own phone once more."""

from dataclasses import dataclass

from django.http import HttpRequest

from zipai_ledger.access import limits, network, recovery
from zipai_ledger.access.grants import AnyGrant, WrongCode

from .refused import wait_text, wrong_recovery_code


@dataclass(frozen=True, slots=True)
class Unconfirmed:
    """Why the code that was ``typed`` does not let an owner send another one away."""

    text: str
    typed: str
    status: int


def unconfirmed(request: HttpRequest, grant: AnyGrant) -> Unconfirmed | None:
    """None where the recovery code of this owner's phone was typed; wrong ones are counted."""
    typed = request.POST.get("code", "")
    try:
        with limits.counted(network.client_network(request), limits.Code.RECOVERY):
            recovery.confirm(grant, typed)
    except limits.TooMany as many:
        return Unconfirmed(wait_text(many), typed, 429)
    except WrongCode:
        return Unconfirmed(wrong_recovery_code(), typed, 422)
    return None
