"""Force files: their format, their faults, and the units made from them."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import cast

from pydantic import BaseModel, Field

from rules.command.choices import match_name
from rules.command.system import System
from rules.game.game import Game
from rules.game.unit import Name, Unit, UnitSpec, Value, Weapon
from rules.kernel.errors import BadFacts
from rules.kernel.facts import validate
from rules.kernel.text import Listed, Term, Text

MOST_IN_FORCE = 60
MOST_IN_NAME = 60
_ID = re.compile(r"u\d+", re.IGNORECASE)


class Titled(BaseModel):
    """A single name to validate: of a game, a side or a unit."""

    name: Name


class Force(BaseModel, frozen=True, extra="forbid"):
    """A force: units of one system. `type` lines name a ready-made unit and may change its name and number."""

    name: Name
    system: str
    about: str = Field(default="", max_length=500)
    units: tuple[dict[str, object], ...] = Field(min_length=1, max_length=MOST_IN_FORCE)
    aliases: dict[str, str] = Field(default_factory=dict, max_length=100)
    """Words of the army list it was read from, by their meaning, for every server that loads it."""
    plurals: dict[str, str] = Field(default_factory=dict, max_length=100)
    """Irregular plurals of these words and of the names of its units, as lists use them."""


def specs(system: System, force: Force) -> list[UnitSpec]:
    """Return the units of a force; raise BadFacts with one sentence per fault, each naming unit and field."""
    faults: list[Text] = []
    found: list[UnitSpec] = []
    if force.system != system.key:
        raise BadFacts(
            [
                Text(
                    "{force} is a force for {system}; this game uses {key}.",
                    force=force.name,
                    system=force.system,
                    key=system.key,
                )
            ]
        )
    for at, given in enumerate(force.units, 1):
        try:
            found.append(spec(system, given))
        except BadFacts as error:
            faults += [
                Text(
                    "unit {number} ({name}): {fault}",
                    number=at,
                    name=str(given.get("name") or given.get("type") or "") or Text("no name"),
                    fault=f,
                )
                for f in error.faults
            ]
    if faults:
        raise BadFacts(faults)
    return found


def spec(system: System, given: Mapping[str, object]) -> UnitSpec:
    """Return the spec of one unit, based on the ready-made type that it names; raise BadFacts."""
    given = dict(given)
    named = given.pop("type", None)
    if named is not None:
        kind = type_named(system, named) if isinstance(named, str) else None
        if kind is None:
            units = Listed([Term(one) for one in system.units], "or")
            raise BadFacts([Text("type: there is no '{kind}'; choose {units}", kind=str(named)[:60], units=units)])
        if not isinstance(given.get("profile", {}), Mapping):
            raise BadFacts([Text("profile: give a table of fields")])
        changes = cast("Mapping[str, object]", given.get("profile", {}))
        base = system.units[kind].model_dump()
        given = base | given | {"profile": {**base["profile"], **changes}}
    found = validate(UnitSpec, given)
    validate(system.profile, found.profile)
    _check_weapons(system, found.weapons)
    _check_states(system, found.states)
    require_fitting(system, _build_unit("", "", found))
    return found


def type_named(system: System, kind: str) -> str | None:
    """Return the ready-made type with that key or name, or the beginning of one, if there is one."""
    names = {key: key for key in system.units} | {one.name: key for key, one in system.units.items()}
    return match_name(kind, names)


def require_fitting(system: System, unit: Unit) -> Unit:
    """Return the unit; raise BadFacts if the rules of the system cannot describe it."""
    faults = system.unit_faults(unit)
    if faults:
        raise BadFacts(list(faults))
    return unit


def _check_weapons(system: System, weapons: Iterable[Weapon]) -> None:
    faults = [
        Text(
            "weapons: there is no {weapon}; choose {weapons}",
            weapon=weapon.name,
            weapons=Listed(list(system.weapons)),
        )
        for weapon in weapons
        if weapon.name not in system.weapons
    ]
    if faults and system.weapons:
        raise BadFacts(faults)


def _check_states(system: System, states: Mapping[str, Value]) -> None:
    """Raise BadFacts for states that a unit cannot start with: only flags and counts are allowed."""
    may = [name for name, state in system.states.items() if state.holds in ("flag", "count")]
    faults = [
        Text("states: there is no {name}; choose {may}", name=name, may=Listed(may))
        for name in states
        if name not in may
    ]
    faults += [
        Text(
            "states: {name} is a number from 0 to {most}, not {value}",
            name=name,
            most=_highest_value(system, name),
            value=str(value)[:40],
        )
        for name, value in states.items()
        if name in may and not (isinstance(value, int) and 0 <= value <= _highest_value(system, name))
    ]
    if faults:
        raise BadFacts(faults)


def _highest_value(system: System, state: str) -> int:
    return 1 if system.states[state].holds == "flag" else 100


def muster_units(
    system: System,
    game: Game,
    side: str,
    specs: Iterable[UnitSpec],
    taken: Iterable[str] | None = None,
    numbered: bool = False,
) -> list[Unit]:
    """Return units with ids and unique names, as `unit_name` gives them.

    `taken` are the names in use, casefolded; None means the names of all units, on the table or in reserve.
    """
    taken = {unit.name.casefold() for unit in game.all_units.values()} if taken is None else set(taken)
    own = {unit.name.casefold() for unit in game.with_reserves().units_of_side(side)} & taken
    units: list[Unit] = []
    for at, one in enumerate(specs, game.last_unit + 1):
        name = unit_name(one.name, side, own, taken, numbered)
        own.add(name.casefold())
        taken.add(name.casefold())
        units.append(system.muster(_build_unit(f"u{at}", side, one).model_copy(update={"name": name})))
    return units


def cards_last(units: Sequence[Unit], drawn: Callable[[int], Sequence[int]]) -> list[Unit]:
    """Return units that arrive together, with the ids of the hidden ones last and in the order `drawn`.

    So the number of a card reveals nothing about its unit.
    """
    cards = [unit for unit in units if unit.has("hidden")]
    order = [unit for unit in units if not unit.has("hidden")] + [cards[at] for at in drawn(len(cards))]
    return [unit.model_copy(update={"id": place.id}) for unit, place in zip(order, units, strict=True)]


def _build_unit(id: str, side: str, one: UnitSpec) -> Unit:
    """Build a unit as it starts on the table."""
    return Unit(
        id=id,
        name=one.name,
        side=side,
        profile=one.profile,
        models=one.models,
        starting=one.models,
        hp=one.hp,
        weapons=one.weapons,
        states=dict(one.states),
        medic=one.medic,
        points=one.points,
        figures=one.figures,
    )


def unit_name(name: str, side: str, own: Collection[str], taken: Collection[str], numbered: bool = False) -> str:
    """Return the name of a unit, with its side behind it if another side has the same ("Company HQ (Blue)").

    A number is added if a unit of its `own` side has the name, or if all are to be `numbered` from 1 on. Names in use
    are casefolded.
    """
    told, others = f"{name} ({side})", set(taken).difference(own)
    same = told.casefold() in own or not others.isdisjoint((name.casefold(), f"{name} 1".casefold()))
    return unused_name(told if same and len(told) <= MOST_IN_NAME else name, taken, numbered)


def without_side(name: str, side: str) -> str:
    """Return a name without the side in it."""
    return name.replace(f" ({side})", "", 1)


def unused_name(name: str, taken: Iterable[str], numbered: bool = False) -> str:
    """Return the name, or the name with the first number that makes it unique.

    Numbered units start with 1. A name that looks like the id of a unit ("u5") starts with 2.
    """
    known = set(taken)
    if name.casefold() not in known and not numbered and not _ID.fullmatch(name):
        return name
    number = 1 if numbered else 2
    while f"{name} {number}".casefold() in known:
        number += 1
    return f"{name} {number}"
