"""Thin functions between addresses and the verbs, reads and templates."""
