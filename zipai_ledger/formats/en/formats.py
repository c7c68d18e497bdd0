"""22 Nov 2026, 20:05: the month as a word, since half the readers of 11/12 take it for the other month."""

DATE_FORMAT = "j M Y"
MONTH_DAY_FORMAT = "j M"
SHORT_DATE_FORMAT = "j M"
TIME_FORMAT = "H:i"
DATETIME_FORMAT = "j M, H:i"
