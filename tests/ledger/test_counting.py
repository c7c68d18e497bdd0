"""Counting against a count of its own: plain loops over the same deals."""

from hypothesis import given
from hypothesis import strategies as st

from tests.chance import tries
from zipai_ledger.ledger.figures import NOTHING, Played, Tally, Won, tallies, together

PATIENT = tries(30)
PEOPLE = (0, 1, 2, 3)


@st.composite
def deals(draw) -> Played:
    seats = draw(st.permutations(PEOPLE))
    out = draw(st.booleans())
    playing = seats[1:] if out else seats
    units = dict(zip(playing, draw(st.lists(st.integers(-9, 9), min_size=4, max_size=4)), strict=False))
    winners = draw(st.lists(st.sampled_from(playing), max_size=2, unique=True))
    others = [person for person in playing if person not in winners]
    discarded = draw(st.booleans())
    from_ = draw(st.sampled_from(others))
    wins = [
        Won(
            winner,
            from_ if discarded else None,
            draw(st.integers(0, 60)),
            drawn=not discarded,
            discarded=discarded,
        )
        for winner in winners
    ]
    offender = draw(st.none() | st.sampled_from(playing)) if not wins else None
    return Played(units=units, sat=(seats[0],) if out else (), wins=tuple(wins), offender=offender)


EVENING = st.lists(deals(), max_size=12)


def counted_by_hand(person: int, evening: list[Played]) -> Tally:
    """The slow way, one deal after another."""
    count = dict.fromkeys(Tally.__dataclass_fields__, 0)
    run = 0
    for deal in evening:
        count["sat"] += 1 if person in deal.sat else 0
        if person in deal.units:
            count["played"] += 1
            count_units(count, deal.units[person])
            count["fouls"] += 1 if deal.offender == person else 0
            run = run + 1 if count_wins(count, person, deal) else 0
            count["streak"] = run if run > count["streak"] else count["streak"]
            if deal.wins and deal.wins[0].discarded and deal.wins[0].from_ == person:
                count["discards"] += 1
    return Tally(**count)


def count_units(count: dict[str, int], brought: int) -> None:
    if brought > 0:
        count["ahead"] += 1
    if brought < 0:
        count["behind"] += 1
    count["most_won"] = brought if brought > count["most_won"] else count["most_won"]
    count["most_lost"] = brought if brought < count["most_lost"] else count["most_lost"]


def count_wins(count: dict[str, int], person: int, deal: Played) -> bool:
    """Whether there was one."""
    mine = [win for win in deal.wins if win.winner == person]
    for win in mine:
        count["wins"] += 1
        count["drawn"] += 1 if win.drawn else 0
        count["worth"] += win.worth
        count["greatest"] = win.worth if win.worth > count["greatest"] else count["greatest"]
    return bool(mine)


@PATIENT
@given(EVENING)
def test_a_tally_is_what_slow_counting_finds(evening):
    found = tallies(evening)
    assert set(found) == {person for deal in evening for person in (*deal.units, *deal.sat)}
    assert found == {person: counted_by_hand(person, evening) for person in found}


@PATIENT
@given(EVENING, EVENING)
def test_two_evenings_add_up_to_what_both_together_have_but_for_streaks(one, other):
    found = together([tallies(one), tallies(other)])
    whole = tallies([*one, *other])
    assert list(found) == sorted(whole)
    for person, tally in found.items():
        parts = [tallies(deals).get(person, NOTHING) for deals in (one, other)]
        assert tally.streak == max(part.streak for part in parts)
        assert (tally.played, tally.wins, tally.drawn) == (
            whole[person].played,
            whole[person].wins,
            whole[person].drawn,
        )
        assert (tally.most_won, tally.most_lost) == (whole[person].most_won, whole[person].most_lost)
        assert (tally.greatest, tally.worth) == (whole[person].greatest, whole[person].worth)
        assert (tally.discards, tally.fouls, tally.sat) == (
            whole[person].discards,
            whole[person].fouls,
            whole[person].sat,
        )


@PATIENT
@given(EVENING)
def test_nothing_added_changes_nothing(evening):
    for tally in tallies(evening).values():
        assert tally + NOTHING == tally == NOTHING + tally


def test_who_sits_out_has_played_nothing():
    (sat,) = (tally for person, tally in tallies([Played({0: 4, 1: -4}, sat=(2,))]).items() if person == 2)
    assert sat == Tally(sat=1)


def test_one_discard_that_two_win_with_counts_once():
    wins = tuple(Won(winner, 2, 10, drawn=False, discarded=True) for winner in (0, 1))
    found = tallies([Played({0: 3, 1: 3, 2: -6}, wins=wins)])
    assert (found[2].discards, found[0].wins, found[1].wins) == (1, 1, 1)
