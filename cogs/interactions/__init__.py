"""One interaction with Discord: who gave it, what was typed, and how it is answered."""
