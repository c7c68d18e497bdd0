"""What the three dots of a table offer: in groups, and to each what they may do."""

import re

from django.test import Client

from zipai_ledger.ledger import record

from .conftest import Table, sent


def menu(client: Client, table: Table) -> dict[str, list[str]]:
    """Title of each group → what stands in it."""
    page = client.get(table.url("table:show")).content.decode()
    drop = page.split('class="menu-drop"')[1].split("</details>")[0]
    groups = re.findall(r"<h2>(.*?)</h2><ul>(.*?)</ul>", drop)
    return {title: re.findall(r'<a href="[^"]+">(.*?)</a>', items) for title, items in groups}


def test_the_owners_menu_stands_in_groups_and_a_screen_is_where_one_shows_it_to_others(
    alice: Client, table: Table
):
    found = menu(alice, table)
    assert list(found) == ["让大家看", "人", "账本", "手机"]
    assert found["让大家看"] == ["放到电视上", "请人上桌"]
    assert "商定加减" in found["账本"]
    assert found["手机"][-1] == "帮助"


def test_an_onlookers_menu_has_only_what_he_may_do(viewer: Client, table: Table):
    found = menu(viewer, table)
    assert found["让大家看"] == ["放到电视上"]
    assert "改名字" not in found["人"]
    assert "商定加减" not in found["账本"]
    assert "这桌的规矩" in found["账本"]
    assert "恢复码" not in found["手机"]


def test_a_closed_table_offers_nothing_that_would_change_it(alice: Client, table: Table):
    before = menu(alice, table)
    record.close(session=table.session, sent=sent(table.session))
    after = menu(alice, table)
    gone = {one for group in before for one in before[group]} - {
        one for group in after for one in after[group]
    }
    assert gone == {"换人、换规矩", "替一手", "商定加减"}
