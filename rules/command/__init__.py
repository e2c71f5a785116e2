"""Rule systems as values: their commands, their options, and the next steps of a game."""
