"""Statistics on request: of a game, a player or units, and luck."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection
from contextlib import suppress
from typing import NamedTuple

from bot.errors import Refusal, Unreadable
from bot.game.people import Call, Person, knows
from bot.game.registry import ActiveGame, GameRegistry
from bot.services.record.history import LogPages
from bot.services.record.luck import LuckFold, LuckReport
from bot.services.record.statistics import PlayerRecord, Statistics, UnitTotals
from bot.services.record.statistics_fold import StatisticsFold
from bot.store.entries import InOrder
from bot.store.record import Record
from bot.store.tables import StoredGame
from rules.game.entry import Entry
from rules.game.table_events import PlayerSeated
from rules.game.tabletop import Player
from rules.kernel.roll_kinds import KINDS
from rules.kernel.text import Listed, Text

LOG = logging.getLogger(__name__)
MOST_GAMES = 100
"""Maximum number of a player's games added up; the most recent ones are."""


class GameCount(NamedTuple):
    """A game, and its statistics without what some readers of its channel may not see."""

    live: ActiveGame
    found: Statistics


class GameNumbers:
    """Reads the entries of games and adds them up in threads."""

    def __init__(self, record: Record, games: GameRegistry, pages: LogPages) -> None:
        self._record, self._games, self._pages = record, games, pages

    async def of_channel(self, call: Call, game: str | None = None) -> GameCount:
        """Return the statistics of the channel's current or last game, or of one given by id or name.

        Raises Refusal, Unreadable.
        """
        return await self.of(await self._pages.open_here(call, game))

    async def of_game(self, call: Call, game: str) -> GameCount:
        """Return the statistics of a game of this server by its id; raise Refusal or Unreadable."""
        return await self.of(await self._pages.open_of_server(call, game))

    async def of(self, live: ActiveGame, turning: bool = True) -> GameCount:
        """Return the statistics of a loaded game, with its turning points if `turning`; raise Unreadable."""
        fold = StatisticsFold(live.system, live.game.undone, hidden_units(live))
        await self._feed_entries(live, fold.add)
        return GameCount(live, await asyncio.to_thread(fold.statistics, turning))

    async def _feed_entries(self, live: ActiveGame, add: Callable[[Entry], object]) -> None:
        """Call `add` with every entry of a game, in threads of the store; raise Unreadable."""
        async for _ in self._record.entries.bodies(live.info.id, live.game.number, InOrder(add)):
            pass

    # Luck

    async def luck(
        self, call: Call, player: str = "", kind: str = "", game: str | None = None
    ) -> tuple[ActiveGame, str, LuckReport]:
        """Return the luck in the game that `of_channel` finds, and the name of the requested player.

        Raises Refusal if no dice were rolled, and Unreadable.
        """
        live = await self._pages.open_here(call, game)
        code = kind.strip().casefold().replace(" ", "_")
        if code and code not in KINDS:
            raise Refusal(Text("There is no kind of roll '{kind}'. Choose {kinds}.", kind=kind[:40], kinds=_KINDS))
        who = await self._find_player(live, player) if player.strip() else None
        fold = LuckFold(live.system, live.game.undone, who.id if who else None, code or None)
        await self._feed_entries(live, fold.add)
        report = await asyncio.to_thread(fold.report)
        if not report.sides:
            why = (
                Text("No such die has been rolled in this game yet.") if code else Text("No dice have been rolled yet.")
            )
            if report.undone:
                why = Text("All such dice are in undone entries: nothing to show.")
            elif who and not code:
                why = Text("{player} has rolled no dice in this game.", player=who.name)
            raise Refusal(why)
        return live, who.name if who else "", report

    async def _find_player(self, live: ActiveGame, text: str) -> Player:
        """Return the player of a game with that name or id; raise Refusal."""
        seats = dict[str, Player]()

        def seated(entry: Entry) -> None:
            seats.update({one.player.id: one.player for one in entry.events if isinstance(one, PlayerSeated)})

        await self._feed_entries(live, seated)
        return player_named(seats.values(), text)

    # A player

    async def of_player(self, call: Call, who: Person, may_see: Callable[[str], bool]) -> PlayerRecord:
        """Return a person's record in this server, from channels with `may_see`; raise Refusal if it is empty."""
        found = await self._record.people.games_with(who.id)
        mine = [(one.game, one.seat.side) for one in found if one.seat and one.seat.side]
        mine = [one for one in mine if one[0].guild_id == (call.where.guild or "") and may_see(one[0].channel_id)]
        if not mine:
            raise Refusal(Text("{player} has played no game on this server.", player=who.name))
        record = PlayerRecord(games=len(mine))
        for battle, side in mine[-MOST_GAMES:]:
            record = record.merge(await self._record_of_side(battle, side))
        return record

    # Units

    async def of_units(self, call: Call, system: str, may_see: Callable[[str], bool]) -> list[UnitTotals]:
        """Return the unit totals of a rule system in this server's last finished games, the most frequent first.

        Only games in channels with `may_see` count; raises Refusal if there are none.
        """
        played = await self._record.games.in_guild(call.where.guild or "")
        over = [one for one in played if one.state == "ended" and one.system == system and may_see(one.channel_id)]
        found = dict[str, UnitTotals]()
        for battle in over[-MOST_GAMES:]:
            with suppress(Unreadable):
                game = await self.of(await self._games.read_game(battle), turning=False)
                for unit in game.found.units if game.live.game.begun else ():
                    found.setdefault(unit.name.casefold(), UnitTotals(unit.name)).add(unit)
        if not found:
            raise Refusal(Text("No finished game of these rules on this server has units yet."))
        return sorted(found.values(), key=lambda one: -len(one.survivals))

    async def _record_of_side(self, battle: StoredGame, side: str) -> PlayerRecord:
        """Return the record of a side in one game; empty if it cannot be read."""
        try:
            live, found = await self.of(await self._games.read_game(battle), turning=False)
        except Unreadable:
            return PlayerRecord()
        over = live.info.state == "ended"
        return PlayerRecord.of_side(found.units_of_side(side), live.game.winner if over else None, side, over)


_KINDS = Listed(list(KINDS.values()), "or")


def hidden_units(live: ActiveGame) -> frozenset[str]:
    """Return the units that some readers may not identify, including those that left the table as cards."""
    units = {**live.game.departed, **live.game.units}
    return frozenset(id for id, unit in units.items() if not knows(live.board, None, unit))


def player_named(seats: Collection[Player], text: str) -> Player:
    """Return the player with that name or id; raise Refusal."""
    wanted = text.strip().strip("<@!>").casefold()
    for one in seats:
        if wanted in (one.id.casefold(), one.name.casefold()):
            return one
    names = Listed([one.name for one in seats])
    raise Refusal(Text("{name} has not played in this game; {names} have.", name=text[:40], names=names))
