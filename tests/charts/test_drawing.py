"""Charts of lines: what is drawn of many numbers, and whether it can be read."""

import itertools
import random
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.chance import tries
from zipai_ledger.charts import Frame, Series, axes, line
from zipai_ledger.charts.series import MOST_MARKS, evenly, markers, thinned

PATIENT = tries(30)
SVG = "{http://www.w3.org/2000/svg}"
NUMBERS = st.builds(
    lambda seed, count: random.Random(seed).choices(range(-500, 501), k=count),
    st.integers(),
    st.integers(1, 400),
)


def drawn(*series: Series, **more) -> ET.Element:
    return ET.fromstring(line(series, "各家总数", **more))


def texts(svg: ET.Element) -> list[str]:
    return [text.text or "" for text in svg.iter(f"{SVG}text")]


def corners(svg: ET.Element) -> list[list[tuple[float, float]]]:
    """The points of each line."""
    return [
        [tuple(map(float, point.split(","))) for point in one.get("points", "").split()]
        for one in svg.iter(f"{SVG}polyline")
    ]


@PATIENT
@given(NUMBERS, st.integers(2, 60))
def test_what_is_left_of_many_numbers_keeps_both_ends_the_highest_and_the_lowest(values, half):
    points = thinned(values, 2 * half)
    assert len(points) <= max(2 * half, 2)
    assert [at for at, _ in points] == sorted({at for at, _ in points})
    assert all(values[at] == value for at, value in points)
    assert (points[0].at, points[-1].at) == (0, len(values) - 1)
    assert max(value for _, value in points) == max(values)
    assert min(value for _, value in points) == min(values)


@PATIENT
@given(st.integers(-100_000, 100_000), st.integers(-100_000, 100_000))
def test_round_numbers_hold_nought_and_all_that_is_drawn(one, other):
    lines = axes.heights(min(one, other), max(one, other))
    assert 0 in lines
    assert lines[0] <= min(0, one, other)
    assert lines[-1] >= max(0, one, other)
    assert len(lines) <= axes.MOST_LINES
    assert len({b - a for a, b in itertools.pairwise(lines)}) <= 1


@PATIENT
@given(st.integers(1, 30_000), st.integers(2, 30))
def test_places_below_begin_with_a_round_one_and_end_with_the_last(last, most):
    found = axes.places(last, most)
    assert found == sorted(set(found))
    assert found[-1] == last
    assert found[0] >= 1
    assert len(found) <= most + 1


def test_below_a_chart_of_nothing_there_is_no_place():
    assert axes.places(0, 5) == []


@PATIENT
@given(st.lists(st.tuples(st.floats(0, 200), st.sampled_from([10, 20, 30])), min_size=1, max_size=8))
def test_names_never_lie_over_one_another(names):
    wanted, sizes = zip(*names, strict=True)
    placed = axes.spread(wanted, sizes, 0, 240)
    edges = sorted((place - size / 2, place + size / 2) for place, size in zip(placed, sizes, strict=True))
    assert edges[0][0] >= -1e-6
    assert edges[-1][1] <= 240 + 1e-6
    for (_top, bottom), (top, _bottom) in itertools.pairwise(edges):
        assert top >= bottom - 1e-6


def test_names_with_room_stay_beside_their_lines():
    assert axes.spread([10, 150, 90], [20, 20, 20], 0, 200) == [10, 150, 90]


def test_a_line_is_told_from_the_others_by_dash_and_marker_too():
    series = [Series(f"人{look}", [0, look, 2 * look], look=look) for look in range(8)]
    svg = drawn(*series)
    groups = list(svg.iter(f"{SVG}g"))
    assert len({group.get("stroke") for group in groups}) == 8
    assert len({group[0].get("stroke-dasharray") for group in groups}) == 8
    assert len({group[1].get("d") for group in groups}) == 8


def test_a_chart_reads_as_one_sentence_and_hides_nothing_in_styles():
    text = line([Series("老<王>", [0, 4], look=0)], '老"王" +4')
    svg = ET.fromstring(text)
    assert (svg.get("role"), svg.get("aria-label")) == ("img", '老"王" +4')
    assert "老<王>" in texts(svg)
    assert "style" not in text


def test_a_line_ends_at_its_name_and_begins_at_nought():
    svg = drawn(Series("老王", [0, 4, -2], look=0), Series("小李", [0, -4, 2], look=1))
    (first, *_, last), (_, _, other) = corners(svg)
    nought = next(rule for rule in svg.iter(f"{SVG}path") if "nought" in rule.get("class", ""))
    assert f"M{first[0]:g} {first[1]:g}H" in nought.get("d", "")
    names = [text for text in svg.iter(f"{SVG}text") if "name" in text.get("class", "")]
    assert [name.text for name in names] == ["老王", "小李"]
    assert all(float(name.get("x", "0")) > last[0] for name in names)
    assert last[1] > other[1]


@pytest.mark.parametrize("values", [[0], [0, 0, 0]])
def test_an_evening_without_a_winner_is_a_level_line(values):
    svg = drawn(Series("老王", values, look=0))
    assert len({y for _, y in corners(svg)[0]}) == 1
    assert "0" in texts(svg)


def test_two_thousand_deals_make_a_small_picture():
    values = list(itertools.accumulate(((-1) ** (n // 7) * (n % 5) for n in range(2000)), initial=0))
    series = [Series(f"人{look}", values, look=look, marks=range(0, 2000, 3)) for look in range(4)]
    text = line(series, "")
    assert len(text) < 25_000
    groups = list(ET.fromstring(text).iter(f"{SVG}g"))
    assert all(len(group) - 1 <= MOST_MARKS for group in groups)
    assert texts(ET.fromstring(text)).count("2000") == 1


@PATIENT
@given(st.lists(st.integers(0, 2000), min_size=1, max_size=300, unique=True), st.integers(1, 20))
def test_the_last_mark_is_always_drawn(places, most):
    kept = evenly(sorted(places), most)
    assert len(kept) <= most
    assert kept[-1] == max(places)


def test_lines_without_marks_carry_markers_where_no_other_line_has_them():
    places = [{at for at, _ in markers(Series("", [0] * 100, look=look))} for look in range(8)]
    assert all(2 <= len(each) <= 5 for each in places)
    assert all(not one & other for one, other in itertools.combinations(places, 2))


def test_a_long_name_is_whole_and_leaves_room_for_the_lines():
    people = ["欧阳老先生的外甥女", "Bartholomew", "Old Wang next door"]
    svg = drawn(*(Series(name, [0, look], look=look) for look, name in enumerate(people)))
    names = [text.text for text in svg.iter(f"{SVG}text") if "name" in text.get("class", "")]
    assert names == ["欧阳老先生", "的外甥女", "Bartholo", "mew", "Old Wang", "next", "door"]
    heights = [
        float(text.get("y", "0")) for text in svg.iter(f"{SVG}text") if "name" in text.get("class", "")
    ]
    assert min(after - before for before, after in itertools.pairwise(sorted(heights))) >= 14
    assert corners(svg)[0][-1][0] > 150


def test_the_longest_names_have_room_below_each_other():
    svg = drawn(*(Series("上官婉儿与欧阳修" * 3, [0, 0], look=look) for look in range(8)))
    heights = sorted(
        float(text.get("y", "0")) for text in svg.iter(f"{SVG}text") if "name" in text.get("class", "")
    )
    assert heights[0] > 0
    assert heights[-1] < float(svg.get("viewBox", "").split()[3])
    assert min(after - before for before, after in itertools.pairwise(heights)) >= 14


def test_larger_letters_take_their_room_from_the_lines():
    series = Series("老王", [0, 5], look=0)
    small, large = (drawn(series, frame=Frame(text=text)) for text in (14, 17.5))
    assert corners(large)[0][-1][0] < corners(small)[0][-1][0]
    assert small.get("viewBox", "").split()[2] == large.get("viewBox", "").split()[2]
    ends = [float(text.get("x", "0")) + len(text.text or "") * 17.5 for text in large.iter(f"{SVG}text")]
    assert max(ends) <= 300


def test_places_may_have_words_of_their_own():
    svg = drawn(Series("老王", [0, 5, 6, 7], look=0), places=["一月", "二月", "三月"])
    assert [text for text in texts(svg) if "月" in text][-1] == "三月"


def test_what_the_numbers_below_count_stands_at_their_end():
    svg = drawn(Series("老王", [0, 5, 6], look=0), counted="盘")
    assert texts(svg).count("盘") == 1
    assert "盘" not in texts(drawn(Series("老王", [0, 5, 6], look=0)))


@pytest.mark.parametrize(
    ("numbers", "expected"),
    [
        (range(1, 9), ["0", "2", "4", "6", "8"]),
        ([1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12], ["0", "5", "10"]),
        ([14, 15, 16, 17], ["14", "15", "16", "17"]),
        ([13], ["13"]),
        ([1], ["0", "1"]),
    ],
)
def test_numbered_steps_have_round_numbers_below_them(numbers, expected):
    values = [0] * (len(list(numbers)) + 1)
    svg = drawn(Series("老王", values, look=0), places=list(map(str, numbers)))
    below = max(float(text.get("y", "0")) for text in svg.iter(f"{SVG}text"))
    assert [text.text for text in svg.iter(f"{SVG}text") if float(text.get("y", "0")) == below] == expected


def test_a_line_begins_where_its_player_came():
    svg = drawn(Series("老王", [0, 4, -2, 0], look=0), Series("小李", [0, 0, 0, 2], look=1, start=2))
    whole, late = corners(svg)
    assert [x for x, _ in late] == [x for x, _ in whole[2:]]


@pytest.mark.parametrize("start", [0, 50, 99])
def test_a_line_that_begins_late_still_carries_a_marker(start):
    found = [at for at, _ in markers(Series("", [0] * 100, look=7, start=start))]
    assert found
    assert min(found) >= start
