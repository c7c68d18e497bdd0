"""What differs between two evenings although nothing has changed: ids, secrets, hashes of files, clocks."""

import re

BY_CHANCE = frozenset(("drawing_decided",))
"""States that come out otherwise each time: the phone turns cards."""
PUBLIC_ID = r"[A-Za-z0-9_-]{22}"
RULES: tuple[tuple[str, str], ...] = (
    (r"(/static/[\w/.-]+?)\.[0-9a-f]{12}(\.\w+)", r"\1\2"),
    (r"(<input [^\n]*?name=csrfmiddlewaretoken[^\n]*)", "<input name=csrfmiddlewaretoken>"),
    (r"\.value=\S+ name=(client_id|entry) (.*)value=\S+", r".value=NEW name=\1 \2value=NEW"),
    (r"data-(drop-draft|replaces)=\S+", r"data-\1=NEW"),
    (r"data:image/png;base64,[\w+/=]+", "PICTURE"),
    (r" d=M0 0h7v1h-7z[\w -]*", " d=QR"),
    (r"(?<![\w-])[\w-]{43}(?![\w-])", "SECRET"),
    (r"\b[0-9a-f]{4}( [0-9a-f]{4}){2,3}\b", "HASH"),
    (r"(head=| )[0-9a-f]{8}(?=\.png|\.svg|[ >]|$)", r"\1HASH"),
    (r"data-saved=[\w -]*", "data-saved=IDS"),
    (r"data-text=\d{4}-\d{4}", "data-text=CODE"),
    (r'^( *"?)[0-9A-Z]{4}( [0-9A-Z]{4})*("?)$', r"\1CODE\3"),
    (r"hx-headers=\{[^}]*\}", "hx-headers=…"),
    (rf"(/[tc]/){PUBLIC_ID}", r"\1ID"),
    (r"127\.0\.0\.1:\d+", "HERE"),
    (r"\b[0-9A-Z]{4}(-[0-9A-Z]{4}){4}\b", "CODE"),
    (r"\b(?=[a-f]*\d)[0-9a-f]{16,64}\b", "HASH"),
    (r"\b[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}\b", "UUID"),
    (rf"(?<![\w-]){PUBLIC_ID}(?![\w-])", "ID"),
    (r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?", "MOMENT"),
    (r"(?<!\d)\d{1,2}:\d\d(:\d\d)?(?!\d)", "CLOCK"),
    (r"(\d+ 月 \d+ 日 |\d+ [A-Z][a-z]+, )CLOCK", "CLOCK"),
    (r"\b\d{4}-\d\d-\d\d\b", "DAY"),
    (r"[周週].[夜上下晚][里裡午上]", "EVENING"),
    (r"\b[SMTWF][a-z]+day (night|morning|afternoon|evening)", "EVENING"),
    (r"browser-test-\d+", "ID"),
)
_COMPILED: tuple[tuple[re.Pattern[str], str], ...] = tuple((re.compile(rule), put) for rule, put in RULES)


def fixed(text: str) -> str:
    """The text with names for what varies."""
    for rule, put in _COMPILED:
        text = rule.sub(put, text)
    return text
