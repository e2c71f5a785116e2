"""The memory of a bot that serves: one heap for all threads, and what is loaded for good is looked through no more."""

from __future__ import annotations

import contextlib
import ctypes
import gc

YOUNG, OLDER, OLDEST = 20_000, 10, 40
"""A command makes some thousand objects, nearly all of them gone with it: they are looked at every few commands.
Everybody waits meanwhile, while a long game is made a report of some milliseconds.
"""
_ARENA_MAX = -8
"""The name of this setting in glibc's malloc.h."""


def _of_glibc(name: str, *given: int) -> None:
    """Call a function of glibc's; where the C library is another one, nothing happens."""
    with contextlib.suppress(OSError, AttributeError, TypeError):
        getattr(ctypes.CDLL(None), name)(*given)


def share_heap() -> None:
    """Called before the first thread is begun.

    glibc gives every thread a heap of its own otherwise, and the few of ours, which hardly ever work at once, keep some
    8 MiB between them that nobody uses.
    """
    _of_glibc("mallopt", _ARENA_MAX, 1)


def settle() -> None:
    """Called once, when all is loaded: that is left out of every collection from then on, and what was only needed to
    load it is given back.
    """
    gc.collect()
    _of_glibc("malloc_trim", 0)
    gc.freeze()
    gc.set_threshold(YOUNG, OLDER, OLDEST)
