"""What a page shows: frozen, typed dataclasses made by pure functions. No request, no markup, no address."""
