"""Taps that wait for nothing where there is nothing to wait for.

Playwright asks in every tap, frame by frame, whether its target stands still and takes it, which costs more than what the tap
sets off. Where one question answers that, the tap goes there at once; where not, Playwright waits as ever. It is also left
what may lead to another page, since it waits until that page is on its way.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

import pytest
from playwright.sync_api import Error, Locator

QUESTION = """all => {
    const one = all[0];
    if (!one || !one.getClientRects().length) return null;
    const box = one.getBoundingClientRect();
    const x = box.x + box.width / 2, y = box.y + box.height / 2;
    const leads = one.closest("a, [type=submit], form button:not([type])");
    const rests = one.matches(":disabled, [aria-disabled=true]") || getComputedStyle(one).visibility !== "visible";
    const stands = document.readyState === "complete" && document.fonts.status === "loaded"
        && document.getAnimations().every(one => one.playState !== "running");
    const folds = one.matches("summary, summary *") && document.documentElement.classList.contains("js");
    return [x, y, all.length === 1 && !leads && !rests && stands && one.contains(document.elementFromPoint(x, y)), folds];
}"""
"""Where the middle of the first of these is, whether a tap can go there at once, and whether it folds or unfolds something.

Null where nothing is seen of it.
"""
DRAWN = "() => new Promise(done => requestAnimationFrame(() => setTimeout(done)))"
"""What was set off before has been drawn once.

What is unfolded is scrolled free in that frame (`static/js/folds.js`): what lies below it has moved then.
"""


@dataclass(frozen=True)
class Spot:
    """A place on the screen, in CSS pixels, whether a tap on it is sure to reach what was looked for, and whether that is a fold."""

    x: float
    y: float
    is_sure: bool
    folds: bool


def spot_of(target: Locator) -> Spot | None:
    """Where that is now, sure only where two looks agree; None where nothing is seen of it, or another page is just coming."""
    first, spot = _look(target), _look(target)
    return replace(spot, is_sure=False) if spot and spot != first else spot


def _look(target: Locator) -> Spot | None:
    try:
        found = target.evaluate_all(QUESTION)
    except Error:
        return None
    return Spot(*found) if found else None


def tap_spot(target: Locator, spot: Spot | None) -> None:
    """Tap there at once, or as Playwright does."""
    if spot and spot.is_sure:
        target.page.mouse.click(spot.x, spot.y)
        if spot.folds:
            target.page.evaluate(DRAWN)
    else:
        wait_and_click(target)


wait_and_click = Locator.click


def click(target: Locator, **how: object) -> None:
    """`Locator.click`; with anything particular it is Playwright's own."""
    if how:
        wait_and_click(target, **how)  # type: ignore[arg-type]
    else:
        tap_spot(target, spot_of(target))


@contextmanager
def quick_taps() -> Iterator[None]:
    """All clicks of tests are such taps."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Locator, "click", click)
        yield
