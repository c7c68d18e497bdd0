"""Stages and evenings as chance has them, for whichever ruleset there is."""
