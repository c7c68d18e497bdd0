"""`python -m zipai_ledger.http.alive [PORT]`: ends with 0 where the server of this machine answers, for containers.

It loads nothing of the project, since it runs every half minute.
"""

import http.client
import os
import sys

PATIENCE = 5
"""Seconds."""


def is_alive(port: int) -> bool:
    """Ask as the proxy would that stands before it."""
    host = os.environ.get("ZIPAI_HOSTS", "").replace(",", " ").split()[:1] or ["127.0.0.1"]
    headers = {"Host": host[0].removeprefix("."), "X-Forwarded-Proto": "https"}
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        connection.request("GET", "/healthz", headers=headers)
        return connection.getresponse().status == http.client.OK
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


if __name__ == "__main__":
    sys.exit(not is_alive(int(sys.argv[1]) if len(sys.argv) > 1 else 8000))
