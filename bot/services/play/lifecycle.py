"""The lifecycle of games: starting, joining, leaving, ending and reopening them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pydantic import BaseModel

from bot.dice.bot_dice import next_dice_lines
from bot.dice.returned import ReturnedDice
from bot.errors import GameRunning, Refusal
from bot.game.people import OPPONENT, Call, Person, groups_for_seating, umpires
from bot.game.permissions import (
    groups_for_reopening,
    other_sides,
    require_seated,
    require_table_voice,
    require_umpire,
    spell_side,
)
from bot.game.registry import ActiveGame
from bot.resolution.cancel import waiting_dice_with
from bot.resolution.game_change import changes_game
from bot.resolution.game_recorder import TAKEN
from bot.resolution.manual_changes import NewEntry, ProposedChange, Waiting
from bot.resolution.pending_command import Change
from bot.resolution.referee import Referee
from bot.resolution.result import CommandResult
from bot.services.play.absence import SILENT_DAYS, Absences, AbsentPlayers, Steward, replacement_notes
from bot.services.play.agreed_changes import Outcome, by_agreement, register_plans
from bot.services.play.corrections import Corrections
from bot.services.play.roster import GameUnits
from bot.services.record.history import is_revealed
from bot.services.record.server_systems import ServerSystems
from bot.store.errors import ChannelTaken
from data import system_registry
from data.files import sample_forces
from rules.command.choices import only_code
from rules.command.effects import initial_rulings
from rules.command.force import Titled
from rules.command.opponent_table import Stance
from rules.command.system import System
from rules.command.victory import end_notes
from rules.game.events import Event
from rules.game.game import Game
from rules.game.table_events import GameEnded, PlayerLeft, PlayerSeated, SidesNamed
from rules.game.tabletop import USUAL_SIDES, Player, usual_side
from rules.game.unit import Value
from rules.kernel.facts import validate
from rules.kernel.text import Joined, Listed, Term, Text, UnitRef
from rules.kernel.wording import Units

DEMO_SIDES = USUAL_SIDES
DRAW = "draw"
"""The value that means a draw instead of a winner."""
DRAWS = (DRAW, "unentschieden", "remis")
"""Words for a draw that people type without choosing a suggestion."""
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
    """Starts games, one per channel, and ends them; the player who starts a game is its umpire."""

    def __init__(self, referee: Referee, roster: GameUnits, corrections: Corrections, systems: ServerSystems) -> None:
        self.referee, self._roster, self.corrections, self._systems = referee, roster, corrections, systems
        self._record, self._games = referee.record, referee.games
        self._absences = Absences(referee.record, lambda: referee.clock())
        self._beginning: set[str] = set()
        """Channels where a game is being started: its row exists, but not yet its first entry."""
        self._unwritten: set[str] = set()
        """Games started by this process that have no entry yet."""
        register_plans(referee, self)

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
        events: list[Event] = [SidesNamed(sides=DEMO_SIDES), *initial_rulings(chosen, _round_facts(chosen, rounds))]
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
        old = live.game.players.get(call.who.id)
        player = Player(id=call.who.id, name=call.who.name, side=old.side if old else None, umpire=True)
        return NewEntry("game new", [PlayerSeated(player=player), *events], title, notes=notes)

    async def join(
        self, call: Call, side: str, player: Person | None = None, steward: Steward | None = None
    ) -> Outcome:
        """Seat the caller, or another person, at a side.

        Only the umpire may seat others; a `steward` may, too, if all players of the side are gone. After the first
        roll, the players of the side have to agree, as do those whose secrets the person knows.
        """
        who, gone = player or call.who, None
        if who.id != call.who.id and steward is not None:
            live = await self._games.from_memory(call.where)
            playing = _players_of(live.game, side)
            gone = await self._absences.find_absent(call, live, playing, steward)
            if gone is None and playing and steward.manages and call.who.id not in live.game.players:
                names = Listed([live.game.players[id].name for id in playing], "or")
                raise Refusal(
                    Text(
                        "Ask {players} or an umpire. As a server manager you can only replace players who have "
                        "left the server, or have done nothing for {days} days.",
                        players=names,
                        days=SILENT_DAYS,
                    )
                )
        return await self._seat(call, who.id, who.name, side, gone)

    @by_agreement("seat")
    def _seat(
        self,
        live: ActiveGame,
        call: Call,
        waiting: Waiting,
        player: str,
        name: str,
        side: str,
        gone: AbsentPlayers | None = None,
    ) -> ProposedChange:
        """Seat a person at a side, in place of all its players if these are `gone`; raise Refusal."""
        game, side = live.game, _find_side(live.game, validate(Titled, {"name": side}).name)
        gone = gone if gone and {*_players_of(game, side)} == gone.players.keys() else None
        if player != call.who.id and gone is None:
            require_umpire(game, call.who, Text("seat another player"))
        game = replace(game, begun=True) if any(one.pending_command().thrown for one in waiting) else game
        old, absent = game.players.get(player), [*(gone.players if gone else ())]
        # A table always has an umpire: if there is none, the new player becomes one.
        umpire = bool(old and old.umpire) or not {*umpires(game)} - {*absent}
        event = PlayerSeated(player=Player(id=player, name=name, side=side, umpire=umpire))
        title = Text("{who} plays {side}", who=name, side=side)
        wish = Text("play {side}", side=side)
        if player != call.who.id:
            wish = Text("have {player} play {side}", player=name, side=side)
        groups = groups_for_seating(game, player, side, call.who.id)
        if gone is not None:
            groups = tuple(group for group in groups if group != f"side:{side}")
        events = [*(PlayerLeft(player=id) for id in absent), event]
        notes = replacement_notes(game, call, gone) if gone else []
        new = NewEntry("game join", events, title, side=side, notes=notes)
        return ProposedChange(new, groups, wish, notes=tuple(notes), silence="yes")

    @changes_game
    def leave(self, live: ActiveGame, call: Call) -> NewEntry:
        """Leave the game; the units go to the side's other players, or to the umpire."""
        player = require_seated(live.game, call.who)
        others = [one for one in live.game.players.values() if one.id not in (player.id, OPPONENT.id)]
        events: list[Event] = [PlayerLeft(player=player.id)]
        notes: list[Text] = []
        if player.umpire and others and not any(one.umpire for one in others):
            # Prefer a player with a side: a neutral umpire needs the agreement of the sides.
            heir = next((one for one in others if one.side), others[0])
            events.append(PlayerSeated(player=heir.model_copy(update={"umpire": True})))
            notes.append(Text("{player} is now the umpire.", player=heir.name))
        title = Text("{player} leaves the game", player=player.name)
        return NewEntry("game leave", events, title, side=player.side, notes=notes)

    async def end(self, call: Call, winner: str | None = None, note: str = "", asks: bool = False) -> Outcome:
        """End the game and keep its record; raise Refusal unless the caller is the umpire or a player.

        With `asks`, ask for confirmation first, showing the open questions. Every side with players has to agree to a
        winner, unless a neutral umpire decides. All questions are closed; the bot's dice rolled for them are kept in
        case the game is reopened.
        """
        live = await self._games.from_memory(call.where)
        won = _side_named(live, winner)
        return await self.corrections.change_manually(
            call, Change.of("finish", winner=won, note=note[:500], late=None), asks
        )

    async def end_on_time(self, call: Call, live: ActiveGame, loser: str) -> Outcome:
        """Ask all sides to end a game that a side lost on time; if several other sides remain, none wins."""
        others = [side for side in live.game.sides if side != loser]
        won = others[0] if len(others) == 1 else None
        change = Change.of("finish", winner=won, note="", late=loser)
        return await self.corrections.change_manually(call, change, live=live)

    @by_agreement("finish")
    def _plan_end(
        self,
        live: ActiveGame,
        call: Call,
        waiting: Waiting,
        winner: str | None = None,
        note: str = "",
        late: str | None = None,
    ) -> ProposedChange:
        """End the game; the winner is a side or "draw". `late` is the side out of time if the bot ends it."""
        named = _side_named(live, winner)
        side, draw = (None, True) if named == DRAW else (named, False)
        # The bot cannot see the table: only its opponents know who has won.
        bot = live.game.players.get(OPPONENT.id)
        bots = f"side:{bot.side}" if bot else ""
        if late:
            playing = dict.fromkeys(one.side for one in live.game.players.values() if one.side)
            groups = tuple(group for group in (f"side:{one}" for one in playing) if group != bots)
            new = _end_entry(live, side, draw, "", waiting, groups)
            up = Text("{side}'s time is up.", side=late)
            wish = Text("end the game, as {late}'s time is up", late=late)
            if side:
                wish = Text("end the game: {side} wins, as {late}'s time is up", side=side, late=late)
            return ProposedChange(replace(new, side=late, notes=(up, *new.notes)), groups, wish, silence="yes")
        require_table_voice(live.game, call.who) if side is None else require_seated(live.game, call.who)
        others = other_sides(live.game, call.who) if side else ()
        groups = tuple(one for one in others if one != bots)
        # The proposer agrees for their side; a neutral umpire has a voice of their own.
        player = live.game.players.get(call.who.id)
        own = f"side:{player.side}" if player and player.side else f"who:{call.who.id}"
        words = (own, *groups) if side else ()
        new = _end_entry(live, side, draw, note, waiting, words)
        return ProposedChange(new, groups, Text("end the game: {side} wins", side=side or ""), asks=True, silence="yes")

    async def reopen(self, call: Call) -> Outcome:
        """Reopen the last game of the channel; raise Refusal if there is none, or another runs.

        If the end revealed hidden units, every side with players has to agree first, unless a neutral umpire reopens
        it.
        """
        if await self._record.games.in_channel(call.where.channel):
            raise Refusal(TAKEN)
        last = await self._record.games.last_in_channel(call.where.channel)
        if last is None:
            raise Refusal(Text("No game has been played in this channel."))
        live = await self._games.read_game(last)
        change = Change.of("resume", laid_open=await is_revealed(self._record, live))
        return await self.corrections.change_manually(call, change, live=live)

    @by_agreement("resume")
    def _plan_resume(self, live: ActiveGame, call: Call, waiting: Waiting, laid_open: bool = False) -> ProposedChange:
        """Reopen an ended game; `laid_open` is True if its end revealed hidden units."""
        if call.who.id not in live.game.players:
            raise Refusal(Text("Only players of that game can reopen it."))
        title = Text("{game} goes on", game=live.info.name)
        returned = ReturnedDice.in_game(live.game)
        events = [*returned.with_agreement_on_all().changes(live.game), GameEnded(over=False)]
        dice = next_dice_lines(returned.unsettled_faces)
        new = NewEntry("game reopen", events, title, state="running", notes=dice)
        wish = Text("resume the game")
        if laid_open:
            wish = Text("resume the game, though its end has shown hidden units")
        others = other_sides(live.game, call.who) if laid_open or dice else ()
        groups = tuple(dict.fromkeys((*others, *groups_for_reopening(live.game, call.who))))
        return ProposedChange(new, groups, wish, notes=dice)

    async def demo(self, call: Call, system: str) -> CommandResult:
        """Start a game with two sample forces; the caller may play both sides."""
        chosen = self._systems.choose_system(call.where.guild, system)
        forces = sample_forces(chosen.key)
        call = call._replace(source=None)
        last = await self.new(call, chosen.key, f"{chosen.name} demo")
        for side, name in zip(DEMO_SIDES, chosen.about.demo, strict=True):
            last = await self._roster.load(call, forces[name], side)
        return last


def _end_entry(
    live: ActiveGame, winner: str | None, draw: bool, note: str, waiting: Waiting, agreed: Sequence[str] = ()
) -> NewEntry:
    """Return the entry that ends a game and drops its questions; `agreed` are the voices that agreed to the end."""
    attempts = [one.pending_command() for one in waiting]
    title = Text("The game is over: a draw") if draw else Text("The game is over")
    title = Text("The game is over: {side} wins", side=winner) if winner else title
    ended = GameEnded(winner=winner, note=note, draw=draw, agreed=tuple(agreed))
    events = [*waiting_dice_with(live.game, attempts).changes(live.game), ended]
    fresh = [roll for attempt in attempts for roll in attempt.fresh]
    notes = [*end_notes(live.board), *_unsettled_notes(live)]
    return NewEntry("game end", events, title, reason=note, notes=notes, state="ended", fresh=fresh)


def _find_side(game: Game, named: str) -> str:
    """Return the side that a prefix names: one at the table, or one of the usual two; else a new side."""
    offered = dict.fromkeys((*game.sides, *DEMO_SIDES)) if len(game.sides) < len(DEMO_SIDES) else game.sides
    return (
        only_code(named, game.sides)
        or only_code(named, offered)
        or only_code(usual_side(named), offered)
        or spell_side(game, named)
    )


def _players_of(game: Game, side: str) -> list[str]:
    """Return the ids of the players of a side."""
    name = _find_side(game, side)
    return [one.id for one in game.players.values() if one.side == name]


def _round_facts(system: System, rounds: int | None) -> dict[str, Value]:
    """Return the number of rounds as a fact, for systems that limit rounds; raise Refusal for others."""
    if rounds is None:
        return {}
    if "rounds" not in system.rulings.model_fields:
        raise Refusal(Text("{system} has no fixed number of rounds; leave the option out.", system=system.name))
    return {"rounds": rounds}


def _unsettled_notes(live: ActiveGame) -> list[Text]:
    """Return a note on rolls that are still due when the game ends."""
    found = live.system.open_matters(live.board)
    if not found:
        return []
    lying = Listed([Text("{unit} ({what})", unit=UnitRef(one.unit), what=one.called) for one in found])
    by = Term("open_wounds")
    return [Text("Not settled: {units}. In a campaign the report settles them (ruling {name}).", units=lying, name=by)]


def _side_named(live: ActiveGame, side: str | None) -> str | None:
    if not side:
        return None
    if known := only_code(side, live.game.sides) or only_code(usual_side(side), live.game.sides):
        return known
    if side.strip().casefold() in DRAWS:
        return DRAW
    sides = Joined(live.game.sides, ", ") or Text("none yet")
    raise Refusal(Text("There is no side '{side}'; the sides are {sides}.", side=side[:40], sides=sides))
