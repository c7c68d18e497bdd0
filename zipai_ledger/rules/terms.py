"""行话 (hanghua): what a game calls the things every table has, and what it needs beside a 胡."""

# ruff: noqa: RUF009 - Words are frozen

from dataclasses import dataclass

from .options import Words


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """One game's words for what every table has.

    ``hu`` is what a hand is counted in; ``seal`` one character for who deals, ``deals`` what that player does; ``sitting``
    the seat that sits a deal out; ``pledge`` what is announced before a deal to raise it. ``discarded`` holds the
    discarder's ``{name}``, ``fouled`` the offender's ``{who}``.
    """

    hu: Words = Words("胡", "hu")
    dealer: Words = Words("庄家", "Dealer")
    deals: Words = Words("坐庄", "deals")
    seal: Words = Words("庄", "D")
    sitting: Words = Words("坐醒", "sits out")
    pledge: Words = Words("锤", "pledges")
    dead: Words = Words("黄庄", "Dead deal")
    foul: Words = Words("诈胡", "Foul")
    fouled: Words = Words("{who}诈胡", "{who} fouled")
    ask_foul: Words = Words("谁诈胡了？", "Who fouled?")
    discarded: Words = Words("{name}点炮", "{name} discarded it")
    opening: Words = Words("起手胡", "Opening win")


@dataclass(frozen=True, slots=True, kw_only=True)
class FoulAsk:
    """What fixes the penalty of a foul: its ``units``, or the ``hu`` or ``hand`` that was claimed.

    ``usual``: what it costs where nothing is entered, None where something has to be; ``usual_units`` where that is a
    plain number.
    """

    units: bool = False
    hu: bool = False
    hand: bool = False
    usual: Words | None = None
    usual_units: int | None = None


@dataclass(frozen=True, slots=True)
class FirstDeal:
    """头一盘 (tou yi pan): how a table finds who deals first, in one sentence, and where that is from.

    ``ways`` are those of drawing cards for it that the program helps with (``rules.zipai.drawing``), if any.
    """

    text: Words
    source: str
    ways: tuple[str, ...] = ()


AGREED = FirstDeal(Words("头一盘谁坐庄，大家说好", "Who deals first is agreed at the table"), "ours")
