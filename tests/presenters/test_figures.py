"""Figures as values: which rows there are, and for whom."""

from zipai_ledger.formats.speaker import stored_speaker
from zipai_ledger.ledger.figures import Tally
from zipai_ledger.presenters.figures import Figure, boards, figure_rows

PEOPLE = {at: f"{at} 号" for at in range(10)}


def figures_of(ruleset: str, *tallies: Tally) -> dict[str, tuple[str, ...]]:
    rows = figure_rows(ruleset, stored_speaker(ruleset), tallies, tallies)
    return {row.figure: row.cells for row in rows}


def test_rare_things_have_a_row_where_somebody_has_any():
    plain = figures_of("guilin", Tally(played=3, wins=1, worth=20, greatest=20), Tally(played=3))
    assert plain[Figure.WIN_RATE] == ("33%", "0%")
    assert plain[Figure.AVERAGE] == ("20.0", "—")
    assert not plain.keys() & {Figure.STREAK, Figure.FOULS, Figure.SAT}
    rare = figures_of("guilin", Tally(played=3, fouls=1), Tally(played=3, streak=2, sat=1))
    assert (rare[Figure.FOULS], rare[Figure.STREAK], rare[Figure.SAT]) == (("1", "0"), ("0", "2"), ("0", "1"))


def test_who_has_most_is_marked_and_nobody_where_all_have_the_same():
    few, many = Tally(played=4, wins=1, worth=12, greatest=12), Tally(played=4, wins=3, worth=60, greatest=30)
    (board,) = boards({0: few, 1: many, 2: few}, PEOPLE, "guilin", "舵")
    found = {row.figure: row for row in board.rows}
    assert found[Figure.WINS].best == found[Figure.AVERAGE].best == {1}
    assert (found[Figure.AVERAGE].cells, found[Figure.AVERAGE].unit) == (("12.0", "20.0", "12.0"), "胡")
    assert found[Figure.DRAWN].best == found[Figure.DISCARDS].best == set()


def test_sides_win_deals_and_no_hands():
    found = figures_of("dalin", Tally(played=2, ahead=2), Tally(played=2, behind=2))
    assert (found[Figure.AHEAD], found[Figure.AHEAD_RATE]) == (("2", "0"), ("100%", "0%"))
    assert Figure.WINS not in found


def test_four_people_stand_beside_each_other():
    found = boards(dict.fromkeys(range(6), Tally()), PEOPLE, "guilin", "舵")
    assert [board.names for board in found] == [("0 号", "1 号", "2 号", "3 号"), ("4 号", "5 号")]
    assert {len(row.cells) for row in found[1].rows} == {2}


def test_only_people_who_have_a_name_are_shown_and_count():
    tallies = {0: Tally(played=1), 1: Tally(played=1, fouls=1)}
    (board,) = boards(tallies, {0: "老王"}, "guilin", "舵")
    assert board.names == ("老王",)
    assert Figure.FOULS not in {row.figure for row in board.rows}
