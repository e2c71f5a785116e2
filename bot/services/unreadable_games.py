"""What still works where a game cannot be read: its log, as far as that goes, and its end by the record alone."""

from __future__ import annotations

from bot.errors import Refusal, Unreadable
from bot.game.people import Call
from bot.game.registry import GameRegistry
from bot.store.damage import Line
from bot.store.record import Record
from bot.store.tables import Battle
from rules.players import Player
from rules.text import Text


class UnreadableGames:
    """Makes room for another game, and loses nothing of the one that cannot be read."""

    def __init__(self, record: Record, games: GameRegistry) -> None:
        self._record, self._games = record, games

    async def close(self, call: Call, manages: bool) -> Battle | None:
        """End the channel's game without its board; None where there is none, or it can be read after all.

        For whoever was in it, began it, or `manages` the channel; raises Refusal for others. Its questions stay as
        they are, so that the whole of it goes on when it is reopened.
        """
        info = await self._record.game_in(call.where.channel)
        if info is None or await self._readable(info):
            return None
        if not manages and call.who.id not in {info.started_by, *await self._players(info)}:
            raise Refusal(
                Text(
                    "The game in this channel, {game}, cannot be read. Somebody who was in it, or who may manage this "
                    "channel, can close it with `/game end`.",
                    game=info.name,
                )
            )
        await self._record.set_state(info.id, "ended")
        self._games.forget(call.where.channel)
        return info

    async def log(self, info: Battle, last: int) -> tuple[list[Line], dict[str, Player]]:
        """The last entries of a game as far as they can be read, and who was in it."""
        return await self._record.lines(info.id, last), await self._players(info)

    async def _readable(self, info: Battle) -> bool:
        try:
            await self._games.running(info)
        except Unreadable:
            return False
        return True

    async def _players(self, info: Battle) -> dict[str, Player]:
        """Those whom the last entry left at the table, by their ids."""
        try:
            return {player.id: player for player in await self._record.players(info.id)}
        except ValueError:  # damaged too
            return {}
