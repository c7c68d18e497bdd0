"""试玩: a table to play with, how its pages say so, and the hands to practise on it."""
