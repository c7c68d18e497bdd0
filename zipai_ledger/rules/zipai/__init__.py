"""字牌: cards, groups, hands in text and JSON, legal readings, waits, opening wins, claims (docs/rules/cards.md)."""
