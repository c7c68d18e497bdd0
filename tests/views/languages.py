"""What a page says, and which of it is in another language than the reader's.

People and tables have Greek names here, so that whatever is Chinese or English on a page is the program's own.
"""

import json
import random
import re
from html.parser import HTMLParser

from django.utils import translation

from tests.ledger.conftest import sent
from tests.rules.evenings.deals import evening
from zipai_ledger.ledger import record
from zipai_ledger.ledger.record import Blocked, NewStage, Stake
from zipai_ledger.models import Deal, GameSession
from zipai_ledger.rules.problems import Refused
from zipai_ledger.rules.ruleset import Ruleset
from zipai_ledger.rules.traditional import traditional

PEOPLE = ("Άλφα", "Βήτα", "Γάμα", "Δέλτα")
PLACE = "Ωμέγα"
READ = {"alt", "aria-label", "aria-description", "aria-valuetext", "content", "label", "placeholder", "title"}
"""Attributes that people see or hear; those that begin with ``data-`` hold what scripts say."""
SILENT = {"script", "style"}
NOTATION = {"data-tokens", "data-token", "data-tile", "data-value", "data-kept"}
HAN = re.compile(r"[\u3400-\u9fff々〇]+")
CHINESE_MARKS = re.compile(r"[，。、；：？！（）「」《》]")
LATIN = re.compile(r"[A-Za-z][a-z]{2,}")


class _Words(HTMLParser):
    """Texts and spoken attributes, with the language that an element says they are in."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.foreign: list[str] = []
        self.silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag in SILENT:
            self.silent += 1
        elif (tag == "span" and self.foreign) or (
            tag in ("span", "legend", "button", "a") and "lang" in given
        ):
            self.foreign.append(tag)
        if tag != "meta" or given.get("name") == "description":
            spoken = [(name, value) for name, value in attrs if value]
            for name, value in spoken:
                if name in READ or _for_scripts(name, value):
                    self.texts += _values(value)

    def handle_endtag(self, tag: str) -> None:
        if tag in SILENT:
            self.silent -= 1
        elif self.foreign and self.foreign[-1] == tag:
            self.foreign.pop()

    def handle_data(self, data: str) -> None:
        if not self.silent and not self.foreign and data.strip():
            self.texts.append(data)


def _for_scripts(name: str, value: str) -> bool:
    """What a script says; the notation that it sends, which every program reads, is no sentence."""
    return name.startswith("data-") and name not in NOTATION and HAN.search(value) is not None


def _values(text: str) -> list[str]:
    """An attribute, or what it holds where it is JSON."""
    try:
        held = json.loads(text)
    except ValueError:
        return [text]
    return [str(value) for value in held.values()] if isinstance(held, dict) else [text]


def words_of(html: str) -> list[str]:
    """Every text of a page but those that say they are in another language."""
    parser = _Words()
    parser.feed(html)
    return parser.texts


def simplified(text: str, kept: str) -> str:
    """Characters that no traditional text has, but for those of cards and notation."""
    return "".join(char for char in text if traditional(char) != char and char not in kept)


def played_by(ruleset: Ruleset, deals: int = 8) -> GameSession:
    """An evening recorded in simplified Chinese, with a deal void, one replaced and one in dispute."""
    chance = random.Random(7)
    options = ruleset.options.resolve({})
    seats = ruleset.places(options)
    table = ruleset.table(options, tuple(range(seats)), seats, 0, None)
    stage = NewStage(
        ruleset=ruleset.slug,
        seats=table.players,
        options=table.options,
        first_dealer=0,
        stake=Stake(currency="CNY", minor_per_unit=50),
    )
    with translation.override("zh-hans"):
        session = record.open_session(sent=sent(), name=PLACE, players=PEOPLE[:seats], stage=stage).session
        played = evening(ruleset, table, chance, deals)
        for deal in played:
            record.record_deal(session=session, sent=sent(), fact=deal.fact)
        _corrected(session, [deal.fact for deal in played])
    return GameSession.objects.get(pk=session.pk)


def _corrected(session: GameSession, facts: list) -> None:
    keys = list(Deal.objects.filter(session=session).order_by("position").values_list("key", flat=True))
    changes = (
        lambda: record.void_deal(session=session, sent=sent(), deal=keys[-1]),
        lambda: record.replace_deal(session=session, sent=sent(), deal=keys[-2], fact=facts[-3]),
        lambda: record.dispute_deal(session=session, sent=sent(), key=keys[0], note="Ὄχι"),
    )
    for change in changes:
        try:
            change()
        except (Refused, Blocked):
            continue
