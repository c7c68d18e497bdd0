"""What databases differ in: journals of SQLite, waiting for a lock, triggers that keep rows as they are."""
