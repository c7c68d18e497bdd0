"""The deck and the shapes of groups."""

SMALL = "一二三四五六七八九十"
BIG = "壹贰叁肆伍陆柒捌玖拾"
DECK = SMALL + BIG
RED = frozenset("二七十贰柒拾")
WANG = "飞"

QUADS = ("kaiduo", "saochuan")
RUNS = ("chi", "shun")

Group = tuple[str, str]  # kind and cards, sorted
Reading = tuple[Group, ...]


def is_big(card: str) -> bool:
    return card in BIG


def number(card: str) -> int:
    """1 to 10."""
    return (BIG if is_big(card) else SMALL).index(card) + 1


def other_size(card: str) -> str:
    return (SMALL if is_big(card) else BIG)[number(card) - 1]


def joined(cards: str | list[str] | tuple[str, ...]) -> str:
    """Cards in the order of the deck, so that equal groups are equal texts."""
    return "".join(sorted(cards, key=DECK.index))


def scoring_run_shapes(yiwushi: bool) -> set[str]:
    """一二三 and 二七十 of both sizes, with `yiwushi` 一五十 too: the runs that are worth 胡."""
    numbers = [(1, 2, 3), (2, 7, 10)] + ([(1, 5, 10)] if yiwushi else [])
    return {joined([size[n - 1] for n in three]) for size in (SMALL, BIG) for three in numbers}


def run_shapes(yiwushi: bool) -> set[str]:
    """Everything that may be a `chi` or a `shun`."""
    following = {size[n : n + 3] for size in (SMALL, BIG) for n in range(8)}
    mixed = {joined([card, card, other_size(card)]) for card in DECK}
    return following | mixed | scoring_run_shapes(yiwushi)


def neighbour(card: str, step: int) -> str:
    """The number before (−1) or after (1), same size, in a circle."""
    size = BIG if is_big(card) else SMALL
    return size[(number(card) - 1 + step) % 10]
