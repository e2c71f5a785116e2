"""The dice of a command: the bot's, a player's own, and dice returned by an undo."""
