"""The application: setup, the record, and the execution of commands."""

import gc

VERSION = "0.1.0"
"""The version, as in pyproject.toml."""
YOUNG, OLDER, OLDEST = 20_000, 10, 40
"""Thresholds of the garbage collector: new objects per collection, and collections per one of older objects. A command
makes about a thousand objects, nearly all of them short-lived: they are collected every few commands. All work waits
meanwhile, some milliseconds while a long game is being reported.
"""
# Set before the first import: modules stay loaded, and collecting them repeatedly takes a fifth of a start.
gc.set_threshold(YOUNG, OLDER, OLDEST)
