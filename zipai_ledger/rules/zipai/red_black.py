"""红黑点 (hong hei dian): 红胡, 乌胡 and 点红 by the red cards of a win, multiplied or added (docs/rules/tuozi.md#mingtang)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal

from ..options import Option, Words, number, one_of
from ..problems import Problem, Refused
from ..ruleset import Item
from ..wording import MARKS
from .asks import PatternAsk
from .call import BEGINNINGS, Call
from .counter import CounterOptions
from .patterns import MANY_REDS, reds
from .readings import Reading

RED_BLACK: Final = ("honghu", "wuhu", "dianhong")
"""名堂 (mingtang) by the cards; at most one of them holds."""

MINGTANG_OPTIONS: Final[tuple[Option, ...]] = (
    one_of(
        "mingtang",
        "none",
        ("红黑点", "Red, black and one red"),
        (
            "胡的牌里红字十张以上是红胡，一张没有是乌胡，正好一张是点红：乘几，还是加几。",
            "Ten red cards or more, none, or just one: whether they multiply or add.",
        ),
        "P",
        {"none": ("不算", "None"), "multiply": ("乘", "Multiply"), "add": ("加", "Add")},
    ),
    *(
        number(code, default, (name.zh, name.en), meaning, "P", greatest=10)
        for code, default, name, meaning in (
            (
                "honghu",
                2,
                Words("红胡算几", "Red hu"),
                ("红胡乘几、加几；0 就是不算。", "What red hu is; 0 is not played."),
            ),
            (
                "wuhu",
                2,
                Words("乌胡算几", "Black hu"),
                ("乌胡乘几、加几；0 就是不算。", "What black hu is; 0 is not played."),
            ),
            (
                "dianhong",
                0,
                Words("点红算几", "One red"),
                ("点红乘几、加几；0 就是不算。", "What one red is; 0 is not played."),
            ),
            (
                "tiandihu",
                0,
                Words("天胡、地胡算几", "Heavenly and earthly hu"),
                (
                    "天胡、地胡乘几、加几；不算红黑点的就加。0 就是没有。",
                    "What heavenly and earthly hu are, added where the above are not played; 0 is nothing.",
                ),
            ),
        )
    ),
)


@dataclass(frozen=True, kw_only=True)
class MingtangOptions(CounterOptions):
    """What a table chooses of them."""

    mingtang: Literal["none", "multiply", "add"]
    honghu: int
    wuhu: int
    dianhong: int
    tiandihu: int

    @cached_property
    def worth(self) -> Mapping[str, int]:
        """What each that is played here multiplies or adds by, by its code."""
        numbers = {"honghu": self.honghu, "wuhu": self.wuhu, "dianhong": self.dianhong}
        return {} if self.mingtang == "none" else {code: n for code, n in numbers.items() if n}

    @property
    def patterns(self) -> tuple[PatternAsk, ...]:
        """Those that can be claimed beside the 胡."""
        return tuple(PatternAsk(code, MARKS[code]) for code in RED_BLACK if code in self.worth)

    def check(self, call: Call) -> None:
        """Raises `Refused` (``bad_marks``) where one is claimed that is not played here, or two of them are."""
        claimed = [*filter(call.marks.__contains__, RED_BLACK)]
        for mark in claimed:
            if mark not in self.worth:
                raise Refused(Problem("bad_marks", "marks", "not_played", {"mark": mark}))
        if len(claimed) > 1:
            raise Refused(Problem("bad_marks", "marks", "both", {"one": claimed[0], "other": claimed[1]}))

    def marks_of(self, reading: Reading) -> tuple[str, ...]:
        """Codes of those that the cards of a reading make."""
        if not self.worth:
            return ()
        red = reds(reading)
        holds = {"honghu": red >= MANY_REDS, "wuhu": red == 0, "dianhong": red == 1}
        return tuple(code for code in RED_BLACK if code in self.worth and holds[code])

    def lines(self, marks: Sequence[str], units: int) -> Iterator[Item]:
        """What they make of so many units, those that began the deal last."""
        for mark in (*filter(marks.__contains__, RED_BLACK), *filter(BEGINNINGS.__contains__, marks)):
            n = self.tiandihu if mark in BEGINNINGS else self.worth.get(mark, 0)
            if not n:
                yield Item(mark, {}, 0)
                continue
            times = self.mingtang == "multiply"
            more = units * (n - 1) if times else n
            yield Item(mark, {"how": "times" if times else "plus", "n": n}, more)
            units += more


MINGTANG_TEXTS = {
    f"{mark}.{how}": Words(f"{zh}，{more.zh}", f"{en}, {more.en}")
    for mark, (zh, en) in {
        "honghu": ("红胡", "Red hu"),
        "wuhu": ("乌胡", "Black hu"),
        "dianhong": ("点红", "One red card"),
        "tianhu": ("天胡", "Heavenly hu"),
        "dihu": ("地胡", "Earthly hu"),
    }.items()
    for how, more in {"times": Words("乘 {n}", "times {n}"), "plus": Words("加 {n}", "+{n}")}.items()
}
MINGTANG_TEXTS |= {
    "bad_marks.not_played": Words("这桌不算{mark}", "{mark} is not played here"),
    "bad_marks.both": Words("{one}和{other}不能都有", "{one} and {other} cannot go together"),
    "bad_marks.not_held": Words("照牌看没有{mark}", "The cards do not show {mark}"),
}
