"""The controls of a game's setup: its checklist, forces, and rules topics."""
