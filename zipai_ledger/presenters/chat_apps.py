"""Browsers inside chat apps: they forget their cookies, and cannot put a page on the home screen."""

import re
from collections.abc import Callable, Mapping

from django.utils.translation import gettext as _

APPS: Mapping[str, Callable[[], str]] = {
    r"MicroMessenger/": lambda: _("微信"),
    r"\bQQ/": lambda: _("QQ"),
    r"DingTalk": lambda: _("钉钉"),
    r"AlipayClient": lambda: _("支付宝"),
    r"Lark/|Feishu": lambda: _("飞书"),
    r"Weibo": lambda: _("微博"),
    r"\bLine/|FBAN|FBAV|Instagram|aweme": lambda: _("聊天软件"),
}


def chat_app(user_agent: str) -> str:
    """The app whose built-in browser says this of itself; empty for a real browser."""
    return next((name() for mark, name in APPS.items() if re.search(mark, user_agent)), "")
