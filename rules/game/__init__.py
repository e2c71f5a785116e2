"""The state of a game: units, events, and the entries of its record."""
