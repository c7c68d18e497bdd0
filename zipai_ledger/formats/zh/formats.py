"""2026 年 11 月 22 日 20:05, with the blanks that stand round every number of these pages."""

DATE_FORMAT = "Y 年 n 月 j 日"
MONTH_DAY_FORMAT = "n 月 j 日"
SHORT_DATE_FORMAT = "n/j"
TIME_FORMAT = "H:i"
DATETIME_FORMAT = "n 月 j 日 H:i"
