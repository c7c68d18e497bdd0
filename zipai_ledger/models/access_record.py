"""谁进来过 (the access trail): what became of who may come to a table or into a circle.

No part of any table's trail, and in no archive. No name, no address and no secret is kept: a player is a number, a remark
stands on the link, so that what is erased there is erased here too.
"""

from enum import StrEnum

from django.db import models

from .access import Link
from .circle import Circle, CircleLink
from .session import GameSession


class AccessKind(StrEnum):
    """What happened."""

    OPENED = "opened"
    IMPORTED = "imported"
    BY_LINK = "by_link"
    BY_SPOKEN_CODE = "by_spoken_code"
    BY_CIRCLE = "by_circle"
    TRANSFERRED = "moved"
    RECOVERED = "recovered"
    ROLE_CHANGED = "role_changed"
    PLAYER_CHANGED = "player_changed"
    TRANSFER_MADE = "transfer_made"
    LINK_MADE = "link_made"
    LINK_ENDED = "link_ended"
    ENDED_LINK_USED = "ended_link_used"
    SPOKEN_CODE_MADE = "spoken_code_made"
    CODE_RENEWED = "code_renewed"
    WRONG_CODE = "wrong_code"
    ENDED_CODE_USED = "ended_code_used"
    SENT_AWAY = "sent_away"
    ALL_SENT_AWAY = "all_sent_away"
    LOOK_ENDED = "look_ended"
    LEFT = "left"
    SIGNED_OFF = "signed_off"
    OPERATOR_ENDED = "operator_ended"
    OPERATOR_ENDED_ALL = "operator_ended_all"


class BaseAccessRecord(models.Model):
    """One thing that happened, and whose phone it was about.

    ``device`` is the number of that phone's row, ``player`` of who held it, ``role`` what it might do from then on, or an
    invitation allows. ``by_device`` and ``by_player`` are whose phone did it, null where it was that phone itself or
    nobody's. ``count``: how many phones it was about, or how often it happened from ``at`` on.
    """

    kind = models.CharField(max_length=18)
    at = models.DateTimeField()
    count = models.PositiveIntegerField(default=1)
    device = models.PositiveBigIntegerField(null=True)
    player = models.PositiveSmallIntegerField(null=True)
    role = models.CharField(max_length=16, default="")
    by_device = models.PositiveBigIntegerField(null=True)
    by_player = models.PositiveSmallIntegerField(null=True)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self.kind} {self.at}"


class AccessRecord(BaseAccessRecord):
    """Of a table; ``link`` is the one by which a phone came, or which it is about."""

    session = models.ForeignKey(
        GameSession, on_delete=models.CASCADE, related_name="access_records", db_index=False
    )
    link = models.ForeignKey(Link, on_delete=models.SET_NULL, null=True, related_name="+")

    PLACE = "session"

    class Meta:
        indexes = [models.Index(fields=["session", "kind"], name="access_record_kind")]

    @property
    def place_id(self) -> int:
        """The key of where it happened."""
        return self.session_id


class CircleAccessRecord(BaseAccessRecord):
    """The same of a circle."""

    circle = models.ForeignKey(
        Circle, on_delete=models.CASCADE, related_name="access_records", db_index=False
    )
    link = models.ForeignKey(CircleLink, on_delete=models.SET_NULL, null=True, related_name="+")

    PLACE = "circle"

    class Meta:
        indexes = [models.Index(fields=["circle", "kind"], name="circle_access_kind")]

    @property
    def place_id(self) -> int:
        """The key of where it happened."""
        return self.circle_id
