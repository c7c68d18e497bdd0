"""What is shown: stored rows as the dictionaries that templates take."""
