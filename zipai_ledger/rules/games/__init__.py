"""One ruleset is one file here, named by its slug, with a constant ``RULESET``; see ``rules.registry``."""
