"""What has happened, and why a result was what it was; the log by pages is in `log_pages`."""

from __future__ import annotations

from bot.errors import Refusal
from bot.game.people import Call
from bot.game.registry import ActiveGame
from bot.resolution.dependencies import NEVER
from bot.resolution.referee import Referee
from bot.store.looking_back import Wanted
from rules.command.system import Board
from rules.game.entry import Entry
from rules.kernel.dice import Cause
from rules.kernel.text import Text


class History:
    """The record of the running game, to be read."""

    def __init__(self, referee: Referee) -> None:
        self._referee, self._games, self._record = referee, referee.games, referee.record

    async def of_game(self, call: Call, game: str, number: int) -> Entry:
        """An entry of the game that is played in the channel; raises Refusal for another game's."""
        live = await self._games.at(call.where)
        found = await self._record.entry(live.info.id, number) if live.info.id == game else None
        if found is None:
            raise Refusal(Text("That belongs to an earlier game."))
        return found

    async def board_before(self, call: Call, number: int) -> Board:
        """The board as it was before an entry."""
        live = await self._games.at(call.where)
        entry = await self._record.entry(live.info.id, number)
        while entry is not None and entry.undoes is not None:
            # An amendment was played on the board before the entry that it amends.
            number = entry.undoes
            entry = await self._record.entry(live.info.id, number)
        game = await self._record.game_before(live.info.id, number)
        return live.board_with(game)

    async def causes(self, call: Call, entry: Entry) -> dict[Cause, int]:
        """Which entry set each state that the ledgers of an entry speak of, among those that still stand."""
        named = {line.cause for play in entry.plays for throw in play.throws for line in throw.ledger} - {None}
        if not named:
            return {}
        live = await self._games.at(call.where)
        return await self._record.set_by(live.info.id, [one for one in named if one], entry.number, NEVER)

    async def entry(self, call: Call, number: int | None = None) -> tuple[ActiveGame, Entry]:
        """One entry in full: the numbered one, or the last one with dice; raises Refusal."""
        live = await self._games.at(call.where)
        if number is None:
            return live, await self._last_with_dice(live)
        found = await self._record.entry(live.info.id, number)
        if found is None:
            last = live.game.number
            raise Refusal(Text("There is no entry {number}; the last one is {last}.", number=number, last=last))
        return live, found

    async def _last_with_dice(self, live: ActiveGame) -> Entry:
        thrown = await self._record.last_entries(live.info.id, 1, Wanted(dice=True), live.game.undone)
        if not thrown:
            raise Refusal(Text("Nothing has been thrown in this game yet."))
        return thrown[0]
