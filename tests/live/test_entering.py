"""正在记: who enters a deal is known to all phones of the table, at whatever process, and to nobody else."""

from tests.live.phones import Listening, Phone
from tests.servers import Server, free_port, serving


def test_who_enters_a_deal_is_told_to_the_others_at_any_process_until_that_page_is_left(
    hurried_server: Server, collected_static, listeners: list[Listening]
):
    owner = Phone(hurried_server)
    table = owner.open_table()
    assert owner.post(f"{table}me/", player="0")[0] == 302
    keeper, looking = (owner.invite(table, role) for role in ("scorekeeper", "viewer"))
    stranger = Phone(hurried_server)
    elsewhere = stranger.open_table()
    with serving(hurried_server.data, collected_static, port=free_port()) as second:
        watching = looking.listen(table, "tab=a")
        entering = keeper.at(second).listen(table, "tab=b&show=entry")
        listeners += [watching, entering]
        assert watching.next("entering").text == '[""]'
        own = owner.listen(table, "tab=c&show=entry")
        listeners.append(own)
        assert watching.next("entering").text == '["", "老王"]'
        assert entering.next("entering").text == '["老王"]'

        # Who may only look on enters nothing, whatever the page asks for; another table hears of none of it.
        listeners.append(looking.listen(table, "tab=d&show=entry"))
        other = stranger.listen(elsewhere, "tab=e")
        listeners.append(other)
        owner.record(table)
        stranger.record(elsewhere)
        for _ in range(3):
            assert "entering" not in {message.name for message in other.until("beat")}
        entering.close()
        assert watching.next("entering").text == '["老王"]'
        own.close()
        assert watching.next("entering").text == "[]"
