"""The text of the card pad: groups as they were tapped, and the hand that they make.

``碰捌捌捌 扫穿伍伍伍伍 顺七八九 搭捌捌八 眼十十 胡九@2``: every group is complete, and the winning card is one of group 2.
``顺七飞=八九``: a 飞王 or 秤子 is written with the card it was tapped as; what it stands for is read anew.
Typed text without ``@`` is ordinary notation and is read by `rules.zipai.notation`.
"""

import re
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from zipai_ledger.rules import facts
from zipai_ledger.rules.problems import Problem, Refused
from zipai_ledger.rules.zipai.cards import (
    COPIES,
    SPECIAL,
    Card,
    card_name,
    card_text,
    is_special,
    parse_cards,
    plain,
)
from zipai_ledger.rules.zipai.hand import ExposedMeld, Hand, hand_problems
from zipai_ledger.rules.zipai.handrules import Reading
from zipai_ledger.rules.zipai.melds import Meld, meld
from zipai_ledger.rules.zipai.notation import parse_hand
from zipai_ledger.rules.zipai.valuing import Valuing, Worth
from zipai_ledger.rules.zipai.words import GUILIN, HELD_WORDS, LAID_WORDS, FamilyWords

LONGEST = 300
_WIN = re.compile(r"\s*胡(?P<card>[^@\s]{1,4})@(?P<at>\d{1,2})\s*$")
_STOOD = re.compile(rf"(?P<special>{SPECIAL})=(?P<face>.)")
_WORDS = sorted((*LAID_WORDS, *HELD_WORDS), key=len, reverse=True)
_TRIPLE = COPIES - 1
_TAPPED_AS = {"kan": "sao", "chi": "shun"}
"""Kinds that the pad does not tell from another."""
_UNTOUCHED_BY_OWN_DRAW = ("kan",)
_UNTOUCHED = ("kan", "sao", "saochuan")
"""Kinds that one's own draw makes nothing of, and another player's card."""


@dataclass(frozen=True, slots=True)
class TappedGroup:
    """One group as tapped. ``kind`` is that of a laid group, or ``held`` for cards still in the hand.

    ``faces`` has what special cards were tapped as in their place, where that is known.
    """

    kind: str
    cards: tuple[Card, ...]
    word: str
    faces: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Tapped:
    """All groups of a pad, and which card of which group won (``at`` is None while that is unknown)."""

    groups: tuple[TappedGroup, ...]
    winning_card: Card | None = None
    at: int | None = None

    @property
    def counts(self) -> Counter[Card]:
        """How many of each card there are, the winning card included."""
        return Counter(card for group in self.groups for card in group.cards)


def is_complete(text: str) -> bool:
    """Whether a pad has said which card won, so that the groups are the whole hand."""
    return _WIN.search(text) is not None


def is_partial(text: str) -> bool:
    """Whether these are the groups that score alone: no card is named that won, and none that is only held.

    Raises `Refused` for what is not understood, as `read` does.
    """
    return "胡" not in text and all(group.word != "手" for group in read(text).groups)


def read(text: str) -> Tapped:
    """The groups of a pad's text; raises `Refused` (``bad_meld``, ``bad_card``), quoting what is not understood."""
    if len(text) > LONGEST:
        raise Refused(Problem("bad_card", "groups", "too_long", {"text": text[:12] + "…", "most": LONGEST}))
    text = plain(text)
    win = _WIN.search(text)
    groups = tuple(_group(token) for token in (text[: win.start()] if win else text).split())
    if win is None:
        return Tapped(groups)
    card, at = parse_cards(win["card"], "groups")[0], int(win["at"])
    if at >= len(groups) or card not in groups[at].cards:
        raise Refused(Problem("bad_card", "groups", "missing"))
    return Tapped(groups, card, at)


def _group(token: str) -> TappedGroup:
    word = next((word for word in _WORDS if token.startswith(word)), "")
    if not word:
        raise Refused(Problem("bad_meld", "groups", "unknown_word", {"text": token[:12]}))
    content = token.removeprefix(word)
    cards, faces = (
        parse_cards(_STOOD.sub(part, content), "groups") for part in (r"\g<special>", r"\g<face>")
    )
    return TappedGroup(LAID_WORDS.get(word, "held"), cards, word, faces)


def hand_of(text: str, source: str, valuing: Valuing) -> Hand:
    """The hand that a form's text states at a table; raises `Refused` with fields inside ``groups``."""
    if not is_complete(text) and source != "dealt":
        return replace(parse_hand(text, "groups"), source=source)
    tapped = read(text)
    hand = _dealt(tapped) if source == "dealt" else _with_laid(tapped, source, _shapes(tapped))
    problems = tuple(problem.within("groups") for problem in hand_problems(hand))
    if problems:
        raise Refused(*problems)
    if source == "dealt" or hand.specials:
        return hand
    plain = valuing.by_groups
    found = _worth_the_same(hand, tapped, plain)
    return found if plain is valuing else _with_a_kan(found, plain)


def laid_hand_of(text: str, source: str) -> Hand:
    """The hand of a complete text where every group but that of the winning card lies on the table; raises as `hand_of` does."""
    tapped = read(text)
    return _with_laid(tapped, source, _shapes(tapped))


def regrouped(text: str, source: str, valuing: Valuing) -> tuple[int, str] | None:
    """改组 (gaizu): the 胡 that the same cards come to where none of them was laid by 吃, and the pad's text of that.

    None where that is no more than the groups come to as they were tapped, or takes a 坎 which nobody would have tapped
    as parts of shapes. Raises as `hand_of` does.
    """
    hand = hand_of(text, source, valuing)
    if not is_complete(text) or source == "dealt" or hand.specials:
        return None
    held = _with_laid(read(text), source, ())
    most, now = valuing.worth(held), valuing.worth(hand)
    if most is None or (now is not None and most[:2] <= now[:2]) or _splits_a_kan(held, most.reading):
        return None
    return most.hu, write(held, most.reading, valuing.words)


def _splits_a_kan(held: Hand, reading: Reading) -> bool:
    return any(group.kind in ("kan", "saochuan") for group in reading.melds[len(held.exposed) :])


def partly(text: str) -> list[dict[str, str]]:
    """部分验牌: the groups of a pad that are looked at, as a fact states them; pairs and loose cards score nothing."""
    seen = [(_scoring_kind(group), group) for group in read(text).groups]
    return [{"kind": kind, "cards": card_text(group.cards)} for kind, group in seen if kind]


def _scoring_kind(group: TappedGroup) -> str:
    if group.kind != "held":
        return group.kind
    if group.word in ("坎", "kan", "手中三张"):
        return "kan"
    return "shun" if len(group.cards) == _TRIPLE and group.word != "手" else ""


def write_partly(groups: Sequence[facts.Group], words: FamilyWords = GUILIN) -> str:
    """Groups that were looked at, in the pad's text."""
    melds = [meld(group.kind, parse_cards(group.cards, "groups"), "groups") for group in groups]
    return " ".join(words.tokens[_tapped_kind(group)] + group.text for group in melds)


def _dealt(tapped: Tapped) -> Hand:
    """With the cards dealt everything is held; only dealt quads may lie."""
    quads = [group for group in tapped.groups if group.kind == "saochuan"]
    held = [card for group in tapped.groups if group not in quads for card in group.cards]
    return Hand(tuple(_laid(group) for group in quads), tuple(held), None, "dealt")


def _worth_the_same(as_tapped: Hand, tapped: Tapped, valuing: Valuing) -> Hand:
    """The hand with its shapes in the hand, as far as it comes to what its groups come to as they were tapped.

    The pad does not tell 吃 from a shape in the hand. Where the cards could be grouped for more, or would have to be
    grouped otherwise, if all of them were held, some of the shapes lie on the table.
    """
    source, worth = str(as_tapped.source), valuing.worth(as_tapped)
    held = _with_laid(tapped, source, ())
    if _same(valuing.worth(held), worth):
        return held
    lying = {*_shapes(tapped)}
    for at in sorted(lying, reverse=True):
        if _same(valuing.worth(_with_laid(tapped, source, lying - {at})), worth):
            lying.remove(at)
    return _with_laid(tapped, source, lying)


def _with_a_kan(hand: Hand, valuing: Valuing) -> Hand:
    """The hand with a 坎 in it, of those tapped as 偎坎, where it would else hold no more than one card."""
    at = next((at for at, laid in enumerate(hand.exposed) if laid.meld.kind == "sao"), None)
    if at is None or len(hand.concealed) > 1:
        return hand
    triple, others = hand.exposed[at].meld.cards, (*hand.exposed[:at], *hand.exposed[at + 1 :])
    held = Hand(others, (*triple, *hand.concealed), hand.winning_card, hand.source)
    return held if _same(valuing.worth(held), valuing.worth(hand)) else hand


def _same(one: Worth | None, other: Worth | None) -> bool:
    return one is other or (one is not None and other is not None and one[:2] == other[:2])


def _with_laid(tapped: Tapped, source: str, lying: Collection[int]) -> Hand:
    """The hand with these of its shapes on the table."""
    assert tapped.winning_card is not None  # noqa: S101 - the text was complete
    assert tapped.at is not None  # noqa: S101
    winning = _before(tapped.groups[tapped.at], tapped.winning_card, source)
    if tapped.groups[tapped.at].kind == "kaiduo" and _any_special(tapped):
        winning = replace(winning, kind="sao" if source == "discard" else "peng")
    others = [(at, group) for at, group in enumerate(tapped.groups) if at != tapped.at]
    laid = [group for group in (*(group for _at, group in others), winning) if group.kind != "held"]
    laid += [replace(group, kind="chi") for at, group in others if at in lying]
    stays = [group for at, group in others if at not in lying and group.kind == "held"]
    cards = [card for group in (*stays, winning) if group.kind == "held" for card in group.cards]
    return Hand(tuple(map(_laid, laid)), tuple(cards), tapped.winning_card, source)


def _shapes(tapped: Tapped) -> tuple[int, ...]:
    """Groups tapped as shapes, but that of the winning card, which came into the hand."""
    return tuple(at for at, group in enumerate(tapped.groups) if at != tapped.at and _is_shape(group))


def _is_shape(group: TappedGroup) -> bool:
    return group.word != "手" and len(group.cards) == _TRIPLE and len(set(group.faces)) > 1


def _laid(group: TappedGroup) -> ExposedMeld:
    try:
        return ExposedMeld(group.kind, group.cards)
    except Refused as refused:
        raise Refused(*(problem.within("groups") for problem in refused.problems)) from None


def _before(group: TappedGroup, card: Card, source: str) -> TappedGroup:
    """The winning group as it was before the winning card came; raises `Refused` where that card cannot make it."""
    left = list(group.cards)
    left.remove(card)
    own = source == "self_draw"
    if group.kind == "kaiduo" and own:
        return TappedGroup("peng", tuple(left), group.word)
    fits = {"peng": not own, "kaiduo": True, "sao": own, "saochuan": own, "held": True}
    if not fits.get(group.kind, False):
        params = {"kind": group.kind, "cards": card_text(group.cards), "card": card_name(card)}
        raise Refused(Problem("bad_meld", "groups", "not_won_so", params))
    return TappedGroup("held", tuple(left), group.word)


def _any_special(tapped: Tapped) -> bool:
    return any(map(is_special, tapped.counts))


def write(hand: Hand, reading: Reading, words: FamilyWords = GUILIN) -> str:
    """A won hand in the pad's text, its groups as a reading has them: `hand_of` reads it back to the same value."""
    cards = [[card_name(card) for card in group.cards] for group in reading.melds]
    for special, card, at in reading.stands:
        cards[at][cards[at].index(card_name(card))] = f"{card_name(special)}={card_name(card)}"
    groups = zip(reading.melds, map("".join, cards), strict=True)
    tokens = " ".join(words.tokens[_tapped_kind(group)] + text for group, text in groups)
    if hand.winning_card is None:
        return tokens
    won = card_name(hand.winning_card)
    untouched = _UNTOUCHED_BY_OWN_DRAW if hand.source == "self_draw" else _UNTOUCHED
    made = [at for at, group in enumerate(cards) if won in group and reading.melds[at].kind not in untouched]
    place = (
        reading.stands[-1].at if is_special(hand.winning_card) else _winning_place(hand, reading.melds, made)
    )
    return f"{tokens} 胡{won}@{place}"


def _tapped_kind(group: Meld) -> str:
    kind = _TAPPED_AS.get(group.kind, group.kind)
    return "da" if kind == "shun" and group.cards[0] == group.cards[1] else kind


def _winning_place(hand: Hand, melds: Sequence[Meld], made: Sequence[int]) -> int:
    """The group that the winning card made: of those that hold it, one that did not lie there before, the last."""
    lay = [laid.meld for laid in hand.exposed]
    return next(
        (at for at in reversed(made) if at >= len(lay) or not _lay_there(melds[at], lay[at])), made[-1]
    )


def _lay_there(group: Meld, laid: Meld) -> bool:
    """Whether the winning card did nothing to a group, which may have been open."""
    return group is laid or (group.kind, len(group.cards)) == (laid.kind, len(laid.cards))
