"""Answers to whoever tried too many codes."""

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from zipai_ledger.access.limits import TooMany


def wait_text(many: TooMany) -> str:
    """How long to wait, in minutes."""
    minutes = -(-many.wait // 60)
    wait = ngettext("过 %(n)d 分钟再来", "过 %(n)d 分钟再来", minutes) % {"n": minutes}
    return _("试错的次数多了，先歇一歇，%(wait)s。二维码和链接照样能用。") % {"wait": wait}


def wrong_recovery_code() -> str:
    """One sentence for every code that is not right."""
    return _("这个恢复码不对，或者已经换过新的了。照着纸上再对一遍，一共二十个。")


def too_many(answer: HttpResponse, many: TooMany) -> HttpResponse:
    """The page as a 429 that says when to come again."""
    answer.status_code = 429
    answer["Retry-After"] = f"{many.wait}"
    return answer
