"""Telling phones: the bell that a verb rings on commit, and the hub that keeps a stream open for every page."""

from .bell import listen, ring
from .hub import Hub, NoPlace, Renderer
from .stream import Page, PageState, Stream, Subscription

__all__ = ["Hub", "NoPlace", "Page", "PageState", "Renderer", "Stream", "Subscription", "listen", "ring"]
