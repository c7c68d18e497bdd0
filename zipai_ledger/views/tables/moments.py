"""What happened between the deals, as lines of the ledger: who came, who left, who changed seats, who plays for whom."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from django.utils.translation import gettext as _

from zipai_ledger.formats.outcomes import listed
from zipai_ledger.ledger.queries import DealRow, StageView, Substitute
from zipai_ledger.presenters.deals import Roster, settles_round
from zipai_ledger.presenters.rounds import carried_text

from .home import game_name

Shown = dict[str, Any]


def lines(
    rows: Sequence[DealRow],
    stages: Sequence[StageView],
    changes: Sequence[Substitute],
    roster: Roster,
    *,
    newest: bool,
) -> Iterator[Shown]:
    """The rows, newest first, each above what was noted right before it; ``newest``: nothing was played after them."""
    if newest:
        last = rows[0].deal.position if rows else 0
        yield from _noted((change for change in changes if change.first > last), roster)
    for at, row in enumerate(rows):
        yield marked(row)
        below = rows[at + 1] if at + 1 < len(rows) else None
        yield from _noted(_before(row, below, changes), roster)
        stage = row.deal.stage.index
        if below is not None and below.deal.stage.index != stage:
            yield {"event": stage_text(stages, stage, roster.names), "ids": (f"stage-{stage}",), "key": None}


def _before(row: DealRow, below: DealRow | None, changes: Iterable[Substitute]) -> Iterator[Substitute]:
    """Who began with this deal; with the first deal of a stage too, who did so before anything was played in it."""
    position, stage = row.deal.position, row.deal.stage.index
    first = position == 1 or (below is not None and below.deal.stage.index != stage)
    return (
        change
        for change in changes
        if change.stage == stage and (change.first == position or (first and change.first == 0))
    )


def _noted(changes: Iterable[Substitute], roster: Roster) -> Iterator[Shown]:
    for change in sorted(changes, key=lambda one: -one.seq):
        ids = (f"stand-in-{change.seq}",)
        yield {"event": instead_text(change.player, change.by, roster.names), "ids": ids, "key": None}


def instead_text(player: int, by: int | None, names: Sequence[str]) -> str:
    """Who plays from here on."""
    if by is None:
        return _("从这里起：%(name)s回来自己打") % {"name": names[player]}
    return _("从这里起：%(by)s替%(name)s打") % {"by": names[by], "name": names[player]}


def marked(row: DealRow) -> Shown:
    """A row, and the elements that it is made of."""
    own = f"deal-{row.deal.key}"
    ids = (f"{own}-round", own) if settles_round(row) else (own,)
    return {"deal": row, "ids": ids, "key": row.deal.key}


def stage_text(stages: Sequence[StageView], index: int, names: Sequence[str]) -> str:
    """Who played what from here on, and what changed by it."""
    stage = stages[index]
    people = listed([names[player] for player in stage.seats])
    began = _("从这里起：%(people)s 打%(game)s") % {"people": people, "game": game_name(stage.stage.ruleset)}
    moved = moved_text(stages[index - 1].seats, stage.seats, names) if index else ""
    return _("。").join(filter(None, [began, moved, carried_text(stage, names)]))


def moved_text(before: Sequence[int], after: Sequence[int], names: Sequence[str]) -> str:
    """阿强来了，小王走了: who came, who left; or that the same people changed seats."""
    came = listed([names[player] for player in after if player not in before])
    left = listed([names[player] for player in before if player not in after])
    texts = [
        _("%(who)s来了") % {"who": came} if came else "",
        _("%(who)s走了") % {"who": left} if left else "",
    ]
    if not came and not left and not _same_circle(before, after):
        return _("换了座位")
    return _("，").join(filter(None, texts))


def _same_circle(before: Sequence[int], after: Sequence[int]) -> bool:
    """Whether everybody still has the same neighbours on the same side."""
    start = list(after).index(before[0])
    return [*after[start:], *after[:start]] == list(before)
