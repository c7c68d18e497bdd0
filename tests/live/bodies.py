"""What an application does with a request before it answers."""

from zipai_ledger.http.body_limits import Receive


async def taken_in(receive: Receive) -> bool:
    """Take the body in, piece by piece; False where the phone has left before its end."""
    more = True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return False
        more = message["more_body"]
    return True
