"""The units of a game: loading forces, and adding units to the table or the reserves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from bot.errors import Refusal
from bot.game.people import Call, knows
from bot.game.permissions import side_of, spell_side
from bot.game.registry import ActiveGame
from bot.resolution.game_change import changes_game
from bot.resolution.game_seeds import Lots
from bot.resolution.manual_changes import NewEntry
from bot.resolution.referee import Referee
from bot.resolution.result import CommandResult
from bot.services.play.placing import placing_instructions
from bot.services.play.seals import seal_for_place
from bot.services.play.unit_edits import taken_names
from rules.command.force import Force, Titled, cards_last, muster_units, spec, specs
from rules.game.events import Event, UnitPlaced, UnitRemoved
from rules.game.reserves import ReserveSet
from rules.game.unit import Unit, UnitSpec
from rules.kernel.facts import validate
from rules.kernel.text import NOTHING, Listed, Text, counted
from rules.kit.reserves import arrival_text

MOST_UNITS = 100


class ReserveTerms(NamedTuple):
    """The turn in which a unit arrives from reserve, or from which it rolls, and the number it needs, if it rolls."""

    turn: int = 1
    roll: int | None = None


class GameUnits:
    """Adds forces and units to the running game."""

    def __init__(self, referee: Referee) -> None:
        self.referee = referee

    async def load(
        self, call: Call, force: Force, side: str | None, instead: bool = False, reserve: ReserveTerms | None = None
    ) -> CommandResult:
        """Add a force to a side, or `instead` of its units before the first roll; raise BadFacts or Refusal.

        With `reserve`, its units arrive later.
        """
        return await self._load(call, force, side, instead, await self._lots(call), reserve)

    async def _lots(self, call: Call) -> Lots:
        return await self.referee.seeds.lots(await self.referee.games.require_game(call.where), call)

    @changes_game
    def _load(
        self,
        live: ActiveGame,
        call: Call,
        force: Force,
        side: str | None,
        instead: bool,
        lots: Lots,
        reserve: ReserveTerms | None,
    ) -> NewEntry:
        name = _side_for(live, call, side)
        if instead and not live.game.seats_are_free:
            raise Refusal(Text("Dice have been rolled: remove single units with `/unit remove`."))
        gone = [UnitRemoved(unit=unit.id) for unit in live.game.units_of_side(name)] if instead else []
        units = muster_units(live.system, live.game, name, specs(live.system, force), taken_names(live, call))
        units = cards_last(units, lots)
        require_room(live, len(units))
        title = Text("{side} takes the field: {force}", side=name, force=force.name)
        names = Listed([unit.ref for unit in units])
        notes: list[Text] = [Text("{units}: {names}.", units=counted(len(units), "unit", "units"), names=names)]
        notes += [_reserve_note(live, reserve)] if reserve else placing_instructions(units)
        events = [*gone, *_added_events(units, reserve)]
        return NewEntry("force load", events, title, side=name, notes=notes)

    async def add(
        self,
        call: Call,
        name: str,
        kind: str,
        side: str | None = None,
        models: int | None = None,
        count: int = 1,
        hidden: bool = False,
        place: str = "",
        reserve: ReserveTerms | None = None,
    ) -> CommandResult:
        """Add one or more units of a predefined type.

        With `hidden`, they are cards. A single unit may have the digest of its sealed `place`. With `reserve`, they
        arrive later. Raises BadFacts, Refusal.
        """
        given: dict[str, Any] = {"type": kind, "name": name} | ({"models": models} if models is not None else {})
        return await self._add(call, given, side, count, hidden, place, await self._lots(call), reserve)

    @changes_game
    def _add(
        self,
        live: ActiveGame,
        call: Call,
        given: Mapping[str, Any],
        side: str | None,
        count: int,
        hidden: bool,
        place: str,
        lots: Lots,
        reserve: ReserveTerms | None,
    ) -> NewEntry:
        if place and count > 1:
            raise Refusal(Text("A `place` is for one unit: add these one by one."))
        if place and reserve:
            raise Refusal(Text("A unit in reserve has no place on the table yet: leave out `place` or `reserve`."))
        one = spec(live.system, given)
        chosen, wanted = _side_for(live, call, side), [_as_card(live, one) if hidden else one] * count
        taken = taken_names(live, call)
        if hidden:
            # The name has no number that other players could see; its own side can still identify the unit.
            taken |= {unit.name.casefold() for unit in live.game.units_of_side(chosen)}
        units = muster_units(live.system, live.game, chosen, wanted, taken, count > 1)
        units = cards_last(units, lots)
        require_room(live, len(units))
        title = Text("{side}: {unit} joins", side=chosen, unit=units[0].ref)
        if count > 1 and units[0].has("hidden"):
            title = Text("{side}: {count} hidden units join", side=chosen, count=count)
        elif count > 1:
            title = Text("{side}: {count} × {name} join", side=chosen, count=count, name=wanted[0].name)
        events = _added_events(units, reserve)
        laid, told = seal_for_place(live, call, units[0], place) if place else (None, NOTHING)
        notes = [*([told] if laid else []), *([_reserve_note(live, reserve)] if reserve else [])]
        return NewEntry("unit add", [*events, *([laid] if laid else [])], title, side=chosen, notes=notes)


def has_units(live: ActiveGame, call: Call, side: str) -> bool:
    """True if a side has units that the caller knows."""
    return any(knows(live.board, call.who.id, unit) for unit in live.game.units_of_side(spell_side(live.game, side)))


def _as_card(live: ActiveGame, one: UnitSpec) -> UnitSpec:
    """Return the unit as a card; raise Refusal in systems without hidden units."""
    if "hidden" not in live.system.states:
        raise Refusal(
            Text(
                "{system} has no hidden units. Leave `hidden` out; `place` works without it.",
                system=live.system.name,
            )
        )
    return one.model_copy(update={"states": {**one.states, "hidden": 1}})


def require_possible_roll(live: ActiveGame, roll: int | None) -> None:
    """Raise Refusal for a roll for arrival that the die of the system cannot show."""
    if roll is not None and not 2 <= roll <= live.system.die:
        raise Refusal(Text("roll: give a number from {low} to {high}.", low=2, high=live.system.die))


def _added_events(units: Sequence[Unit], reserve: ReserveTerms | None) -> list[Event]:
    """Return the events that add units to the table, or to the reserves."""
    events: list[Event] = [UnitPlaced(unit=unit) for unit in units]
    if reserve is not None:
        events += [ReserveSet(unit=unit.id, turn=reserve.turn, roll=reserve.roll) for unit in units]
    return events


def _reserve_note(live: ActiveGame, reserve: ReserveTerms) -> Text:
    """Return when units added to the reserves arrive; raise Refusal for an impossible roll."""
    require_possible_roll(live, reserve.roll)
    return Text("In reserve: {terms}.", terms=arrival_text(live.board, reserve.turn, reserve.roll))


def _side_for(live: ActiveGame, call: Call, side: str | None) -> str:
    return side_of(live.game, call.who, validate(Titled, {"name": side}).name if side else None)


def require_room(live: ActiveGame, more: int) -> None:
    if len(live.game.units) + more > MOST_UNITS:
        raise Refusal(
            Text(
                "A game can have at most {most} units; this one has {units}.",
                most=MOST_UNITS,
                units=len(live.game.units),
            )
        )
