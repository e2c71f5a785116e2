"""Records in memory: copies of the last used ones."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Generic, TypeVar
from weakref import WeakValueDictionary


@dataclass(kw_only=True)
class Copy:
    """A copy of a record as of its last entry.

    `lock` is held during writes, so that commands of this process do not conflict.
    """

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    used: float = 0.0
    """Time of its last use, by the monotonic clock."""


C = TypeVar("C", bound=Copy)


class Copies(Generic[C]):
    """Copies of records by key. A copy's state is folded from the entries; it is updated before every use.

    Start-up time and memory do not grow with the record. A copy that is dropped while in use is found again, with the
    same lock.
    """

    def __init__(self, most: int, idle: float = float("inf")) -> None:
        """Keep at most `most` copies that are not in use, each for `idle` seconds after its last use."""
        self.most, self.idle = most, idle
        self._kept: OrderedDict[str, C] = OrderedDict()
        self.in_use: WeakValueDictionary[str, C] = WeakValueDictionary()

    @property
    def copy_count(self) -> int:
        """The number of copies in memory."""
        return len(self._kept)

    def forget(self, key: str) -> None:
        self._kept.pop(key, None)
        self.in_use.pop(key, None)

    def forget_all(self) -> None:
        """Drop all copies, because their entries have changed."""
        self._kept.clear()
        self.in_use.clear()

    def _copy_in_memory(self, key: str) -> C | None:
        live = self.in_use.get(key)
        return None if live is None else self._keep(key, live)

    def _keep(self, key: str, live: C) -> C:
        """Record the use of a copy, and drop copies that have not been used for a long time."""
        now = live.used = time.monotonic()
        if self._kept.get(key) is not live:
            self._kept[key] = self.in_use[key] = live
        self._kept.move_to_end(key)
        while len(self._kept) > self.most or next(iter(self._kept.values())).used < now - self.idle:
            self._kept.popitem(last=False)
        return live
