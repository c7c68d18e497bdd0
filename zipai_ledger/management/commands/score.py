"""``manage.py score [FILE]``: what hands are worth, one JSON request and answer a line."""

from zipai_ledger.management.lines import ScoringCommand


class Command(ScoringCommand):
    """Scores hands."""

    help = "Scores hands: one JSON request a line in, one JSON answer a line out."
    answers = "score"
