"""The controls of a game that is set up: its checklist, forces, the rules to read."""
