"""Totals by player: a board for each unit, money below the first."""

from zipai_ledger.presenters.boards import Balance, Board, Money, boards
from zipai_ledger.rules.totals import Settlement

NAMES = dict(enumerate(("老王", "小李", "阿芳")))
TWO_GAMES = Settlement(
    units={"舵": (12, -12), "油": (3, 0, -3)}, money={"CNY": (600, -600)}, owed={"CNY": (600, -600)}, dues=()
)


def test_money_stands_on_the_first_board_and_who_came_later_has_none_yet():
    first, second = boards(NAMES, TWO_GAMES, ("guilin", "dazipai"))
    assert first == Board(
        "舵",
        (
            Balance(0, "老王", 12, (Money(600, "CNY"),)),
            Balance(1, "小李", -12, (Money(-600, "CNY"),)),
            Balance(2, "阿芳", 0, ()),
        ),
    )
    assert [balance.units for balance in second.balances] == [3, 0, -3]
    assert [balance.money for balance in second.balances] == [(), (), ()]


def test_where_money_is_not_wanted_there_is_none():
    assert not any(
        balance.money
        for board in boards(NAMES, TWO_GAMES, (), keeps_money=False)
        for balance in board.balances
    )


def test_a_unit_whose_game_is_gone_keeps_its_stored_word():
    assert [board.unit for board in boards(NAMES, TWO_GAMES, ("gone",))] == ["舵", "油"]
