"""How a deal is entered: the table and the place in its ledger, the text of the card pad, sentences that are spoken."""
