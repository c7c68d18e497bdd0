"""Filters of `{% load zipai %}`: numbers, money, names, moments, and what a visitor may do."""

from datetime import timedelta

import pytest
from django.template import Context, Template
from django.utils import timezone, translation

from zipai_ledger.access import CircleVisit, Visit
from zipai_ledger.ledger.queries import PlayedGame
from zipai_ledger.models import (
    Circle,
    CircleGrant,
    CircleRole,
    Device,
    GameSession,
    Grant,
    Person,
    Player,
    Role,
)
from zipai_ledger.rules.options import Words


def rendered(source: str, **values: object) -> str:
    return Template("{% load zipai %}" + source).render(Context(values))


@pytest.mark.parametrize(
    ("source", "expected"),
    {
        "{{ 5|signed }} {{ 5|sign }}": "+5 plus",
        "{{ 0|signed }} {{ 0|sign }}": "0 zero",
        "{{ 12|tally }} {{ -3|tally }}": "12 −3",
        '{{ 750|money:"CNY" }}': "7.50 元",
        '{{ 750|signed_money:"CNY" }}': "+7.50 元",
        '{{ 750|money:"JPY" }}': "750 JPY",
    }.items(),
)
def test_numbers_and_money(source: str, expected: str) -> None:
    assert rendered(source) == expected


def test_a_loss_has_a_minus_that_is_none_of_a_keyboard() -> None:
    assert rendered("{{ n|signed }} {{ n|sign }}", n=-5) == "−5 minus"


def test_names_in_one_breath() -> None:
    assert rendered("{{ names|listed }}", names=["小李", "阿芳"]) == "小李、阿芳"
    people = (Player(name="小李"), Person(name="阿芳"))
    assert rendered("{{ people|names|listed }}", people=people) == "小李、阿芳"


def test_games_in_one_breath_by_the_names_of_their_places_and_by_its_slug_one_that_is_gone() -> None:
    played = [
        ("guilin", {}),
        ("paohuzi", {"preset": "yongzhou"}),
        ("paohuzi", {"preset": "yongzhou"}),
        ("gone", {}),
    ]
    games = [PlayedGame(*each) for each in played]
    assert rendered("{{ games|game_names }}", games=games) == "桂林字牌、永州扯胡子、gone"


def test_a_text_of_the_rules_is_in_the_readers_language() -> None:
    words = Words("自摸", "Self-draw")
    assert rendered("{{ words|word }}", words=words) == "自摸"
    with translation.override("en"):
        assert rendered("{{ words|word }}", words=words) == "Self-draw"


def test_a_seat_is_named_as_seen_from_the_dealers() -> None:
    words = {"dealer": "庄家", "sitting": "坐醒"}
    places = ("dealer", "next", "across", "last", "sitting", "")
    words_of = [rendered("{{ place|seat_place:words }}", place=place, words=words) for place in places]
    assert words_of == ["庄家", "下手", "对家", "上手", "坐醒", ""]


def test_of_today_only_the_clock() -> None:
    today = timezone.localtime().replace(hour=20, minute=5)
    assert rendered("{{ at|moment }}", at=today) == "20:05"
    assert "20:05" in rendered("{{ at|moment }}", at=today - timedelta(days=40))
    assert rendered("{{ at|moment }}", at=today - timedelta(days=40)) != "20:05"


def test_of_the_evening_only_the_clock() -> None:
    opened = timezone.localtime().replace(hour=20, minute=5)
    assert rendered("{{ at|of_evening:opened }}", at=opened, opened=opened) == "20:05"
    assert "20:05" in rendered("{{ at|of_evening:opened }}", at=opened + timedelta(days=3), opened=opened)


def test_what_a_visitor_may_do() -> None:
    table = Visit(GameSession(), Grant(), Role.VIEWER, None, Device())
    circle = CircleVisit(Circle(), CircleGrant(), CircleRole.OWNER, None, Device())
    assert rendered('{{ visit|may:"see" }} {{ visit|may:"pay" }}', visit=table) == "True False"
    assert rendered('{{ visit|may:"invite" }}', visit=circle) == "True"


@pytest.mark.parametrize(
    ("source", "expected"),
    {
        '{% field_aria "hu" "" %}': "",
        '{% field_aria "hu" "" hint="hint_hu" %}': ' aria-describedby="hint_hu"',
        '{% field_aria "hu" "几胡？" %}': ' aria-describedby="error-hu" aria-invalid="true"',
        '{% field_aria "hu" "几胡？" hint="owed" %}': ' aria-describedby="owed error-hu" aria-invalid="true"',
        '{% described_by "marks" "几胡？" %}': ' aria-describedby="error-marks"',
        '{% described_by name "几胡？" %}': ' aria-describedby="error-&lt;"',
    }.items(),
)
def test_a_field_leads_to_its_hint_and_to_what_is_wrong_with_it(source: str, expected: str) -> None:
    assert rendered(source, name="<") == expected


def test_no_line_ends_between_a_number_and_what_it_counts() -> None:
    text = rendered("{{ title|with_units }}", title="老王 18 胡、小李 7 胡 +6")
    assert text == "老王 18\u00a0胡、小李 7\u00a0胡 +6"
