"""What the events add up to: stages, deals, 胡, postings and the head, worked out from their bodies alone."""

import itertools
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from . import canonical
from .chain import Link
from .columns import Body, Columns, body_followed, body_outcomes, difference, stage_columns
from .kinds import CARRYING, DEALING, LEDGER, NAMING, RECORDING, Kind


@dataclass(slots=True)
class DealNow:
    """A deal as the events so far leave it."""

    stage: int
    fact: str
    outcome: str = ""
    live: bool = True
    agreed: bool = False
    disputed: bool = False

    @property
    def counted(self) -> tuple[int, ...]:
        """The units that count in the totals."""
        return tuple(canonical.parse(self.outcome)["deltas"]) if self.live and self.outcome else ()


@dataclass(slots=True)
class Projection:
    """The fold of a trail. ``names`` are hashes by player, ``postings`` (seq, deal) → units by player.

    ``totals``: units by stage and player as the deals that count make them; ``opening``: the state in which the stage
    that is played began.

    ``payments``, ``carried`` and ``stand_ins``: seq of the event → columns; a payment names the seq of the one that it
    cancels.
    """

    name: str = ""
    time_zone: str = ""
    opened_at: str = ""
    status: str = "open"
    head_seq: int = 0
    ledger_seq: int = 0
    head_hash: str = ""
    names: list[str] = field(default_factory=list)
    stages: list[Columns] = field(default_factory=list)
    deals: dict[int, DealNow] = field(default_factory=dict)
    order: list[int] = field(default_factory=list)
    postings: dict[tuple[int, int], tuple[int, ...]] = field(default_factory=dict)
    totals: list[list[int]] = field(default_factory=list)
    opening: Body = field(default_factory=dict)
    payments: dict[int, Columns] = field(default_factory=dict)
    carried: dict[int, Columns] = field(default_factory=dict)
    stand_ins: dict[int, Columns] = field(default_factory=dict)

    def apply(self, link: Link) -> None:
        """Take in the next event; raises LookupError, TypeError or ValueError where it makes no sense."""
        body = canonical.parse(link.body)
        kind = Kind(link.kind)
        for words in ("reason", "note"):
            if not isinstance(body.get(words, ""), str):
                raise TypeError(f"the {words} is {body[words]!r}")
        HANDLERS[kind](self, link, body)
        self.head_seq, self.head_hash = link.seq, link.hash
        if kind in LEDGER:
            self.ledger_seq = link.seq
            self._check_standing(body)

    def _check_standing(self, body: Body) -> None:
        """Raises ValueError where an event of the ledger tells of it otherwise than its deals."""
        state = self._state()
        standing = {"totals": self.totals, "tally": self._tally(state.get("tally")), "state": state}
        for name, expected in standing.items():
            if canonical.to_text(body[name]) != canonical.to_text(expected):
                raise ValueError(f"{name} is {body[name]}, the deals come to {expected}")

    def _state(self) -> Body:
        """The state after the last deal that counts in the stage that is played."""
        last = len(self.stages) - 1
        in_stage = itertools.takewhile(
            lambda deal: deal.stage == last, (self.deals[key] for key in reversed(self.order))
        )
        deal = next((deal for deal in in_stage if deal.live), None)
        state: Body = canonical.parse(deal.outcome)["state_out"] if deal else self.opening
        return state

    def _tally(self, by_seat: list[int] | None) -> list[int] | None:
        """The running 胡 of the open round by player."""
        if by_seat is None:
            return None
        stage = self.stages[-1]
        found = [0] * stage["player_count"]
        for player, hu in zip(canonical.parse(stage["seats"]), by_seat, strict=True):
            found[player] = hu
        return found

    def _opened(self, link: Link, body: Body) -> None:
        self.name, self.time_zone, self.opened_at = body["name"], body["time_zone"], link.at

    def _renamed(self, _link: Link, body: Body) -> None:
        self.name = body["name"]

    def _joined(self, _link: Link, body: Body) -> None:
        if body["player"] != len(self.names):
            raise ValueError(f"player {body['player']} joined as number {len(self.names)}")
        self.names.append(body["name"])

    def _named(self, _link: Link, body: Body) -> None:
        self.names[self._player(body["player"])] = body["name"]

    def _player(self, number: int) -> int:
        """A player's number; raises ValueError where nobody has it."""
        if number not in range(len(self.names)):
            raise ValueError(f"there is no player {number}")
        return number

    def _staged(self, _link: Link, body: Body) -> None:
        count, seats = body["players"], body["seats"]
        if not all(seat in range(count) for seat in seats) or len(set(seats)) < len(seats):
            raise ValueError(f"the seats {seats} are not for {count} players")
        self.stages.append(stage_columns(body))
        self.totals.append([0] * count)
        self.opening = body["state"]

    def _closed(self, _link: Link, body: Body) -> None:
        if not {*body.get("despite", ())} <= set(self.deals):
            raise ValueError(f"closed despite {body['despite']}, which are not all deals")
        self.status = "closed"

    def _reopened(self, _link: Link, _body: Body) -> None:
        self.status = "open"

    def _dealt(self, link: Link, body: Body) -> None:
        """An event that changes deals: the one it is about, those kept as agreed or following, and every outcome."""
        key, kept, outcomes = body["deal"], body.get("kept", ()), body_outcomes(body)
        followed = body_followed(body)
        touched = {key, *kept, *outcomes, *followed}
        before = {deal: self.deals[deal].counted if deal in self.deals else () for deal in touched}
        self._change(Kind(link.kind), key, body)
        for deal in kept:
            self.deals[deal].agreed = True
        for deal, fact in followed.items():
            self.deals[deal].fact = canonical.to_text(fact)
        for deal, outcome in outcomes.items():
            self.deals[deal].outcome = outcome
        for deal in touched:
            units = difference(self.deals[deal].counted, before[deal])
            self.postings[link.seq, deal] = units
            self._add(self.totals[self.deals[deal].stage], units)

    def _add(self, totals: list[int], units: tuple[int, ...]) -> None:
        if len(units) > len(totals):
            raise ValueError(f"{units} for {len(totals)} players")
        for player, one in enumerate(units):
            totals[player] += one

    def _change(self, kind: Kind, key: int, body: Body) -> None:
        if kind in RECORDING:
            self.deals[key] = DealNow(body["stage"], canonical.to_text(body["fact"]))
            self.order.insert(body["position"] - 1, key)
            return
        if kind == Kind.RESCORED:
            return
        deal = self.deals[key]
        deal.agreed, deal.disputed, deal.live = False, False, kind != Kind.DEAL_VOIDED
        if kind == Kind.DEAL_REPLACED:
            deal.fact = canonical.to_text(body["fact"])

    def _disputed(self, link: Link, body: Body) -> None:
        self.deals[body["deal"]].disputed = link.kind == Kind.DEAL_DISPUTED

    def _paid(self, link: Link, body: Body) -> None:
        self.payments[link.seq] = {
            "payer": self._player(body["payer"]),
            "payee": self._player(body["payee"]),
            "currency": body["currency"],
            "minor": body["minor"],
            "cancels": None,
        }

    def _cancelled(self, link: Link, body: Body) -> None:
        cancelled = self.payments[body["payment"]]
        if cancelled["cancels"] is not None:
            raise ValueError(f"event {body['payment']} is no payment")
        self.payments[link.seq] = {**cancelled, "cancels": body["payment"]}

    def _carried(self, link: Link, body: Body) -> None:
        minor = tuple(body["minor"])
        if len(minor) > len(self.names):
            raise ValueError(f"{len(minor)} balances for {len(self.names)} players")
        self.carried[link.seq] = {"currency": body["currency"], "minor": minor}

    def _substitutes_in(self, link: Link, body: Body) -> None:
        by, stage, after = body["by"], body["stage"], body["after"]
        if after and self.deals[after].stage != stage:
            raise ValueError(f"deal {after} is none of stage {stage}")
        self.stand_ins[link.seq] = {
            "player": self._player(body["player"]),
            "by": None if by is None else self._player(by),
            "stage": self.stages[stage]["index"],
            "after": after,
        }

    def _pledged(self, _link: Link, body: Body) -> None:
        """Nothing comes of it before its deal, which has it among its own facts."""
        seats = self.stages[body["stage"]]["seats"]
        if canonical.to_text(body["seats"]) != seats or len(body["pledges"]) != len(body["seats"]):
            raise ValueError(f"{body['pledges']} of {body['seats']} are not those of the seats {seats}")


HANDLERS: Mapping[Kind, Callable[[Projection, Link, Body], None]] = {
    Kind.SESSION_OPENED: Projection._opened,
    Kind.SESSION_RENAMED: Projection._renamed,
    **dict.fromkeys(NAMING, Projection._named),
    Kind.PLAYER_JOINED: Projection._joined,
    Kind.STAGE_OPENED: Projection._staged,
    Kind.CLOSED: Projection._closed,
    Kind.REOPENED: Projection._reopened,
    **dict.fromkeys(DEALING, Projection._dealt),
    Kind.DEAL_DISPUTED: Projection._disputed,
    Kind.DEAL_RESOLVED: Projection._disputed,
    Kind.PAYMENT_MADE: Projection._paid,
    Kind.PAYMENT_CANCELLED: Projection._cancelled,
    **dict.fromkeys(CARRYING, Projection._carried),
    Kind.STAND_IN: Projection._substitutes_in,
    Kind.PLEDGED: Projection._pledged,
}
