"""怎么付: the way a table settles, as its page asks for it and this phone remembers it."""

from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from zipai_ledger.http.digits import number
from zipai_ledger.ledger.settlement import Choice, Settling
from zipai_ledger.models import PLAYERS, GameSession
from zipai_ledger.rules.ways import Way

PLAIN, SECURE = "way", "__Secure-way"
"""Its cookie. Over HTTPS no page without it can set that; `__Host-` would be for the whole site."""
SHOWN = "settle:"
KEPT = 90 * 24 * 3600
"""Seconds a phone remembers it; it lies in the table's own path."""
TOLD: Mapping[Way, tuple[Callable[[], str], Callable[[], str]]] = {
    Way.FEWEST: (lambda: _("最少几笔"), lambda: _("笔数最少的付法，付给谁不一定就是输给了谁。")),
    Way.PAIRS: (lambda: _("两两对清"), lambda: _("谁输给谁就付给谁，两个人之间只付差的那一点。")),
    Way.CASHIER: (lambda: _("一人收付"), lambda: _("都跟管账的结：输的交给他，赢的找他拿。")),
}


def asked(request: HttpRequest, session: GameSession) -> Choice:
    """The way named in the address, else the one this phone used last at this table, else the fewest."""
    way = request.GET.get("way", "")
    if way:
        return read(f"{way}.{request.GET.get('by', '')}")
    return read(request.COOKIES.get(_cookie()) or request.COOKIES.get(PLAIN, ""))


def _cookie() -> str:
    return SECURE if settings.HTTPS else PLAIN


def read(text: str) -> Choice:
    """``cashier.2``, ``pairs`` …; the fewest transfers where it is none of them."""
    way, _dot, by = text.partition(".")
    if way not in list(Way):
        return Choice()
    cashier = number(by) if way == Way.CASHIER else None
    return Choice(Way(way), cashier if cashier is not None and cashier < PLAYERS else None)


def write(choice: Choice) -> str:
    """What `read` reads."""
    return choice.way.value if choice.cashier is None else f"{choice.way.value}.{choice.cashier}"


def keep(answer: HttpResponse, request: HttpRequest, session: GameSession) -> None:
    """Remember the way that the address names."""
    if "way" in request.GET:
        answer.set_cookie(
            _cookie(),
            write(asked(request, session)),
            max_age=KEPT,
            path=_path(session),
            secure=settings.HTTPS,
            httponly=True,
            samesite="Lax",
        )


def forget(answer: HttpResponse, session: GameSession) -> None:
    """Leave nothing of a table on this phone."""
    answer.delete_cookie(_cookie(), path=_path(session), samesite="Lax")


def _path(session: GameSession) -> str:
    return reverse("table:show", args=[session.public_id])


def context(settled: Settling, here: str) -> dict[str, Any]:
    """The tabs, what the chosen one means, and who may collect; nothing where only two sit."""
    players = settled.view.players
    if len(players) < 3 or not (settled.dues or settled.live):
        return {"ways": [], "way_text": "", "cashiers": []}
    chosen = settled.choice.way
    ways = [
        {"url": address(here, Choice(way)), "label": label(), "current": way is chosen}
        for way, (label, _text) in TOLD.items()
    ]
    collecting = [
        {
            "url": address(here, Choice(Way.CASHIER, player.index)),
            "label": player.name,
            "current": player.index == settled.cashier,
        }
        for player in players
        if chosen is Way.CASHIER
    ]
    return {"ways": ways, "way_text": TOLD[chosen][1](), "cashiers": collecting}


def address(here: str, choice: Choice) -> str:
    """A page in this way."""
    by = {} if choice.cashier is None else {"by": choice.cashier}
    return f"{here}?{urlencode({'way': choice.way.value, **by})}"


def shown(choice: Choice) -> str:
    """What an open page in this way asks to be told (see `views.tables.updates`)."""
    return f"{SHOWN}{write(choice)}"


def of_page(show: str) -> Choice | None:
    """The way of a page that asked for `shown`; None for any other page."""
    if not show.startswith(SHOWN):
        return None
    choice = read(show.removeprefix(SHOWN))
    return choice if shown(choice) == show else None
