"""Page 1, 字牌: cards, melds, values, and every legal reading of a hand."""

from collections import Counter
from itertools import combinations_with_replacement

SMALL = "一二三四五六七八九十"
BIG = "壹贰叁肆伍陆柒捌玖拾"
DECK = SMALL + BIG
RED = set("二七十贰柒拾")
SPECIALS = {
    "飞": DECK,
    "秤贰柒拾": "贰柒拾",
    "秤二七十": "二七十",
    "秤叁陆玖": "叁陆玖",
    "秤三六九": "三六九",
}
SCORING_RUNS = {"一二三": 3, "二七十": 3, "壹贰叁": 6, "贰柒拾": 6}
VALUES = {
    "peng": (1, 3),
    "kan": (3, 6),
    "sao": (3, 6),
    "kaiduo": (6, 9),
    "saochuan": (9, 12),
}
QUADS = ("kaiduo", "saochuan")
LAID = ("chi", "peng", "sao", "kaiduo", "saochuan")


class Refused(Exception):
    """What the page does not let stand; `codes` are those the interface names for it."""

    def __init__(self, *codes):
        super().__init__(*codes)
        self.codes = set(codes)


def in_order(cards):
    return "".join(sorted(cards, key=DECK.index))


def all_shapes():
    """Every group of three unlike cards: runs, 二七十, 搭子."""
    shapes = set()
    for size in (SMALL, BIG):
        shapes.update(size[i : i + 3] for i in range(8))
        shapes.add(size[1] + size[6] + size[9])
    for small, big in zip(SMALL, BIG, strict=True):
        shapes.add(small + small + big)
        shapes.add(small + big + big)
    return shapes


SHAPES = all_shapes()
GROUPS = sorted(SHAPES | {card * n for card in DECK for n in (2, 3, 4)})


def split(text):
    """The cards of a text; 飞 and 秤 with its three cards are one card each."""
    cards, i = [], 0
    while i < len(text):
        length = 4 if text[i] == "秤" else 1
        cards.append(text[i : i + length])
        i += length
    return cards


def stands_for(card):
    return SPECIALS.get(card, card)


def value(kind, cards, red_peng=False):
    """胡 of one group."""
    big = cards[0] in BIG
    if kind in ("chi", "shun"):
        return SCORING_RUNS.get(in_order(cards), 0)
    if kind == "pair" or kind == "rest":
        return 0
    if kind == "peng" and red_peng and cards[0] in RED:
        return 6 if big else 3
    return VALUES[kind][big]


def worth(reading, red_peng=False):
    return sum(value(kind, cards, red_peng) for kind, cards in reading)


# --- how the cards still held, and the winning card among them, can be put into groups ---


def ways_to_fill(faces, stock):
    """Each way to take cards from `stock` (Counter of (card, is winning)) that stand for `faces` in turn."""
    if not faces:
        yield ()
        return
    for token in sorted(stock):
        if stock[token] and faces[0] in stands_for(token[0]):
            stock[token] -= 1
            for rest in ways_to_fill(faces[1:], stock):
                yield (token, *rest)
            stock[token] += 1


def first_token(stock):
    """The one that must go next: any will do, cards that are themselves before 飞 and 秤."""
    there = [token for token in stock if stock[token]]
    return min(there, key=lambda token: (token[0] in SPECIALS, token)) if there else None


GROUPS_WITH = {
    card: [(faces, faces.replace(card, "", 1)) for faces in GROUPS if card in faces] for card in DECK
}
"""Card → each group it can be in, and what else that needs."""


def groups_with(token, stock, pairs, whole):
    """Every group (faces, tokens) that this card can be in, with others of `stock`."""
    found = set()
    for card in stands_for(token[0]):
        for faces, needed in GROUPS_WITH[card]:
            if pairs or len(faces) > 2:
                ways = ways_to_fill(needed, stock)
                found.update((faces, tuple(sorted((token, *others)))) for others in ways)
    return [group for group in found if all(group[1].count((c, False)) in (0, n) for c, n in whole.items())]


def partitions(stock, whole, pairs=1, groups=7):
    """Every list of groups (faces, tokens) that uses all of `stock`, with at most `pairs` pairs and `groups` groups.

    `whole`: cards held three or four times, which go into one group together.
    """
    token = first_token(stock)
    if token is None:
        yield []
    if token is None or not groups:
        return
    stock[token] -= 1
    for group in groups_with(token, stock, pairs, whole):
        others = Counter(group[1])
        others[token] -= 1
        stock.subtract(others)
        for rest in partitions(stock, whole, pairs - (len(group[0]) == 2), groups - 1):
            yield [group, *rest]
        stock.update(others)
    stock[token] += 1


def held_whole(held):
    """The held cards that are never split: three or four of a kind, no 飞 among them."""
    return {card: n for card, n in held.items() if n >= 3 and card not in SPECIALS}


def kind_of(group, source):
    faces, tokens = group
    won = any(is_winning for _, is_winning in tokens)
    if len(faces) == 2:
        return "pair"
    if len(set(faces)) > 1:
        return "shun"
    if len(faces) == 4:
        return "kaiduo" if won and source != "self_draw" else "saochuan"
    if not won:
        return "kan"
    return "sao" if source == "self_draw" else "peng"


# --- what must be done ---


def whole(groups, card, count):
    """Whether the `count` held cards of a kind, no 飞 among them, lie in one group of their own kind."""
    return any(set(faces) == {card} and tokens.count((card, False)) == count for faces, tokens in groups)


def with_winning(groups, card, count):
    """Whether the winning card lies with the `count` held ones of its kind."""
    return any(
        set(faces) == {card} and tokens.count((card, False)) == count and (card, True) in tokens
        for faces, tokens in groups
    )


def held_stay_whole(groups, held):
    return all(whole(groups, card, n) for card, n in held.items() if n >= 3 and card not in SPECIALS)


def may_stay_elsewhere(options, source):
    """抢招: whether a held or swept triple may stay and the card be used elsewhere."""
    choice = options["qiangzhao"]
    return choice == "any" or (choice == "discard" and source == "discard")


def held_compulsion_met(groups, held, card, source, options):
    """Rules 2 and 3 for what is still held, of a winning card that is no 飞 and no 秤."""
    n = held[card]
    if n < 2:
        return True
    if source == "self_draw":
        return with_winning(groups, card, n)
    if n == 3:
        return may_stay_elsewhere(options, source) or with_winning(groups, card, n)
    return True


def sao_opens(options, source):
    return not (source == "discard" and options.get("sao_opens_on") == "any_draw")


def peng_opens(options, source):
    if source == "discard":
        return False
    return source == "self_draw" or options.get("peng_opens_on", "any_draw") == "any_draw"


def upgrades(melds, card, source, options):
    """(meld number, what it becomes) for each laid meld that the winning card, once it stands for `card`, may complete."""
    for i, (kind, cards) in enumerate(melds):
        if cards != card * 3:
            continue
        if kind == "sao" and sao_opens(options, source):
            yield i, ("saochuan" if source == "self_draw" else "kaiduo", card * 4)
        if kind == "peng" and peng_opens(options, source):
            yield i, ("kaiduo", card * 4)


def must_upgrade(melds, card, source, options):
    """Whether a laid meld leaves a card no other use."""
    if ("sao", card * 3) in melds and sao_opens(options, source):
        return source == "self_draw" or not may_stay_elsewhere(options, source)
    if ("peng", card * 3) in melds and peng_opens(options, source) and options["must_open"] == "on":
        return source == "self_draw" or options["must_open_by"] == "any_draw"
    return False


# --- readings ---


def right_groups(reading, groups):
    quads = sum(kind in QUADS for kind, _ in reading)
    pairs = sum(kind == "pair" for kind, _ in reading)
    return len(reading) == groups and pairs == (1 if quads else 0)


def laid_melds(hand):
    melds = []
    for meld in hand.get("exposed", []):
        kind, cards = meld["kind"], in_order(meld["cards"])
        length = 4 if kind in QUADS else 3
        fits = cards in SHAPES if kind == "chi" else len(set(cards)) == 1
        if kind not in LAID or len(cards) != length or not fits:
            raise Refused("bad_meld")
        melds.append((kind, cards))
    return melds


def reading_of(melds, groups, source):
    return tuple(sorted([*melds, *((kind_of(group, source), group[0]) for group in groups)]))


def readings_with_card_held(melds, held, card, source, options, groups):
    """Readings in which the winning card goes to the held ones."""
    if card not in SPECIALS and must_upgrade(melds, card, source, options):
        return
    stock = Counter({(c, False): n for c, n in held.items()})
    stock[card, True] += 1
    for parts in partitions(stock, held_whole(held), groups=groups - len(melds)):
        if not held_stay_whole(parts, held):
            continue
        if card in SPECIALS or held_compulsion_met(parts, held, card, source, options):
            yield reading_of(melds, parts, source)


def readings_with_card_laid(melds, held, card, source, options, groups):
    """Readings in which the winning card completes a laid meld."""
    if card not in SPECIALS and held[card] >= 2:
        return
    for face in stands_for(card):
        for i, meld in upgrades(melds, face, source, options):
            now = [*melds[:i], meld, *melds[i + 1 :]]
            stock = Counter({(c, False): n for c, n in held.items()})
            for parts in partitions(stock, held_whole(held), groups=groups - len(now)):
                if held_stay_whole(parts, held):
                    yield reading_of(now, parts, source)


def readings(melds, held, card, source, options, groups):
    """Every reading that wins, as sorted tuples of (kind, cards)."""
    found = set()
    for ways in (readings_with_card_held, readings_with_card_laid):
        found.update(r for r in ways(melds, held, card, source, options, groups) if right_groups(r, groups))
    return found


def dealt_readings(melds, held, groups):
    stock = Counter({(c, False): n for c, n in held.items()})
    found = set()
    for parts in partitions(stock, held_whole(held), groups=groups - len(melds)):
        reading = reading_of(melds, parts, "dealt")
        if held_stay_whole(parts, held) and right_groups(reading, groups):
            found.add(reading)
    return found


# --- how many cards ---


def count_copies(melds, cards):
    everything = Counter("".join(c for _, c in melds)) + Counter(c for c in cards if c not in SPECIALS)
    if any(n > 4 for n in everything.values()):
        raise Refused("too_many_copies")


def quads_before(melds, held):
    laid = sum(kind in QUADS for kind, _ in melds)
    return laid + sum(n == 4 for card, n in held.items() if card not in SPECIALS)


def check_count(melds, held, groups):
    """Before the winning card: 20 (14), and one more for each quad after the first. 飞 can make quads of its own."""
    there = sum(len(cards) for _, cards in melds) + held.total()
    base = 20 if groups == 7 else 14
    least = quads_before(melds, held)
    wild = sum(n for card, n in held.items() if card in SPECIALS)
    allowed = {base + max(0, quads - 1) for quads in range(least, least + wild + 1)}
    if there not in allowed:
        raise Refused("wrong_card_count", *({"not_a_win"} if wild else ()))


# --- opening wins: 三笼, 五坎 ---


def best_runs(cards):
    """The most that disjoint 一二三, 二七十, 壹贰叁, 贰柒拾 of these cards are worth, and what stays over."""
    runs = list(SCORING_RUNS)
    best = (0, (), "".join(cards))
    stock = Counter(cards)
    for n in range(5):
        for chosen in combinations_with_replacement(runs, n):
            used = Counter("".join(chosen))
            if all(used[c] <= stock[c] for c in used):
                hu = sum(SCORING_RUNS[run] for run in chosen)
                if hu > best[0]:
                    best = (hu, chosen, "".join((stock - used).elements()))
    return best


def opening(held, quads_are_kan):
    """(hu, marks) of what dealt cards show, whatever the rest; no marks if they show neither."""
    quads = [card for card, n in held.items() if n == 4]
    triples = [card for card, n in held.items() if n == 3]
    marks = set()
    if len(quads) >= 3:
        marks.add("sanlong")
    if len(triples) + (len(quads) if quads_are_kan else 0) >= 5:
        marks.add("wukan")
    rest = [card for card, n in held.items() if n < 3 for _ in range(n)]
    hu = sum(value("saochuan", card * 4) for card in quads)
    hu += sum(value("kan", card * 3) for card in triples)
    return hu + best_runs(rest)[0], marks
