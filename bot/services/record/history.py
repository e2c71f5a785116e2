"""Looking back at a game: one entry with its causes, the log page by page, and who may see it all."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from bot.errors import Refusal
from bot.game.people import Call, is_card, knows, sides_of
from bot.game.registry import ActiveGame, GameRegistry
from bot.resolution.dependencies import NEVER
from bot.resolution.referee import Referee
from bot.store.pasts import Wanted
from bot.store.record import Record
from bot.store.tables import Battle
from rules.command.system import Board
from rules.game.entry import Entry
from rules.game.events import GameEnded
from rules.game.unit import Unit
from rules.kernel.dice import Cause
from rules.kernel.text import Text


class History:
    """The record of the running game, to be read."""

    def __init__(self, referee: Referee) -> None:
        self._referee, self._games, self._record = referee, referee.games, referee.record

    async def of_game(self, call: Call, game: str, number: int) -> Entry:
        """An entry of the game that is being played in the channel; raises Refusal for another game's."""
        live = await self._games.at(call.where)
        found = await self._record.entries.get(live.info.id, number) if live.info.id == game else None
        if found is None:
            raise Refusal(Text("That belongs to an earlier game."))
        return found

    async def board_before(self, call: Call, number: int) -> Board:
        """The board as it was before an entry."""
        live = await self._games.at(call.where)
        entry = await self._record.entries.get(live.info.id, number)
        while entry is not None and entry.undoes is not None:
            # An amendment was played on the board before the entry that it amends.
            number = entry.undoes
            entry = await self._record.entries.get(live.info.id, number)
        game = await self._record.states.before(live.info.id, number)
        return live.board_with(game)

    async def causes(self, call: Call, entry: Entry) -> dict[Cause, int]:
        """The number of the entry that set each state that the ledgers of an entry speak of, among those that still
        stand.
        """
        named = {line.cause for play in entry.plays for throw in play.throws for line in throw.ledger} - {None}
        if not named:
            return {}
        live = await self._games.at(call.where)
        return await self._record.entries.set_by(live.info.id, [one for one in named if one], entry.number, NEVER)

    async def entry(self, call: Call, number: int | None = None) -> tuple[ActiveGame, Entry]:
        """An entry in full: the numbered one, or the last one with dice; raises Refusal."""
        live = await self._games.at(call.where)
        if number is None:
            return live, await self._last_with_dice(live)
        found = await self._record.entries.get(live.info.id, number)
        if found is None:
            last = live.game.number
            raise Refusal(Text("There is no entry {number}; the last one is {last}.", number=number, last=last))
        return live, found

    async def _last_with_dice(self, live: ActiveGame) -> Entry:
        thrown = await self._record.entries.last(live.info.id, 1, Wanted(dice=True), live.game.undone)
        if not thrown:
            raise Refusal(Text("Nothing has been thrown in this game yet."))
        return thrown[0]


# The log to be read page by page: of the game that is being played in a channel, or of one that ended there.

LARGEST = 50
"""Entries on a page."""
MOST_GAMES = 25
"""Games that are over and still offered: as many as Discord shows."""


class EntryPage(NamedTuple):
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
        return await self._record.games.over_in_channel(call.where.channel, MOST_GAMES)

    async def chosen(self, call: Call, game: str | None) -> Battle | None:
        """The game of the channel by its id or name, whether it is over or not; without one, the game that is being
        played, or the last one.

        None where there was none; raises Refusal for a game that was not played here.
        """
        running = await self._record.games.in_channel(call.where.channel)
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
    ) -> EntryPage:
        """The last entries that are wanted: of all, of those `before` a number, or the first `after` one."""
        size, game = max(1, min(size, LARGEST)), live.info.id
        if after is not None:
            found = await self._record.entries.next(game, size + 1, wanted, after)
            return EntryPage(live, found[:size], older=True, newer=len(found) > size)
        found = await self._record.entries.last(game, size + 1, wanted, before=before)
        return EntryPage(live, found[-size:], older=len(found) > size, newer=before is not None)

    async def _older(self, call: Call, id: str) -> Battle | None:
        """A game that is not suggested any more, by its id."""
        found = await self._record.games.get(id)
        return found if found is not None and found.channel_id == call.where.channel else None


# Whether a game may be shown to somebody as it is, with all that was hidden in it.


def hides(live: ActiveGame, who: str) -> bool:
    """Whether anything at the table, or that has been there, is hidden from somebody."""
    return any(_hidden_from(live, who))


def _hidden_from(live: ActiveGame, who: str) -> Iterator[Unit]:
    units = (*live.game.units.values(), *live.game.departed.values())
    return (unit for unit in units if not knows(live.board, who, unit))


async def is_open(record: Record, live: ActiveGame, who: str) -> bool:
    """Whether the end of a game has opened it to somebody."""
    game = live.game
    if not game.over or live.info.state != "ended":
        return False
    if game.winner is not None:
        return True
    ended = await record.entries.last(live.info.id, 1, Wanted(kind="game end"), game.undone)
    by = ended[0].by if ended and any(isinstance(one, GameEnded) for one in ended[0].events) else None
    return by is not None and _against(live, who, by)


async def laid_open(record: Record, live: ActiveGame) -> bool:
    """Whether the end of a game has shown anybody what lay hidden: by itself, or by the report of the battle it is."""
    board, units = live.board, (*live.game.units.values(), *live.game.departed.values())
    if live.info.state != "ended" or not any(is_card(board, unit) for unit in units):
        return False
    if await record.campaigns.battle_of(live.info.id) is not None:
        return True
    return any([hides(live, one) and await is_open(record, live, one) for one in live.game.players])


def _against(live: ActiveGame, who: str, by: str) -> bool:
    """Whether somebody sits at another side than whoever ended the game, and all that it opens to them was that
    side's: else it could have been ended for them, by a friend at a third side.
    """
    mine, theirs = sides_of(live.game, who), sides_of(live.game, by)
    if who == by or not mine or set(mine) & set(theirs):
        return False
    return not theirs or all(unit.side in theirs for unit in _hidden_from(live, who))


async def may_have_all(record: Record, live: ActiveGame, who: str) -> bool:
    """Whether somebody may have the complete file."""
    player = live.game.players.get(who)
    if live.info.state == "ended":
        return not hides(live, who) or await is_open(record, live, who)
    return player is not None and player.umpire and not hides(live, who)
