"""How much results say to somebody: what is to be done and what was thrown, or every number with its reasons."""

from __future__ import annotations

from typing import cast

from bot.settings import Detail
from bot.store.record import Record


class Details:
    """What each person has chosen, in every game; whoever has not reads what the bot is set to.

    The whole of a short answer is behind its button "Why?".
    """

    def __init__(self, record: Record, usual: Detail) -> None:
        self.usual: Detail = usual
        self._record = record
        self._chosen: dict[str, Detail | None] = {}

    def of(self, person: str) -> Detail:
        """What somebody has chosen, as far as it has been `looked_up`."""
        return self._chosen.get(person) or self.usual

    async def looked_up(self, person: str) -> None:
        """Read once from the record what somebody has chosen; raises what the record raises."""
        if person not in self._chosen:
            self._chosen[person] = cast("Detail | None", await self._record.remember(detail_key(person)))

    async def choose(self, person: str, detail: Detail) -> None:
        """From now on; raises what the record raises."""
        await self._record.remember(detail_key(person), detail)
        self._chosen[person] = detail

    def forget(self, person: str) -> None:
        """The record does not know any more what somebody has chosen."""
        self._chosen.pop(person, None)


def detail_key(person: str) -> str:
    """Under what it is remembered how much somebody reads."""
    return f"detail {person}"
