"""Discord only: slash commands in, words out."""
