"""A running game: where it is kept, who sits at it, who may do what, and what it is waiting for."""
