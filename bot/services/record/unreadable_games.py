"""What still works where a game cannot be read: its log, as far as that goes, and its end by the record alone."""

from __future__ import annotations

from bot.errors import Refusal, Unreadable
from bot.game.people import Call
from bot.game.registry import GameRegistry
from bot.store.record import Record
from bot.store.tables import Battle
from bot.store.whole_games import Line
from rules.game.tabletop import Player
from rules.kernel.text import Text

HIDDEN = "hidden"
"""The state of units that are not what they seem to everybody."""


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

    async def raw(self, call: Call) -> Battle:
        """The channel's game that cannot be read, or the last one, for whoever may have its entries as they stand.

        Where anything was ever hidden in it that is an umpire who plays no side: nobody can tell any more what is still
        hidden from whom. Raises Refusal for others.
        """
        info = await self._record.game_in(call.where.channel) or await self._record.last_game_in(call.where.channel)
        assert info is not None
        if await self._record.speaks_of(info.id, HIDDEN) and not await self._neutral(info, call.who.id):
            raise Refusal(
                Text(
                    "The entries of {game} show units that were hidden, and nobody can tell any more what still is: "
                    "only an umpire who has played no side gets them. Whoever runs the bot can write them, with "
                    "`python -m bot export`.",
                    game=info.name,
                )
            )
        return info

    async def _neutral(self, info: Battle, who: str) -> bool:
        """Whether somebody was left at the table as an umpire who has played no side."""
        player, left = (await self._players(info)).get(who), await self._record.left_sides(info.id)
        return player is not None and player.umpire and player.side is None and left is not None and who not in left

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
