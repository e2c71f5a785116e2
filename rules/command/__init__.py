"""A rule system as a value: its commands, what may be asked of them, and what comes next."""
