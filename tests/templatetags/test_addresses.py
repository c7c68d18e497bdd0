"""`{% url %}`: worked out once, and the same as Django's."""

import pytest
from django.template import Context, RequestContext, Template
from django.test import RequestFactory
from django.urls import NoReverseMatch, resolve, reverse, set_script_prefix

from zipai_ledger.templatetags.addresses import address


def rendered(source: str, **values: object) -> str:
    return Template(source).render(Context(values))


def on_page(path: str, source: str) -> str:
    request = RequestFactory().get(path)
    request.resolver_match = resolve(path)
    return Template(source).render(RequestContext(request))


def test_each_argument_has_its_own_address() -> None:
    source = '{% url "deal:show" table key %}'
    for table, key in (("one", 1), ("two", 1), ("one", 2), ("one", 1)):
        assert rendered(source, table=table, key=key) == reverse("deal:show", args=[table, key])


def test_it_is_worked_out_once() -> None:
    address.cache_clear()
    for _ in range(3):
        rendered('{% url "table:show" table %}', table="once")
    assert (address.cache_info().misses, address.cache_info().hits) == (1, 2)


def test_an_address_can_have_a_name() -> None:
    assert rendered('{% url "table:show" table as there %}<{{ there }}>', table="one") == "</t/one/>"
    assert rendered('{% url "nowhere" as there %}<{{ there }}>') == "<>"


def test_one_that_there_is_not_is_refused() -> None:
    for _ in range(2):
        with pytest.raises(NoReverseMatch):
            rendered('{% url "nowhere" %}')


def test_a_place_is_the_one_whose_page_it_stands_on() -> None:
    source = '{% url "place:recovery" "one" %}'
    table, circle = reverse("table:recovery", args=["one"]), reverse("circle:recovery", args=["one"])
    for path in (table, circle, table):
        assert on_page(path, source) == path


def test_the_prefix_of_a_server_counts() -> None:
    source = '{% url "table:show" "one" %}'
    assert rendered(source) == "/t/one/"
    try:
        set_script_prefix("/cards/")
        assert rendered(source) == "/cards/t/one/"
    finally:
        set_script_prefix("/")
