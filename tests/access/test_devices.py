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
    assert devices.known(asking(sent)) is None
    device, token = devices.remembered(asking(sent))
    assert tokens.is_token(token)
    assert Device.objects.get() == device == devices.known(asking(token))


@pytest.mark.django_db
def test_a_device_is_remembered_once():
    device, token = devices.remembered(asking(None))
    assert devices.remembered(asking(token)) == (device, token)
    assert Device.objects.count() == 1


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
