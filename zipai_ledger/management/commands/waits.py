"""``manage.py waits [FILE]``: what hands wait for, one JSON request and answer a line."""

from zipai_ledger.management.lines import ScoringCommand


class Command(ScoringCommand):
    """Lists the cards that complete hands."""

    help = "Lists the cards that complete hands: one JSON request a line in, one JSON answer a line out."
    answers = "waits"
