"""几个人 (ji ge ren): how many sit at a table of 捉鸡麻将 (docs/rules/guiyang.md#seats)."""

from ..options import one_of

SEATS_OPTION = one_of(
    "seats",
    4,
    ("几个人", "Players"),
    (
        "两个人、三个人也能打，还是 108 张；去掉哪一门，打之前说好，本子不记。",
        "Two or three can play too, with 108 tiles all the same; a suit left out is agreed before and not kept.",
    ),
    "S2; P",
    {2: ("2 人", "2"), 3: ("3 人", "3"), 4: ("4 人", "4")},
)
