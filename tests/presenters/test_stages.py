"""The form of a stage as its page shows it."""

import pytest
from django.http import QueryDict

from zipai_ledger.forms.stages import StageForm
from zipai_ledger.presenters.stages import seat_place, stage_part
from zipai_ledger.rules.registry import all_rulesets

RULESETS = all_rulesets()


@pytest.mark.parametrize(
    ("playing", "places"),
    [
        ((0, 1), ["dealer", "across"]),
        ((1, 2, 0), ["last", "dealer", "next"]),
        ((0, 1, 2, 3), ["dealer", "next", "across", "last"]),
        ((2, 3, 0), ["last", "sitting", "dealer", "next"]),
    ],
)
def test_seats_are_named_as_seen_from_the_dealers(playing: tuple[int, ...], places: list[str]) -> None:
    assert [seat_place(seat, playing) for seat in range(len(places))] == places


@pytest.mark.parametrize("slug", RULESETS)
def test_of_every_game_the_usual_form_is_shown(slug: str) -> None:
    form = StageForm(RULESETS[slug])
    part = stage_part(form)
    assert [game.value for game in part.games.near if game.is_chosen] == [part.chosen]
    assert part.rules.slug == slug
    assert sum(seat.place == "dealer" for seat in part.seats) == 1
    assert [seat.place for seat in part.seats].count("") == len(part.seats) - form.count
    assert part.rules.query == ""
    assert part.rules.brief
    assert len(part.rules.brief) <= 6


@pytest.mark.parametrize(
    ("typed", "minor", "choices", "other"),
    [
        ("", 0, (0, 10, 20, 50, 100), ""),
        ("50", 50, (0, 10, 20, 50, 100), ""),
        ("75", 75, (0, 10, 20, 50, 100, 75), ""),
        ("-5", 0, (0, 10, 20, 50, 100), "-5"),
        ("两块", 0, (0, 10, 20, 50, 100), "两块"),
    ],
)
def test_a_stake_is_offered_as_it_was_typed(
    typed: str, minor: int, choices: tuple[int, ...], other: str
) -> None:
    stake = stage_part(StageForm(next(iter(RULESETS.values())), QueryDict(f"stake={typed}")).unsent()).stake
    assert (stake.minor, stake.choices, stake.other) == (minor, choices, other)
