"""The two ways a phone reaches the table on a local network."""

from playwright.sync_api import Page


def test_the_own_machine_counts_as_secure_and_hides_what_phones_miss(phone: Page):
    """The phone speaks Chinese and touches."""
    phone.goto("/")
    assert phone.evaluate("isSecureContext && 'serviceWorker' in navigator && !!crypto.subtle")
    about = "[navigator.language, screen.width, devicePixelRatio, navigator.maxTouchPoints > 0]"
    assert phone.evaluate(about) == ["zh-CN", 390, 2, True]


def test_a_phone_on_the_local_network_has_no_secure_context(lan_phone: Page):
    lan_phone.goto("/")
    assert lan_phone.url.startswith("http://zipai.test:")
    assert lan_phone.evaluate(
        "!isSecureContext && !crypto.subtle && !crypto.randomUUID && !navigator.wakeLock"
    )


def test_a_phone_may_run_no_scripts(phone_without_javascript: Page):
    phone_without_javascript.set_content("<noscript>没有脚本</noscript>")
    assert phone_without_javascript.inner_text("body") == "没有脚本"
