"""Many phones at one table at once, and processes that die: real processes, a database file, real locks."""

import json
import shutil

import pytest

from tests.servers import environment, migrated, run


@pytest.fixture
def crowd(tmp_path, collected_static):
    """Run a scenario on a fresh database; gives its account."""

    def account(scenario, count, without=""):
        shutil.copyfile(migrated(collected_static), tmp_path / "ledger.sqlite3")
        settings = environment(tmp_path, collected_static)
        told = run(["tests.faults.crowd", scenario, str(count), without], settings)
        assert told.returncode == 0, told.stderr
        return json.loads(told.stdout)

    return account


def whole(account):
    return account["gapless"] and account["damages"] == []


@pytest.mark.parametrize("count", [pytest.param(2, marks=pytest.mark.fault), 32])
def test_the_same_form_sent_at_once_is_stored_once(crowd, count):
    account = crowd("same_form", count)
    assert account["told"] == {"stored": 1, "replay": count - 1}
    assert account["deals"] == 1
    assert whole(account)


def test_thirty_two_phones_with_different_deals_are_all_stored(crowd):
    account = crowd("different_deals", 32)
    assert account["told"] == {"stored": 96}
    assert account["deals"] == 96
    assert whole(account)


def test_processes_that_share_a_database_take_turns(crowd):
    account = crowd("several_processes", 8)
    assert account["told"] == {"stored": 80}
    assert whole(account)


@pytest.mark.parametrize("count", [pytest.param(2, marks=pytest.mark.fault), 32])
def test_of_many_built_on_the_same_ledger_one_is_stored(crowd, count):
    account = crowd("stale_base", count)
    assert account["told"] == {"stored": 1, "stale 1": count - 1}
    assert account["deals"] == 1
    assert whole(account)


def test_an_entry_whose_process_dies_is_stored_once_when_sent_again(crowd):
    accounts = crowd("killed", 9)
    for account in accounts:
        assert account["died"]
        assert account["unharmed"]
        assert account["told"] == {"stored": 1}
        assert account["deals"] == 2
        assert whole(account)


@pytest.mark.parametrize(
    ("without", "scenario", "right"),
    [
        ("no_unique", "same_form", {"stored": 1, "replay": 7}),
        ("no_base", "stale_base", {"stored": 1, "stale 1": 7}),
        ("no_lock", "several_processes", {"stored": 80}),
        ("no_transaction", "several_processes", {"stored": 80}),
    ],
)
def test_each_safeguard_is_needed(crowd, without, scenario, right):
    account = crowd(scenario, 8, without)
    assert account["told"] != right or not whole(account)


def test_without_a_transaction_a_death_leaves_half_an_entry(crowd):
    accounts = crowd("killed", 9, "no_transaction")
    assert not all(account["unharmed"] for account in accounts)


def test_the_database_itself_refuses_what_no_program_may_do(crowd):
    assert set(crowd("forged", 1)["told"].values()) == {"refused"}


@pytest.mark.parametrize(
    ("without", "stored"),
    [("no_check", {"lopsided"}), ("no_trigger", {"rewritten", "erased", "moved", "dropped"})],
)
def test_each_guard_of_the_database_is_needed(crowd, without, stored):
    told = crowd("forged", 1, without)["told"]
    assert {name for name, answer in told.items() if answer == "stored"} == stored
