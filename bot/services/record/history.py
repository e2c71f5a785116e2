"""Reading a game's record: one entry with its causes, the log in pages, and the permission to see all of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, NamedTuple, TypeAlias, TypeVar

from bot.errors import Refusal
from bot.game.people import Call, is_card, knows, sides_of
from bot.game.registry import ActiveGame, GameRegistry
from bot.resolution.dependencies import NEVER
from bot.resolution.referee import Referee
from bot.store.pasts import Wanted
from bot.store.record import Record
from bot.store.tables import StoredGame
from rules.campaign.campaign import Campaign
from rules.campaign.fold import CampaignEntry
from rules.command.system import Board
from rules.game.entry import Entry
from rules.game.unit import Unit
from rules.kernel.dice import Cause
from rules.kernel.text import Text


class History:
    """The record of the running game."""

    def __init__(self, referee: Referee) -> None:
        self._referee, self._games, self._record = referee, referee.games, referee.record

    async def of_game(self, call: Call, game: str, number: int) -> Entry:
        """Return an entry of the channel's running game; raise Refusal for an entry of another game."""
        live = await self._games.require_game(call.where)
        found = await self._record.entries.get(live.info.id, number) if live.info.id == game else None
        if found is None:
            raise Refusal(Text("That belongs to an earlier game."))
        return found

    async def board_before(self, call: Call, number: int) -> Board:
        """Return the board before an entry."""
        live = await self._games.require_game(call.where)
        entry = await self._record.entries.get(live.info.id, number)
        while entry is not None and entry.undoes is not None:
            # An amendment was played on the board before the entry that it amends.
            number = entry.undoes
            entry = await self._record.entries.get(live.info.id, number)
        game = await self._record.states.before_entry(live.info.id, number)
        return live.board_with(game)

    async def causes(self, call: Call, entry: Entry) -> dict[Cause, int]:
        """Return the number of the active entry that set each state named in an entry's ledgers."""
        named = {line.cause for roll in entry.rolls for line in roll.ledger if line.cause}
        if not named:
            return {}
        live = await self._games.require_game(call.where)
        return await self._record.entries.setting_entries(live.info.id, list(named), entry.number, NEVER)

    async def entry(self, call: Call, number: int | None = None) -> tuple[ActiveGame, Entry]:
        """Return the entry with that number, or the last one with dice; raise Refusal."""
        live = await self._games.require_game(call.where)
        if number is not None:
            return live, await require_entry(self._record, live, number)
        rolled = await self._record.entries.last(live.info.id, 1, Wanted(dice=True), live.game.undone)
        if not rolled:
            raise Refusal(Text("No dice have been rolled in this game yet."))
        return live, rolled[0]


async def require_entry(record: Record, live: ActiveGame, number: int) -> Entry:
    """Return an entry of a game; raise Refusal if it has no such entry."""
    found = await record.entries.get(live.info.id, number)
    if found is None:
        last = live.game.number
        raise Refusal(Text("There is no entry {number}; the last one is {last}.", number=number, last=last))
    return found


# The log in pages: of the channel's running game, or of one that ended there.

LARGEST = 50
"""Maximum entries on a page."""
MOST_GAMES = 25
"""Maximum finished games suggested: as many as Discord shows."""


Journal = TypeVar("Journal")
Line = TypeVar("Line")


class JournalPage(NamedTuple, Generic[Journal, Line]):
    """Entries of a game or campaign in order, and whether there are older and newer matching ones."""

    journal: Journal
    entries: list[Line]
    older: bool
    newer: bool


GamePage: TypeAlias = JournalPage[ActiveGame, Entry]
AnyPage: TypeAlias = GamePage | JournalPage[Campaign, CampaignEntry]


class LogPages:
    """Pages that begin or end at an entry, so that they stay the same while entries are added."""

    def __init__(self, record: Record, games: GameRegistry) -> None:
        self._record, self._games = record, games

    async def finished_games(self, call: Call) -> list[StoredGame]:
        """Return the channel's finished games, most recently started first."""
        return await self._record.games.finished_in_channel(call.where.channel, MOST_GAMES)

    async def choose_game(self, call: Call, game: str | None) -> StoredGame | None:
        """Return the channel's game by id or name, finished or not; without one, the current or last game.

        Returns None if there was none; raises Refusal for a game of another channel.
        """
        running = await self._record.games.in_channel(call.where.channel)
        if not game:
            return running or next(iter(await self.finished_games(call)), None)
        here = [*([running] if running else []), *await self.finished_games(call)]
        wanted = game.strip().casefold()
        found = next((one for one in here if wanted in (one.id, one.name.casefold())), None)
        # A game that is no longer suggested, by its id.
        found = found or await self._record.games.get(game.strip())
        if found is None or found.channel_id != call.where.channel:
            raise Refusal(Text("That game was not played in this channel. Choose a suggested one."))
        return found

    async def read(self, call: Call, battle: StoredGame | None) -> ActiveGame:
        """Return a game to read; raise Refusal if there is none, Unreadable if it cannot be read."""
        if battle is None or battle.state != "ended":
            return await self._games.require_game(call.where)
        return await self._games.read_game(battle)

    async def open_here(self, call: Call, game: str | None) -> ActiveGame:
        """Return the channel's current or last game, or one by id or name; raise Refusal or Unreadable."""
        if not game:
            return await self._games.latest_game(call.where)
        return await self.read(call, await self.choose_game(call, game))

    async def open_of_server(self, call: Call, game: str) -> ActiveGame:
        """Return a game of this server by its id; raise Refusal or Unreadable."""
        battle = await self._record.games.get(game)
        if battle is None or battle.guild_id != (call.where.guild or ""):
            raise Refusal(Text("That game is no longer in the record."))
        return await self._games.read_game(battle)

    async def page(
        self, live: ActiveGame, wanted: Wanted, size: int, before: int | None = None, after: int | None = None
    ) -> GamePage:
        """Return up to `size` matching entries: the last, the last `before` a number, or the first `after` one."""
        size, game = max(1, min(size, LARGEST)), live.info.id
        if after is not None:
            found = await self._record.entries.next(game, size + 1, wanted, after)
            return JournalPage(live, found[:size], older=True, newer=len(found) > size)
        found = await self._record.entries.last(game, size + 1, wanted, before=before)
        return JournalPage(live, found[-size:], older=len(found) > size, newer=before is not None)


# Permission to see a whole game, with everything that was hidden in it.


def hides_units(live: ActiveGame, who: str) -> bool:
    """True if any unit, present or departed, is hidden from the person."""
    return any(_units_hidden_from(live, who))


def _units_hidden_from(live: ActiveGame, who: str) -> Iterator[Unit]:
    units = (*live.game.units.values(), *live.game.departed.values())
    return (unit for unit in units if not knows(live.board, who, unit))


async def is_open(record: Record, live: ActiveGame, who: str) -> bool:
    """True if the end of a game has revealed its hidden units to the person."""
    game = live.game
    if not game.over:
        return False
    if game.winner is not None:
        return True
    ended = await record.entries.last(live.info.id, 1, Wanted(kind="game end"), game.undone)
    return any(_is_opponent(live, who, one.by) for one in ended)


async def is_revealed(record: Record, live: ActiveGame) -> bool:
    """True if the end of a game, or its battle report, has revealed hidden units to any player."""
    board, units = live.board, (*live.game.units.values(), *live.game.departed.values())
    if live.info.state != "ended" or not any(is_card(board, unit) for unit in units):
        return False
    if await record.campaigns.battle_of(live.info.id) is not None:
        return True
    return any([hides_units(live, one) and await is_open(record, live, one) for one in live.game.players])


def _is_opponent(live: ActiveGame, who: str, by: str) -> bool:
    """True if the person's side differs from the side that ended the game and owned all revealed units.

    If another side could reveal them, a friend on a third side could end the game for the person.
    """
    mine, theirs = sides_of(live.game, who), sides_of(live.game, by)
    if who == by or not mine or set(mine) & set(theirs):
        return False
    return not theirs or all(unit.side in theirs for unit in _units_hidden_from(live, who))


async def may_have_all(record: Record, live: ActiveGame, who: str) -> bool:
    """True if the person may have the complete file of a game."""
    player = live.game.players.get(who)
    if live.info.state == "ended":
        return not hides_units(live, who) or await is_open(record, live, who)
    return player is not None and player.umpire and not hides_units(live, who)
