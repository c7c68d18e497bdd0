"""Forms: text that somebody sent becomes facts, or errors at their fields. The rules judge facts, not forms."""
