"""What docs/security.md says is what the code does: its numbers are read from there, its files and tests exist."""

import re
from datetime import timedelta

import pytest
from django.conf import settings

from tests import cited
from tests.servers import ROOT
from zipai_ledger import samples
from zipai_ledger.access import audit, heavy, invitations, limits, pace, recovery, spoken, tokens
from zipai_ledger.access.grants import BY_ONE_LINK
from zipai_ledger.circles.members import PEOPLE_MOST
from zipai_ledger.environment import PATIENCE as OF_THE_DATABASE
from zipai_ledger.exports.archive_shapes import EARLIEST
from zipai_ledger.forms import imports as import_forms
from zipai_ledger.forms.invitations import LASTS
from zipai_ledger.http import concurrency, deadlines
from zipai_ledger.http.digits import LONGEST as DIGITS
from zipai_ledger.http.middleware import LONGEST_BODY
from zipai_ledger.ledger import names
from zipai_ledger.ledger.record import write
from zipai_ledger.ledger.record.deals import DEALS_MOST
from zipai_ledger.ledger.record.payments import PAYMENT_MOST
from zipai_ledger.ledger.record.people import PLAYERS_LEAST, PLAYERS_MOST
from zipai_ledger.ledger.record.sent import NOTE_LONGEST
from zipai_ledger.ledger.record.stages import STAKE_MOST
from zipai_ledger.live import hub
from zipai_ledger.logs import Seldom
from zipai_ledger.models.access import LIFETIME
from zipai_ledger.views import importing, settlement_method

PAGE = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
WORDS = {2: "two", 3: "three", 8: "eight", 9: "nine", 10: "ten"}
MINUTE, HOUR, YEAR = timedelta(minutes=1), timedelta(hours=1), timedelta(days=365)
RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")

ROWS = {
    "head of a request, its body": f"{deadlines.HEAD:.0f} s; {deadlines.BODY:.0f} s, and a second more for each "
    f"{deadlines.PACE >> 10} KiB that came",
    "lines at once": f"{deadlines.MOST:,} at most",
    "requests answered at once": f"{concurrency.MOST}; others wait {concurrency.PATIENCE:.0f} s",
    "streams": f"{hub.MOST:,} of a server (`ZIPAI_STREAMS`), {hub.MOST_OF_SESSION} of a table, "
    f"{hub.MOST_OF_DEVICE} of a phone",
    "body": f"{LONGEST_BODY >> 10} KiB, an import {import_forms.LONGEST >> 20} MiB",
    "import on the web": f"{importing.DEALS:,} deals",
    "deals of a table": f"{DEALS_MOST:,}",
    "wait for the database": f"{write.PATIENCE:.0f} s",
    f"much work at tables of {heavy.LARGE} deals and more": f"{WORDS[heavy.AT_ONCE]} at once",
    "tables and circles opened from one address": f"every {pace.EVERY:.0f} s",
    "wrong codes": f"{WORDS[limits.PER_NETWORK]} of a kind in {WORDS[limits.WINDOW // MINUTE]} minutes",
    "wrong spoken codes from everywhere, while one is open": f"{spoken.WRONG_TRIES}",
    "the access trail": f"of each kind the newest {audit.KEPT} at a table or in a circle",
    "the log": f"{Seldom.most} lines a minute of a kind",
    "fields, files of a form": f"{settings.DATA_UPLOAD_MAX_NUMBER_FIELDS}, {settings.DATA_UPLOAD_MAX_NUMBER_FILES}",
    "tables to play with": f"{samples.MOST} of a server, one of a phone, let go of after {samples.LIFETIME.days} days",
    "phones that may ever come by one invitation": f"what it says, else {BY_ONE_LINK}",
    "people of a circle": f"{PEOPLE_MOST}",
    "names of players and people, of tables and circles": f"1 to {names.PLAYER_LONGEST} and 1 to "
    f"{names.SESSION_LONGEST} code points after NFC",
    "notes and reasons": f"{NOTE_LONGEST} code points",
    "numbers in addresses, cookies and forms": f"up to {WORDS[DIGITS]} ASCII digits",
    "players, seats, dealer": f"{PLAYERS_LEAST} to {PLAYERS_MOST} who ever join",
    "payments, stakes": f"at most 10{str(len(str(PAYMENT_MOST)) - 1).translate(RAISED)} and {STAKE_MOST:,} for a point",
    "an archive": f"no time before {EARLIEST.year}",
}
"""What the second column of a row holds."""

PHRASES = (
    f"A phone that was not here for a {'year' if LIFETIME == YEAR else LIFETIME} is gone",
    f"{tokens.CODE_LENGTH} characters, {5 * tokens.CODE_LENGTH} bits",
    f"may send it again for {recovery.SENT_AGAIN.total_seconds():.0f} seconds",
    f"{WORDS[tokens.SPOKEN_LENGTH].capitalize()} digits, to look on only, for {WORDS[spoken.LASTS // MINUTE]} minutes",
    f"{spoken.WRONG_TRIES} end a code",
    f"a chance of at most {spoken.WRONG_TRIES} in 10{str(tokens.SPOKEN_LENGTH).translate(RAISED)}",
    f"for one grant, once, within {WORDS[invitations.TRANSFER_LASTS // MINUTE]} minutes",
    f"after {(LASTS['evening'] or MINUTE) // HOUR} hours, a week, or never",
    f"the server five for its database and {WORDS[int(heavy.PATIENCE)]} for a turn",
    f"counts as such from {heavy.LARGE} deals on",
    f"cookies, a year and {timedelta(seconds=settlement_method.LIFETIME).days} days",
)


def rows() -> dict[str, str]:
    found = re.findall(r"^\| ([^|]+) \| ([^|]+) \|", PAGE, re.MULTILINE)
    return dict(found)


@pytest.mark.parametrize("name", ROWS)
def test_a_row_says_what_the_code_does(name: str):
    assert ROWS[name] in rows()[name]


@pytest.mark.parametrize("phrase", PHRASES)
def test_a_sentence_says_what_the_code_does(phrase: str):
    assert phrase in " ".join(PAGE.split())


def test_everybody_waits_as_long_for_the_database():
    assert write.PATIENCE == OF_THE_DATABASE


@pytest.mark.parametrize("page", ["SECURITY.md", "docs/security.md", "docs/architecture.md"])
def test_files_and_tests_that_a_page_names_are_there(page: str):
    text = (ROOT / page).read_text(encoding="utf-8")
    assert cited.files(text)
    assert cited.missing(text) == []


def test_no_table_or_list_is_torn_in_two():
    assert re.findall(r"^\|.*\n\n\|.*|^- .*\n\n- .*", PAGE, re.MULTILINE) == []
