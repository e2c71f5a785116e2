"""Starts games and ends them, and seats people at them."""

from __future__ import annotations

from collections.abc import Sequence

from bot.errors import Refusal
from bot.game.people import Call, Person
from bot.game.permissions import may_umpire, seated, spelled
from bot.game.registry import ActiveGame
from bot.resolution.referee import Referee, replanned
from bot.resolution.result import CommandResult
from bot.services.roster import Roster
from bot.store.errors import ChannelTaken
from bot.store.tables import Units
from data import system_of
from data.forces import sample_forces
from rules.events import Event, GameEnded, LanguageSet, Player, PlayerLeft, PlayerSeated, RulingSet
from rules.facts import checked
from rules.force import Titled
from rules.system import System
from rules.text import locale, say, unsaid

_TAKEN = unsaid("A game is running here already. End it first with `/game end`.")
DEMO_SIDES = ("Red", "Blue")


class Lifecycle:
    """One game a channel; whoever starts it is its umpire."""

    def __init__(self, referee: Referee, muster: Roster) -> None:
        self._referee, self._muster = referee, muster
        self._record, self._games = referee.record, referee.games

    async def new(
        self, call: Call, system: str, name: str = "", units: Units = "inches", rounds: int | None = None
    ) -> CommandResult:
        """Start a game; raises Refusal while another one runs in the channel, or for rounds where there are none."""
        chosen = system_of(system)
        events = _rounds(chosen, rounds)
        running = await self._record.game_in(call.where.channel)
        if running is not None:
            raise Refusal(
                say("A game is running here already: {running}. End it first with `/game end`.", running=running.name)
            )
        title = checked(Titled, {"name": name or chosen.name}).name
        await self._begin(call, chosen, title, units)
        return await self._seat_umpire(
            call, events, say("A new game of {chosen}: {title}", chosen=chosen.name, title=title)
        )

    async def _begin(self, call: Call, system: System, name: str, units: Units) -> None:
        """The game's row; raises Refusal when somebody else has begun one in the channel just now."""
        try:
            await self._record.new_game(
                guild_id=call.where.guild or "",
                channel_id=call.where.channel,
                name=name,
                system=system.key,
                version=system.about.version,
                units=units,
                started_by=call.who.id,
                at=self._referee.clock(),
            )
        except ChannelTaken:
            raise Refusal(say(_TAKEN)) from None

    @replanned
    async def _seat_umpire(self, call: Call, events: Sequence[Event], title: str) -> CommandResult:
        """The first entry: whoever started the game sits down as its umpire."""
        live = await self._games.at(call.where)
        async with live.lock:
            old = live.game.players.get(call.who.id)
            player = Player(id=call.who.id, name=call.who.name, side=old.side if old else None, umpire=True)
            return await self._referee.note(
                live,
                call,
                "game new",
                [PlayerSeated(player=player), LanguageSet(locale=locale()), *events],
                title=title,
            )

    @replanned
    async def join(self, call: Call, side: str, player: Person | None = None) -> CommandResult:
        """Sit down at a side, or let somebody sit down there; only the umpire seats others."""
        live = await self._games.at(call.where)
        async with live.lock:
            game = live.game
            who = player or call.who
            if who.id != call.who.id:
                may_umpire(game, call.who, say("seat somebody else"))
            name = checked(Titled, {"name": side}).name
            name = spelled(game, name)
            old = game.players.get(who.id)
            if old and old.side and old.side != name and not game.players[call.who.id].umpire:
                raise Refusal(say("{who} plays {side} already; `/game leave` first.", who=who.name, side=old.side))
            # A table that everybody has left has no umpire; whoever sits down there first is it.
            umpire = old.umpire if old else not game.players
            seat = Player(id=who.id, name=who.name, side=name, umpire=umpire)
            return await self._referee.note(
                live,
                call,
                "game join",
                [PlayerSeated(player=seat)],
                side=name,
                title=say("{who} plays {name}", who=who.name, name=name),
            )

    @replanned
    async def leave(self, call: Call) -> CommandResult:
        """Stand up; the units stay with the side's other players, or with the umpire."""
        live = await self._games.at(call.where)
        async with live.lock:
            player = seated(live.game, call.who)
            others = [one for one in live.game.players.values() if one.id != player.id]
            events: list[Event] = [PlayerLeft(player=player.id)]
            if player.umpire and others and not any(one.umpire for one in others):
                events.append(PlayerSeated(player=others[0].model_copy(update={"umpire": True})))
            notes = tuple(
                say("{player} is the umpire now.", player=one.player.name)
                for one in events
                if isinstance(one, PlayerSeated)
            )
            return await self._referee.note(
                live,
                call,
                "game leave",
                events,
                side=player.side,
                title=say("{player} leaves the game", player=player.name),
                notes=notes,
            )

    @replanned
    async def end(self, call: Call, winner: str | None = None, note: str = "") -> CommandResult:
        """End the game; its record stays. Raises Refusal for anybody but the umpire or a player."""
        live = await self._games.at(call.where)
        async with live.lock:
            seated(live.game, call.who)
            side = _side_named(live, winner)
            event = GameEnded(winner=side, note=note[:500])
            title = say("The game is over: {side} wins", side=side) if side else say("The game is over")
            answer = await self._referee.note(
                live, call, "game end", [event], state="ended", title=title, reason=note[:500]
            )
        self._games.forget(call.where.channel)
        return answer

    @replanned
    async def reopen(self, call: Call) -> CommandResult:
        """Go on with the last game of the channel; raises Refusal when there is none, or another runs."""
        if await self._record.game_in(call.where.channel):
            raise Refusal(say(_TAKEN))
        last = await self._record.last_game_in(call.where.channel)
        if last is None:
            raise Refusal(say("No game has been played in this channel."))
        live = await self._games.of(last)
        async with live.lock:
            if call.who.id not in live.game.players:
                raise Refusal(say("Only somebody who was in that game can reopen it."))
            events = [GameEnded(over=False)]
            title = say("{info} goes on", info=live.info.name)
            try:
                return await self._referee.note(live, call, "game reopen", events, state="running", title=title)
            except ChannelTaken:
                raise Refusal(say(_TAKEN)) from None

    async def demo(self, call: Call, system: str) -> CommandResult:
        """Two sample forces face to face; whoever starts it may play both sides."""
        chosen = system_of(system)
        forces = sample_forces(chosen.key)
        last = await self.new(call._replace(source=None), chosen.key, say("{chosen} demo", chosen=chosen.name))
        live = await self._games.at(call.where)
        for side, name in zip(DEMO_SIDES, chosen.about.demo, strict=True):
            last = await self._muster.load(call._replace(source=None), live, forces[name], side)
        return last._replace(title=live.info.name)


def _rounds(system: System, rounds: int | None) -> list[Event]:
    """The length of the game, for systems that count rounds."""
    if rounds is None:
        return []
    if "rounds" not in system.rulings.model_fields:
        raise Refusal(say("{system} has no fixed number of rounds; leave the option out.", system=system.name))
    return [RulingSet(name="rounds", value=rounds)]


def _side_named(live: ActiveGame, side: str | None) -> str | None:
    if not side:
        return None
    for known in live.game.sides:
        if known.casefold() == side.strip().casefold():
            return known
    raise Refusal(
        say(
            "There is no side {side!r}; there is {sides}.",
            side=side[:40],
            sides=", ".join(live.game.sides) or say("none yet"),
        )
    )
