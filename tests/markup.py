"""A page as a parser of HTML reads it (Django's), so that no test hangs on how a template is laid out."""

from collections.abc import Iterator

from django.test.html import Element, parse_html


def elements(page: str | Element, tag: str = "", **attributes: str) -> list[Element]:
    """Elements of a page or of one of its parts, in their order: by tag and attributes, ``data_at`` for ``data-at``.

    ``class_`` is one of the classes of an element.
    """
    wanted = {key.rstrip("_").replace("_", "-"): value for key, value in attributes.items()}
    root = parse_html(page) if isinstance(page, str) else page
    return [one for one in _below(root) if tag in ("", one.name) and _fits(one, wanted)]


def only(page: str | Element, tag: str = "", **attributes: str) -> Element:
    """The one element that is like this."""
    (found,) = elements(page, tag, **attributes)
    return found


def attribute(element: Element, name: str) -> str | None:
    """An attribute's value; "" where it has none, nothing where the element has no such attribute."""
    given = dict(element.attributes)
    return (given[name] or "") if name in given else None


def inputs(page: str | Element, name: str) -> list[Element]:
    """Every input of a name."""
    return elements(page, "input", name=name)


def values(page: str | Element, name: str) -> list[str | None]:
    """The values of every input of a name."""
    return [attribute(one, "value") for one in inputs(page, name)]


def ticked(page: str | Element, name: str) -> list[str | None]:
    """The values of the radio buttons and boxes of a name that are ticked."""
    return [attribute(one, "value") for one in inputs(page, name) if attribute(one, "checked") is not None]


def words(element: Element) -> str:
    """The texts inside of an element, with a blank between them."""
    return " ".join(child if isinstance(child, str) else words(child) for child in element.children)


def _below(element: Element) -> Iterator[Element]:
    for child in element.children:
        if isinstance(child, Element):
            yield child
            yield from _below(child)


def _fits(element: Element, wanted: dict[str, str]) -> bool:
    given = dict(element.attributes)
    classes = (given.get("class") or "").split()
    return all(
        value in classes if key == "class" else given.get(key) == value for key, value in wanted.items()
    )
