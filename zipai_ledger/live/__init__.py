"""Telling phones: the bell that a verb rings on commit, and the hub that keeps a stream open for every page."""

from .bell import listen, ring
from .hub import Drawing, Full, Hub
from .stream import Page, PageState, Stream, Subscription

__all__ = ["Drawing", "Full", "Hub", "Page", "PageState", "Stream", "Subscription", "listen", "ring"]
