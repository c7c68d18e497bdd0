"""Random hands of 字牌, most of which win: groups are put together and then taken apart again."""

from collections import Counter

from tests.rules.reference.hands import DECK, SHAPES, SPECIALS, in_order
from tests.rules.reference.rulesets import S4, groups_of

RUNS = sorted(SHAPES)
SCORING = ("一二三", "二七十", "壹贰叁", "贰柒拾")


class Deck:
    """Four of each card; what was taken is gone."""

    def __init__(self, rng, only=DECK):
        self.rng, self.left, self.only = rng, Counter(dict.fromkeys(DECK, 4)), only

    def take(self, cards):
        need = Counter(cards)
        if any(self.left[card] < n for card, n in need.items()):
            return None
        self.left -= need
        return cards

    def same(self, n):
        """n cards of a kind, or None where that kind has not so many left."""
        return self.take(self.rng.choice(self.only) * n)

    def run(self):
        return self.take(self.rng.choice(SCORING if self.rng.random() < 0.3 else RUNS))

    def one(self):
        return self.rng.choice(list(self.left.elements()))


def groups_at_random(rng, deck, number):
    """`number` groups as texts: none of four and no pair, or some of four and one pair; fewer if the deck has no more."""
    quads = rng.choice((0, 0, 0, 1, 1, 1, 2, 2, 3, 4, 5))
    quads = min(quads, number - 1, sum(deck.left[card] == 4 for card in deck.only))
    same = rng.choice((0.1, 0.3, 0.5, 0.8))
    found = []
    for _ in range(2000):
        if len(found) == number:
            break
        if len(found) < quads:
            group = deck.same(4)
        elif len(found) == quads and quads:
            group = deck.same(2)
        else:
            group = deck.same(3) if rng.random() < same else deck.run()
        if group:
            found.append(group)
    return found


def laid(rng, group):
    """How a group lies on the table: (kind, cards)."""
    if len(group) == 4:
        return rng.choice(("kaiduo", "saochuan", "saochuan")), group
    return (rng.choice(("peng", "sao")), group) if len(set(group)) == 1 else ("chi", in_order(group))


def apart(rng, groups):
    """(laid melds, held cards, winning card): one card of what is held, or of an open triple become four, won."""
    rng.shuffle(groups)
    pair = next((g for g in groups if len(g) == 2), None)
    triples = [g for g in groups if len(g) != 2]
    lie = triples[: rng.randrange(len(triples) + 1)]
    held = [g for g in groups if g not in lie or g == pair]
    melds = [laid(rng, g) for g in lie]
    fours = [g for g in groups if len(g) == 4]
    if len(fours) == 1 and fours[0] in lie and rng.random() < 0.5:
        at = lie.index(fours[0])
        melds[at] = (rng.choice(("peng", "sao")), fours[0][:3])
        return melds, "".join(held), fours[0][0]
    cards = list("".join(held)) or list(lie[0])
    winning = rng.choice(cards)
    if held:
        cards.remove(winning)
    return melds, "".join(cards), winning


def reddened(rng, ruleset):
    """The kinds a hand is made of: all, or few, so that 乌胡 and 红胡 come about."""
    if ruleset in ("tuozi", "huashi") and rng.random() < 0.3:
        black = "".join(card for card in DECK if card not in "二七十贰柒拾")
        return rng.choice((black, black, "一二三七八九十壹贰叁柒拾"))
    return DECK


def with_specials(rng, options, cards, winning):
    """Some cards replaced by the 飞 and 秤 of the deck."""
    deck = [card for card, n in (options.get("special_cards") or {}).items() for _ in range(n)]
    cards = list(cards)
    rng.shuffle(deck)
    for special in deck[: rng.randrange(len(deck) + 1)]:
        places = [i for i, card in enumerate(cards) if card in SPECIALS[special]]
        if special == "飞" and rng.random() < 0.15:
            winning = special
        elif places:
            cards[rng.choice(places)] = special
    return cards, winning


def won(rng, ruleset, options, source=None, deck=None):
    """A hand of the interface, won by a card; about one in six is broken by a card that does not fit."""
    deck = deck or Deck(rng, reddened(rng, ruleset))
    melds, held, winning = apart(rng, groups_at_random(rng, deck, groups_of(options)))
    cards = list(held)
    if rng.random() < 0.15:
        stranger = deck.one()
        if cards and rng.random() < 0.6:
            cards[rng.randrange(len(cards))] = stranger
        else:
            winning = stranger
    if rng.random() < 0.03 and cards:
        cards.pop()
    if ruleset in S4:
        cards, winning = with_specials(rng, options, cards, winning)
    rng.shuffle(cards)
    return {
        "exposed": [{"kind": kind, "cards": cards_} for kind, cards_ in melds],
        "concealed": "".join(cards),
        "winning_card": winning,
        "source": source or rng.choice(("self_draw", "other_draw", "discard")),
    }


def complete(rng, ruleset, options):
    """Dealt cards that are complete: 天胡."""
    deck = Deck(rng, reddened(rng, ruleset))
    groups = groups_at_random(rng, deck, groups_of(options))
    if sum(len(group) == 4 for group in groups) > rng.choice((1, 1, 2)):
        return complete(rng, ruleset, options)
    return list("".join(groups))


def opening(rng, number):
    """Dealt cards with many quads and triples, whatever the rest."""
    deck = Deck(rng)
    cards, wanted = [], rng.choice(((3, 0), (3, 1), (2, 3), (1, 4), (0, 5), (0, 6), (4, 0), (2, 2), (3, 2)))
    for size, n in zip((4, 3), wanted, strict=True):
        while n:
            group = deck.same(size)
            if group:
                cards += group
                n -= 1
    while len(cards) < number:
        cards += deck.take(deck.one())
    return cards[:number]


def dealt(rng, ruleset, options, is_dealer):
    """A hand won as it was dealt."""
    if ruleset in S4 or (is_dealer and rng.random() < 0.4):
        cards = complete(rng, ruleset, options)
    else:
        cards = opening(rng, (21 if is_dealer else 20) + (ruleset == "dazipai" and rng.random() < 0.3))
    rng.shuffle(cards)
    return {"exposed": [], "concealed": "".join(cards), "source": "dealt"}


def flipped(rng, hands):
    """A card that nobody among `hands` needs to have four of already."""
    used = Counter()
    for hand in hands:
        used.update("".join(meld["cards"] for meld in hand["exposed"]) + hand["concealed"])
    used.update(hands[0].get("winning_card", ""))
    left = Counter(dict.fromkeys(DECK, 4)) - used
    return rng.choice(list(left.elements()))
