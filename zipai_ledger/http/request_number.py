"""By what the lines of the log that belong to one request are found."""

from contextvars import ContextVar

REQUEST: ContextVar[str] = ContextVar("request", default="")
"""The number of the request that is being answered; "" outside of one."""
