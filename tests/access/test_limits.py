"""Against guessing: wrong codes are counted, right ones are not."""

from datetime import datetime, timedelta

import pytest
from django.test import RequestFactory
from django.utils import timezone

from zipai_ledger.access import limits, network
from zipai_ledger.access.grants import WrongCode
from zipai_ledger.access.limits import Code
from zipai_ledger.models import FailedCode

HERE, THERE = "192.0.2.1", "192.0.2.2"


def wrong(where: str = HERE, code: Code = Code.SPOKEN) -> None:
    with pytest.raises(WrongCode), limits.counted(where, code):
        raise WrongCode


def right(where: str = HERE, code: Code = Code.SPOKEN) -> None:
    with limits.counted(where, code):
        pass


@pytest.mark.django_db
def test_after_ten_wrong_codes_an_address_waits_and_others_do_not():
    for _ in range(limits.PER_NETWORK):
        wrong()
    with pytest.raises(limits.TooMany) as refused:
        right()
    assert 0 < refused.value.wait <= limits.WINDOW.total_seconds()
    right(THERE)


@pytest.mark.django_db
def test_right_codes_are_not_counted():
    for _ in range(3 * limits.PER_NETWORK):
        right()
    assert FailedCode.objects.count() == 0


@pytest.mark.django_db
def test_an_attempt_that_failed_otherwise_is_not_counted():
    with pytest.raises(ZeroDivisionError), limits.counted(HERE, Code.SPOKEN):
        _ = 1 / 0
    assert FailedCode.objects.count() == 0


@pytest.mark.django_db
def test_what_was_refused_does_not_prolong_the_wait():
    for _ in range(limits.PER_NETWORK):
        wrong()
    for _ in range(5):
        with pytest.raises(limits.TooMany):
            right()
    assert FailedCode.objects.count() == limits.PER_NETWORK


@pytest.mark.django_db
def test_wrong_codes_are_forgotten_after_the_window():
    for _ in range(limits.PER_NETWORK):
        wrong()
    FailedCode.objects.update(at=timezone.now() - limits.WINDOW - timedelta(seconds=1))
    right()
    assert FailedCode.objects.count() == 0


@pytest.mark.django_db
def test_the_wait_ends_when_the_oldest_wrong_code_is_forgotten(moment: datetime):
    for _ in range(limits.PER_NETWORK):
        wrong()
    oldest = FailedCode.objects.earliest("pk")
    FailedCode.objects.filter(pk=oldest.pk).update(at=moment - limits.WINDOW + timedelta(seconds=30))
    with pytest.raises(limits.TooMany) as refused:
        right()
    assert refused.value.wait == 30


@pytest.mark.django_db
@pytest.mark.parametrize(("code", "other"), [(Code.SPOKEN, Code.RECOVERY), (Code.RECOVERY, Code.SPOKEN)])
def test_nobody_s_wrong_codes_keep_anybody_else_s_right_one_out(code: Code, other: Code):
    for last in range(12):
        for _ in range(limits.PER_NETWORK):
            wrong(f"192.0.2.{last}", code)
        right(f"198.51.100.{last}", code)
    with pytest.raises(limits.TooMany):
        right("192.0.2.1", code)
    right("192.0.2.1", other)


@pytest.mark.django_db
@pytest.mark.parametrize("code", Code)
def test_however_many_networks_a_site_has_little_is_kept_and_a_right_code_works(code: Code):
    tries = limits.PER_SITE // limits.PER_NETWORK + 3
    for subnet in range(tries):
        for _ in range(limits.PER_NETWORK):
            wrong(f"2001:db8:1:{subnet:x}::/64", code)
    assert FailedCode.objects.count() == 2 * limits.PER_SITE
    right("2001:db8:1:ffff::/64", code)
    with pytest.raises(limits.TooMany):
        right("2001:db8:1:0::/64", code)
    wrong("2001:db8:2:1::/64", code)
    assert FailedCode.objects.count() == 2 * limits.PER_SITE + 2
    FailedCode.objects.update(at=timezone.now() - limits.WINDOW)
    wrong("2001:db8:1:0::/64", code)
    assert FailedCode.objects.count() == 2


@pytest.mark.django_db
def test_no_more_is_kept_of_an_address_than_its_wrong_codes_of_ten_minutes():
    for _ in range(limits.PER_NETWORK):
        wrong()
    for _ in range(3):
        with pytest.raises(limits.TooMany):
            right()
    assert FailedCode.objects.count() == limits.PER_NETWORK
    FailedCode.objects.update(at=timezone.now() - limits.WINDOW)
    right(THERE)
    assert FailedCode.objects.count() == 0


@pytest.mark.django_db
def test_a_clock_that_was_ahead_locks_nobody_out():
    for _ in range(limits.PER_NETWORK):
        wrong()
    FailedCode.objects.update(at=timezone.now() + timedelta(days=400))
    right()
    assert FailedCode.objects.count() == 0


@pytest.mark.django_db
def test_addresses_are_kept_as_keyed_hashes_only():
    wrong()
    kept = FailedCode.objects.get()
    assert HERE not in kept.who
    assert len(kept.who) == 64


@pytest.mark.parametrize(
    ("proxies", "forwarded", "expected"),
    [
        (0, "", "10.0.0.9"),
        (0, "192.0.2.7", "10.0.0.9"),
        (1, "192.0.2.7", "192.0.2.7"),
        (1, "6.6.6.6, 192.0.2.7", "192.0.2.7"),
        (2, "6.6.6.6, 192.0.2.7, 10.0.0.1", "192.0.2.7"),
        (2, "6.6.6.6", "10.0.0.9"),
        (1, "", "10.0.0.9"),
    ],
)
def test_only_what_our_own_proxies_added_is_believed(settings, proxies: int, forwarded: str, expected: str):
    settings.PROXIES = proxies
    headers = {"X-Forwarded-For": forwarded} if forwarded else {}
    request = RequestFactory().get("/", REMOTE_ADDR="10.0.0.9", headers=headers)
    assert network.client_network(request) == expected


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("", ""),
        ("x" * 100, "x" * 64),
    ],
)
def test_an_ipv6_household_is_one_network(address: str, expected: str):
    assert network.network(address) == expected


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        ("192.0.2.1", ""),
        ("2001:db8:1:2::/64", "2001:db8:1::/48"),
        ("2001:db8:1:ff00::/64", "2001:db8:1::/48"),
        ("2001:db8:2:2::/64", "2001:db8:2::/48"),
        ("", ""),
        ("x" * 64, ""),
    ],
    ids=["no site", "one", "the same", "another", "nothing", "no address"],
)
def test_what_one_customer_may_have_of_ipv6_is_one_site(found: str, expected: str):
    assert network.site(found) == expected
