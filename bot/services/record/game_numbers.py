"""What games come to in numbers, for those who ask: statistics of a game or of a player, and luck."""

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
from bot.store.tables import Battle
from rules.game.entry import Entry
from rules.game.events import PlayerSeated
from rules.game.tabletop import Player
from rules.kernel.text import Listed, Text
from rules.kernel.throw_kinds import KINDS

LOG = logging.getLogger(__name__)
MOST_GAMES = 100
"""How many games of a player are added up, the last ones."""


class GameCount(NamedTuple):
    """A game, and what it comes to for everybody who reads its channel."""

    live: ActiveGame
    found: Statistics


class GameNumbers:
    """Reads the entries of games; the adding up is done in threads."""

    def __init__(self, record: Record, games: GameRegistry, pages: LogPages) -> None:
        self._record, self._games, self._pages = record, games, pages

    async def here(self, call: Call, game: str | None = None) -> GameCount:
        """The game of a channel, or the one that ended there last, or the one that is chosen by its id or name.

        Raises Refusal, Unreadable.
        """
        return await self._counted(await self._chosen(call, game))

    async def _chosen(self, call: Call, game: str | None) -> ActiveGame:
        if not game:
            return await self._games.latest(call.where)
        return await self._pages.read(call, await self._pages.chosen(call, game))

    async def of_game(self, call: Call, game: str) -> GameCount:
        """A game of this server by its id; raises Refusal, Unreadable."""
        battle = await self._record.games.get(game)
        if battle is None or battle.guild_id != (call.where.guild or ""):
            raise Refusal(Text("That game is no longer in the record."))
        return await self._counted(await self._games.of(battle))

    async def of(self, live: ActiveGame) -> GameCount:
        """The numbers of a game at hand, with its turning points; raises Unreadable."""
        return await self._counted(live)

    async def _counted(self, live: ActiveGame, turning: bool = True) -> GameCount:
        fold = StatisticsFold(live.system, live.game.undone, hidden(live))
        await self._told(live, fold.add)
        return GameCount(live, await asyncio.to_thread(fold.statistics, turning))

    async def _told(self, live: ActiveGame, add: Callable[[Entry], object]) -> None:
        """Tell somebody of every entry of a game, in threads of the store; raises Unreadable."""
        async for _ in self._record.entries.bodies(live.info.id, live.game.number, InOrder(add)):
            pass

    # Luck

    async def luck(
        self, call: Call, player: str = "", kind: str = "", game: str | None = None
    ) -> tuple[ActiveGame, str, LuckReport]:
        """Luck in the game that `here` finds, with the name of the player asked for; raises Refusal where no die fell,
        Unreadable.
        """
        live = await self._chosen(call, game)
        code = kind.strip().casefold().replace(" ", "_")
        if code and code not in KINDS:
            raise Refusal(Text("There is no kind of throw '{kind}'; choose {kinds}.", kind=kind[:40], kinds=_KINDS))
        who = await self._named(live, player) if player.strip() else None
        fold = LuckFold(live.system, live.game.undone, who.id if who else None, code or None)
        await self._told(live, fold.add)
        report = await asyncio.to_thread(fold.report)
        if not report.sides:
            raise Refusal(_never(who, bool(code), report.undone))
        return live, who.name if who else "", report

    async def _named(self, live: ActiveGame, text: str) -> Player:
        """Whoever sat in a game under that name, or has that id; raises Refusal."""
        seats = dict[str, Player]()

        def seated(entry: Entry) -> None:
            seats.update({one.player.id: one.player for one in entry.events if isinstance(one, PlayerSeated)})

        await self._told(live, seated)
        return player_named(seats.values(), text)

    # A player

    async def of_player(self, call: Call, who: Person, may_see: Callable[[str], bool]) -> PlayerRecord:
        """All games of a person in this server, in channels that `may_see`; raises Refusal where there are none."""
        found = [one.game for one in await self._record.people.in_games(who.id) if one.seat and one.seat.side]
        mine = [one for one in found if one.guild_id == (call.where.guild or "") and may_see(one.channel_id)]
        if not mine:
            raise Refusal(Text("{player} has played no game in this server.", player=who.name))
        record = PlayerRecord(games=len(mine))
        for battle in mine[-MOST_GAMES:]:
            record = record.plus(await self._played(battle, who.id))
        return record

    # Units

    async def of_units(self, call: Call, system: str, may_see: Callable[[str], bool]) -> list[UnitTotals]:
        """What the units of a rule system came to in the last games of this server that are over, in channels that
        `may_see`, those first that came most often; raises Refusal where there are none.
        """
        played = await self._record.games.in_guild(call.where.guild or "")
        over = [one for one in played if one.state == "ended" and one.system == system and may_see(one.channel_id)]
        found = dict[str, UnitTotals]()
        for battle in over[-MOST_GAMES:]:
            with suppress(Unreadable):
                game = await self._counted(await self._games.of(battle), turning=False)
                for unit in game.found.units if game.live.game.begun else ():
                    found.setdefault(unit.name.casefold(), UnitTotals(unit.name)).add(unit)
        if not found:
            raise Refusal(Text("No game of these rules that units fought in is over in this server."))
        return sorted(found.values(), key=lambda one: -len(one.stood))

    async def _played(self, battle: Battle, user: str) -> PlayerRecord:
        """What a person's side did in one game; nothing where it cannot be read."""
        try:
            live, found = await self._counted(await self._games.of(battle), turning=False)
        except Unreadable:
            return PlayerRecord()
        player = live.game.players.get(user)
        if player is None or player.side is None:
            return PlayerRecord()
        over = live.info.state == "ended"
        return PlayerRecord.of(found.of_side(player.side), live.game.winner if over else None, player.side, over)


_KINDS = Listed(list(KINDS.values()), "or")


def hidden(live: ActiveGame) -> frozenset[str]:
    """The units of which everybody may not know what they are, those too that have left as cards."""
    units = {**live.game.departed, **live.game.units}
    return frozenset(id for id, unit in units.items() if not knows(live.board, None, unit))


def player_named(seats: Collection[Player], text: str) -> Player:
    """Somebody who sat in a game, by their name or id; raises Refusal."""
    wanted = text.strip().strip("<@!>").casefold()
    for one in seats:
        if wanted in (one.id.casefold(), one.name.casefold()):
            return one
    names = Listed([one.name for one in seats])
    raise Refusal(Text("{name} has not played in this game; {names} have.", name=text[:40], names=names))


def _never(who: Player | None, kind: bool, undone: int) -> Text:
    """Why there is no luck to tell of."""
    if undone:
        return Text("All such dice were thrown in entries that have been undone, so there is nothing to say.")
    if who and not kind:
        return Text("{player} has not thrown a die in this game.", player=who.name)
    return Text("No such die has been thrown in this game yet.") if kind else Text("No dice have been thrown yet.")
