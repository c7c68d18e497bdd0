"""The words themselves: one template for each explained line, payment and problem, Chinese first.

The placeholders are the params that the `Item` or `Problem` carries; see ``rules.messages`` for how one is chosen.
"""

from collections.abc import Mapping

from ..options import Words
from .house import HOUSE_FLOWS, HOUSE_ITEMS, HOUSE_PROBLEMS
from .rows import ROW_PROBLEMS
from .tiles import TILE_PROBLEMS
from .words import CODE_WORDS, KINDS, MARKS, REASONS, SHAPES, SOURCES

__all__ = ["CODE_WORDS", "FLOWS", "ITEMS", "KINDS", "MARKS", "PROBLEMS", "REASONS", "SHAPES", "SOURCES"]

ITEMS: Mapping[str, Words] = {
    **HOUSE_ITEMS,
    "base": Words(
        "{hu} 胡：起胡 {min_hu} 得 1，再每满 {hu_per_unit} 胡加 1",
        "{hu} hu: 1 for the minimum of {min_hu}, and 1 for every {hu_per_unit} above it",
    ),
    "base.from": Words(
        "{hu} 胡：起胡 {min_hu} 得 {first}，再每满 {hu_per_unit} 胡加 1",
        "{hu} hu: {first} for the minimum of {min_hu}, and 1 for every {hu_per_unit} above it",
    ),
    "xing": Words("翻醒{card}：醒 {n} 张", "Turned {card}: {n} xing"),
    "xing.winning_card": Words("{card}自己作醒：醒 {n} 张", "The winning {card} serves as xing: {n}"),
    "xing.told": Words("报醒 {n} 张", "{n} xing, as called at the table"),
    "xing_sitting": Words(
        "下醒 {n} 张，付的每家另给坐醒的 {n}",
        "{n} lower xing: each payer also gives that many to the player sitting out",
    ),
    "xing_sitting.worth": Words(
        "下醒 {n} 张，付的每家另给坐醒的 {units}",
        "{n} lower xing: each payer also gives {units} to the player sitting out",
    ),
    "self_draw": Words("自摸加一", "Self-draw"),
    "self_draw.double": Words("自摸翻倍", "Self-draw, doubled"),
    "self_draw.times4": Words("自摸翻四倍", "Self-draw, four times"),
    "tianhu": Words("天胡加一", "Heavenly hu, won with the cards dealt"),
    "tianhu.double": Words("天胡翻倍", "Heavenly hu, doubled"),
    "dihu": Words("地胡加一", "Earthly hu, on the dealer’s first discard"),
    "dihu.double": Words("地胡翻倍", "Earthly hu, doubled"),
    "sanlong": Words("三笼加一", "Three quads dealt"),
    "sanlong.double": Words("三笼翻倍", "Three quads dealt, doubled"),
    "wukan": Words("五坎加一", "Five triples dealt"),
    "wukan.double": Words("五坎翻倍", "Five triples dealt, doubled"),
    "sanlongwukan": Words("三笼五坎加一", "three quads or five triples dealt"),
    "sanlongwukan.double": Words("三笼五坎翻倍", "Three quads or five triples, doubled"),
    "foul": Words("诈胡，每家罚 {units}", "Foul: {units} to each of the others"),
    "dead": Words("黄庄，谁也不付", "Dead deal: nobody pays"),
    "winner": Words("{player}胡，{units}", "{player} wins {units}"),
    "adjust": Words("桌上商定", "Agreed at the table"),
}

FLOWS: Mapping[str, Words] = {
    **HOUSE_FLOWS,
    "each": Words("每家都付", "Everybody pays"),
    "discard": Words("点炮的付", "The discarder pays"),
    "sitting_xing": REASONS["sitting_xing"],
    "foul": Words("诈胡赔付", "Penalty"),
    "adjust": Words("商定", "Agreed"),
}

PROBLEMS: Mapping[str, Words] = {
    **TILE_PROBLEMS,
    **HOUSE_PROBLEMS,
    "unknown_ruleset": Words(
        "没有“{got}”这种打法，有：{known}", "There is no ruleset “{got}”; there are: {known}"
    ),
    "bad_option.unknown": Words(
        "没有“{got}”这条规矩，有：{known}", "There is no option “{got}”; there are: {known}"
    ),
    "bad_option.range": Words(
        "“{option}”要 {least} 到 {greatest} 的整数，写的是 {got}",
        "“{option}” takes a whole number from {least} to {greatest}, not {got}",
    ),
    "bad_option.step": Words(
        "“{option}”要 {step} 的倍数，写的是 {got}", "“{option}” takes multiples of {step}, not {got}"
    ),
    "bad_option.needs_ready_only": Words(
        "“{option}”要和“叫牌才算”一起", "“{option}” goes with “only the ready” alone"
    ),
    "bad_option.needs_seats": Words("“{option}”要三个人打", "“{option}” is for three players only"),
    "bad_option.choice": Words(
        "“{option}”只能选 {known}，写的是 {got}", "“{option}” must be one of {known}, not {got}"
    ),
    "bad_option.many": Words(
        "“{option}”从 {known} 里选，写的是 {got}", "“{option}” takes any of {known}, not {got}"
    ),
    "bad_option.parts": Words(
        "“{option}”写成一组“名：数”，名有 {known}，写的是 {got}",
        "“{option}” takes numbers for {known}, not {got}",
    ),
    "bad_option.bands": Words(
        "“{option}”要 1 到 {rows} 行，每行两个数：到多少、算多少，写的是 {got}",
        "“{option}” takes 1 to {rows} rows of two numbers, up to and worth, not {got}",
    ),
    "bad_option.bands_twice": Words(
        "“{option}”有两行到同一个数：{got}", "“{option}” has two rows that end alike: {got}"
    ),
    "bad_option.steps": Words(
        "“{option}”最多 {rows} 行，每行两个数：从多少起、算多少，写的是 {got}",
        "“{option}” takes up to {rows} rows of two numbers, from and worth, not {got}",
    ),
    "bad_option.steps_twice": Words(
        "“{option}”有两行从同一个数起：{got}", "“{option}” has two rows that start alike: {got}"
    ),
    **ROW_PROBLEMS,
    "bad_option.series": Words(
        "“{option}”要 {count} 个数，写的是 {got}", "“{option}” takes {count} numbers, not {got}"
    ),
    "bad_option.object": Words(
        "规矩要写成一组“名：值”，写的是 {got}", "Options must be an object, not {got}"
    ),
    "bad_source.missing": Words("还没说胡的那张是哪来的", "Say where the winning card came from"),
    "bad_source.shared": Words("两家一起胡，要胡别人打出来的", "Two win a discard only"),
    "bad_source.unknown": Words(
        "没有“{text}”这种来路，要写 self_draw（自摸）、other_draw（翻）、discard（点炮）或 dealt（起手）",
        "“{text}” is not a source; expected self_draw, other_draw, discard or dealt",
    ),
    "bad_source.discard_not_allowed": Words(
        "这桌不许点炮，打出来的牌不能胡", "This table does not win on discards"
    ),
    "bad_source.differs": Words(
        "牌里写的是“{hand}”，这一盘写的是“{deal}”，要一样",
        "The hand says “{hand}” but the deal says “{deal}”",
    ),
    "bad_marks.unknown": Words(
        "没有“{got}”这个名目，有：{known}", "There is no mark “{got}”; there are: {known}"
    ),
    "bad_marks.one": Words(
        "只有天胡和五坎、三笼和五坎能在一起",
        "Only heavenly hu with five triples, and three quads with five triples, can go together",
    ),
    "bad_marks.quads_apart": Words(
        "这里四张的不算五坎，三笼和五坎不会都有",
        "Quads are none of the five triples here: nobody has three quads and five triples",
    ),
    "bad_marks.needs_dealt": Words("{mark}要起手就胡", "{mark} must be won with the cards dealt"),
    "bad_marks.needs_dealer": Words("天胡要庄家胡", "Heavenly hu must be won by the dealer"),
    "bad_marks.needs_discard": Words(
        "地胡要庄家打出来的第一张", "Earthly hu is won on the dealer’s first discard"
    ),
    "bad_marks.dealer_wins": Words("庄家自己不能地胡", "The dealer cannot win by earthly hu"),
    "bad_marks.differs": Words("照牌看是{found}，写的是{got}", "By the cards this is {found}, not {got}"),
    "bad_marks.missing": Words(
        "起手胡要说是天胡、三笼还是五坎", "A dealt win is heavenly hu, three quads or five triples: say which"
    ),
    "bad_xing.missing": Words("还要翻醒：翻的是哪一张？", "Turn the xing card: which is it?"),
    "bad_xing.again": Words(
        "{card}四张都在手，还要再翻一张醒", "All four {card} are held: turn one more xing card"
    ),
    "bad_xing.extra": Words(
        "醒只该翻 {expected} 张，写了 {got} 张", "{expected} xing card(s) should be turned, not {got}"
    ),
    "bad_xing.off": Words("这里不算醒", "No xing is counted here"),
    "bad_xing.no_lower": Words("这桌不算下醒", "This table plays without lower xing"),
    "bad_xing.needs_count": Words("醒要报张数", "Give the number of xing too"),
    "bad_xing.needs_lower": Words(
        "有坐醒，要说下醒几张", "With a seat sitting out, say how many are lower xing"
    ),
    "bad_xing.lower": Words(
        "下醒 {lower} 张，比总数 {count} 张还多", "{lower} lower xing are more than all {count}"
    ),
    "bad_xing.most": Words(
        "醒最多 {most} 张，写的是 {got}，是不是多打了一位？",
        "{got} xing are more than there can be: at most {most}. One digit too many?",
    ),
    "bad_xing.least": Words(
        "翻了 {cards} 张，前面每张都要四张醒齐，至少 {least} 张，写的是 {got}",
        "{cards} cards were turned, each but the last for four xing: at least {least}, not {got}",
    ),
    "bad_xing.turned": Words("这桌只翻一张，写的是 {got} 张", "One card is turned here, not {got}"),
    "bad_xing.both": Words("翻的牌和张数只写一样", "Give the turned cards or the number, not both"),
    "bad_xing.count": Words(
        "照牌数是 {expected} 张醒，写的是 {got}", "By the cards there are {expected} xing, not {got}"
    ),
    "bad_card": Words(
        "“{text}”不是字牌，要一…十、壹…拾", "“{text}” is not a card; cards are 一…十 (small) and 壹…拾 (big)"
    ),
    "bad_card.not_text": Words("牌要写成文字，比如“二七十”", "Cards are written as text, like “二七十”"),
    "bad_card.no_specials": Words("这桌打的牌里没有{card}", "This table plays without {card}"),
    "bad_card.one_expected": Words("这里要一张牌，写的是“{text}”", "Expected one card here, not “{text}”"),
    "bad_card.missing": Words("还没说胡的是哪一张", "Say which card won"),
    "bad_card.waiting": Words(
        "问听牌，就不要写胡的那张和来路", "To ask for waits, leave out winning card and source"
    ),
    "bad_card.too_long": Words(
        "太长了，最多 {most} 个字：“{text}”", "Too long, at most {most} characters: “{text}”"
    ),
    "bad_card.after_source": Words(
        "“{word}”后面不该有牌：“{text}”", "No cards belong after “{word}”: “{text}”"
    ),
    "bad_meld.not_identical": Words(
        "{kind}要 {expected} 张一样的，写的是“{cards}”", "{kind} takes {expected} equal cards, not “{cards}”"
    ),
    "bad_meld.no_shape": Words(
        "“{cards}”不成一组：要顺子、二七十，或两大一小、两小一大",
        "“{cards}” makes no group: a run, 2-7-10, or two of one size with one of the other",
    ),
    "bad_meld.unknown_kind": Words("没有“{text}”这种组", "There is no group called “{text}”"),
    "bad_meld.unknown_word": Words(
        "看不懂“{text}”，前面要写碰、扫、开舵、扫穿、吃、手或胡",
        "“{text}” is not understood; start with 碰 扫 开舵 扫穿 吃 手 or 胡",
    ),
    "bad_meld.held": Words(
        "{kind}还在手里，不是摆出来的组：“{cards}”", "{kind} is still held and not laid: “{cards}”"
    ),
    "bad_meld.claimed_only_chi": Words(
        "只有吃才写吃的是哪张：“{cards}”", "Only chi names the claimed card: “{cards}”"
    ),
    "bad_meld.claimed_elsewhere": Words(
        "吃的“{card}”不在“{cards}”里", "The claimed “{card}” is not in “{cards}”"
    ),
    "bad_meld.dealt_only_saochuan": Words(
        "起手胡，摆出来的只能是起手四张，不能有“{cards}”",
        "In a dealt win only dealt quads are laid, not “{cards}”",
    ),
    "bad_meld.not_won_so": Words(
        "{kind}“{cards}”不会这样胡出来，点一下胡的那一组",
        "{kind} “{cards}” is not won that way: tap the group that was",
    ),
    "bad_meld.not_a_list": Words("摆出来的组要写成一个列表", "The laid groups must be a list"),
    "bad_meld.special_partly": Words(
        "“{cards}”里有顶别的牌的，要点整副牌", "“{cards}” stands for other cards: enter the whole hand"
    ),
    "partly_seen": Words("只验了 {got} 组，别的组当作不算数", "Groups checked: {got}. The others count as 0"),
    "bad_meld.too_many": Words(
        "最多摆 {most} 组，写了 {got} 组", "At most {most} groups are laid, not {got}"
    ),
    "bad_meld.not_heard": Words(
        "听不懂“{text}”：说人名、自摸、点炮、翻，再说碰小八、扫大二、一二三，最后说胡小四",
        "“{text}” is not understood: say names, 自摸 点炮 翻, then groups as 碰小八 一二三, at last 胡小四",
    ),
    "bad_meld.no_cards": Words("“{text}”后面要说是哪张牌", "Say which card after “{text}”"),
    "too_many_copies": Words(
        "{card}有 {got} 张，一副牌只有 4 张", "There are {got} of {card}; the deck has 4"
    ),
    "too_many_copies.special": Words(
        "{card}有 {got} 张，这副牌只有 {most} 张", "There are {got} of {card}; this deck has {most}"
    ),
    "wrong_card_count": Words(
        "该有 {expected} 张（不算胡的那张），现在是 {got} 张",
        "Expected {expected} cards without the winning one, got {got}",
    ),
    "wrong_card_count.dealt": Words(
        "起手该有 {expected} 张，现在是 {got} 张", "Expected {expected} dealt cards, got {got}"
    ),
    "wrong_card_count.opening": Words(
        "起手胡，庄家 {expected} 张，闲家 {least} 张，现在是 {got} 张",
        "Dealt: the dealer has {expected} cards, the others {least}; got {got}",
    ),
    "wrong_card_count.opening_extra": Words(
        "起手 {quads} 副四张，该有 {least} 到 {expected} 张，现在是 {got} 张",
        "With {quads} quads dealt there are {least} to {expected} cards, not {got}",
    ),
    "wrong_card_count.limit": Words("最多 {most} 张，写了 {got} 张", "At most {most} cards, got {got}"),
    "bad_source.dealt_with_card": Words("起手就胡，没有胡的那一张", "A dealt win has no winning card"),
    "bad_source.several": Words("牌的来路写了几样：“{text}”", "More than one source: “{text}”"),
    "not_a_win": Words(
        "这些牌组不成一副胡牌，看看哪一组不对、胡的是不是这一张",
        "These cards make no winning hand: check each group, and which card won",
    ),
    "unlaid_claim.every_copy": Words(
        "停比下马：吃“{cards}”时手里还有“{card}”，该一起放下来",
        "“{card}” stayed in the hand when “{cards}” was claimed",
    ),
    "unlaid_claim.makes_a_shape": Words(
        "没有下比：吃“{cards}”时手里的“{card}”还能组，该一起放下来",
        "“{card}” could have been laid with the claimed “{cards}” and was not",
    ),
    "below_minimum": Words(
        "{hu} 胡，不够起胡 {min_hu}，再数一遍",
        "{hu} hu is below the minimum of {min_hu}: count again",
    ),
    "bad_deal.result": Words(
        "这一盘怎么结束的？{got} 不认得，有：{known}", "Unknown result {got}; there are: {known}"
    ),
    "bad_deal.not_here": Words("这种打法不这样记“{result}”", "This game does not record “{result}” that way"),
    "bad_deal.winner_missing": Words("谁胡的？", "Who won?"),
    "bad_deal.one_winner": Words("这桌一张牌只有一家胡", "At this table one player wins a card"),
    "bad_deal.winners": Words(
        "一炮双响是 {expected} 家胡，写了 {got} 家", "{expected} win one discard, not {got}"
    ),
    "bad_deal.one_card": Words("两家胡的要是同一张", "Both win one and the same card"),
    "bad_deal.two_winners": Words(
        "说了两个人胡，一句只说一个；一炮双响的，另一家另外点",
        "Two winners were named: say one, and add the other of a shared discard by taps",
    ),
    "bad_deal.who_am_i": Words("“我”是谁？说名字就行", "Who is meant by “I”? Say a name"),
    "bad_deal.dead_and_won": Words(
        "又说没人胡，又说有人胡，只能有一样", "Nobody won, or somebody did: say one of the two"
    ),
    "bad_deal.two_winning_cards": Words(
        "说了两张胡的牌，只能有一张", "Two winning cards were named; there is one"
    ),
    "bad_deal.seat": Words(
        "座位 {seat} 不存在，一共 {seats} 个座位", "There is no seat {seat}; the table has {seats}"
    ),
    "bad_deal.sits_out": Words("坐醒的人不打这一盘", "That seat sits this deal out"),
    "bad_deal.dealer_sits": Words("庄家不能坐醒", "The dealer cannot sit out"),
    "bad_deal.nobody_sits": Words("这桌没有人坐醒", "Nobody sits out at this table"),
    "bad_deal.no_tally": Words(
        "这种打法没有一轮一轮的胡，不能带进来", "This game has no running hu to carry in"
    ),
    "bad_deal.from_missing": Words("谁打出来的？", "Who discarded it?"),
    "bad_deal.from_self": Words(
        "打出来、翻出来的不能是胡的人自己", "The winner cannot be the one who discarded or drew the card"
    ),
    "bad_deal.from_extra": Words(
        "自摸、起手胡没有点炮的人", "A self-draw or a dealt win comes from nobody else"
    ),
    "bad_deal.hand_or_hu": Words("牌和胡数至少写一样", "Give the hand, or its hu"),
    "bad_deal.hand_and_groups": Words(
        "整副牌和算胡的几组只写一样", "Give the whole hand or the groups that score, not both"
    ),
    "bad_deal.hu_differs": Words(
        "报 {told} 胡，照牌是 {found} 胡", "You called {told} hu, but the cards make {found}"
    ),
    "bad_deal.hu_most": Words(
        "{got} 胡太多了，这样胡最多 {most} 胡，是不是多打了一位？",
        "{got} hu is too much: such a win has at most {most}. One digit too many?",
    ),
    "bad_deal.hu_least": Words(
        "{got} 胡太少了，这样胡最少 {least} 胡，再数一遍",
        "{got} hu is too little: such a win has at least {least}. Count again",
    ),
    "bad_deal.deltas_count": Words(
        "要写 {expected} 个人的数，写了 {got} 个", "Expected {expected} numbers, got {got}"
    ),
    "bad_deal.deltas_sum": Words("加起来要等于 0，现在是 {sum}", "The numbers must add up to 0, not {sum}"),
    "bad_deal.deltas_seat": Words(
        "没上桌的人不能有输赢", "Somebody who is not at the table cannot win or lose"
    ),
    "bad_deal.players": Words(
        "规矩是 {seats} 人，坐了 {players} 人", "The rules are for {seats} seats, {players} sit"
    ),
    "bad_deal.min_hu": Words(
        "起胡是这桌的规矩，不能单盘改", "The minimum is a house rule here, not chosen by deal"
    ),
    "dealer_differs": Words("照规矩该{player}坐庄", "By the rule {player} would deal"),
    "sitting_differs": Words("照规矩该{player}坐醒", "By the rule {player} would sit out"),
    "bad_json.syntax": Words(
        "这不是完整的 JSON，第 {line} 行第 {column} 个字起读不下去",
        "This is not valid JSON from line {line}, character {column}",
    ),
    "bad_json.twice": Words("同一处“{got}”写了两次", "“{got}” is there twice in one place"),
    "bad_json.utf8": Words("第 {at} 个字不是 UTF-8：{got}", "Character {at} is not UTF-8: {got}"),
    "bad_json.too_long": Words("太长了，最多 {most} 个字", "Too long: at most {most} characters"),
    "bad_json.too_deep": Words("括号套得太深，最多 {most} 层", "Nested too deeply: at most {most} levels"),
    "bad_json.players": Words(
        "要 {least} 到 {most} 个人，写了 {got} 个", "Expected {least} to {most} players, got {got}"
    ),
    "bad_json.deals": Words("最多 {most} 盘，写了 {got} 盘", "At most {most} deals, got {got}"),
    "bad_json.stages": Words("最多换 {most} 段，写了 {got} 段", "At most {most} stages, got {got}"),
    "bad_stage.open_round_before": Words(
        "前面一段打到第 {deal} 盘，有一轮没结：先在那里补记这一轮怎么收",
        "A round is still open after deal {deal}: note there how it ended",
    ),
    "bad_deal.seated_twice": Words("一个人不能坐两个座位", "Nobody can sit in two seats"),
    "bad_json.format": Words("要 {expected}，写的是 {got}", "Expected {expected}, got {got}"),
}
