"""The fields of a page, as a parser of HTML reads them."""

from html.parser import HTMLParser


class _Inputs(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[dict[str, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "input":
            self.found.append({name: value or "" for name, value in attrs})


def inputs(html: str, name: str) -> list[dict[str, str]]:
    """The attributes of every input of a name, in the order of the page."""
    reader = _Inputs()
    reader.feed(html)
    return [one for one in reader.found if one.get("name") == name]


def ticked(html: str, name: str) -> list[str]:
    """The values of the radio buttons and boxes of a name that are ticked."""
    return [one["value"] for one in inputs(html, name) if "checked" in one]
