"""The units of a game: adding, editing, marking and removing them."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from bot.errors import Refusal
from bot.game.people import Call, knows, unit_named
from bot.game.permissions import require_commander, require_corrector, side_of, spell_side, voters
from bot.game.registry import ActiveGame
from bot.resolution.checks import must_be_settled
from bot.resolution.game_seeds import Lots
from bot.resolution.manual_changes import NewEntry, ProposedChange, restores_action
from bot.resolution.pending_command import Edit, Mark, Removal
from bot.resolution.referee import Referee, changes_game
from bot.resolution.result import CommandResult, OpenQuestion
from bot.services.play.corrections import Corrections
from bot.services.play.placing import arms, placing_instructions
from bot.services.play.seals import seal_for_place
from data.systems import vocabulary
from rules.command.choices import only_code, parse_inches, weapon_groups
from rules.command.division import MOST_IN_UNIT, MOST_KINDS
from rules.command.effects import settle_board
from rules.command.force import Force, Titled, cards_last, muster_units, require_fitting, spec, specs, unit_name
from rules.command.system import Board
from rules.command.turns import has_acted
from rules.game.events import Event, StateSet, UnitPlaced, UnitRemoved
from rules.game.unit import MOST_POINTS, Unit, UnitSpec, Weapon
from rules.kernel.action import State
from rules.kernel.errors import BadFacts
from rules.kernel.facts import is_length, validate, value_text
from rules.kernel.text import NOTHING, Joined, Listed, Secret, Term, Text, counted

MOST_UNITS = 100
UNIT_FIELDS = ("models", "starting", "full", "hp", "name", "side", "weapons", "mounted", "medic", "points")
FIGURES = "figures"
"""The word of unit sheets and results for the field `models`."""


class GameUnits:
    """Manages forces, units and markers of the running game."""

    def __init__(self, referee: Referee, corrections: Corrections) -> None:
        self.referee, self._corrections = referee, corrections
        referee.planners |= {"mark": self._mark, "edit": self._edit, "removal": self._remove}

    async def load(self, call: Call, force: Force, side: str | None, instead: bool = False) -> CommandResult:
        """Add a force to a side, or `instead` of its units before the first roll; raise BadFacts or Refusal."""
        return await self._load(call, force, side, instead, await self._lots(call))

    async def _lots(self, call: Call) -> Lots:
        return await self.referee.seeds.lots(await self.referee.games.require_game(call.where), call)

    @changes_game
    def _load(
        self, live: ActiveGame, call: Call, force: Force, side: str | None, instead: bool, lots: Lots
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
        notes += placing_instructions(units)
        events = [*gone, *(UnitPlaced(unit=unit) for unit in units)]
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
    ) -> CommandResult:
        """Add one or more units of a predefined type.

        With `hidden`, they are cards. A single unit may have the digest of its sealed `place`. Raises BadFacts,
        Refusal.
        """
        given: dict[str, Any] = {"type": kind, "name": name} | ({"models": models} if models is not None else {})
        return await self._add(call, given, side, count, hidden, place, await self._lots(call))

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
    ) -> NewEntry:
        if place and count > 1:
            raise Refusal(Text("A `place` is for one unit: add these one by one."))
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
        events: list[Event] = [UnitPlaced(unit=unit) for unit in units]
        laid, told = seal_for_place(live, call, units[0], place) if place else (None, NOTHING)
        notes = [told] if laid else []
        return NewEntry("unit add", [*events, *([laid] if laid else [])], title, side=chosen, notes=notes)

    async def remove(self, call: Call, unit: str) -> CommandResult | OpenQuestion:
        """Remove a unit from the game; its side's players have to agree if the caller is not one of them."""
        return await self._corrections.change_manually(call, Removal(unit=unit))

    def _remove(self, live: ActiveGame, call: Call, change: Removal, waiting: Sequence[OpenQuestion]) -> ProposedChange:
        found = unit_named(live.game.with_reserves(), change.unit)
        require_right_to_correct(live, call, found)
        # The rules settle the loss first, as it may end several states; then other references are removed.
        events = settle_board(live.board, [UnitRemoved(unit=found.id)])
        events += [
            StateSet(unit=other.id, state=state, value=_ids_without(other.words(state), found.id))
            for other in live.board.after(events).game.units.values()
            for state in other.states
            if found.id in other.words(state)
        ]
        told = Text("{unit} is removed", unit=found.ref)
        title = told if found.tells_side else Text("{unit} ({side}) is removed", unit=found.ref, side=found.side)
        new = NewEntry("unit remove", events, title, side=found.side)
        return ProposedChange(new, voters(live.game, call.who, found.side), Text("remove {unit}", unit=found.ref))

    async def edit(
        self, call: Call, unit: str, field: str, value: str, reason: str = ""
    ) -> CommandResult | OpenQuestion:
        """Correct one field of a unit; its side's players have to agree if the caller is not one of them.

        Raises BadFacts for an invalid value, Refusal while the unit is part of an open question.
        """
        live = await self.referee.games.require_game(call.where)
        await asyncio.to_thread(vocabulary, live.system.key)  # the words of all languages, for names of weapons
        return await self._corrections.change_manually(call, Edit(unit=unit, field=field, value=value, reason=reason))

    def _edit(self, live: ActiveGame, call: Call, edit: Edit, waiting: Sequence[OpenQuestion]) -> ProposedChange:
        found = unit_named(live.game.with_reserves(), edit.unit)
        require_right_to_correct(live, call, found)
        must_be_settled(live, found.id, waiting)
        known = (*UNIT_FIELDS, FIGURES, *live.system.profile.model_fields)
        field = only_code(edit.field, known) or edit.field
        field = "models" if field == FIGURES else field
        if field == "side":
            require_commander(live.game, call.who, found.side)
        event = UnitPlaced(unit=edit_unit(live, call, found, field, edit.value))
        shown = found.ref if field == "name" else Secret(_field_text(live, field, event.unit, edit.value), found.id)
        said = {"unit": found.ref, "field": Term(field), "value": shown}
        title = Text("{unit}: {field} is {value}", **said)
        new = NewEntry("unit edit", [event], title, side=found.side, reason=edit.reason)
        return ProposedChange(
            new, voters(live.game, call.who, found.side), Text("correct {unit}: {field} is {value}", **said)
        )

    async def mark(
        self, call: Call, unit: str, marker: str, count: int, reason: str = ""
    ) -> CommandResult | OpenQuestion:
        """Set a marker to its state on the table, logged as a correction.

        The other side has to agree first if the unit could then repeat an action of this turn.
        """
        return await self._corrections.change_manually(call, Mark(unit=unit, marker=marker, count=count, reason=reason))

    def _mark(self, live: ActiveGame, call: Call, mark: Mark, waiting: Sequence[OpenQuestion]) -> ProposedChange:
        found = unit_named(live.game, mark.unit)
        require_right_to_correct(live, call, found)
        must_be_settled(live, found.id, waiting)
        state = _find_state(live, mark.marker)
        value = _marker_value(found, state, mark.count)
        marks = [StateSet(unit=found.id, state=one, value=to) for one, to in _marker_states(live, state, value).items()]
        marks += _ended_states(live.board, found, live.board.after(marks).unit(found.id))
        said = {"unit": found.ref, "state": Term(state.name), "count": mark.count}
        new = NewEntry("marker set", marks, Text("Correction: {unit}, {state} {count}", **said), side=found.side)
        asks = live.game.begun and restores_action(live.board, live.board.after(marks), found.id)
        groups = voters(live.game, call.who, found.side, others=asks)
        wish = Text("correct {unit}: {state} {count}", **said)
        if asks:
            wish = Text("correct {unit}: {state} {count}, so that it may act again this turn", **said)
        return ProposedChange(replace(new, reason=mark.reason), groups, wish)


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


def taken_names(live: ActiveGame, call: Call, but: str = "") -> set[str]:
    """Return the names of the units that a person knows, except one.

    Hidden units are left out, because a number added to a new name would reveal an equal name.
    """
    board = live.board
    known = (unit for unit in live.game.units.values() if unit.id != but and knows(board, call.who.id, unit))
    return {unit.name.casefold() for unit in known}


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


def _ids_without(ids: Sequence[str], gone: str) -> str | None:
    """Return the value of a state whose ids no longer include one; None if none is left."""
    return ",".join(id for id in ids if id != gone) or None


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


def _marker_value(unit: Unit, state: State, count: int) -> int:
    if state.holds == "flag" and count > 1:
        raise Refusal(Text("{state} is on or off: give 1 or 0.", state=Term(state.name)))
    if state.name == "suppressed" and count > unit.models:
        raise Refusal(Text("{unit} has {models}.", unit=unit.ref, models=counted(unit.models, "model", "models")))
    return count


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


def edit_unit(live: ActiveGame, call: Call, unit: Unit, field: str, value: str) -> Unit:
    """Return the unit with one field changed; raise BadFacts for an invalid field or value."""
    changed = unit.model_copy(update=_edited_fields(live, call, unit, field, value))
    return require_fitting(live.system, live.system.recount(changed, field))


def _edited_fields(live: ActiveGame, call: Call, unit: Unit, field: str, value: str) -> Mapping[str, Any]:
    match field:
        case "models":
            models = _parse_number(value, 0, 100)
            return {"models": models, "starting": max(unit.starting, models)}
        case "starting":
            return {"starting": _parse_number(value, max(1, unit.models), 100)}
        case "full":
            return {"full": 0 if value.strip().lower() == "none" else _parse_number(value, 0, 100)}
        case "hp":
            return {"hp": _parse_hit_points(unit, value)}
        case "name":
            return {"name": _new_name(live, call, unit, validate(Titled, {"name": value}).name)}
        case "side":
            return {"side": spell_side(live.game, validate(Titled, {"name": value}).name)}
        case "weapons":
            return {"weapons": parse_weapons(live, unit, value)}
        case "mounted":
            return {"weapons": _parse_mounted(unit, value)}
        case "medic":
            return {"medic": _parse_boolean(value)}
        case "points":
            return {"points": _parse_number(value, 0, MOST_POINTS)}
        case _:
            return {
                "profile": _parse_profile(live, unit, field, value),
                "origins": {name: text for name, text in unit.origins.items() if name != field},
            }


def _new_name(live: ActiveGame, call: Call, unit: Unit, name: str) -> str:
    taken = taken_names(live, call, unit.id)
    own = {one.name.casefold() for one in live.game.units_of_side(unit.side)} & taken
    return unit_name(name, unit.side, own, taken)


def _parse_boolean(value: str) -> bool:
    """Return a typed yes or no as a boolean; raise BadFacts."""
    said = only_code(value, ("yes", "no", "true", "false"))
    if said is None:
        raise BadFacts([Text("value: give yes or no, not '{value}'", value=value[:40])])
    return said in ("yes", "true")


def _parse_hit_points(unit: Unit, value: str) -> tuple[int, ...]:
    """Return the hit points of each model, or of a hull; lost models may be given or omitted. Raises BadFacts."""
    parts = value.replace(",", " ").split()
    if len(parts) > MOST_IN_UNIT:
        raise BadFacts([Text("value: give at most {most} numbers, not {given}", given=len(parts), most=MOST_IN_UNIT)])
    given, living = [_parse_number(part, 0, 100) for part in parts], [at for at, hp in enumerate(unit.hp) if hp]
    if len(given) == len(living) < len(unit.hp):
        now = dict(zip(living, given, strict=True))
        return tuple(now.get(at, 0) for at in range(len(unit.hp)))
    if unit.hp and len(given) != len(unit.hp):
        each = Text(
            "value: {unit} has {models}; give the hit points of each, as they are now: {hp}",
            unit=unit.ref,
            models=counted(len(living) or len(unit.hp), "model", "models"),
            hp=Joined([str(unit.hp[at]) for at in living] or [str(one) for one in unit.hp], " "),
        )
        raise BadFacts([each])
    return tuple(given)


def parse_weapons(live: ActiveGame, unit: Unit, value: str) -> tuple[Weapon, ...]:
    """Return a unit's new weapons, mounted as before; raise BadFacts."""
    words = vocabulary(live.system.key)

    def meant(said: str) -> str | None:
        """Return the only weapon with that name in any language, else None."""
        found = {one.key for one in words.meanings(said.split()) if one.kind == "weapon"}
        return found.pop() if len(found) == 1 else None

    groups = weapon_groups(value, live.system.weapons, meant)
    if len(groups) > MOST_KINDS:
        raise BadFacts(
            [
                Text(
                    "value: give at most {most} kinds of weapon, not {groups}",
                    groups=len(groups),
                    most=MOST_KINDS,
                )
            ]
        )
    mounted = {weapon.name for weapon in unit.weapons if weapon.mounted}
    all_are = bool(mounted) and len(mounted) == len(unit.weapons)
    return tuple(
        validate(Weapon, {"name": name, "count": 1 if count is None else count, "mounted": all_are or name in mounted})
        for count, name in groups
    )


def _parse_mounted(unit: Unit, value: str) -> tuple[Weapon, ...]:
    """Return the unit's weapons with only the named ones mounted on a bunker or vehicle; raise BadFacts."""
    kinds = [weapon.name for weapon in unit.weapons]
    named = () if value.strip().lower() == "none" else weapon_groups(value, kinds)
    names = {name for _, name in named}
    return tuple(weapon.model_copy(update={"mounted": weapon.name in names}) for weapon in unit.weapons)


def _parse_profile(live: ActiveGame, unit: Unit, field: str, value: str) -> dict[str, Any]:
    fields = live.system.profile.model_fields
    if field not in fields:
        known = Listed([Term(one) for one in (*UNIT_FIELDS, *fields)], "or")
        raise BadFacts([Text("field: there is no '{field}'; choose {known}", field=field[:40], known=known)])
    if is_length(live.system.profile, field) and value.strip().lower() not in ("", "none"):
        return _with_length(live, unit, field, value)
    given: Any = None if value.strip().lower() in ("", "none") and fields[field].default is None else value.strip()
    if isinstance(given, str) and len(given) <= 6 and given.removeprefix("-").isdecimal():
        given = int(given)
    elif given in ("true", "yes", "false", "no"):
        given = given in ("true", "yes")
    profile = {**unit.profile, field: given}
    validate(live.system.profile, profile)
    return profile


def _with_length(live: ActiveGame, unit: Unit, field: str, value: str) -> dict[str, Any]:
    """Return the profile with a length that was given in the table's units; raise BadFacts."""
    far = parse_inches(value, live.board.ruler)
    whole = far == int(far)
    profile = {**unit.profile, field: int(far) if whole else float(far)}
    try:
        validate(live.system.profile, profile)
    except BadFacts:
        if whole:
            raise
        near = {"low": int(far), "high": int(far) + 1}
        wrong = Text("{field}: give {low}″ or {high}″, not {given}", field=field, given=value, **near)
        raise BadFacts([wrong]) from None
    return profile


def _parse_number(text: str, low: int, high: int) -> int:
    if len(text) > 20 or not text.strip().isdecimal() or not low <= int(text) <= high:
        raise BadFacts(
            [Text("value: give a number from {low} to {high}, not '{given}'", low=low, high=high, given=text[:40])]
        )
    return int(text)
