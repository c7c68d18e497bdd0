"""信任 (xinren): what a phone has to do before it takes this server's own HTTPS."""

import re
from dataclasses import dataclass
from enum import StrEnum


class PhoneKind(StrEnum):
    """Whose settings are drawn first."""

    APPLE = "apple"
    ANDROID = "android"
    COMPUTER = "computer"


@dataclass(frozen=True, slots=True)
class TrustPage:
    """``address``: of this server by HTTPS; ``fingerprint``: what the phone shows of the authority, in groups of pairs.

    ``name``: what phones list it as; ``kinds``: every kind of device, the one that asks first.
    """

    address: str
    name: str
    fingerprint: tuple[str, ...]
    kinds: tuple[PhoneKind, ...]


GROUP = 4
"""Pairs of digits."""


def trust_page(address: str, name: str, fingerprint: str, user_agent: str) -> TrustPage:
    """``fingerprint`` in pairs of digits, with colons between them."""
    pairs = fingerprint.split(":")
    groups = tuple(" ".join(pairs[at : at + GROUP]) for at in range(0, len(pairs), GROUP))
    own = kind_of(user_agent)
    others = tuple(kind for kind in PhoneKind if kind is not own)
    return TrustPage(address, name, groups, (own, *others))


def kind_of(user_agent: str) -> PhoneKind:
    """What a browser says it runs on; HarmonyOS trusts as Android does."""
    if re.search(r"iPhone|iPad|iPod", user_agent):
        return PhoneKind.APPLE
    return (
        PhoneKind.ANDROID if re.search(r"Android|HarmonyOS|OpenHarmony", user_agent) else PhoneKind.COMPUTER
    )
