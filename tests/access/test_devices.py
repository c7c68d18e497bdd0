"""The cookie by which a device is known again."""

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from zipai_ledger.access import devices, tokens
from zipai_ledger.models import Device


def asking(token: str | None) -> HttpRequest:
    request = RequestFactory().get("/")
    if token is not None:
        request.COOKIES[devices.cookie_name()] = token
    return request


@pytest.mark.parametrize("sent", [None, "", "x" * 42, "x" * 44, "二" * 43])
@pytest.mark.django_db
def test_a_cookie_that_is_none_of_ours_makes_a_stranger(sent: str | None):
    assert devices.token_of(asking(sent)) == ""
    assert devices.device_of(asking(sent)) is None


@pytest.mark.parametrize("brought", ["", "F" * 43, "TestTokenOfAnotherServerThatIsNotOurs-0123_"])
@pytest.mark.django_db
def test_a_token_made_elsewhere_is_never_taken_over(brought: str):
    came = devices.arriving(brought)
    assert came.token != brought
    assert devices.device_of(asking(came.token)) == came.device
    assert devices.device_of(asking(brought)) is None


@pytest.mark.django_db
def test_a_token_of_ours_is_exchanged_and_the_same_request_gets_the_same_one_again():
    brought = tokens.issued_token()
    came, again = devices.arriving(brought), devices.arriving(brought)
    assert came == again
    assert came.token != brought
    assert Device.objects.get() == came.device


@pytest.mark.django_db
def test_a_device_that_comes_somewhere_goes_on_with_a_new_token():
    first = devices.arriving("")
    second = devices.renewed(devices.arriving(first.token), again=False)
    assert second != first.token
    assert devices.device_of(asking(first.token)) == first.device
    assert devices.device_of(asking(second)) == first.device
    assert devices.device_of(asking(first.token)) is None
    assert Device.objects.get().seed == ""


@pytest.mark.django_db
def test_where_the_answer_was_lost_the_same_form_gets_the_new_token_again():
    first = devices.arriving("")
    second = devices.renewed(devices.arriving(first.token), again=False)
    assert devices.renewed(devices.arriving(first.token), again=True) == second
    assert devices.renewed(devices.arriving(second), again=True) == second


@pytest.mark.django_db
def test_where_the_answer_was_lost_another_form_ends_the_token_nobody_has():
    first = devices.arriving("")
    lost = devices.renewed(devices.arriving(first.token), again=False)
    third = devices.renewed(devices.arriving(first.token), again=False)
    assert devices.device_of(asking(lost)) is None
    assert devices.device_of(asking(third)) == first.device


@pytest.mark.parametrize("sent", [None, "", "F" * 43])
@pytest.mark.django_db
def test_a_new_browser_is_given_a_token_with_our_mark(sent: str | None):
    answer = HttpResponse()
    devices.prepare(asking(sent), answer)
    given = answer.cookies[devices.cookie_name()].value
    assert given != sent
    assert tokens.is_issued(given)
    devices.prepare(asking(given), answer)
    assert answer.cookies[devices.cookie_name()].value == given
    assert not Device.objects.exists()


def test_the_cookie_is_for_the_whole_site_and_a_year():
    answer = HttpResponse()
    devices.give(answer, "x" * 43)
    (cookie,) = answer.cookies.values()
    assert (cookie.value, cookie["path"], cookie["max-age"]) == ("x" * 43, "/", 365 * 24 * 3600)
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")


@pytest.mark.parametrize(("https", "name"), [(False, "zipai"), (True, "__Host-zipai")])
def test_the_cookie_keeps_its_name_so_that_no_phone_loses_its_tables(settings, https: bool, name: str):
    settings.HTTPS = https
    answer = HttpResponse()
    devices.give(answer, "x" * 43)
    assert [*answer.cookies] == [name]
