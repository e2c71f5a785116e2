"""The level of detail of results: instructions and rolls alone, or every number with its reasons."""

from __future__ import annotations

from typing import cast

from bot.settings import Detail
from bot.store.record import Record


class Details:
    """The level of detail that each person has chosen for all games; by default, the bot's setting.

    A short answer's full text is behind its button "Why?".
    """

    def __init__(self, record: Record, usual: Detail) -> None:
        self.usual: Detail = usual
        self._record = record
        self._chosen: dict[str, Detail | None] = {}

    def of(self, person: str) -> Detail:
        """Return a person's choice, once `load_choice` has read it, else the default."""
        return self._chosen.get(person) or self.usual

    async def load_choice(self, person: str) -> None:
        """Read a person's choice from the record, once; raise the errors of the record."""
        if person not in self._chosen:
            self._chosen[person] = cast("Detail | None", await self._record.remember(detail_key(person)))

    async def choose(self, person: str, detail: Detail) -> None:
        """Set a person's level of detail; raise the errors of the record."""
        await self._record.remember(detail_key(person), detail)
        self._chosen[person] = detail

    def forget(self, person: str) -> None:
        """Drop a person's choice, which the record has forgotten."""
        self._chosen.pop(person, None)


def detail_key(person: str) -> str:
    """Return the key of a person's level of detail in the record."""
    return f"detail {person}"
