"""What a verb refused, as an answer: the status, and a sentence for whoever sent it."""

import logging
from dataclasses import dataclass

from django.utils.translation import gettext as _

from zipai_ledger.formats.speaker import common_speaker
from zipai_ledger.ledger.record import Blocked, Closed, Conflict, Damaged, Stale
from zipai_ledger.models import GameSession
from zipai_ledger.rules.problems import Refused

REFUSALS = (Stale, Closed, Conflict, Damaged, Blocked)

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Refusal:
    """A status between 409 and 423 and the sentence that goes with it."""

    status: int
    text: str


def refusal(error: Exception) -> Refusal:
    """The answer to one of `REFUSALS`."""
    if isinstance(error, Stale):
        return Refusal(412, _("刚才别的手机也改了这一桌，先看看再来。什么也没动。"))
    if isinstance(error, Closed):
        return Refusal(423, _("这一桌已经收了，什么也没动。请桌主先在桌上点“再打开”。"))
    if isinstance(error, Damaged):
        return Refusal(
            409, _("刚才这一下没有记，账本对不上了。先导出一份存档留底，再请管这台机器的人从备份恢复。")
        )
    if isinstance(error, Blocked):
        return Refusal(409, _("后面有几盘不成立了，先改那几盘。"))
    return Refusal(409, _("这一下和先前记上的不一样，没有再记。回到这一桌看看。"))


def damaged_text() -> str:
    """What a table whose trail does not hold together still does, and the next step."""
    return _("账本对不上：只能看，不能再记。先导出一份存档留底，再请管这台机器的人从备份恢复。")


def not_exported(session: GameSession, error: Damaged) -> str:
    """Why nothing left a damaged table; what is wrong in detail is for the log of whoever runs the machine."""
    log.error("table %s is damaged: %s", session.public_id, error)
    places = [damage.seq for damage in error.damages if damage.seq]
    if not places:
        return _("账本对不上，没有导出。先照原样存一份，再请管这台机器的人从备份恢复。")
    said = _("账本从第 %(n)d 步起对不上，没有导出。先照原样存一份，再请管这台机器的人从备份恢复。")
    return said % {"n": min(places)}


def refusal_text(refused: Refused) -> str:
    """Everything that is wrong, in the reader's language."""
    return common_speaker().refusal(refused)
