"""Deals one after the other: who deals, who pays whom, tallies, rounds and their settlement."""

from typing import Any

from .readings import Hand
from .scoring import Facts, Scored, Wrong, ladder, score_by_hu, score_hand
from .table import Options, options_in_force

Deal = dict[str, Any]
Answer = dict[str, Any]

# The greatest 胡 that may be declared (docs/rules/cards.md): not dealt, dealt; by seven and by five groups.
MOST = {(7, False): 72, (7, True): 42, (5, False): 48, (5, True): 30}


def hand_of(data: Deal, source: str) -> Hand:
    from .cards import WANG, joined

    exposed = tuple((m["kind"], joined(m["cards"])) for m in data["exposed"])
    held = data["concealed"].replace(WANG, "")
    wang = len(data["concealed"]) - len(held)
    return Hand(exposed, joined(held) + WANG * wang, data.get("winning_card", ""), source)


class Evening:
    """One stage, deal by deal."""

    def __init__(self, ruleset: str, options: Options, players: int, first_dealer: int) -> None:
        self.o = options_in_force(ruleset, options)
        self.tally_game = ruleset == "paohuzi_tally"
        self.n = players
        self.dealer = first_dealer
        self.dead_deals = 0
        self.totals = [0] * players
        self.tally = [0] * players
        self.pledges: list[int] | None = None
        self.played = 0
        self.closed = False

    # Who is at the table

    def sitting(self, dealer: int) -> int | None:
        """坐醒: of four with twenty cards the seat opposite the dealer."""
        return (dealer + 2) % 4 if self.n == 4 and self.o["hand"] == 20 else None

    def in_the_deal(self, dealer: int) -> list[int]:
        return [seat for seat in range(self.n) if seat != self.sitting(dealer)]

    @property
    def open_round(self) -> bool:
        """Somebody has 胡 on the tally: the page does not say when a round begins, and nothing else is to be settled."""
        return any(self.tally)

    # A deal

    def play(self, deal: Deal) -> Answer:
        if self.closed:
            raise Wrong("bad_deal")
        dealer = deal.get("dealer", self.dealer)
        answer: Answer = {
            "dealer": dealer,
            "sitting": self.sitting(dealer),
            "deltas": [0] * self.n,
            "round_over": False,
            "tally": list(self.tally) if self.tally_game else None,
        }
        self.look_at_seats(deal, dealer)
        try:
            pledges = self.pledges_of(deal, dealer)
        except Wrong as wrong:
            raise Wrong(*wrong.codes, *self.wrong_besides(deal, dealer)) from None
        getattr(self, "play_" + deal["result"])(deal, dealer, pledges, answer)
        for seat, delta in enumerate(answer["deltas"]):
            self.totals[seat] += delta
        return answer

    def wrong_besides(self, deal: Deal, dealer: int) -> set[str]:
        """What else cannot be in a deal that is refused anyhow."""
        looks = {"win": self.score} | ({} if self.tally_game else {"foul": self.claimed})
        try:
            if deal["result"] in looks:
                looks[deal["result"]](deal, dealer)
        except Wrong as wrong:
            return wrong.codes
        return set()

    def look_at_seats(self, deal: Deal, dealer: int) -> None:
        playing = self.in_the_deal(dealer)
        for role in ("winner", "from", "offender"):
            if deal.get(role) is not None and deal[role] not in playing:
                raise Wrong("bad_deal")
        if deal.get("from") is not None and deal["from"] == deal["winner"]:
            raise Wrong("bad_deal")

    def pledges_of(self, deal: Deal, dealer: int) -> list[int]:
        pledges = deal.get("pledges")
        if pledges is not None:
            most = self.o["pledge_max"] if self.o["pledge"] != "none" else 0
            sitting = self.sitting(dealer)
            if any(p > (0 if seat == sitting else most) for seat, p in enumerate(pledges)):
                raise Wrong("bad_deal")
        if not self.tally_game:
            return pledges or [0] * self.n
        if deal["result"] not in ("win", "dead", "foul"):
            return self.pledges or [0] * self.n
        if self.pledges is None:
            self.pledges = pledges or [0] * self.n
        elif pledges is not None and pledges != self.pledges:
            raise Wrong("bad_deal")
        return self.pledges

    # Wins

    def play_win(self, deal: Deal, dealer: int, pledges: list[int], answer: Answer) -> None:
        scored = self.score(deal, dealer)
        answer["hu"], answer["patterns"] = scored.hu, {r.patterns for r in scored.best}
        if self.tally_game:
            answer["worth"] = scored.result
            self.book_win(deal, scored.result, answer)
        else:
            answer["units"] = scored.result
            self.pay_win(deal, dealer, scored.result, pledges, answer["deltas"])
            self.pay_quads(deal, dealer, answer["deltas"])
        self.dealer = deal["winner"]
        self.dead_deals = 0
        self.played += 1

    def facts(self, deal: Deal, dealer: int) -> Facts:
        return Facts(
            source=deal["source"],
            marks=tuple(deal.get("marks", ())),
            dealer=deal["winner"] == dealer,
            from_dealer=deal.get("from") == dealer,
            ticked=tuple(deal.get("patterns", ())),
            xing=deal.get("xing"),
            dead_deals=self.dead_deals,
        )

    def score(self, deal: Deal, dealer: int) -> Scored:
        facts = self.facts(deal, dealer)
        if "hand" in deal:
            if deal.get("counts"):
                raise Wrong("bad_marks")
            return score_hand(self.o, hand_of(deal["hand"], deal["source"]), facts)
        counts = dict(deal.get("counts", {}))
        if "wang" in deal:
            counts["wang"] = deal["wang"]
        return score_by_hu(self.o, deal["hu"], counts, facts, self.copies(deal))

    def copies(self, deal: Deal) -> int:
        xing = deal.get("xing")
        kinds = len(self.o["xing_kinds"])
        counted = (
            self.o["xing"] != "none"
            and kinds
            and not (self.o["xing"] == "follow" and deal["source"] == "dealt")
        )
        if not counted:
            if xing and xing.get("count"):
                raise Wrong("bad_xing")
            return 0
        if not xing or xing["count"] > 4 * kinds:
            raise Wrong("bad_xing")
        count: int = xing["count"]
        return count

    def pay_win(self, deal: Deal, dealer: int, units: int, pledges: list[int], deltas: list[int]) -> None:
        winner = deal["winner"]
        losers = [seat for seat in self.in_the_deal(dealer) if seat != winner]
        owed = dict.fromkeys(losers, units)
        if deal["source"] == "discard" and self.o["discard"] == "alone":
            multiple = {"losers": len(losers), "players": len(losers) + 1}.get(
                self.o["discard_multiple"], self.o["discard_multiple"]
            )
            owed = {deal["from"]: units * int(multiple)}
        for payer, amount in owed.items():
            if amount:
                amount = self.with_pledges(amount, pledges[winner], pledges[payer])
            if self.o["cap"]:
                amount = min(amount, self.o["cap"])
            deltas[payer] -= amount
            deltas[winner] += amount

    def with_pledges(self, amount: int, a: int, b: int) -> int:
        if self.o["pledge"] == "sum":
            return amount * (1 + a + b)
        if self.o["pledge"] == "power":
            return int(amount * 2 ** (a + b))
        if self.o["pledge"] == "add":
            return amount + a + b
        return amount

    def pay_quads(self, deal: Deal, dealer: int, deltas: list[int]) -> None:
        """提龙: every other player pays for each."""
        big, small = self.o["quad_pay"]
        for entry in deal.get("quads", ()):
            for seat in self.in_the_deal(dealer):
                if seat != entry["player"]:
                    amount = big * entry.get("big", 0) + small * entry.get("small", 0)
                    deltas[seat] -= amount
                    deltas[entry["player"]] += amount

    # Dead deals, fouls, what was agreed, the end

    def play_dead(self, deal: Deal, dealer: int, pledges: list[int], answer: Answer) -> None:
        self.dead_deals += 1
        self.played += 1
        if self.o["after_dead_deal"] == "next_seat":
            self.dealer = (dealer + 1) % self.n
        else:
            self.dealer = dealer
        if self.tally_game:
            self.tally[dealer] -= self.o["dead_deal_hu"]
            self.booked(answer)
            return
        wang = deal.get("wang", [0] * self.n)
        for holder in self.in_the_deal(dealer):
            for other in self.in_the_deal(dealer):
                if wang[holder] and not wang[other]:
                    answer["deltas"][holder] -= wang[holder] * self.o["wang_dead"]
                    answer["deltas"][other] += wang[holder] * self.o["wang_dead"]
        self.pay_quads(deal, dealer, answer["deltas"])

    def play_foul(self, deal: Deal, dealer: int, pledges: list[int], answer: Answer) -> None:
        self.dealer = dealer
        offender = deal["offender"]
        if self.tally_game:
            self.tally[offender] -= self.o["foul_hu"]
            self.booked(answer)
            return
        units = answer["units"] = self.claimed(deal, dealer)
        for seat in self.in_the_deal(dealer):
            if seat != offender:
                answer["deltas"][seat] += units
                answer["deltas"][offender] -= units

    def claimed(self, deal: Deal, dealer: int) -> int:
        """The units claimed: told, or those of the told 胡 (at least the minimum; no rows), or of the hand."""
        if self.o["foul_units"] != "claimed":
            return int(self.o["foul_units"])
        if "units" in deal:
            return int(deal["units"])
        if "hu" in deal:
            units = ladder(self.o, max(deal["hu"], self.o["min_hu"])) + int(self.o["base_extra"])
            return units * (self.dead_deals + 1 if self.o["dead_factor"] == "times" else 1)
        hand = hand_of(deal["hand"], deal["hand"]["source"])
        facts = Facts(hand.source, dealer=deal["offender"] == dealer, dead_deals=self.dead_deals)
        try:
            return score_hand(self.o, hand, facts).result
        except Wrong as wrong:
            raise Wrong("bad_deal", *wrong.codes) from None

    def play_adjust(self, deal: Deal, dealer: int, pledges: list[int], answer: Answer) -> None:
        self.dealer = dealer
        answer["deltas"] = list(deal["deltas"])

    def play_close(self, deal: Deal, dealer: int, pledges: list[int], answer: Answer) -> None:
        """低于 N 分: the winner's total of the stage, if it is below."""
        if self.n != 2 or self.open_round:
            raise Wrong("bad_deal")
        self.closed = True
        total = max(self.totals)
        if 0 < total < self.o["low_below"]:
            more = total * self.o["low_times"] + self.o["low_add"] - total
            winner = self.totals.index(total)
            answer["deltas"][winner] += more
            answer["deltas"][1 - winner] -= more

    # The tally

    def book_win(self, deal: Deal, worth: int, answer: Answer) -> None:
        won = lost = worth
        if deal["source"] == "discard":
            if self.o["discard_cap_winner"]:
                won = min(worth, self.o["discard_cap_winner"])
            if self.o["discard_cap_loser"]:
                lost = min(worth, self.o["discard_cap_loser"])
            self.tally[deal["from"]] -= lost
        self.tally[deal["winner"]] += won
        self.booked(answer)
        if max(self.tally) >= self.o["target"]:
            answer["round_over"] = True
            self.settle(answer)

    def booked(self, answer: Answer) -> None:
        answer["tally"] = list(self.tally)

    def settle(self, answer: Answer) -> None:
        """Each pair with unequal tallies settles the difference of what is rounded, then its pledges."""
        pledges = self.pledges or [0] * self.n
        rounded = [self.rounded(tally) for tally in self.tally]
        for i in range(self.n):
            for j in range(self.n):
                if self.tally[i] > self.tally[j]:
                    amount = self.with_pledges(rounded[i] - rounded[j], pledges[i], pledges[j])
                    answer["deltas"][i] += amount
                    answer["deltas"][j] -= amount
        self.clear()

    def rounded(self, tally: int) -> int:
        """To whole tens, half away from zero."""
        step = self.o["settle_round"]
        size = (abs(tally) + step // 2) // step * step
        return int(size if tally >= 0 else -size)

    def clear(self) -> None:
        self.tally = [0] * self.n
        self.pledges = None

    def play_end_round(self, deal: Deal, dealer: int, pledges: list[int], answer: Answer) -> None:
        answer["round_over"] = True
        if deal["how"] == "settle":
            self.settle(answer)
        else:
            self.clear()
