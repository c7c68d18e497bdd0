"""The one table of who may do what."""

import pytest

from zipai_ledger.access import NEEDED, RANK, Action, CircleAction, at_least, can
from zipai_ledger.models import CircleRole, Role

LOOKING = {
    Action.ME,
    Action.AGAIN,
    Action.SEE,
    Action.EXPORT,
    Action.ASK,
    Action.MOVE,
    Action.LEAVE,
    Action.KEEP_RULES,
    Action.DISPUTE,
}
OWNING = {
    Action.RENAME_TABLE,
    Action.CLOSE,
    Action.REOPEN,
    Action.INVITE,
    Action.REVOKE,
    Action.GRANT,
    Action.MAKE_RECOVERY,
    Action.RESCORE,
    Action.ERASE,
    Action.CIRCLE,
    Action.AUDIT,
}


def test_every_action_stands_in_the_table_and_every_role_has_a_rank():
    assert set(NEEDED) == {*Action, *CircleAction}
    assert set(RANK) == {*Role, *CircleRole}


def test_a_viewer_only_looks_and_doubts():
    assert {action for action in Action if can(Role.VIEWER, action)} == LOOKING


def test_a_scorekeeper_does_everything_but_what_the_owner_keeps():
    assert {action for action in Action if can(Role.SCOREKEEPER, action)} == set(Action) - OWNING


def test_an_owner_may_do_everything():
    assert all(can(Role.OWNER, action) for action in Action)
    assert all(can(CircleRole.OWNER, action) for action in CircleAction)


def test_a_member_of_a_circle_only_looks_keeps_rules_and_leaves():
    looking = {CircleAction.SEE, CircleAction.LOOK, CircleAction.KEEP_RULES, CircleAction.LEAVE}
    assert {action for action in CircleAction if can(CircleRole.MEMBER, action)} == looking


@pytest.mark.parametrize("role", ["", "guest", "OWNER"])
def test_an_unknown_role_may_do_nothing(role: str):
    assert not any(can(role, action) for action in NEEDED)


def test_a_stronger_role_includes_a_weaker_one():
    assert at_least(Role.OWNER, Role.VIEWER)
    assert at_least(Role.VIEWER, Role.VIEWER)
    assert not at_least(Role.VIEWER, Role.SCOREKEEPER)
