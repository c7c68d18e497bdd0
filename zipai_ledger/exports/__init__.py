"""Taking a session out of the ledger, and bringing one in: session document, archive, table for a spreadsheet."""
