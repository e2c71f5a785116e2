"""Pictures: what is drawn of numbers, beside the same numbers as text. A file for each kind of picture."""
