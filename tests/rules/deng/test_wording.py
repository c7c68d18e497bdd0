"""Everything that a game of docs/rules/deng.md says has words of its own, and none are there for nothing."""

import pytest

from tests.rules.deng.at import DEAD, Game, by_hu, carried, codes, end, foul, state, win
from tests.rules.rulebooks import statements
from zipai_ledger.rules import messages
from zipai_ledger.rules.wording import PROBLEMS

OWN, DEALT = {"source": "self_draw"}, {"source": "dealt"}
EARTH = {"source": "discard", "from_": 0, "winner": 1, "marks": ["dihu"]}
ONE_RED = "碰壹壹壹 碰叁叁叁 碰四四四 锥倒伍伍伍 手一三八八捌九九玖 胡二 翻"
WITH_FEI = "碰壹壹壹 碰叁叁叁 碰四四四 锥倒伍伍伍 手贰飞捌捌捌玖玖玖 胡肆 翻"
FEI = {"special_cards": {"飞": 1}}
ALL_PAY = {"discard_wins": "all_pay"}
ON_DISCARD = {"discard_wins": "on", "discard_hu": 10}
ENDS = ("idle_wins", "other_than_highest_wins", "any_win")
TIANDIHU = ("plus_ten", "double")
ROUND = [(4, {}, end(how), state(0, 3, (60, 20, 0, 5))) for how in ("settle", "drop", "carry")]

PLAYED = {
    "tuozi": [
        (3, FEI, win(WITH_FEI), None),
        (3, {}, by_hu(**OWN), None),
        (3, {}, by_hu(**DEALT), None),
        (3, ALL_PAY, by_hu(**EARTH), None),
        (4, {}, by_hu(), None),
        *[
            (3, {"mingtang": how, "dianhong": 1, "tiandihu": 2}, by_hu(**more), None)
            for how in ("multiply", "add")
            for more in (
                {"marks": ["honghu"]},
                {"marks": ["wuhu"]},
                {"marks": ["dianhong"]},
                DEALT,
                EARTH,
            )
        ],
        (3, {}, DEAD, None),
        (3, {}, foul(0, units=1), None),
    ],
    "huashi": [
        (4, {}, by_hu(**OWN), None),
        (4, FEI, win(WITH_FEI), None),
        (4, {}, by_hu(72), None),
        (4, {}, by_hu(**DEALT, marks=["honghu", "manyuanhua"]), None),
        (4, {}, by_hu(0, marks=["wuhu", "piaohu"]), None),
        (4, {}, by_hu(**EARTH), None),
        (4, {}, win(ONE_RED), None),
        (4, {}, DEAD, None),
        (4, {}, foul(0, units=1), None),
        (3, {}, foul(0, units=1), None),
        (4, {"patterns_add": "on"}, by_hu(0, marks=["wuhu", "piaohu"]), None),
    ],
    "bopi": [
        (4, {}, by_hu(**OWN), None),
        (4, {}, by_hu(**DEALT), None),
        (4, {}, DEAD, None),
        (3, {}, DEAD, None),
        (4, {}, foul(0), None),
        (4, FEI, win(WITH_FEI), None),
        (4, {}, by_hu(60, winner=1), state(0, 3, (0, 90, 0, 40))),
        *[(4, {"ends_with": how}, DEAD, state(0, 3, (110, 20, 0, 5))) for how in ENDS],
        (4, ON_DISCARD, by_hu(source="discard", from_=1), None),
        *[(4, {"tiandihu": how}, by_hu(**more), None) for how in TIANDIHU for more in (DEALT, EARTH)],
        *ROUND,
    ],
    "gaohuzi": [
        (3, FEI, win(WITH_FEI), None),
        (3, {}, by_hu(20, **DEALT), None),
        (3, ON_DISCARD, by_hu(20, source="discard", from_=1), None),
        (3, {"self_draw_hu": 10}, by_hu(20, **OWN), None),
        (3, {"settlement": "difference"}, end("settle"), state(0, None, (36, 20, 0), wins=(2, 1, 0))),
        (3, {}, DEAD, None),
        (3, {}, foul(0), None),
        (4, {}, by_hu(20), None),
        (4, {"form": "four_at_once"}, by_hu(20), state(0, None, (40, 20, 0, 36), wins=(2, 1, 0, 2))),
        *[
            (3, {}, end(how), state(0, None, (36, 20, 0), wins=(2, 1, 0)))
            for how in ("settle", "drop", "carry")
        ],
    ],
}
NEVER = {
    "bopi": {"dihu", "foul", "foul.each", "self_draw"},
    "gaohuzi": {"dihu", "self_draw", "highest.enough"},
}
"""Lines of the family that cannot happen in one of its games."""


@pytest.mark.parametrize("slug", PLAYED)
@pytest.mark.parametrize("lang", ["zh-hans", "en"])
def test_every_line_and_payment_is_said_and_every_wording_of_them_is_used(slug, lang):
    game = Game(slug)
    texts = game.ruleset.texts
    used = set()
    for seats, options, deal, before in PLAYED[slug]:
        table = game.seated(seats, **options)
        outcome = game.played(table, deal, before)
        state_before = before or game.ruleset.open(table)
        needs = [
            game.ruleset.game(table.options).outlook.need(table, state_before, seat) for seat in range(seats)
        ]
        lines = [
            *outcome.items,
            *game.ruleset.game(table.options).outlook.standing(table, state_before),
            *filter(None, needs),
        ]
        assert all(messages.label(line, lang, texts=texts, names=["甲", "乙", "丙", "丁"]) for line in lines)
        used |= {messages.item_key(line) for line in lines}
        used |= {flow.code for flow in outcome.flows}
        for flow in outcome.flows:
            assert "{" not in messages.flow_label(flow.code, lang, texts=texts)
    lines = {
        key
        for key in texts
        if key not in PROBLEMS and not key.startswith(("bad_", "below_", "word.", "why."))
    }
    lines -= {key for key in texts if key.endswith(".short")}
    assert lines - used == NEVER.get(slug, set())


def test_the_words_of_the_table_are_those_of_the_game():
    game = Game("gaohuzi")
    table = game.seated(4, form="three_and_counter")
    outcome = game.played(table, by_hu(20, dealer=1, sitting=2))
    texts = [
        messages.problem_text(w, texts=game.ruleset.texts, names=["甲", "乙", "丙", "丁"])
        for w in outcome.warnings
    ]
    assert texts == ["照规矩该甲打桩", "照规矩该丁数算"]
    assert game.ruleset.terms.sitting.zh == "数算"
    assert codes(game.played(table, DEAD)) == ["dead"]
    assert game.no_table(4, form="three_and_counter", carried=carried(18, 0, 0, 0, wins=(1, 0, 0, 0))) == []


@pytest.mark.parametrize("slug", ["tuozi", "bopi", "gaohuzi", "huashi"])
@pytest.mark.parametrize(("seats", "form"), [(2, "two"), (3, "three"), (4, "three_and_counter")])
def test_without_a_word_about_the_form_it_follows_the_number_of_players(slug: str, seats: int, form: str):
    assert Game(slug).seated(seats).options["form"] == form
    assert Game(slug).no_table(5) == [("bad_deal.players", "players")]


def test_the_counter_counts_out_as_many_cards_as_are_left():
    game = Game("bopi")

    def cards(seats: int = 4, **options: object) -> list[str]:
        table = game.seated(seats, **options)
        lines = game.ruleset.game(table.options).outlook.standing(table, game.ruleset.open(table))
        return [messages.label(line, texts=game.ruleset.texts) for line in lines]

    assert cards() == ["数算的数 19 张"]
    assert cards(change_bottom="on") == ["数算的数 20 张"]
    assert cards(special_cards={"飞": 2, "秤贰柒拾": 1}) == ["数算的数 22 张"]
    assert cards(3) == cards(2) == cards(4, form="four_at_once") == []


SENTENCES = {
    "吃过张": "may not be claimed later",
    "碰后对": "a win may",
    "逃锥": "leave out a",
    "拆坎": "take three alike apart",
    "停比下马": "left in the hand after a chi",
    "不摆火": "laying down what goes with it",
    "丢角": "at the right hand",
    "现龙": "displayed, one card open",
    "烧死": "it is burnt",
    "头打二免": "unless waiting already",
    "补一张": "one card more from the bottom",
    "从第二副起": "followed by a discard",
    "放明招": "opens another’s",
    "被短水": "cut off",
}
"""What S4 says of play that nobody scores, by a word of each language."""


@pytest.mark.parametrize("slug", ["tuozi", "bopi", "gaohuzi", "huashi"])
def test_the_pages_say_what_s4_says_of_play_that_is_not_scored(slug: str):
    ruleset = Game(slug).ruleset
    book = ruleset.game(ruleset.options.resolve({})).rulebook()
    of_s4 = [each.text for each in statements(book) if "S4" in each.sources]
    zh, en = "\n".join(text.zh for text in of_s4), "\n".join(text.en for text in of_s4)
    lacking = [zh_word for zh_word, en_word in SENTENCES.items() if zh_word not in zh or en_word not in en]
    assert lacking == []
