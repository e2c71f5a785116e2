"""The application: wiring, the record, and carrying out commands."""

import gc

VERSION = "0.1.0"
"""The version, as in pyproject.toml."""
YOUNG, OLDER, OLDEST = 20_000, 10, 40
"""After how many new objects the collector of garbage looks, and at how many of its looks at older ones. A command
makes some thousand objects, nearly all of them gone with it: they are looked at every few commands. Everybody waits
meanwhile, while a long game is made a report of some milliseconds.
"""
# From the first module on: what is loaded stays, and to look through it again and again takes a fifth of a start.
gc.set_threshold(YOUNG, OLDER, OLDEST)
