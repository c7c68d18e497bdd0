"""怎么付 (zenme fu): the method by which a table settles, as text: in an address, in a cookie, in what a page asks for."""

from zipai_ledger.http.digits import number
from zipai_ledger.ledger.settlement import MethodChoice
from zipai_ledger.models import PLAYERS
from zipai_ledger.rules.ways import Way

PAGE = "settle:"


def parse_method(text: str) -> MethodChoice:
    """``cashier.2``, ``pairs`` …; the fewest transfers where it is none of them."""
    method, _dot, by = text.partition(".")
    if method not in list(Way):
        return MethodChoice()
    cashier = number(by) if method == Way.CASHIER else None
    return MethodChoice(Way(method), cashier if cashier is not None and cashier < PLAYERS else None)


def method_text(choice: MethodChoice) -> str:
    """What `parse_method` reads."""
    return choice.way.value if choice.cashier is None else f"{choice.way.value}.{choice.cashier}"


def page_key(choice: MethodChoice) -> str:
    """How an open page that settles by this method asks for what is new on it."""
    return f"{PAGE}{method_text(choice)}"


def method_of_page(key: str) -> MethodChoice | None:
    """The method of a page with that `page_key`; None for any other page."""
    choice = parse_method(key.removeprefix(PAGE))
    return choice if key == page_key(choice) else None
