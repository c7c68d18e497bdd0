"""The card pad's own arithmetic: what it shows before the server has answered."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

JS = Path(__file__).resolve().parent.parent.parent / "static" / "js"
VALUES = "{peng: [1, 3], sao: [3, 6], kaiduo: [6, 9], saochuan: [9, 12], special: [3, 6], pair: [0, 0], da: [0, 0]}"
CONFIG = f"{{groups: 7, dealer: 0, xing: true, turn: true, minHu: 10, values: {VALUES}}}"
SEVEN = "碰玖玖玖 扫穿伍伍伍伍 顺贰柒拾 顺七八九 搭捌捌八 眼四四 顺贰叁肆"


@pytest.fixture(scope="module")
def pad(browser: Browser) -> Iterator[Page]:
    """A page that holds nothing but the pure scripts."""
    page = browser.new_page()
    page.add_script_tag(path=JS / "helpers.js")
    page.add_script_tag(path=JS / "pad-cards.js")
    page.add_script_tag(path=JS / "pad-state.js")
    page.evaluate(
        f"""() => {{
            window.config = {CONFIG};
            window.hand = (text, part) => {{
                const read = zipai.cards.parse(text);
                const win = read.win || {{at: null, card: null}};
                return zipai.state.change(zipai.state.EMPTY, Object.assign(
                    {{winner: 0, source: "discard", from: 1, groups: read.groups, winAt: win.at, winCard: win.card}}, part));
            }};
        }}"""
    )
    yield page
    page.close()


@pytest.mark.parametrize(
    "line",
    [
        "",
        "碰捌捌捌 扫伍伍伍 开舵三三三三",
        "扫穿伍伍伍伍 顺七八九 搭捌捌八 眼十十 胡九@1",
        "手四五六 胡五@0",
        "碰捌捌飞=捌 顺七八秤三六九=九 手飞 胡秤三六九@1",
    ],
)
def test_notation_is_read_and_written_back(pad: Page, line: str):
    assert (
        pad.evaluate(
            "t => { const p = zipai.cards.parse(t); return zipai.cards.format(p.groups, p.win) }", line
        )
        == line
    )


@pytest.mark.parametrize("line", ["碰捌捌", "顺九十一", "碰猫猫猫", "顺七八九 胡十@0", "扫穿伍伍伍"])
def test_what_is_no_group_is_left_to_the_server(pad: Page, line: str):
    assert pad.evaluate("t => zipai.cards.parse(t)", line) is None


@pytest.mark.parametrize(
    ("line", "missing"),
    [
        ("", 21),
        ("碰玖玖玖", 18),
        ("碰玖玖玖 扫穿伍伍伍伍 顺贰柒拾 顺七八九", 8),
        ("开舵一一一一 扫穿伍伍伍伍", 14),
        (SEVEN, 0),
    ],
)
def test_the_number_of_missing_cards_knows_the_quads(pad: Page, line: str, missing: int):
    assert pad.evaluate("t => zipai.state.missing(hand(t), config)", line) == missing


def test_an_opening_win_counts_the_dealt_cards_and_not_the_groups(pad: Page):
    dealt = "([w, mark]) => zipai.state.missing(hand('', {mark: mark, source: 'dealt', winner: w}), config)"
    for mark in ("sanlong", "wukan", "sanlong wukan", "sanlongwukan"):
        assert [pad.evaluate(dealt, [winner, mark]) for winner in (0, 1)] == [21, 20]
    opens = "mark => zipai.state.isOpening(hand('', {mark: mark, source: 'dealt', winner: 0}))"
    assert [pad.evaluate(opens, mark) for mark in ("tianhu", "tianhu wukan", "")] == [False] * 3


def test_a_third_quad_of_those_dealt_may_bring_one_card_more(pad: Page):
    quads = "扫穿四四四四 扫穿五五五五 扫穿六六六六"
    at = (
        "([cards, w, extra]) => { const config = {groups: 7, dealer: 0, xing: false, turn: false, extra: extra};"
        " const state = hand(cards, {mark: 'sanlong', source: 'dealt', winner: w});"
        " return [zipai.state.missing(state, config), zipai.state.step(state, config),"
        " zipai.state.emptySlots(state, config), zipai.state.waitsFor(state, config, 1)]; }"
    )
    eight, nine = "一三七九壹叁柒玖", "一三七九壹叁柒玖陆"
    assert pad.evaluate(at, [f"{quads} 手{eight}", 1, 1]) == [0, "groups", ["rest"], None]
    assert pad.evaluate(at, [f"{quads} 手{nine}", 1, 1]) == [0, "done", [], None]
    assert pad.evaluate(at, [f"{quads} 手{nine}", 1, 0])[0] == -1
    assert pad.evaluate(at, [f"{quads} 手{eight}", 1, 0]) == [0, "done", [], None]
    assert pad.evaluate(at, [f"{quads} 手{eight}", 0, 1])[3] == {"text": "missing", "n": 1}
    assert pad.evaluate(at, [f"{quads} 手{nine}捌", 0, 1]) == [0, "done", [], None]
    assert pad.evaluate(at, [f"{quads} 手{nine}捌", 1, 1])[3] == {"text": "surplus", "n": 1}


def test_a_fifth_copy_names_every_group_that_holds_the_card(pad: Page):
    clash = pad.evaluate("zipai.state.collision(hand('碰捌捌捌 顺七八九 搭捌捌八'))")
    assert clash == {"card": 17, "n": 5, "at": [0, 2]}
    assert pad.evaluate("zipai.state.waitsFor(hand('碰捌捌捌 搭捌捌八'), config, 1)") == {"text": "fix"}


def test_the_pad_turns_to_the_pair_after_a_quad_and_six_melds(pad: Page):
    six = "碰玖玖玖 扫穿伍伍伍伍 顺贰柒拾 顺七八九 搭捌捌八 顺贰叁肆"
    assert pad.evaluate("t => zipai.state.kindNow(hand(t), config)", six) == "pair"
    assert pad.evaluate("t => zipai.state.emptySlots(hand(t), config)", six) == ["pair"]
    without = six.replace("扫穿伍伍伍伍", "扫伍伍伍")
    assert pad.evaluate("t => zipai.state.kindNow(hand(t), config)", without) == "peng"


def test_a_last_group_of_identical_cards_holds_the_winning_card_by_itself(pad: Page):
    win = "([t, source]) => zipai.state.win(hand(t, {source: source}), config)"
    last = SEVEN.replace("碰玖玖玖 ", "") + " 碰玖玖玖"
    assert pad.evaluate(win, [last, "discard"]) == {"card": 18, "at": 6}
    assert pad.evaluate(win, [SEVEN, "discard"]) is None
    assert pad.evaluate("t => zipai.state.step(hand(t), config)", SEVEN) == "win"
    # Nobody draws a 碰 himself.
    assert pad.evaluate(win, [last, "self_draw"]) is None


def test_the_pair_that_the_pad_asked_for_holds_it_only_where_the_group_before_does_not(pad: Page):
    pair_last = "t => { const h = hand(t + ' 眼四四'); return [zipai.state.win(h, config), zipai.state.winChoices(h)] }"
    melds = "扫穿伍伍伍伍 顺贰柒拾 顺七八九 搭捌捌八"
    assert pad.evaluate(pair_last, f"{melds} 顺贰叁肆 碰玖玖玖") == [
        {"card": 18, "at": 5},
        [{"card": 18, "at": 5}, {"card": 3, "at": 6}],
    ]
    run = [{"card": card, "at": 5} for card in (11, 12, 13)]
    assert pad.evaluate(pair_last, f"{melds} 碰玖玖玖 顺贰叁肆") == [None, [*run, {"card": 3, "at": 6}]]


def test_of_two_quads_the_card_that_won_made_neither(pad: Page):
    win = "t => zipai.state.win(hand(t), config)"
    threes = "顺贰柒拾 顺七八九 搭捌捌八 顺贰叁肆"
    assert pad.evaluate(win, f"扫穿伍伍伍伍 {threes} 开舵陆陆陆陆 眼四四") == {"card": 3, "at": 6}
    assert pad.evaluate(win, f"扫伍伍伍 {threes} 开舵陆陆陆陆 眼四四") == {"card": 15, "at": 5}
    # A quad that stands open by a card that stands for others may not have brought one.
    assert pad.evaluate(win, f"扫穿伍伍伍飞=伍 {threes} 开舵陆陆陆陆 眼四四") == {"card": 15, "at": 5}


def test_a_whole_hand_with_too_few_hu_says_so_before_anything_else_is_asked(pad: Page):
    step = "([t, part]) => zipai.state.step(hand(t), Object.assign({}, config, part))"
    nine = "扫伍伍伍 碰叁叁叁 顺三四五 顺七八九 搭捌捌八 顺柒捌玖 顺四五六"
    assert pad.evaluate(step, [nine, {}]) == "short"
    assert pad.evaluate(step, [nine, {"minHu": 9}]) == "win"
    assert pad.evaluate(step, [nine, {"hasPatterns": True}]) == "win"
    assert pad.evaluate(step, [nine.replace("碰叁叁叁", "扫叁叁叁"), {}]) == "win"


def test_a_card_won_with_the_dealt_cards_is_never_asked_for(pad: Page):
    assert pad.evaluate("t => zipai.state.step(hand(t, {source: 'dealt'}), config)", SEVEN) == "flip"


def test_removing_a_group_forgets_the_winning_card(pad: Page):
    after = pad.evaluate("t => zipai.state.remove(hand(t), 0)", SEVEN + " 胡叁@6")
    assert (after["winAt"], after["winCard"], len(after["groups"])) == (None, None, 6)


def test_turned_cards_are_taken_until_there_are_enough_and_then_corrected(pad: Page):
    flips = "n => [3, 4, 5].reduce((s, c) => zipai.state.flip(s, c, n), zipai.state.EMPTY).flipped"
    assert [pad.evaluate(flips, needed) for needed in (1, 2, 3)] == [[5], [3, 5], [3, 4, 5]]


def test_a_card_of_which_all_four_are_held_or_were_turned_cannot_be_turned(pad: Page):
    hand = "碰玖玖玖 扫穿伍伍伍伍 顺贰柒拾 顺七八九 搭捌捌八 眼四四 顺贰叁肆"
    gone = """([text, part, needed]) => {
        const held = hand(text, part);
        return Array.from({length: 20}, (_, card) => card).filter(card => zipai.state.isGone(held, card, needed));
    }"""
    assert pad.evaluate(gone, [hand, {}, 1]) == [14]
    assert pad.evaluate(gone, [hand.replace("捌捌八", "八八捌"), {"flipped": [7]}, 2]) == [7, 14]
    assert pad.evaluate(gone, [hand.replace("捌捌八", "八八捌"), {"flipped": [7]}, 1]) == [14], (
        "another one may be tapped instead"
    )


def test_a_group_that_its_source_rules_out_is_not_said_to_have_won(pad: Page):
    won = "([text, source]) => { const s = hand(text, {source}); return s.groups.map((_, at) => zipai.state.mayHaveWon(s, at)) }"
    assert pad.evaluate(won, ["碰玖玖玖 扫伍伍伍 顺七八九", "self_draw"]) == [False, True, True]
    assert pad.evaluate(won, ["碰玖玖玖 扫伍伍伍 顺七八九", "discard"]) == [True, False, True]


def test_the_fixed_runs_are_worth_three_or_six_and_others_nothing(pad: Page):
    values = "{peng: [1, 3], special: [3, 6]}"
    points = f"t => zipai.cards.parse(t).groups.map(g => zipai.cards.value(g, {values}))"
    assert pad.evaluate(
        points, "顺一二三 顺二七十 顺壹贰叁 顺贰柒拾 顺三四五 搭捌捌八 碰二二二 碰贰贰贰"
    ) == [3, 3, 6, 6, 0, 0, 1, 3]
