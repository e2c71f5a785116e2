"""The seats of a table: joining and leaving a side, the umpire, and the units that are delegated."""

from __future__ import annotations

from dataclasses import replace

from bot.errors import Refusal
from bot.game import permissions
from bot.game.people import OPPONENT, Call, Person, groups_for_seating, sides_of, umpires, unit_named
from bot.game.registry import ActiveGame
from bot.resolution.game_change import changes_game
from bot.resolution.manual_changes import NewEntry, ProposedChange, Waiting
from bot.resolution.referee import Referee
from bot.services.play.absence import SILENT_DAYS, Absences, AbsentPlayers, Steward, replacement_notes
from bot.services.play.agreed_changes import Outcome, by_agreement, other_sides_once_begun, register_plans
from bot.services.play.corrections import Corrections
from rules.command.choices import only_code
from rules.command.force import Titled
from rules.game.events import Event
from rules.game.game import Game
from rules.game.table_events import PlayerLeft, PlayerSeated, UnitDelegated
from rules.game.tabletop import USUAL_SIDES, Player, usual_side
from rules.kernel.facts import validate
from rules.kernel.text import Listed, Text


class Seats:
    """Seats people at the sides of a game, and names its umpire."""

    def __init__(self, referee: Referee, corrections: Corrections) -> None:
        self.referee, self.corrections, self._games = referee, corrections, referee.games
        self._absences = Absences(referee.record, lambda: referee.clock())
        register_plans(referee, self)

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
            permissions.require_umpire(game, call.who, Text("seat another player"))
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
        player = permissions.require_seated(live.game, call.who)
        others = [one for one in live.game.players.values() if one.id not in (player.id, OPPONENT.id)]
        events: list[Event] = [PlayerLeft(player=player.id)]
        notes: list[Text] = []
        if player.umpire and others:
            # Prefer a player with a side: a neutral umpire needs the agreement of the sides.
            heir = next((one for one in others if one.side), others[0])
            events.append(PlayerSeated(player=heir.model_copy(update={"umpire": True})))
            notes.append(Text("{player} is now the umpire.", player=heir.name))
        title = Text("{player} leaves the game", player=player.name)
        return NewEntry("game leave", events, title, side=player.side, notes=notes)

    async def umpire(self, call: Call, player: Person, steward: Steward | None = None) -> Outcome:
        """Make another person the umpire; the former umpire keeps their side.

        Any player may name an umpire if there is none, and a `steward` may if all umpires are gone.
        """
        gone = None
        if steward is not None:
            live = await self._games.from_memory(call.where)
            gone = await self._absences.find_absent(call, live, umpires(live.game), steward)
        return await self._make_umpire(call, player.id, player.name, gone)

    @by_agreement("whistle")
    def _make_umpire(
        self,
        live: ActiveGame,
        call: Call,
        waiting: Waiting,
        player: str,
        name: str,
        gone: AbsentPlayers | None = None,
    ) -> ProposedChange:
        """Make a person umpire, in place of all umpires if these are `gone`.

        The other sides have to agree to an umpire who decides for every side (`bot.game.people.is_neutral`).
        """
        game = live.game
        gone = gone if gone and {*umpires(game)} == gone.players.keys() else None
        if umpires(game) and gone is None:
            permissions.require_umpire(game, call.who, Text("name another umpire"))
        if gone is None:
            permissions.require_seated(game, call.who)
        old = [one for one in game.players.values() if one.umpire and one.id != player]
        events: list[Event] = [PlayerSeated(player=one.model_copy(update={"umpire": False})) for one in old]
        seat = game.players.get(player) or Player(id=player, name=name)
        events.append(PlayerSeated(player=seat.model_copy(update={"umpire": True})))
        groups = () if sides_of(game, player) else other_sides_once_begun(game, call.who, waiting)
        notes = replacement_notes(game, call, gone) if gone else []
        new = NewEntry("game umpire", events, Text("{player} is now the umpire", player=name), notes=notes)
        return ProposedChange(new, groups, Text("make {player} the umpire", player=name), silence="yes")

    @changes_game
    def delegate(self, live: ActiveGame, call: Call, unit: str, player: Person) -> NewEntry:
        """Let another player command a unit; naming the same player again revokes it."""
        found = unit_named(live.game, unit)
        permissions.require_commander(live.game, call.who, found.side)
        back = live.game.lent.get(found.id) == player.id
        no = Text("{player} no longer commands {unit}", player=player.name, unit=found.ref)
        title = no if back else Text("{player} may command {unit}", player=player.name, unit=found.ref)
        event = UnitDelegated(unit=found.id, player=None if back else player.id)
        return NewEntry("game delegate", [event], title, side=found.side)


def _find_side(game: Game, named: str) -> str:
    """Return the side that a prefix names: one at the table, or one of the usual two; else a new side."""
    offered = dict.fromkeys((*game.sides, *USUAL_SIDES)) if len(game.sides) < len(USUAL_SIDES) else game.sides
    return (
        only_code(named, game.sides)
        or only_code(named, offered)
        or only_code(usual_side(named), offered)
        or permissions.spell_side(game, named)
    )


def _players_of(game: Game, side: str) -> list[str]:
    """Return the ids of the players of a side."""
    name = _find_side(game, side)
    return [one.id for one in game.players.values() if one.side == name]
