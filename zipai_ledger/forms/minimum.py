"""起胡 (qihu): the minimum of a deal, where each has its own."""

from dataclasses import dataclass

from zipai_ledger.entries.setting import Setting


@dataclass(frozen=True, slots=True)
class MinimumChoice:
    """A minimum to choose, for ``components/minimum_choices.html``."""

    value: int
    checked: bool


def minimum_choices(setting: Setting, chosen: object) -> tuple[MinimumChoice, ...]:
    """The minima to choose from, the ``chosen`` one or that of the deal before checked."""
    now = str(chosen or setting.state.min_hu)
    return tuple(MinimumChoice(least, str(least) == now) for least in setting.game.minima)
