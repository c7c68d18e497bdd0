"""How dates and times are written in each language: what Django's ``date`` filters and `zipai_ledger.formats.dates` go by."""
