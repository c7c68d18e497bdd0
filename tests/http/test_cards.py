"""The cards that pages and scripts draw are of one make."""

import json
import re

from zipai_ledger.http.static_files import read_static


def test_the_keys_of_the_pad_have_the_outlines_of_the_cards():
    of_cards = re.findall(r'<path id="p\d+" d="([^"]+)"', read_static("cards.svg"))
    of_keys = json.loads(
        re.sub(r",\s*]", "]", read_static("js/outlines.js").partition("outlines = ")[2].rstrip(";\n"))
    )
    assert len(of_keys) == 20
    assert of_keys == of_cards[:20]
