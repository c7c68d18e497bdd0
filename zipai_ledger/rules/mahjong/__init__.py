"""麻将: tiles, hands, patterns, and what a deal pays besides the win (rules 3)."""
