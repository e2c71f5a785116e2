"""One interaction with Discord: its caller, its input, and its answer."""
