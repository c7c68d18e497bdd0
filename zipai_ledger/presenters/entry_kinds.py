"""记法 (jifa): the kinds of entry: each a form, its template, and what is said of it. Nothing here names a game."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from zipai_ledger.entries.setting import Setting
from zipai_ledger.forms.dictation import SpokenDeal, understand
from zipai_ledger.forms.entry import EntryForm
from zipai_ledger.forms.mahjong_dead import MahjongDeadForm
from zipai_ledger.forms.mahjong_foul import MahjongFoulForm
from zipai_ledger.forms.mahjong_win import MahjongWinForm
from zipai_ledger.forms.points_band import PointsBandForm
from zipai_ledger.forms.zipai_hand import ZipaiHandForm
from zipai_ledger.ledger.trail.bodies import OutcomeBody
from zipai_ledger.rules.problems import Problem

from . import mahjong
from .points_band import PointsEntry, first_points_verdict, points_entry, points_progress, points_verdict
from .verdicts import Verdict
from .zipai_hand import ZipaiEntry, zipai_entry
from .zipai_verdicts import zipai_progress, zipai_verdict

Form = TypeVar("Form", bound=EntryForm)
EntryParts = PointsEntry | ZipaiEntry


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryKind(Generic[Form]):
    """One kind of entry.

    ``header`` is a template of its own for the bar above, "" where the usual one does; ``heading`` the term of the game that
    names the page (`rules.terms`), "" where the deal's number does; ``by_winner``: an entry begins with who won, so that a
    tap on a seat begins it; ``shortcuts``: which keys of a keyboard the page names; ``others`` are kinds for other results
    than a win, by result. ``entry`` is what the page needs beside the form, if anything; ``first_verdict`` the band of an
    empty form; ``progress`` that of one that states no deal yet, ``verdict`` of one whose deal stands, by the outcome as it
    would be stored. ``understand`` is there where a sentence can fill the form.
    """

    form: type[Form]
    template: str
    header: str = ""
    heading: str = ""
    script: str = "js/verdict.js"
    shortcuts: str = "form"
    by_winner: bool = False
    others: Mapping[str, "EntryKind[Any]"] = field(default_factory=dict)
    entry: Callable[[Form], EntryParts] | None = None
    first_verdict: Callable[[Form], Verdict] = lambda form: Verdict()
    progress: Callable[[Form, Sequence[Problem]], Verdict]
    verdict: Callable[[Form, OutcomeBody], Verdict]
    understand: Callable[[Setting, str, int | None], SpokenDeal] | None = None


MAHJONG_DEAD = EntryKind(
    form=MahjongDeadForm,
    template="entries/mahjong_dead.html",
    heading="dead",
    first_verdict=mahjong.first_dead_verdict,
    progress=mahjong.dead_progress,
    verdict=mahjong.paid_verdict,
)
MAHJONG_FOUL = EntryKind(
    form=MahjongFoulForm,
    template="entries/mahjong_foul.html",
    heading="foul",
    first_verdict=mahjong.first_foul_verdict,
    progress=mahjong.foul_progress,
    verdict=mahjong.paid_verdict,
)
MAHJONG_WIN = EntryKind(
    form=MahjongWinForm,
    template="entries/mahjong_win.html",
    header="entries/_mahjong_bar.html",
    script="js/tiles-page.js",
    shortcuts="tiles",
    by_winner=True,
    others={"dead": MAHJONG_DEAD, "foul": MAHJONG_FOUL},
    first_verdict=mahjong.first_win_verdict,
    progress=mahjong.win_progress,
    verdict=mahjong.won_verdict,
)
POINTS_BAND = EntryKind(
    form=PointsBandForm,
    template="entries/points_band.html",
    entry=points_entry,
    first_verdict=first_points_verdict,
    progress=points_progress,
    verdict=points_verdict,
)
ZIPAI_HAND = EntryKind(
    form=ZipaiHandForm,
    template="entries/zipai_hand.html",
    header="entries/_zipai_bar.html",
    script="js/cards-page.js",
    shortcuts="cards",
    by_winner=True,
    entry=zipai_entry,
    progress=zipai_progress,
    verdict=zipai_verdict,
    understand=understand,
)
KINDS: Mapping[str, EntryKind[Any]] = {
    "mahjong_win": MAHJONG_WIN,
    "points_band": POINTS_BAND,
    "zipai_hand": ZIPAI_HAND,
}
"""As rulesets name them; `forms.entry_kinds` has the same."""
