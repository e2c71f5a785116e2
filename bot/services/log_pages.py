"""The log to be read page by page: of the game that is played in a channel, or of one that ended there."""

from __future__ import annotations

from typing import NamedTuple

from bot.errors import Refusal
from bot.game.people import Call
from bot.game.registry import ActiveGame, GameRegistry
from bot.store.looking_back import Wanted
from bot.store.record import Record
from bot.store.tables import Battle
from rules.game.entry import Entry
from rules.kernel.text import Text

LARGEST = 50
"""Entries on a page."""
MOST_GAMES = 25
"""Games that are over and still offered: as many as Discord shows."""


class Page(NamedTuple):
    """Some entries of a game in order, and whether there are others like them before and after."""

    live: ActiveGame
    entries: list[Entry]
    older: bool = False
    newer: bool = False


class LogPages:
    """A page begins or ends at an entry, so that it stays what it is while others are added."""

    def __init__(self, record: Record, games: GameRegistry) -> None:
        self._record, self._games = record, games

    async def over(self, call: Call) -> list[Battle]:
        """The games of the channel that are over, the one begun last first."""
        return await self._record.games_over_in(call.where.channel, MOST_GAMES)

    async def chosen(self, call: Call, game: str | None) -> Battle | None:
        """The game of the channel by its id or name, whether it is over or not; without one that which is played, or
        was last.

        None where there was none; raises Refusal for a game that was not played here.
        """
        running = await self._record.game_in(call.where.channel)
        if not game:
            return running or next(iter(await self.over(call)), None)
        here = [*([running] if running else []), *await self.over(call)]
        wanted = game.strip().casefold()
        found = next((one for one in here if wanted in (one.id, one.name.casefold())), None)
        found = found or await self._older(call, game.strip())
        if found is None:
            raise Refusal(Text("No such game was played in this channel: choose one of those that are suggested."))
        return found

    async def read(self, call: Call, battle: Battle | None) -> ActiveGame:
        """A game to be looked back at; raises Refusal where there is none, Unreadable for one that cannot be read."""
        if battle is None or battle.state != "ended":
            return await self._games.at(call.where)
        return await self._games.of(battle)

    async def page(
        self, live: ActiveGame, wanted: Wanted, size: int, before: int | None = None, after: int | None = None
    ) -> Page:
        """The last entries that are wanted: of all, of those `before` a number, or the first `after` one."""
        size, game = max(1, min(size, LARGEST)), live.info.id
        if after is not None:
            found = await self._record.next_entries(game, size + 1, wanted, after)
            return Page(live, found[:size], older=True, newer=len(found) > size)
        found = await self._record.last_entries(game, size + 1, wanted, before=before)
        return Page(live, found[-size:], older=len(found) > size, newer=before is not None)

    async def _older(self, call: Call, id: str) -> Battle | None:
        """One that is not suggested any more, by its id."""
        found = await self._record.game(id)
        return found if found is not None and found.channel_id == call.where.channel else None
