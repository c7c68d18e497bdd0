"""The pages of rules once more, in plain Python, written without looking at the product.

Slow and simple on purpose: every decomposition is enumerated, every sum stands as on the page. It shares no code with
`zipai_ledger.rules`; what both say must agree (`python -m tests.rules.reference`, `test_reference.py`).
"""
