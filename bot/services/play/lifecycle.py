"""The start of games, one per channel: of a system, or of a demo with sample forces."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import BaseModel

from bot.errors import GameRunning, Refusal
from bot.game.people import Call
from bot.game.registry import ActiveGame
from bot.resolution.game_change import changes_game
from bot.resolution.game_recorder import TAKEN
from bot.resolution.manual_changes import NewEntry
from bot.resolution.referee import Referee
from bot.resolution.result import CommandResult
from bot.services.play.roster import GameUnits
from bot.services.record.server_systems import ServerSystems
from bot.store.errors import ChannelTaken
from data import system_registry
from data.files import sample_forces
from rules.command.effects import initial_rulings
from rules.command.force import Titled
from rules.command.opponent_table import Stance
from rules.command.system import System
from rules.game.events import Event
from rules.game.table_events import PlayerSeated, SidesNamed
from rules.game.tabletop import USUAL_SIDES, Player
from rules.game.unit import Value
from rules.kernel.facts import validate
from rules.kernel.text import Text
from rules.kernel.wording import Units

DEMO_SIDES = USUAL_SIDES


BEGINS = 10.0
"""Seconds within which another process may still be writing the first entry of a game."""


class NewGame(BaseModel, frozen=True):
    """The requested settings of a new game."""

    system: str
    name: str = ""
    units: Units = "inches"
    rounds: int | None = None
    opponent: Stance | None = None
    """The bot's style; it plays the second side then, and the caller the first."""


class Lifecycle:
    """Starts games, one per channel; the player who starts a game is its umpire."""

    def __init__(self, referee: Referee, roster: GameUnits, systems: ServerSystems) -> None:
        self.referee, self._roster, self._systems = referee, roster, systems
        self._record, self._games = referee.record, referee.games
        self._beginning: set[str] = set()
        """Channels where a game is being started: its row exists, but not yet its first entry."""
        self._unwritten: set[str] = set()
        """Games started by this process that have no entry yet."""

    async def keep_request(self, call: Call, running: str, wanted: NewGame) -> None:
        """Store the request for a new game while another runs in the channel; it is offered once that game is over.

        Raises Refusal for an unknown system.
        """
        self._systems.choose_system(call.where.guild, wanted.system)
        await self._record.remember(f"new {running}", wanted.model_dump_json())

    async def requested_game(self, over: str) -> NewGame | None:
        """Return the game last requested while the given game ran, which is over now."""
        kept = await self._record.remember(f"new {over}")
        return NewGame.model_validate_json(kept) if kept else None

    async def new(
        self, call: Call, system: str, name: str = "", units: Units = "inches", rounds: int | None = None
    ) -> CommandResult:
        """Start a game.

        Raises Refusal if another runs in the channel, or for rounds in a system without them.
        """
        chosen = self._systems.choose_system(call.where.guild, system)
        if rounds is not None and "rounds" not in chosen.rulings.model_fields:
            raise Refusal(Text("{system} has no fixed number of rounds; leave the option out.", system=chosen.name))
        given: dict[str, Value] = {} if rounds is None else {"rounds": rounds}
        events: list[Event] = [SidesNamed(sides=DEMO_SIDES), *initial_rulings(chosen, given)]
        await self.make_room(call)
        title = validate(Titled, {"name": name or chosen.name}).name
        self._beginning.add(call.where.channel)
        try:
            id = await self._begin(call, chosen, title, units)
            self._unwritten.add(id)
            notes = await self.referee.seeds.begin_game(id)
            result = await self._seat_umpire(call, events, Text("New game: {title}", title=title), notes)
            self._unwritten.discard(id)
            return result
        finally:
            self._beginning.discard(call.where.channel)

    async def make_room(self, call: Call) -> None:
        """Raise GameRunning while another game runs in the channel, Refusal while one is being started."""
        running = await self._record.games.in_channel(call.where.channel)
        if call.where.channel in self._beginning:
            raise Refusal(TAKEN)
        if running is not None and not running.number:
            if running.id not in self._unwritten and running.started_at > self.referee.clock() - BEGINS:
                raise Refusal(TAKEN)
            # Its start was interrupted before the first entry: the bot reported that nothing was recorded, or nothing.
            await self._record.games.set_state(running.id, "ended")
        elif running is not None:
            raise GameRunning(running.id, running.name)

    async def _begin(self, call: Call, system: System, name: str, units: Units) -> str:
        """Create the game's row and return its id; raise Refusal if another game was just started in the channel."""
        await self._games.versions.keep(system)
        try:
            battle = await self._record.games.begin(
                guild_id=call.where.guild or "",
                channel_id=call.where.channel,
                name=name,
                system=system.key,
                version=system_registry.recorded_version(system),
                units=units,
                started_by=call.who.id,
                at=self.referee.clock(),
            )
        except ChannelTaken:
            raise Refusal(TAKEN) from None
        # Stored again: a newer version may just have been added, which drops this one if no game uses it.
        await self._games.versions.keep(system)
        return battle.id

    @changes_game
    def _seat_umpire(
        self, live: ActiveGame, call: Call, events: Sequence[Event], title: Text, notes: Sequence[Text]
    ) -> NewEntry:
        """Return the first entry, which seats the person who started the game as its umpire."""
        player = Player(id=call.who.id, name=call.who.name, umpire=True)
        return NewEntry("game new", [PlayerSeated(player=player), *events], title, notes=notes)

    async def demo(self, call: Call, system: str) -> CommandResult:
        """Start a game with two sample forces; the caller may play both sides."""
        chosen = self._systems.choose_system(call.where.guild, system)
        forces = sample_forces(chosen.key)
        call = call._replace(source=None)
        last = await self.new(call, chosen.key, f"{chosen.name} demo")
        for side, name in zip(DEMO_SIDES, chosen.about.demo, strict=True):
            last = await self._roster.load(call, forces[name], side)
        return last
