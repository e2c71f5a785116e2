"""Records in memory: those used last stay, the others leave, and all that is kept is a copy of what the record says."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Generic, TypeVar
from weakref import WeakValueDictionary


@dataclass(kw_only=True)
class Copy:
    """A record as its last entry left it.

    `lock` is held while it is written, so that those of this process do not lose races to each other.
    """

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    used: float = 0.0
    """When it was last looked up, by the clock of the machine."""


C = TypeVar("C", bound=Copy)


class Copies(Generic[C]):
    """The copies by a key. State is the fold of entries; a copy is brought up to them before every use.

    Start-up and memory do not grow with the record. Whoever is at a copy that has left memory finds the same one, with
    the same lock.
    """

    def __init__(self, most: int, idle: float = float("inf")) -> None:
        """So many at most stay that nobody is at just now, and each for so many seconds after it was used."""
        self.most, self.idle = most, idle
        self._kept: OrderedDict[str, C] = OrderedDict()
        self._in_use: WeakValueDictionary[str, C] = WeakValueDictionary()

    @property
    def in_memory(self) -> int:
        """How many are kept ready."""
        return len(self._kept)

    def forget(self, key: str) -> None:
        self._kept.pop(key, None)
        self._in_use.pop(key, None)

    def forget_all(self) -> None:
        """Read everything anew: somebody has changed what was written."""
        self._kept.clear()
        self._in_use.clear()

    def _in_memory(self, key: str) -> C | None:
        live = self._in_use.get(key)
        return None if live is None else self._keep(key, live)

    def _keep(self, key: str, live: C) -> C:
        """Note that a copy was used just now, and let go of those that have not been for long."""
        now = live.used = time.monotonic()
        if self._kept.get(key) is not live:
            self._kept[key] = self._in_use[key] = live
        self._kept.move_to_end(key)
        while len(self._kept) > self.most or next(iter(self._kept.values())).used < now - self.idle:
            self._kept.popitem(last=False)
        return live
