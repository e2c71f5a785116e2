"""Games whose channel or server is gone: paused, and brought to another channel by whoever sits at them."""

from __future__ import annotations

from bot.errors import Refusal, Unreadable
from bot.game.people import Call, Person, Place
from bot.game.permissions import seated
from bot.game.registry import ActiveGame
from bot.resolution.by_hand import NewEntry
from bot.resolution.referee import Referee, changes_game, replanned
from bot.resolution.result import CommandResult
from bot.store.errors import ChannelTaken
from bot.store.tables import Battle
from rules.kernel.text import Text

NOBODY = Person("", "")
"""Whoever deleted the channel: Discord does not say."""


class LostPlaces:
    """Nothing of a game is lost with the place where it was played."""

    def __init__(self, referee: Referee) -> None:
        self.referee = referee
        self._games, self._record = referee.games, referee.record

    async def channel_gone(self, channel: str) -> None:
        """Pause the game of a channel that was deleted, if there was one."""
        info = await self._record.game_in(channel)
        if info is not None:
            why = Text("{game} is paused: its channel was deleted", game=info.name)
            await self._pause(info.id, why)

    async def guild_gone(self, guild: str) -> None:
        """Pause the games of a server that the bot was removed from."""
        for info in await self._record.games_in(guild):
            why = Text("{game} is paused: the bot was removed from the server", game=info.name)
            await self._pause(info.id, why)

    async def of(self, who: Person, guild: str) -> list[Battle]:
        """The games of a server that somebody sits at, wherever they are played."""
        return await self._record.games_of(who.id, guild)

    async def bring(self, call: Call, game: Battle, to: Place) -> CommandResult:
        """Play on in another channel than the one that is gone; for whoever sits at the game. Raises Refusal."""
        live = await self._games.running(game)
        async with live.lock:
            seated(live.game, call.who)
            try:
                await self._record.move(game.id, to.channel)
            except ChannelTaken:
                raise Refusal(Text("That channel already has a game.")) from None
            self._games.forget(game.channel_id)
        return await self._moved(call._replace(where=to))

    @changes_game
    def _moved(self, live: ActiveGame, call: Call) -> NewEntry:
        paused = Text("It is paused; `/game pause` resumes it.")
        title = Text("{game} is played here now", game=live.info.name)
        return NewEntry("game move", [], title, notes=[paused] if live.info.state == "paused" else [])

    @replanned
    async def _pause(self, game: str, title: Text) -> None:
        """Unless it is paused, or over, already: another process hears of it as well."""
        info = await self._record.game(game)
        if info is None or info.state != "running":
            return
        try:
            live = await self._games.running(info)
        except Unreadable:
            await self._record.set_state(info.id, "paused")
            return
        call = Call(NOBODY, self._games.place(info), f"gone:{info.id}:{info.number}")
        async with live.lock:
            await self.referee.note(live, call, NewEntry("game pause", [], title, state="paused"))
        self._games.forget(info.channel_id)
