"""Requests of Django's test client, without the work that answers no test: some thousand are sent in one run.

Each client otherwise puts the same middleware together again, and each part that a page includes copies its context for
the test. Nothing of what a request passes through is left out.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.conf import settings
from django.contrib.staticfiles.storage import StaticFilesStorage
from django.template import Context, Template
from django.test.client import ClientHandler

MIDDLEWARE = (
    "_view_middleware",
    "_template_response_middleware",
    "_exception_middleware",
    "_middleware_chain",
)
"""What `BaseHandler.load_middleware` makes."""


class SourceFiles(StaticFilesStorage):
    """Static files straight from their source; as of collected ones, an address is worked out once."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._urls: dict[str, str] = {}

    def url(self, name: str | None) -> str:
        """The address of a file by its name among the sources."""
        named = str(name)
        if named not in self._urls:
            self._urls[named] = super().url(name)
        return self._urls[named]


@contextmanager
def quick_requests() -> Iterator[None]:
    """Clients share what they have in common, under the settings of all tests; a page brings its own context alone."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ClientHandler, "load_middleware", _shared(ClientHandler.load_middleware))
        patch.setattr(Template, "_render", _of_pages(Template._render))
        yield


def _shared(load: Any) -> Any:
    """Middleware is put together once; where a test has other settings, for each client as ever."""
    usual, made = settings._wrapped, {}

    def load_middleware(self: ClientHandler, is_async: bool = False) -> None:
        if settings._wrapped is not usual or is_async:
            load(self, is_async)
            return
        if not made:
            load(self, is_async)
            made.update({name: getattr(self, name) for name in MIDDLEWARE})
        for name, value in made.items():
            setattr(self, name, value)

    return load_middleware


def _of_pages(observed: Any) -> Any:
    """The context of a whole page is copied for its test, those of the parts in it are not."""

    def render(self: Template, context: Context) -> str:
        if context.template is self:
            return str(observed(self, context))
        return self.nodelist.render(context)

    return render
