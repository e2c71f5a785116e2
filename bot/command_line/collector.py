"""The garbage collector of a bot that serves: what is loaded for good is not looked through again and again."""

from __future__ import annotations

import gc

YOUNG, OLDER, OLDEST = 20_000, 20, 20
"""A command makes some thousand objects, nearly all of them gone with it: they are looked at every few commands."""


def settle() -> None:
    """Called once, when all is loaded: that is left out of every collection from then on."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, OLDER, OLDEST)
