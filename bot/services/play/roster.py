"""The units of a game: adding, editing, marking and removing them."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from bot.errors import Refusal
from bot.game.people import Call, knows, unit_named
from bot.game.permissions import require_commander, require_corrector, side_of, spell_side, voters
from bot.game.registry import ActiveGame
from bot.resolution.game_change import changes_game
from bot.resolution.game_seeds import Lots
from bot.resolution.manual_changes import NewEntry, ProposedChange, Waiting, restores_action
from bot.resolution.open_questions import must_be_settled
from bot.resolution.referee import Referee
from bot.resolution.result import CommandResult
from bot.services.play.agreed_changes import Outcome, by_agreement, register_plans
from bot.services.play.corrections import Corrections
from bot.services.play.placing import arms, placing_instructions
from bot.services.play.seals import seal_for_place
from bot.services.play.unit_edits import UNIT_FIELDS, edit_unit, taken_names
from data.systems import vocabulary
from rules.command.choices import only_code
from rules.command.effects import settle_board
from rules.command.force import Force, Titled, cards_last, muster_units, spec, specs
from rules.command.system import Board
from rules.command.turns import has_acted
from rules.game.events import Event, StateSet, UnitPlaced, UnitRemoved
from rules.game.reserves import ReserveSet
from rules.game.unit import Unit, UnitSpec
from rules.kernel.action import State
from rules.kernel.facts import is_length, validate, value_text
from rules.kernel.text import NOTHING, Listed, Secret, Term, Text, counted
from rules.kit.reserves import arrival_text

MOST_UNITS = 100


class ReserveTerms(NamedTuple):
    """The turn in which a unit arrives from reserve, or from which it rolls, and the number it needs, if it rolls."""

    turn: int = 1
    roll: int | None = None


FIGURES = "figures"
"""The word of unit sheets and results for the field `models`."""


class GameUnits:
    """Manages forces, units and markers of the running game."""

    def __init__(self, referee: Referee, corrections: Corrections) -> None:
        self.referee, self.corrections = referee, corrections
        register_plans(referee, self)

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

    @by_agreement("removal")
    def remove(self, live: ActiveGame, call: Call, waiting: Waiting, unit: str) -> ProposedChange:
        """Remove a unit from the game; its side's players have to agree if the caller is not one of them."""
        found = unit_named(live.game.with_reserves(), unit)
        require_right_to_correct(live, call, found)
        # The rules settle the loss first, as it may end several states; then other references are removed.
        events = settle_board(live.board, [UnitRemoved(unit=found.id)])
        events += [
            StateSet(
                unit=other.id, state=state, value=",".join(id for id in other.words(state) if id != found.id) or None
            )
            for other in live.board.after(events).game.units.values()
            for state in other.states
            if found.id in other.words(state)
        ]
        told = Text("{unit} is removed", unit=found.ref)
        title = told if found.tells_side else Text("{unit} ({side}) is removed", unit=found.ref, side=found.side)
        new = NewEntry("unit remove", events, title, side=found.side)
        return ProposedChange(new, voters(live.game, call.who, found.side), Text("remove {unit}", unit=found.ref))

    async def edit(self, call: Call, unit: str, field: str, value: str, reason: str = "") -> Outcome:
        """Correct one field of a unit; its side's players have to agree if the caller is not one of them.

        Raises BadFacts for an invalid value, Refusal while the unit is part of an open question.
        """
        live = await self.referee.games.require_game(call.where)
        await asyncio.to_thread(vocabulary, live.system.key)  # the words of all languages, for names of weapons
        return await self._edit(call, unit, field, value, reason)

    @by_agreement("edit")
    def _edit(
        self, live: ActiveGame, call: Call, waiting: Waiting, unit: str, field: str, value: str, reason: str = ""
    ) -> ProposedChange:
        found = unit_named(live.game.with_reserves(), unit)
        require_right_to_correct(live, call, found)
        must_be_settled(live, found.id, waiting)
        known = (*UNIT_FIELDS, FIGURES, *live.system.profile.model_fields)
        field = only_code(field, known) or field
        field = "models" if field == FIGURES else field
        if field == "side":
            require_commander(live.game, call.who, found.side)
        event = UnitPlaced(unit=edit_unit(live, call, found, field, value))
        shown = found.ref if field == "name" else Secret(_field_text(live, field, event.unit, value), found.id)
        said = {"unit": found.ref, "field": Term(field), "value": shown}
        title, wish = Text("{unit}: {field} is {value}", **said), Text("correct {unit}: {field} is {value}", **said)
        if field == "models":
            said["value"] = Secret(counted(event.unit.models, "model", "models"), found.id)
            title, wish = Text("{unit}: now {value}", **said), Text("correct {unit}: now {value}", **said)
        new = NewEntry("unit edit", [event], title, side=found.side, reason=reason)
        return ProposedChange(new, voters(live.game, call.who, found.side), wish)

    @by_agreement("mark")
    def mark(
        self, live: ActiveGame, call: Call, waiting: Waiting, unit: str, marker: str, count: int, reason: str = ""
    ) -> ProposedChange:
        """Set a marker to its state on the table, logged as a correction.

        The other side has to agree first if the unit could then repeat an action of this turn.
        """
        found = unit_named(live.game, unit)
        require_right_to_correct(live, call, found)
        must_be_settled(live, found.id, waiting)
        state = _find_state(live, marker)
        if state.holds == "flag" and count > 1:
            raise Refusal(Text("{state} is on or off: give 1 or 0.", state=Term(state.name)))
        if state.name == "suppressed" and count > found.models:
            raise Refusal(Text("{unit} has {models}.", unit=found.ref, models=counted(found.models, "model", "models")))
        marks = [StateSet(unit=found.id, state=one, value=to) for one, to in _marker_states(live, state, count).items()]
        marks += _ended_states(live.board, found, live.board.after(marks).unit(found.id))
        said = {"unit": found.ref, "state": Term(state.name), "count": count}
        title = Text("Correction: {unit}, {state} {count}", **said)
        asks = live.game.begun and restores_action(live.board, live.board.after(marks), found.id)
        groups = voters(live.game, call.who, found.side, others=asks)
        wish = Text("correct {unit}: {state} {count}", **said)
        if asks:
            wish = Text("correct {unit}: {state} {count}, so that it may act again this turn", **said)
        return ProposedChange(NewEntry("marker set", marks, title, side=found.side, reason=reason), groups, wish)


def _field_text(live: ActiveGame, field: str, unit: Unit, value: str) -> Text | str:
    """Return the display of a changed field: weapons by name, lengths in the table's units, others as typed."""
    if field == "weapons":
        return arms(unit)
    length = field in live.system.profile.model_fields and is_length(live.system.profile, field)
    return value_text(live.system.profile, unit.profile.get(field), field) if length else value[:60]


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


def require_right_to_correct(live: ActiveGame, call: Call, unit: Unit) -> None:
    """Raise Refusal for a caller who may not correct the unit; only its own side may correct a hidden one."""
    require_corrector(live.game, call.who, unit.side)
    if not knows(live.board, call.who.id, unit):
        raise Refusal(Text("{unit} is hidden from you: only {side} can change it.", unit=unit.ref, side=unit.side))


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


def _find_state(live: ActiveGame, marker: str) -> State:
    states = {name: state for name, state in live.system.states.items() if state.holds in ("flag", "count")}
    key = only_code(marker, states)
    if key is None:
        raise Refusal(
            Text(
                "There is no marker '{marker}'; the markers are {name}.",
                marker=marker[:40],
                name=Listed([Term(name) for name in states]),
            )
        )
    return states[key]


def _marker_states(live: ActiveGame, state: State, count: int) -> dict[str, int | None]:
    """Return the marker, and the states that last as long as it does."""
    others = [one.name for one in live.system.states.values() if one.goes_with == state.name]
    return {state.name: count, **{name: int(count > 0) or None for name in others}}


def _ended_states(board: Board, unit: Unit, marked: Unit) -> list[StateSet]:
    """Return the states that end because a marker starts the unit's go in this turn; objects on the table stay."""
    if has_acted(board, unit) or not has_acted(board, marked):
        return []
    ends = [one.name for one in board.system.states.values() if one.spent and "activation" in one.cleared_by]
    return [StateSet(unit=unit.id, state=name, value=None) for name in ends if unit.has(name)]
