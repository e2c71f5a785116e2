"""Whether the database file is sound: looked at once in a run, beside everything else."""

from __future__ import annotations

import asyncio
import logging

from bot.store.record import Record

LOG = logging.getLogger(__name__)


class Health:
    """What the look at the file came to; nothing was found before it has been `looked` at."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self.faults: tuple[str, ...] = ()
        self.looked = asyncio.Event()

    async def look(self) -> None:
        """Look through the whole file; one line in the log where it is damaged."""
        self.faults = await self._record.faults()
        if self.faults:
            LOG.error(
                "the database is damaged: stop the bot, keep a copy of the file, and restore a backup (%s)",
                "; ".join(self.faults),
            )
        self.looked.set()
