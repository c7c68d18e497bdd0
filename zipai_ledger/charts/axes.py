"""Round numbers beside and below a chart."""

from bisect import bisect
from collections.abc import Sequence

ROUND = (1, 2, 5)
MOST_LINES = 6
"""As many lines as a chart has across it."""


def step_for(span: int, most: int) -> int:
    """The smallest 1, 2, 5, 10, 20 … that divides ``span`` into at most ``most`` parts."""
    power = 1
    while True:
        for factor in ROUND:
            if span <= factor * power * most:
                return factor * power
        power *= 10


def heights(lowest: int, highest: int) -> list[int]:
    """Round numbers from at or below the lowest to at or above the highest, nought among them."""
    low, high = min(0, lowest), max(0, highest)
    step = step_for(max(1, high - low), MOST_LINES - 2)
    return list(range(low // step * step, -(-high // step) * step + 1, step))


def places(last: int, most: int) -> list[int]:
    """Places below a chart that goes from 0 to ``last``: the first step, round ones, and the last."""
    if last < 1:
        return []
    step = step_for(last, most)
    between = [at for at in range(step, last, step) if at > 1 and last - at >= (step + 1) // 2]
    near = step == 1 or not between or between[0] > 1 + step // 2
    return sorted({*([1] if near else []), *between, last})


def round_places(numbers: Sequence[int], most: int) -> list[tuple[int, str]]:
    """Places below a chart of numbered steps: the round ones, and nought before the first; the last where none is round.

    A number that is left out stands at the step before it.
    """
    if not numbers:
        return []
    step = step_for(numbers[-1] - numbers[0] + 1, most)
    first = 0 if numbers[0] == 1 else -(-numbers[0] // step) * step
    found = {bisect(numbers, number): str(number) for number in range(first, numbers[-1] + 1, step)}
    return list(found.items()) or [(len(numbers), str(numbers[-1]))]


def spread(wanted: Sequence[float], sizes: Sequence[float], top: float, bottom: float) -> list[float]:
    """Middles as near as may be to the wanted ones, of what takes ``sizes``, from ``top`` to ``bottom``.

    In the order of ``wanted``; there has to be room for all of them.
    """
    order = sorted(range(len(wanted)), key=wanted.__getitem__)
    placed = [0.0] * len(wanted)
    free = top
    for at in order:
        placed[at] = max(wanted[at], free + sizes[at] / 2)
        free = placed[at] + sizes[at] / 2
    free = bottom
    for at in reversed(order):
        placed[at] = min(placed[at], free - sizes[at] / 2)
        free = placed[at] - sizes[at] / 2
    return placed
