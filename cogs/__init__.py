"""Discord only: slash commands in, text out."""
