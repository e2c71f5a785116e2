"""The dice of a command: the bot's, a player's own, and those that an undo gave back."""
