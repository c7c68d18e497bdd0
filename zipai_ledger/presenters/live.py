"""What an open page needs so that it hears of what happens from now on."""

from dataclasses import dataclass

from zipai_ledger.access import Visit

TABLE, LINE = "table", "line"
"""Where a page shows it: all over the table, or as one line at its lower edge; the settlement has pages of its own."""


@dataclass(frozen=True, slots=True)
class Live:
    """For ``components/connection.html``: the table, its head as the page was made, what is shown, whose phone it is."""

    public_id: str
    rev: int
    show: str
    mark: str


def live_page(visit: Visit, show: str = LINE) -> Live:
    """``show``: see `views.live.FRAGMENTS`."""
    mark = visit.grant.mark if show != LINE else ""
    return Live(visit.session.public_id, visit.session.head_seq, show, mark)
