"""跑胡子, computed a second time: plain and slow, from its page (docs/rules/paohuzi.md) alone, without a look at the program.

`cards` what a card is, `readings` every way a hand can be laid out, `table` options and rows, `scoring` the order of
operations, `evening` payments and tallies, `chance` random hands and sessions, `compare` the program beside it.
`python -m tests.rules.reference_paohuzi --hands 50000 --sessions 5000 --seed N` compares as many as are wanted.
"""
