"""Every page and every state of it that is looked at: by axe, in pictures, in every look and language."""

from tests.browser.places import circles, correcting, entry, games, inviting, paying, tables, wrong
from tests.browser.places.evening import Evening, State, prepared

__all__ = ["PATHS", "SHOWN", "STATES", "Evening", "State", "prepared"]


def sample(evening: Evening) -> str:
    """The owner's sample table as it is before anything was entered there."""
    table = evening.sender.post("/sample/").headers["location"]
    if "第 7" not in evening.sender.get(table).text():
        evening.sender.post(f"{table}purge/")
        table = evening.sender.post("/sample/").headers["location"]
    return table


def sample_begun(evening: Evening) -> None:
    evening.at(sample(evening))
    expect(evening.page.locator(".practice")).to_contain_text("1 / 3")


def sample_among_tables(evening: Evening) -> None:
    sample(evening)
    evening.at("/")
    expect(evening.page.locator(".tag", has_text="试玩")).to_be_visible()


def practised(evening: Evening, hu: int) -> str:
    """The sample table after its first hand, entered with so many 胡."""
    table = sample(evening)
    told = {"winner": "2", "source": "self_draw", "mode": "hu", "hu": f"{hu}", "xing_count": "1"}
    evening.sender.record(table, **told)
    evening.at(table)
    return table


def sample_right(evening: Evening) -> None:
    practised(evening, 17)
    expect(evening.page.locator(".practice")).to_contain_text("✓ 对了")


def sample_wrong(evening: Evening) -> None:
    practised(evening, 12)
    expect(evening.page.locator(".practice")).to_contain_text("你记的是 12 胡")


def sample_winner(evening: Evening) -> None:
    evening.at(f"{practised(evening, 17)}deals/new/")
    evening.page.wait_for_selector("#entry[data-live]")


def sample_pad(evening: Evening) -> None:
    sample_winner(evening)
    hands.win(evening.page, 0, "self_draw")


def sample_flip(evening: Evening) -> None:
    sample_pad(evening)
    hands.tap_hand(evening.page, hands.PLAIN, "八")
    expect(evening.page.locator(".sample-hand")).to_contain_text("翻的醒")


def sample_finished(evening: Evening) -> None:
    table = practised(evening, 17)
    third = {"winner": "1", "source": "discard", "from": "0", "mode": "hu", "hu": "16", "xing_count": "3"}
    second = {"winner": "0", "source": "self_draw", "mode": "hu", "hu": "18", "xing_count": "2"}
    for told in (second, third):
        evening.sender.record(table, **told)
    evening.at(table)
    expect(evening.page.get_by_text("会了，开一桌真的")).to_be_visible()


def sample_deleting(evening: Evening) -> None:
    evening.at(f"{sample(evening)}purge/")
    expect(evening.page.get_by_text("再玩一会儿")).to_be_visible()


PATHS = {
    "home with tables": "/",
    "a new table": "/new/",
    "drawing for the dealer": "/drawing/",
    "an empty table": "{empty}",
    "a table with deals": "{played}",
    "a closed table": "{closed}",
    "older deals": "{played}?before=3",
    "entry, who won": "{empty}deals/new/",
    "黄庄": "{empty}deals/dead/",
    "诈胡": "{empty}deals/foul/",
    "商定": "{empty}deals/adjust/",
    "a deal": "{played}deals/{keys[0]}/",
    "a void deal": "{played}deals/{keys[2]}/",
    "voiding a deal": "{played}deals/{keys[1]}/void/",
    "a deal as the rule has it": "{played}deals/{keys[1]}/follow/",
    "a deal worked out anew": "{played}deals/{keys[1]}/by-rule/",
    "restoring a deal": "{played}deals/{keys[2]}/restore/",
    "what was changed": "{played}history/",
    "what was changed in one deal": "{played}history/?deal={keys[0]}",
    "why a total is what it is": "{played}why/0/",
    "settling": "{played}settle/",
    "figures": "{played}figures/",
    "what a hand waited for": "{played}deals/{keys[0]}/after/",
    "waits of a hand that is shown": "{played}deals/{keys[1]}/after/?seat=1&hand=碰捌捌捌碰五五五手壹贰叁一二三肆伍六六柒柒柒陆",
    "a hand that cannot be": "{played}deals/{keys[1]}/after/?hand=猫",
    "settling a closed table": "{closed}settle/",
    "taking data out": "{played}export/",
    "picture and text": "{played}share/",
    "on paper": "{played}export/print/",
    "other house rules": "{played}what-if/",
    "who may do what": "{played}links/",
    "sending everybody away": "{played}devices/rotate/",
    "moving to another browser": "{played}move/",
    "a new recovery code": "{played}recovery/",
    "names": "{played}rename/",
    "who plays for whom": "{played}stand-in/",
    "forgetting a name": "{played}players/1/erase/",
    "deleting a table": "{played}purge/",
    "scoring anew": "{played}rescore/",
    "into a circle": "{played}circle/",
    "no PDF": "{played}export/pdf/",
    "a new circle": "/circles/new/",
    "bringing data in": "/import/",
    "the next stage": "{played}stage/",
    "an invitation to paste": "/j/",
    "recovering": "/recover/",
    "preferences": "/preferences/",
    "the games there are": "/rules/",
    "words of the table": "/rules/words/",
    "help": "/help/",
    "rules paid by the hand": "/rules/guilin/?seats=4&min_hu=15",
    "rules of a round": "/rules/bopi/",
    "rules with tiles": "/rules/guiyang/",
    "rules with bands": "/rules/dalin/",
    "the rules of a table": "{played}rules/",
    "a page that is not there": "/t/nowhere/",
    "a page that this phone has not seen, without network": "/offline/",
    "one phone at the table": "{played}devices/{device}/",
    "paying": "{circled}pay/",
    "another table like it": "{played}again/",
    "a circle": "{circle}",
    "a circle in figures": "{circle}figures/",
    "one person of a circle": "{circle}people/3/",
    "who plays tonight": "{circle}tonight/",
    "names of a circle": "{circle}names/",
    "forgetting somebody of a circle": "{circle}people/3/erase/",
    "who is who": "{circled}circle/",
    "inviting into a circle": "{circle}links/",
    "a new code of a circle": "{circle}recovery/",
    "sending everybody out of a circle": "{circle}devices/rotate/",
    "deleting a circle": "{circle}purge/",
    "a table in a circle": "{circled}",
    "settling with money": "{circled}settle/",
    "in the middle of a round": "{rounds}",
    "settling in the middle of a round": "{rounds}settle/",
    "ending a round early": "{rounds}deals/end-round/",
    "a table whose game has opening wins": "{openings}",
    "起手胡": "{openings}deals/opening/",
    "entry with tiles": "{tiles}deals/new/",
    "黄庄 with tiles": "{tiles}deals/dead/",
    "诈胡 with tiles": "{tiles}deals/foul/",
    "entry with bands": "{bands}deals/new/",
    "figures of a game with bands": "{bands}figures/",
}
STATES: tuple[State, ...] = (
    *paying.STATES,
    *tables.STATES,
    *entry.STATES,
    *inviting.STATES,
    *games.STATES,
    *circles.STATES,
    *wrong.STATES,
    *correcting.STATES,
)
SHOWN = {
    "403_csrf.html": "too_old",
    "404.html": "a page that is not there",
    "413.html": "too_large",
    "500.html": "broken",
    "503.html": "busy",
    "access/code.html": "code",
    "access/damaged.html": "damaged_refused",
    "access/device.html": "one phone at the table",
    "access/forbidden.html": "not_allowed",
    "access/links.html": "who may do what",
    "access/move.html": "moving to another browser",
    "access/recover.html": "recovering",
    "access/recovery.html": "a new recovery code",
    "access/rotate.html": "sending everybody away",
    "access/soon.html": "asked_too_soon",
    "circles/choose.html": "into a circle",
    "circles/elsewhere.html": "circle_of_others",
    "circles/erase.html": "forgetting somebody of a circle",
    "circles/figures.html": "a circle in figures",
    "circles/forbidden.html": "circle_not_for_members",
    "circles/links.html": "inviting into a circle",
    "circles/names.html": "names of a circle",
    "circles/new.html": "a new circle",
    "circles/person.html": "one person of a circle",
    "circles/purge.html": "deleting a circle",
    "circles/recovery.html": "a new code of a circle",
    "circles/rotate.html": "sending everybody out of a circle",
    "circles/show.html": "a circle",
    "circles/tonight.html": "who plays tonight",
    "circles/who.html": "who is who",
    "deals/adjust.html": "商定",
    "deals/after.html": "what a hand waited for",
    "deals/dead.html": "黄庄",
    "deals/effect.html": "voiding a deal",
    "deals/end_round.html": "ending a round early",
    "deals/entry.html": "entry, who won",
    "deals/foul.html": "诈胡",
    "deals/opening.html": "起手胡",
    "deals/refused.html": "conflict",
    "deals/show.html": "a deal",
    "deals/stale.html": "stale",
    "drawing/draw.html": "drawing for the dealer",
    "exports/import.html": "bringing data in",
    "exports/kept.html": "damaged_export",
    "exports/no_font.html": "no PDF",
    "exports/paper.html": "on paper",
    "exports/share.html": "picture and text",
    "help/index.html": "help",
    "offline.html": "a page that this phone has not seen, without network",
    "preferences.html": "preferences",
    "rules/book.html": "rules paid by the hand",
    "rules/index.html": "the games there are",
    "rules/words.html": "words of the table",
    "tables/erase.html": "forgetting a name",
    "tables/export.html": "taking data out",
    "tables/figures.html": "figures",
    "tables/history.html": "what was changed",
    "tables/home.html": "home with tables",
    "tables/join.html": "an invitation to paste",
    "tables/new.html": "a new table",
    "tables/pay.html": "paying",
    "tables/purge.html": "deleting a table",
    "tables/rename.html": "names",
    "tables/rescore.html": "scoring anew",
    "tables/settle.html": "settling",
    "tables/stand_in.html": "who plays for whom",
    "tables/table.html": "an empty table",
    "tables/what_if.html": "other house rules",
    "tables/why.html": "why a total is what it is",
}
"""Where each template that makes a page is seen: the name of a path or of a state. `test_axe` holds that it is so."""
