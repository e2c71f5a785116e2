"""A unit divided into two, and two units joined into one: models, wounds, weapons and states, in every system."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from rules.command.effects import divide
from rules.command.system import Board, System
from rules.game.unit import Unit, Value, Weapon, remove_weapons
from rules.kernel.action import State
from rules.kernel.errors import RuleError
from rules.kernel.text import Term, Text, counted, several_of

MOST_IN_UNIT = 100
"""Most models of a unit, and most weapons of a kind."""
MOST_KINDS = 20
"""Most kinds of weapons of a unit."""


class Division(NamedTuple):
    """A divided unit: its remainder, and the new unit."""

    rest: Unit
    part: Unit


# Splitting.


def split_unit(board: Board, unit: Unit, models: int, weapons: Sequence[Weapon] | None) -> Division:
    """Return a unit divided into two; raise RuleError if that is not possible.

    The new unit has `models` of its models and the given weapons, by default its share of each kind; it has no id or
    name of its own yet. Earlier losses are shared, so that both are as depleted as the whole was.
    """
    _require_divisible(board, unit)
    if models >= unit.models:
        has = counted(unit.models, "model", "models")
        raise RuleError(Text("{unit} has {models}: leave it at least one.", unit=unit.ref, models=has))
    given = _usual_weapons(unit, models) if weapons is None else _given_weapons(unit, weapons)
    left = unit.models - models
    lost = divide(max(0, unit.starting - unit.models), (left, models))
    starting = (left + lost[0], models + lost[1])
    missing = divide(max(0, unit.full - unit.starting), starting) if unit.full else (0, 0)
    points = divide(unit.points, starting)
    go = unit.standing_figures[left:]  # those for whom the rest has no model
    figures = tuple(one for one in unit.figures if one not in go), go
    hp, states = _divide_hit_points(unit, models, lost[1]), _divide_states(board.system, unit, (left, models))
    rest = unit.model_copy(
        update={
            "models": left,
            "starting": starting[0],
            "full": starting[0] + missing[0] if unit.full else 0,
            "hp": hp[0],
            "weapons": remove_weapons(unit.weapons, {one.name: one.count for one in given}),
            "states": states[0],
            "points": points[0],
            "figures": figures[0],
        }
    )
    part = unit.model_copy(
        update={
            "models": models,
            "starting": starting[1],
            "full": starting[1] + missing[1] if unit.full else 0,
            "hp": hp[1],
            "weapons": given,
            "states": states[1],
            "points": points[1],
            "figures": figures[1],
            "profile": {name: value for name, value in unit.profile.items() if name not in board.system.leads},
            "medic": False,
            "part_of": unit.id,
        }
    )
    return Division(rest, part)


def can_be_split(board: Board, unit: Unit) -> bool:
    """True if models may be split off a unit now."""
    try:
        _require_divisible(board, unit)
    except RuleError:
        return False
    return True


def _require_divisible(board: Board, unit: Unit) -> None:
    """Raise RuleError for a unit that cannot be split now."""
    _require_free(board, unit)
    if unit.models < 2:
        raise RuleError(Text("{unit} has only one model and cannot be split.", unit=unit.ref))


def _require_free(board: Board, unit: Unit) -> None:
    """Raise RuleError for a unit that can be neither split nor joined: a vehicle, a fighting or an active one."""
    system = board.system
    if not unit.alive:
        raise RuleError(Text("{unit} is out of action.", unit=unit.ref))
    if system.after_battle.is_vehicle(unit):
        raise RuleError(Text("{unit} is a vehicle: only units of models can be split or joined.", unit=unit.ref))
    if unit.has("hidden"):
        raise RuleError(Text("{unit} is hidden: reveal it first.", unit=unit.ref))
    if system.fights(unit):
        raise RuleError(Text("{unit} is in close combat: finish the fight first.", unit=unit.ref))
    if unit.count("actions_left"):
        left = counted(unit.count("actions_left"), "action", "actions")
        raise RuleError(Text("{unit} has {actions} left: finish its activation first.", unit=unit.ref, actions=left))


def share_of_weapons(unit: Unit, models: int) -> dict[str, int]:
    """Return the number of each kind of weapon that goes with models by their share, rounded down."""
    return {one.name: one.count * models // unit.models for one in unit.weapons if not one.mounted}


def _usual_weapons(unit: Unit, models: int) -> tuple[Weapon, ...]:
    """Return the weapons that go with models by their share; raise RuleError if that is none at all."""
    shares = share_of_weapons(unit, models)
    found = tuple(one.model_copy(update={"count": shares[one.name]}) for one in unit.weapons if shares.get(one.name))
    if unit.weapons and not found:
        raise RuleError(
            Text(
                "Which weapons go with them? Name them in `weapons`, such as “{example}”, or write “none”.",
                example=several_of(1, unit.weapons[0].name),
            )
        )
    return found


def _given_weapons(unit: Unit, weapons: Iterable[Weapon]) -> tuple[Weapon, ...]:
    """Return the named weapons, with equal kinds added up; raise RuleError for more than the unit has."""
    wanted: dict[str, int] = {}
    for one in weapons:
        wanted[one.name] = wanted.get(one.name, 0) + one.count
    has = {one.name: one for one in unit.weapons}
    for name, count in wanted.items():
        if name not in has:
            raise RuleError(Text("{unit} has no {weapon}.", unit=unit.ref, weapon=Term(name)))
        if count > has[name].count:
            values = {"there": several_of(has[name].count, name), "count": count}
            raise RuleError(Text("{unit} has {there}, not {count}.", unit=unit.ref, **values))
    return tuple(has[name].model_copy(update={"count": count}) for name, count in wanted.items())


def _divide_hit_points(unit: Unit, models: int, lost: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the hit points of the rest and of the new unit, which gets the first living models of the list.

    The leader is the last of the list and stays. `lost` models of the new unit are already lost.
    """
    if not unit.hp:
        return (), ()
    living = [at for at, hp in enumerate(unit.hp) if hp][:models]
    gone = [at for at, hp in enumerate(unit.hp) if not hp][:lost]
    moved = {*living, *gone}
    return (
        tuple(hp for at, hp in enumerate(unit.hp) if at not in moved),
        tuple(unit.hp[at] for at in sorted(moved)),
    )


def _divide_states(system: System, unit: Unit, models: Sequence[int]) -> tuple[dict[str, Value], dict[str, Value]]:
    """Return the states of both parts: counted figures are divided, all other states are kept by both."""
    found = dict(unit.states), dict(unit.states)
    for name, state in system.states.items():
        if not (state.figures and unit.has(name)):
            continue
        for half, count in zip(found, divide(unit.count(name), models), strict=True):
            half[name] = count
            if not count:
                for gone in (name, *(one.name for one in system.states.values() if one.goes_with == name)):
                    half.pop(gone, None)
    return found


# Joining.


def join_units(board: Board, unit: Unit, other: Unit) -> Unit:
    """Return two units as one, which keeps the id and name of the first; raise RuleError if they cannot be joined.

    The worse state holds: harm to one is harm to both, and if one has acted, both have. Advantages remain only if both
    have them.
    """
    _require_alike(board, unit, other)
    weapons = _add_weapons(unit.weapons, other.weapons)
    models, most = unit.models + other.models, max((one.count for one in weapons), default=0)
    if models > MOST_IN_UNIT or len(weapons) > MOST_KINDS or most > MOST_IN_UNIT:
        raise RuleError(Text("{unit} and {other} are too many for one unit.", unit=unit.ref, other=other.ref))
    leads = {name: value for name, value in other.profile.items() if name in board.system.leads and value}
    full = (unit.full or unit.starting) + (other.full or other.starting) if unit.full or other.full else 0
    return unit.model_copy(
        update={
            "models": models,
            "starting": unit.starting + other.starting,
            "full": full,
            "hp": (*other.hp, *unit.hp),
            "weapons": weapons,
            "states": _join_states(board.system, unit, other),
            "points": unit.points + other.points,
            "profile": {**leads, **{name: one for name, one in unit.profile.items() if name not in leads or one}},
            "medic": unit.medic or other.medic,
            "figures": (*unit.figures, *other.figures),
            "origins": {**other.origins, **unit.origins},
        }
    )


def joinable_units(board: Board, unit: Unit) -> list[Unit]:
    """Return the units that may become part of a unit now."""
    found = list[Unit]()
    for one in board.game.units_of_side(unit.side):
        with suppress(RuleError):
            join_units(board, unit, one)
            found.append(one)
    return found


def _require_alike(board: Board, unit: Unit, other: Unit) -> None:
    """Raise RuleError for two units that cannot be joined now."""
    if unit.id == other.id:
        raise RuleError(Text("Choose two different units to join."))
    if unit.side != other.side:
        raise RuleError(Text("{unit} and {other} are on different sides.", unit=unit.ref, other=other.ref))
    _require_free(board, unit)
    _require_free(board, other)
    if _shared_profile(board.system, unit) != _shared_profile(board.system, other):
        raise RuleError(
            Text(
                "{unit} and {other} are of different kinds: only units with equal values can be joined.",
                unit=unit.ref,
                other=other.ref,
            )
        )
    for name, state in board.system.states.items():
        if state.holds == "unit" and state.cleared_by == ("manual",) and unit.word(name) != other.word(name):
            raise RuleError(Text("{unit} and {other} are not in the same place.", unit=unit.ref, other=other.ref))


def _shared_profile(system: System, unit: Unit) -> Mapping[str, object]:
    """Return the values of a profile that all its models share."""
    fields = system.profile.model_fields
    given = {name: unit.profile.get(name, field.default) for name, field in fields.items()}
    return {name: value for name, value in given.items() if name not in system.leads}


def _add_weapons(*groups: Iterable[Weapon]) -> tuple[Weapon, ...]:
    found: dict[tuple[str, bool], Weapon] = {}
    for one in (weapon for group in groups for weapon in group):
        known = found.get((one.name, one.mounted))
        count = one.count + known.count if known else one.count
        found[one.name, one.mounted] = one.model_copy(update={"count": count})
    return tuple(found.values())


def _join_states(system: System, unit: Unit, other: Unit) -> dict[str, Value]:
    found: dict[str, Value] = {}
    for name in dict.fromkeys((*unit.states, *other.states)):
        state, values = system.states.get(name), (unit.states.get(name), other.states.get(name))
        here = [value for value in values if value]
        if here and not (state and _is_advantage(system, state) and len(here) < len(values)):
            found[name] = _join_values(state, here, {unit.id, other.id})
    return {name: value for name, value in found.items() if value}


def _is_advantage(system: System, state: State) -> bool:
    """True if a state favours its unit: a marker that is no harm, does not count figures, and is no past action."""
    return state.marker and not state.harm and not state.figures and state.name not in system.turn_states


def _join_values(state: State | None, values: Sequence[Value], own: set[str]) -> Value:
    """Merge the values of a state: add figures up, else take the larger number, or all words."""
    numbers = [value for value in values if isinstance(value, int)]
    if numbers:
        return sum(numbers) if state and state.figures else max(numbers)
    if state and state.holds == "words":
        words = dict.fromkeys(word for value in values for word in str(value).split(","))
        return ",".join(word for word in words if word not in own)
    return values[0]
