"""Recording deals and correcting them."""
