"""Pictures of numbers, which also appear as text. One file for each kind of picture."""
