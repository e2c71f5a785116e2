"""The channels of games: moving a game to another one, and pausing it once its own is gone."""

from __future__ import annotations

from bot.errors import Refusal, Unreadable
from bot.game.people import Call, Person, Place
from bot.game.permissions import require_seated, require_umpire
from bot.game.registry import ActiveGame
from bot.resolution.game_change import changes_game
from bot.resolution.journal_referee import retry_on_conflict
from bot.resolution.manual_changes import NewEntry
from bot.resolution.referee import Referee
from bot.resolution.result import CommandResult
from bot.store.errors import ChannelTaken
from bot.store.tables import StoredGame
from rules.kernel.text import Text

NOBODY = Person("", "")
"""The person who deleted a channel: unknown, as Discord does not report them."""


class GameChannels:
    """Moves games to another channel, and pauses those whose channel or server is gone."""

    def __init__(self, referee: Referee) -> None:
        self.referee = referee
        self._games, self._record = referee.games, referee.record

    async def pause_channel(self, channel: str) -> None:
        """Pause the game of a deleted channel, if there was one."""
        info = await self._record.games.in_channel(channel)
        if info is not None:
            why = Text("{game} is paused: its channel was deleted", game=info.name)
            await self._pause(info.id, why)

    async def pause_guild(self, guild: str) -> None:
        """Pause the games of a server that removed the bot."""
        for info in await self._record.games.unfinished_in_guild(guild):
            why = Text("{game} is paused: the bot was removed from the server", game=info.name)
            await self._pause(info.id, why)

    async def games_of_person(self, who: Person, guild: str) -> list[StoredGame]:
        """Return a person's games of a server, in any channel."""
        return await self._record.games.of_person(who.id, guild)

    async def move(self, call: Call, to: Place) -> CommandResult:
        """Continue the game in another channel; raise Refusal if a game runs there."""
        live = await self._games.require_game(call.where)
        async with live.lock:
            require_umpire(live.game, call.who, Text("move the game"))
            if to.channel == call.where.channel:
                raise Refusal(Text("The game is already played here."))
            await self._move(live, to)
        return await self._move_entry(call._replace(where=to))

    async def move_here(self, call: Call, game: StoredGame, to: Place) -> CommandResult:
        """Continue a game in another channel after its own is gone; raise Refusal for a caller without a seat in it."""
        live = await self._games.unfinished_game(game)
        async with live.lock:
            require_seated(live.game, call.who)
            await self._move(live, to)
        return await self._move_entry(call._replace(where=to), lost=True)

    async def _move(self, live: ActiveGame, to: Place) -> None:
        try:
            await self._record.games.move(live.info.id, to.channel)
        except ChannelTaken:
            raise Refusal(Text("That channel already has a game.")) from None
        self._games.forget(live.info.channel_id)

    @changes_game
    def _move_entry(self, live: ActiveGame, call: Call, lost: bool = False) -> NewEntry:
        notes = [Text("It is paused; `/game pause` resumes it.")] if lost and live.info.state == "paused" else []
        return NewEntry("game move", [], Text("{game} is now played here", game=live.info.name), notes=notes)

    @retry_on_conflict
    async def _pause(self, game: str, title: Text) -> None:
        """Pause a game, unless it is over or paused: another process may also notice the deleted channel."""
        info = await self._record.games.get(game)
        if info is None or info.state != "running":
            return
        try:
            live = await self._games.unfinished_game(info)
        except Unreadable:
            await self._record.games.set_state(info.id, "paused")
            return
        call = Call(NOBODY, self._games.place(info), f"gone:{info.id}:{info.number}")
        async with live.lock:
            await self.referee.note(live, call, NewEntry("game pause", [], title, state="paused"))
        self._games.forget(info.channel_id)
