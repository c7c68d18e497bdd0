"""What a verb refused, as an answer: the status, and a sentence for whoever sent it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from django import forms
from django.utils.translation import gettext as _

from zipai_ledger.access.grants import WrongCode
from zipai_ledger.formats.speaker import common_speaker
from zipai_ledger.http import meters
from zipai_ledger.ledger.record import Blocked, Closed, Conflict, Damaged, Reseated, Stale
from zipai_ledger.rules.problems import Problem, Refused
from zipai_ledger.rules.speaker import Speaker

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a verb stored nothing.

    ``status`` to answer with, 409 to 423; ``reason``: ``problems`` or the word in `ANSWERS`, by which a template may
    choose a sentence of its own; ``text`` for people; ``error`` as it was raised: it knows more where a page shows more.
    """

    status: int
    reason: str
    text: str
    error: Exception

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What is wrong with what was sent; empty where something else was in the way."""
        return self.error.problems if isinstance(self.error, Refused) else ()


def attempt(verb: Callable[[], T], speaker: Speaker | None = None) -> T | Refusal:
    """What a verb answers, or why it stored nothing.

    ``speaker`` says problems in the words and with the names of a table, instead of in those that all rulesets share.
    """
    try:
        return verb()
    except Refused as refused:
        meters.refused("problems")
        text = (speaker or common_speaker()).refusal(refused)
        return Refusal(422, "problems", text, refused)
    except tuple(ANSWERS) as error:
        status, reason, sentence = ANSWERS[type(error)]
        meters.refused(reason)
        return Refusal(status, reason, sentence(), error)


ANSWERS: Mapping[type[Exception], tuple[int, str, Callable[[], str]]] = {
    Stale: (412, "stale", lambda: _("刚才别的手机也改了这一桌，先看看再来。什么也没动。")),
    Reseated: (412, "reseated", lambda: _("座位换过了，什么也没动。")),
    Closed: (423, "closed", lambda: _("这一桌已经收了，什么也没动。请桌主先在桌上点“再打开”。")),
    Conflict: (409, "conflict", lambda: _("这一下和先前记上的不一样，没有再记。回到这一桌看看。")),
    Damaged: (
        409,
        "damaged",
        lambda: _("刚才这一下没有记，账本对不上了。先导出一份存档留底，再请管这台机器的人从备份恢复。"),
    ),
    Blocked: (409, "blocked", lambda: _("后面有几盘不成立了，先改那几盘。")),
    WrongCode: (409, "expired", lambda: _("这一页过期了，请再点一次。")),
}
"""The status, the word and the sentence for each that a verb raises besides `Refused`."""


def refuse_form(form: forms.BaseForm, answer: Refusal | None, text: str = "") -> int:
    """Say above a form why nothing was stored, in ``text`` or in the words of the answer; the status that goes with it.

    None: the form says itself what is wrong with it.
    """
    if answer is None:
        return 422
    form.add_error(None, text or answer.text)
    return answer.status
