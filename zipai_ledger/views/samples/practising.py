"""照着记: what lies on the table that one imagines, and how the hand entered last came out."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from zipai_ledger.access import Action, Visit
from zipai_ledger.formats.speaker import stage_speaker
from zipai_ledger.ledger.trail import canonical
from zipai_ledger.models import Deal, GameSession, Stage
from zipai_ledger.presenters.cards import loose_card
from zipai_ledger.presenters.deals import source_text
from zipai_ledger.presenters.fans import group_fan
from zipai_ledger.samples import evening
from zipai_ledger.samples.practice import HANDS, EnteredWin, Hand, Progress, progress

Shown = dict[str, Any]
MOST = 60
"""Deals that are looked at; whoever has entered so many knows how it goes."""
PAIR = 2


def practice(visit: Visit) -> Shown | None:
    """The card of the table's page: {} where there is nothing to practise now, None where the table is no sample."""
    if not visit.session.sample:
        return None
    stage = _stage(visit)
    return _Card(visit, stage).shown() if stage else {}


def beside(visit: Visit, replaced: int | None) -> Shown | None:
    """The hand to be entered, for the page where that is done; ``replaced`` is the key of a deal that is corrected."""
    stage = _stage(visit) if visit.session.sample else None
    if stage is None:
        return None
    card = _Card(visit, stage)
    own = replaced is None or (card.now.last is not None and card.now.last.key == replaced)
    return card.hand() if own else None


def _stage(visit: Visit) -> Stage | None:
    """The stage in which one practises: the first, while it is played; None for who may not keep score there."""
    stages = Stage.objects.filter(session=visit.session).order_by("-index")[:1]
    writable = visit.session.status == GameSession.Status.OPEN and visit.may(Action.RECORD)
    return stages[0] if writable and stages[0].index == 0 else None


def entered(session: GameSession) -> Iterator[EnteredWin]:
    """Wins that were entered after those of the sample itself."""
    rows = Deal.objects.filter(session=session).order_by("key")[evening.MORE : evening.MORE + MOST]
    for row in rows:
        wins = canonical.parse(row.outcome)["wins"] if row.live else ()
        for won in wins[:1]:
            yield EnteredWin(row.key, won["winner"], won["source"], won["from"], won["hu"], won["units"])


class _Card:
    """The words of the practice at one table."""

    def __init__(self, visit: Visit, stage: Stage) -> None:
        self.visit, self.stage = visit, stage
        self.now: Progress = progress(entered(visit.session))
        players = visit.session.players.order_by("index")
        self.names = list(players.values_list("name", flat=True))
        self.speaker = stage_speaker(stage, self.names)

    def shown(self) -> Shown:
        return {
            "hand": self.hand(),
            "number": min(self.now.done + 1, len(HANDS)),
            "of": len(HANDS),
            "right": self._right(),
            "wrong": self._wrong(),
            "new_url": reverse("new_table:new"),
        }

    def hand(self) -> Shown | None:
        """What lies on the table."""
        hand = self.now.hand
        if hand is None:
            return None
        facts = [self._how(hand.source, hand.from_)]
        if not hand.groups:
            facts += [self._hu(hand.hu), _("醒 %(n)d") % {"n": hand.xing}]
        return {
            "who": self.names[hand.winner],
            "facts": facts,
            "groups": [
                {"fan": group_fan(kind, cards, self.speaker), "word": word}
                for (kind, cards), word in zip(hand.groups, hand.words, strict=True)
            ],
            "won": loose_card(hand.won) if hand.won else None,
            "turned": loose_card(hand.turned) if hand.turned else None,
        }

    def _right(self) -> str:
        last = self.now.last
        return self._worth(last) if last and self.now.right else ""

    def _worth(self, win: EnteredWin | Hand) -> str:
        return f"{self._hu(win.hu or 0)} {self._units(win)}"

    def _wrong(self) -> Mapping[str, str] | None:
        """What differs in the hand entered last, and where it is corrected."""
        last, hand = self.now.last, self.now.hand
        if last is None or hand is None or self.now.right:
            return None
        pairs = list(self._differing(last, hand))
        url = reverse("deal_entry:new", args=[self.visit.session.public_id])
        return {
            "entered": " ".join(got for got, _wanted in pairs),
            "wanted": " ".join(wanted for _got, wanted in pairs),
            "url": f"{url}?{urlencode({'replace': last.key})}",
        }

    def _differing(self, last: EnteredWin, hand: Hand) -> Iterator[tuple[str, str]]:
        """What was entered and what should have been, as far as it differs; 舵 only where nothing before explains them."""
        facts = [
            (self.names[last.winner], self.names[hand.winner]),
            (self._how(last.source, last.from_), self._how(hand.source, hand.from_)),
            (self._hu(last.hu or 0), self._hu(hand.hu)),
        ]
        different = [(got, wanted) for got, wanted in facts if got != wanted]
        yield from different or [(self._units(last), self._units(hand))]

    def _hu(self, hu: int) -> str:
        return f"{hu} {self.speaker.hu}"

    def _units(self, win: EnteredWin | Hand) -> str:
        return f"{win.units or 0} {self.speaker.unit}"

    def _how(self, source: str, giver: int | None) -> str:
        """自摸, 张伯点炮, 李婶翻出."""
        if giver is None:
            return self.speaker.label(source)
        return source_text(source, self.names[giver], self.speaker)
