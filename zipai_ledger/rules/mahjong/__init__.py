"""麻将: tiles, hands, patterns, and what a deal pays besides the win (docs/rules/guiyang.md)."""
