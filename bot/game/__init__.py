"""A running game: its record in memory, its people, their permissions, and its questions."""
