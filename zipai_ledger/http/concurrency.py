"""Requests at once: each takes a thread and a connection to the database, so the others wait for their turn.

Streams take none of these and are counted by their hub.
"""

import asyncio

from zipai_ledger.http.body_limits import Application, Message, Receive, Scope, Send, refuse

MOST = 100
"""Requests that are being answered; one whose body still comes is none of them."""
PATIENCE = 5.0
"""Seconds to wait for a turn; a phone waits eight for its answer."""
RETRY_AFTER = 5
TEXT = "现在人太多，什么都没有记，过一会儿再试。 Too many at once: nothing was saved, try again in a moment.\n".encode()


class Answering:
    """An application that answers so many requests at once: `most`."""

    def __init__(self, application: Application, most: int = MOST) -> None:
        self._application = application
        self._turns = asyncio.Semaphore(most)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer once the request is whole and its turn has come.

        503 where it does not come in time, of which the application hears as of a phone that is gone.
        """
        held = late = False

        async def in_turn() -> Message:
            nonlocal held, late
            message = await receive()
            if held or message["type"] != "http.request" or message.get("more_body", False):
                return message
            try:
                async with asyncio.timeout(PATIENCE):
                    held = await self._turns.acquire()
            except TimeoutError:
                late = True
                return {"type": "http.disconnect"}
            return message

        try:
            await self._application(scope, in_turn, send)
        finally:
            if held:
                self._turns.release()
        if late:
            await refuse(scope, send, 503, TEXT, (b"retry-after", b"%d" % RETRY_AFTER))
