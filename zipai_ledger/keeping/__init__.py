"""保管 (baoguan): copies of the whole ledger, made, kept and put back, and how the server is doing."""
