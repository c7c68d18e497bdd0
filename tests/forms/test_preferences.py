"""How one device shows things, as a form sends it."""

from zipai_ledger.forms.preferences import PreferencesForm


def test_one_tap_chooses_one_thing():
    assert PreferencesForm({"type": "large"}).chosen() == {"type": "large"}


def test_what_is_none_of_the_choices_is_passed_over_and_the_rest_is_kept():
    sent = {"type": "enormous", "theme": "dark", "signs": "", "language": "xx"}
    assert PreferencesForm(sent).chosen() == {"theme": "dark"}
