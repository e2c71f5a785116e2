"""Brings units to the table, puts them right, and takes them away."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.errors import Refusal
from bot.game.lookup import unit_named
from bot.game.people import Call
from bot.game.permissions import may_command, may_umpire, seated, side_of, spelled
from bot.game.registry import ActiveGame
from bot.resolution.referee import Referee, replanned
from bot.resolution.result import CommandResult
from rules.cli.arguments import ruling_from
from rules.errors import BadFacts
from rules.events import Event, RulingSet, StateSet, UnitPlaced, UnitRemoved
from rules.facts import checked
from rules.force import Force, Titled, mustered, spec, specs, unused
from rules.parsing import weapon_groups
from rules.system import State
from rules.text import counted, listed, say, spoken
from rules.unit import Unit, Weapon

MOST_UNITS = 100
MOST_WEAPONS = 20
UNIT_FIELDS = ("models", "starting", "hp", "name", "side", "weapons")


class Roster:
    """Forces, units and markers of the running game."""

    def __init__(self, referee: Referee) -> None:
        self._referee, self._games = referee, referee.games

    async def load_force(self, call: Call, force: Force, side: str | None) -> CommandResult:
        """A whole force for a side; nothing of it when a single line is wrong. Raises BadFacts, Refusal."""
        live = await self._games.at(call.where)
        return await self.load(call, live, force, side)

    @replanned
    async def load(self, call: Call, live: ActiveGame, force: Force, side: str | None) -> CommandResult:
        async with live.lock:
            name = self._side(live, call, side)
            units = mustered(live.system, live.game, name, specs(live.system, force), call.who.id)
            _room(live, len(units))
            title = say("{name} takes the field: {force}", name=name, force=force.name)
            notes = (f"{counted(len(units), 'unit')}: {listed([unit.name for unit in units])}.",)
            joined = [UnitPlaced(unit=unit) for unit in units]
            return await self._referee.note(live, call, "force load", joined, side=name, title=title, notes=notes)

    @replanned
    async def add(
        self, call: Call, name: str, kind: str, side: str | None = None, models: int | None = None, count: int = 1
    ) -> CommandResult:
        """One unit or several of a ready-made type; raises BadFacts, Refusal."""
        live = await self._games.at(call.where)
        async with live.lock:
            chosen = self._side(live, call, side)
            given: dict[str, Any] = {"type": kind, "name": name} | ({"models": models} if models is not None else {})
            units = mustered(live.system, live.game, chosen, [spec(live.system, given)] * count, call.who.id)
            _room(live, len(units))
            joined = [UnitPlaced(unit=unit) for unit in units]
            names = listed([unit.name for unit in units])
            title = say("{side}: {units} joins" if count == 1 else "{side}: {units} join", side=chosen, units=names)
            return await self._referee.note(live, call, "unit add", joined, side=chosen, title=title)

    def _side(self, live: ActiveGame, call: Call, side: str | None) -> str:
        if side:
            side = checked(Titled, {"name": side}).name
        return side_of(live.game, call.who, side)

    @replanned
    async def remove(self, call: Call, unit: str) -> CommandResult:
        """Take a unit out of the record."""
        live = await self._games.at(call.where)
        async with live.lock:
            found = unit_named(live.game, unit)
            may_command(live.game, call.who, found.side)
            events: list[Event] = [
                StateSet(unit=other.id, state=state, value=None)
                for other in live.game.units.values()
                for state, value in other.states.items()
                if value == found.id
            ]
            title = say("{unit} ({side}) is taken out", unit=found.name, side=found.side)
            return await self._referee.note(
                live, call, "unit remove", [*events, UnitRemoved(unit=found.id)], side=found.side, title=title
            )

    @replanned
    async def edit(self, call: Call, unit: str, field: str, value: str, reason: str = "") -> CommandResult:
        """Put one field of a unit right; raises BadFacts for a value that cannot be."""
        live = await self._games.at(call.where)
        async with live.lock:
            found = unit_named(live.game, unit)
            may_command(live.game, call.who, found.side)
            update = _edited(live, found, field, value)
            event = UnitPlaced(unit=found.model_copy(update=update))
            title = say("{unit}: {field} is {value}", unit=found.name, field=spoken(field), value=value[:60])
            return await self._referee.note(
                live, call, "unit edit", [event], side=found.side, title=title, reason=reason[:500]
            )

    @replanned
    async def mark(self, call: Call, unit: str, marker: str, count: int, reason: str = "") -> CommandResult:
        """Set a marker to what lies on the table; logged as a correction."""
        live = await self._games.at(call.where)
        async with live.lock:
            found = unit_named(live.game, unit)
            may_command(live.game, call.who, found.side)
            state = _state(live, marker)
            value = _marker_value(found, state, count)
            marks = [StateSet(unit=found.id, state=one, value=to) for one, to in _marks(live, state, value).items()]
            title = say("Correction: {unit}, {state} {count}", unit=found.name, state=spoken(state.name), count=count)
            return await self._referee.note(
                live, call, "marker set", marks, side=found.side, title=title, reason=reason[:500]
            )

    @replanned
    async def rule(self, call: Call, name: str, value: str) -> CommandResult:
        """Set a ruling: any player before the first throw, later the umpire."""
        live = await self._games.at(call.where)
        async with live.lock:
            seated(live.game, call.who)
            if live.game.plays:
                may_umpire(live.game, call.who, say("change a ruling once dice have been thrown"))
            found = ruling_from(live.system, name, value)
            events = [RulingSet(name=key, value=setting) for key, setting in found.items()]
            title = say(
                "Ruling: {name} is {value}",
                name=spoken(name),
                value=listed([spoken(str(one)) for one in found.values()]),
            )
            return await self._referee.note(live, call, "rulings set", events, title=title)


def _room(live: ActiveGame, more: int) -> None:
    if len(live.game.units) + more > MOST_UNITS:
        raise Refusal(say("A game holds {most} units; here are {units}.", most=MOST_UNITS, units=len(live.game.units)))


def _state(live: ActiveGame, marker: str) -> State:
    key = marker.strip().casefold().replace(" ", "_")
    states = {name: state for name, state in live.system.states.items() if state.holds in ("flag", "count")}
    if key not in states:
        raise Refusal(
            say(
                "There is no marker {marker!r}; there is {name}.",
                marker=marker[:40],
                name=listed([spoken(name) for name in states]),
            )
        )
    return states[key]


def _marker_value(unit: Unit, state: State, count: int) -> int:
    if state.holds == "flag" and count > 1:
        raise Refusal(say("{state} is on or off: 1 or 0.", state=spoken(state.name)))
    if state.name == "suppressed" and count > unit.models:
        raise Refusal(say("{unit} has {models}.", unit=unit.name, models=counted(unit.models, "model")))
    return count


def _marks(live: ActiveGame, state: State, count: int) -> dict[str, int | None]:
    """The marker, and those that stand as long as it does."""
    others = [one.name for one in live.system.states.values() if one.goes_with == state.name]
    return {state.name: count, **{name: int(count > 0) or None for name in others}}


def _edited(live: ActiveGame, unit: Unit, field: str, value: str) -> Mapping[str, Any]:
    """The changed fields of a unit; raises BadFacts for a field or a value that cannot be."""
    match field:
        case "models":
            models = _number(value, 0, 100)
            return {"models": models, "starting": max(unit.starting, models)}
        case "starting":
            return {"starting": _number(value, max(1, unit.models), 100)}
        case "hp":
            return {"hp": tuple(_number(part, 0, 100) for part in value.replace(",", " ").split())}
        case "name":
            taken = [other.name.casefold() for other in live.game.units.values() if other.id != unit.id]
            return {"name": unused(checked(Titled, {"name": value}).name, taken)}
        case "side":
            return {"side": spelled(live.game, checked(Titled, {"name": value}).name)}
        case "weapons":
            return {"weapons": _weapons(live, unit, value)}
        case _:
            return {"profile": _profile(live, unit, field, value)}


def _weapons(live: ActiveGame, unit: Unit, value: str) -> tuple[Weapon, ...]:
    """What a unit carries now, mounted where it was; raises BadFacts."""
    groups = weapon_groups(value, live.system.weapons)
    if len(groups) > MOST_WEAPONS:
        raise BadFacts(
            [
                say(
                    "value: {groups} kinds of weapon are too many; {most} at most",
                    groups=len(groups),
                    most=MOST_WEAPONS,
                )
            ]
        )
    mounted = any(weapon.mounted for weapon in unit.weapons)
    return tuple(
        checked(Weapon, {"name": name, "count": 1 if count is None else count, "mounted": mounted})
        for count, name in groups
    )


def _profile(live: ActiveGame, unit: Unit, field: str, value: str) -> dict[str, Any]:
    fields = live.system.profile.model_fields
    if field not in fields:
        known = [*UNIT_FIELDS, *fields]
        raise BadFacts([say("field: there is no {field!r}; there is {known}", field=field[:40], known=listed(known))])
    given: Any = None if value.strip().lower() in ("", "none") and fields[field].default is None else value.strip()
    if isinstance(given, str) and len(given) <= 6 and given.removeprefix("-").isdecimal():
        given = int(given)
    elif given in ("true", "yes", "false", "no"):
        given = given in ("true", "yes")
    profile = {**unit.profile, field: given}
    checked(live.system.profile, profile)
    return profile


def _number(text: str, low: int, high: int) -> int:
    if len(text) > 20 or not text.strip().isdecimal() or not low <= int(text) <= high:
        raise BadFacts(
            [say("value: a number from {low} to {high} is needed, not {given!r}", low=low, high=high, given=text[:40])]
        )
    return int(text)
