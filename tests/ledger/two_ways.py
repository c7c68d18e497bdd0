"""Four games, five people, more than sixty deals, whatever goes wrong: a table in the ledger and on paper, side by side."""

import random

from tests.ledger.conftest import NAMES, new_id, sent
from tests.ledger.paper import Line, Sheet
from zipai_ledger.ledger import queries, record
from zipai_ledger.ledger.record import Blocked, NewStage, Stake
from zipai_ledger.models import GameSession
from zipai_ledger.rules import facts
from zipai_ledger.rules.problems import Refused

STAGES = (
    # game, players by seat (a name joins late), 分 for a unit, deals
    ("bopi", [0, 1, 2, 3], 100, 20),
    ("huashi", [3, 0, 1, 2], 20, 15),
    ("guilin", [2, 0, 1], 50, 16),
    ("tuozi", [0, "大伯", 2], 100, 14),
)


class Evening:
    """The table in the ledger and on paper, side by side; compared after every step."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.session = GameSession()
        self.people = list(NAMES)
        self.sheets: list[Sheet] = []
        self.keys: dict[int, list[int]] = {}
        self.brought = [0] * 5
        self.paid: dict[int, tuple[int, int, int]] = {}
        self.made = {"void": 0, "restore": 0, "replace": 0, "insert": 0, "blocked": 0}

    # The ledger.

    def open(self) -> None:
        for number, (game, seats, worth, deals) in enumerate(STAGES):
            self.begin(number, game, seats, worth)
            for _ in range(deals):
                self.play()
                self.compare()
                if self.chance.random() < 0.3:
                    self.correct()
                if self.chance.random() < 0.25:
                    self.hand_over()
            if game == "bopi":
                self.end_round()
            self.adjust()

    def begin(self, number: int, game: str, seats: list, worth: int) -> None:
        stage = NewStage(ruleset=game, seats=seats, stake=Stake(currency="CNY", minor_per_unit=worth))
        if number == 0:
            opened = record.open_session(sent=sent(), name="周五", players=NAMES, stage=stage)
            self.session = opened.session
        else:
            record.open_stage(session=self.session, sent=sent(), stage=stage)
        for seat in seats:
            if isinstance(seat, str):
                self.people.append(seat)
        numbers = [self.people.index(seat) if isinstance(seat, str) else seat for seat in seats]
        self.sheets.append(Sheet(game, numbers, worth))
        self.keys[number] = []
        self.compare()

    def play(self) -> None:
        sheet = self.sheets[-1]
        line = sheet.add(any_deal(sheet, self.chance))
        self.store(line)

    def store(self, line: Line) -> None:
        fact = facts.from_json(line.fact)
        found = record.record_deal(session=self.session, sent=sent(client_id=new_id()), fact=fact)
        self.keys[len(self.sheets) - 1].append(found.deal_key)

    def end_round(self) -> None:
        sheet = self.sheets[-1]
        if any(sheet.fold()[1].tally):
            self.store(sheet.add({"result": "end_round", "how": "settle"}))
            self.compare()

    def adjust(self) -> None:
        deltas = [0] * len(self.people)
        deltas[0], deltas[2] = 3, -3
        self.store(self.sheets[-1].add({"result": "adjust", "deltas": deltas, "note": "说好的"}))
        self.compare()

    def correct(self) -> None:
        """Void, restore, replace or insert somewhere, in the stage that is played or an earlier one."""
        number = self.chance.randrange(len(self.sheets))
        sheet, keys = self.sheets[number].tried(), list(self.keys[number])
        at = self.chance.randrange(len(keys))
        line, key = sheet.lines[at], keys[at]
        fact_now = any_deal(sheet, self.chance, at)
        data = {"session": self.session, "sent": sent(client_id=new_id()), "reason": "记错了"}
        try:
            if not line.live:
                how, line.live = "restore", True
                record.restore_deal(**data, deal=key)
            elif line.fact["result"] in ("end_round", "adjust") or self.chance.random() < 0.35:
                how, line.live = "void", False
                record.void_deal(**data, deal=key)
            elif self.chance.random() < 0.6:
                how, line.fact = "replace", fitting(fact_now, line)
                record.replace_deal(**data, deal=key, fact=fact_of(line))
            else:
                how, new = "insert", sheet.add(fact_now, at)
                keys.insert(
                    at, record.insert_deal(**data, before=key, fact=facts.from_json(new.fact)).deal_key
                )
        except (Blocked, Refused):
            self.made["blocked"] += 1
            self.compare()
            return
        self.made[how] += 1
        self.sheets[number], self.keys[number] = sheet, keys
        self.compare()

    def hand_over(self) -> None:
        """Somebody gives somebody money, as much as he likes; at times it is taken back."""
        payer, payee = self.chance.sample(range(len(self.people)), 2)
        minor = self.chance.randrange(1, 2000)
        seq = record.pay(
            session=self.session, sent=sent(), payer=payer, payee=payee, currency="CNY", minor=minor
        ).event_seq
        self.paid[seq] = (payer, payee, minor)
        if self.chance.random() < 0.4:
            back = self.chance.choice(list(self.paid))
            record.cancel_payment(session=self.session, sent=sent(), payment=back)
            del self.paid[back]
        self.compare()

    # Paper.

    def won(self) -> list[int]:
        """分 by player over all stages."""
        sums = [0] * len(self.people)
        for sheet in self.sheets:
            for player, fen in sheet.fen().items():
                sums[player] += fen
        return sums

    def owed(self) -> list[int]:
        left = [fen + self.brought[player] for player, fen in enumerate(self.won())]
        for payer, payee, minor in self.paid.values():
            left[payer] += minor
            left[payee] -= minor
        return left

    def compare(self) -> None:
        session = GameSession.objects.get(pk=self.session.pk)
        view = queries.table_view(session)
        for stage, sheet in zip(view.stages, self.sheets, strict=True):
            won, now = sheet.fold()
            assert {player: units for player, units in enumerate(stage.totals) if units} == {
                player: units for player, units in won.items() if units
            }
        now = self.sheets[-1].fold()[1]
        assert (view.standing.state.dealer, view.standing.state.sitting) == (now.dealer, now.sitting)
        assert list(view.settlement.money["CNY"]) == self.won()[: len(view.settlement.money["CNY"])]
        assert padded(view.settlement.owed["CNY"], len(self.people)) == self.owed()


def padded(row: tuple[int, ...], count: int) -> list[int]:
    return [*row, *[0] * (count - len(row))]


def fact_of(line: Line) -> facts.Deal:
    """The fact of a line, as seen: with its dealer and 数算."""
    seen = {"dealer": line.dealer, **({} if line.sitting is None else {"sitting": line.sitting})}
    return facts.from_json({**line.fact, **seen})


def fitting(fact: dict, line: Line) -> dict:
    """What is told instead, of the same table: who sat then can neither win nor foul."""
    for field in ("winner", "offender", "from"):
        if fact.get(field) == line.sitting and line.sitting is not None:
            return line.fact
    return fact


def any_deal(sheet: Sheet, chance: random.Random, at: int | None = None) -> dict:
    """A deal as chance has it: mostly somebody wins."""
    sitting = sheet.fold(at)[1].sitting
    playing = [seat for seat in range(len(sheet.seats)) if seat != sitting]
    how = chance.random()
    if how < 0.1:
        return {"result": "dead"}
    if how < 0.18:
        claimed = {} if sheet.game in ("guilin", "bopi") else {"hu": chance.randrange(6, 40)}
        return {"result": "foul", "offender": chance.choice(playing), **claimed}
    winner, other = chance.sample(playing, 2)
    data = {"result": "win", "winner": winner, "hu": chance.randrange(10, 46)}
    sources = (
        ("self_draw", "other_draw", "discard") if sheet.game == "guilin" else ("self_draw", "other_draw")
    )
    data["source"] = chance.choice(sources)
    if data["source"] != "self_draw":
        data["from"] = other
    if sheet.game == "guilin":
        data["xing"] = {"count": chance.randrange(4)}
    return data
