"""By which events of its story a deal is doubted now."""

from zipai_ledger.ledger.trail.kinds import Kind
from zipai_ledger.presenters.disputes import open_doubts
from zipai_ledger.presenters.history import DealPart, EventLine


def story(*kinds: Kind) -> list[EventLine]:
    return [
        EventLine(seq, kind, "20:15", "能记分", "", 7, "", "", DealPart()) for seq, kind in enumerate(kinds)
    ]


def test_doubts_count_since_the_deal_was_last_settled():
    recorded, doubted = Kind.DEAL_RECORDED, Kind.DEAL_DISPUTED
    assert [line.seq for line in open_doubts(story(recorded, doubted, doubted))] == [1, 2]
    assert [line.seq for line in open_doubts(story(recorded, doubted, Kind.DEAL_RESOLVED, doubted))] == [3]
    assert open_doubts(story(recorded, doubted, Kind.DEAL_REPLACED)) == ()
    assert open_doubts(story(recorded)) == ()
