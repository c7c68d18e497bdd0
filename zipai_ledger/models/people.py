"""Who plays. A seat, a player and a person are three things."""

from django.db import models

from .session import GameSession


class Player(models.Model):
    """玩家 (wanjia), a player: one account of the session; a stage says who sits where.

    The trail knows a player by ``index`` and a hash of ``salt`` and name only, so that names can be erased.
    ``name_key`` is the case-folded NFKC form by which names are unique.
    """

    session = models.ForeignKey(GameSession, on_delete=models.PROTECT, related_name="players", db_index=False)
    index = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=24)
    name_key = models.CharField(max_length=240)
    salt = models.CharField(max_length=32)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["session", "index"], name="player_index"),
            models.UniqueConstraint(fields=["session", "name_key"], name="player_name"),
            models.CheckConstraint(name="player_index_range", condition=models.Q(index__lt=8)),
        ]

    def __str__(self) -> str:
        return self.name
