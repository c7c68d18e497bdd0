"""字牌规则 (rules): cards, hands, rulesets and settlement, in pure Python without Django or a database."""
