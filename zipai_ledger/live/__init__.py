"""Telling phones: the bell that a verb rings on commit, and the hub that keeps a stream open for every page."""

from .bell import listen, ring
from .hub import Drawing, Full, Hub
from .stream import Page, Seen, Stream, Subscription

__all__ = ["Drawing", "Full", "Hub", "Page", "Seen", "Stream", "Subscription", "listen", "ring"]
