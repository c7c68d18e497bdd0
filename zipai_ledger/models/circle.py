"""牌友圈 (a circle): the same people across evenings, and who may look in. No part of any table's trail."""

from django.db import models

from .access import BaseGrant, BaseLink, Device
from .people import Player
from .session import GameSession


class CircleRole(models.TextChoices):
    """What a circle's grant allows, weaker first."""

    MEMBER = "member"
    OWNER = "owner"


class Circle(models.Model):
    """A circle. ``opening_id`` is the client id of the form that made it, so that sent twice it makes one."""

    public_id = models.CharField(max_length=22, unique=True)
    opening_id = models.CharField(max_length=64, unique=True)
    name = models.CharField(max_length=40)
    created = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name


class Person(models.Model):
    """牌友 (a person): who is known in a circle, whatever they are called at its tables.

    ``index`` counts from 0 and is never given again. ``name_key`` is the form by which names are unique, as of a
    `Player`.
    """

    circle = models.ForeignKey(Circle, on_delete=models.CASCADE, related_name="people", db_index=False)
    index = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=24)
    name_key = models.CharField(max_length=240)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["circle", "index"], name="person_index"),
            models.UniqueConstraint(fields=["circle", "name_key"], name="person_name"),
        ]

    def __str__(self) -> str:
        return self.name


class Evening(models.Model):
    """一场 (an evening): a table that belongs to a circle. ``open_to_members``: they may look at its ledger."""

    circle = models.ForeignKey(Circle, on_delete=models.CASCADE, related_name="evenings")
    session = models.OneToOneField(GameSession, on_delete=models.CASCADE, related_name="evening")
    open_to_members = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"{self.pk}"


class Attendance(models.Model):
    """Who a player of an evening is; one whom nobody in the circle knows has none."""

    evening = models.ForeignKey(Evening, on_delete=models.CASCADE, related_name="attendances", db_index=False)
    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="attendance")
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="attendances")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["evening", "person"], name="attendance_once"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.person_id}"


class CircleLink(BaseLink):
    """A way into a circle: an invitation, or its owner's recovery code."""

    role = models.CharField(max_length=16, choices=CircleRole.choices)
    circle = models.ForeignKey(Circle, on_delete=models.CASCADE, related_name="links", db_index=False)

    class Meta:
        indexes = [models.Index(fields=["circle", "kind"], name="circle_link_kind")]

    @property
    def place(self) -> Circle:
        """Where it leads."""
        return self.circle


class CircleGrant(BaseGrant):
    """What a device may do in a circle; ``player`` is the number of a person."""

    role = models.CharField(max_length=16, choices=CircleRole.choices)
    circle = models.ForeignKey(Circle, on_delete=models.CASCADE, related_name="grants", db_index=False)
    device = models.ForeignKey(Device, on_delete=models.CASCADE, related_name="circle_grants")
    link = models.ForeignKey(CircleLink, on_delete=models.SET_NULL, null=True, related_name="grants")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["circle", "device"], condition=models.Q(revoked_at=None), name="circle_grant_live"
            ),
        ]
        indexes = [models.Index(fields=["circle", "created"], name="circle_grant_created")]

    @property
    def place(self) -> Circle:
        """Where it holds."""
        return self.circle
