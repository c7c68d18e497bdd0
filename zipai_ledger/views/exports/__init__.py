"""Taking a table out and bringing one in."""
