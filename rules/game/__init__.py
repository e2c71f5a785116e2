"""A game as it stands: units, events, and the entries of its record."""
