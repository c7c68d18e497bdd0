"""A phone that is gone while its request is still being worked on: nothing more is sent to it, however long the answer.

Django cancels such a request, but while a view runs in its thread asgiref waits for that and forgets the cancellation;
a stream that began then would never end, for a server takes what is sent to nobody without a word.
"""

import asyncio

from zipai_ledger.bounded import Application, Message, Receive, Scope, Send


def let_go(application: Application) -> Application:
    """The application, which is told that it is cancelled when it sends after it was told that the phone is gone."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        gone = False

        async def heard() -> Message:
            nonlocal gone
            message = await receive()
            gone = gone or message["type"] == "http.disconnect"
            return message

        async def sent(message: Message) -> None:
            if gone:
                raise asyncio.CancelledError
            await send(message)

        await application(scope, heard, sent)

    return answer
