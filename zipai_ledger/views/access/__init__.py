"""How a device comes to a table: invitations, recovery codes, devices."""
