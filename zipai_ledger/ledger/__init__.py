"""账本 (zhangben): everything that writes a session, folds it or reads it back. A verb is one transaction; nothing here knows a request.

`trail` is the chain of events, `posting` folds deals into what they did, `record` holds the verbs, `queries` the reads,
`settlement` what is still owed, `figures` who won how often, `verify` whether everything stored still follows.
"""
