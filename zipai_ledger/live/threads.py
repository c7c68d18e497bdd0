"""The thread of a request that goes on for a whole evening."""

from asgiref.sync import SyncToAsync


def give_back() -> None:
    """End the thread that is kept for this request until its answer ends; closing the answer begins another.

    Called in the loop, in the request's own context. Two hundred idle threads cost about 20 MB.
    """
    context = SyncToAsync.thread_sensitive_context.get(None)
    if context is None:
        return
    kept = SyncToAsync.context_to_thread_executor.pop(context, None)
    if kept is not None:
        kept.shutdown(wait=False)
