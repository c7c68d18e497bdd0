"""The trail without a database: exact JSON text, the hash chain, and what the events add up to."""
