"""Corrections of one field of a unit: the value as typed, parsed and checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.game.people import Call, knows
from bot.game.permissions import spell_side
from bot.game.registry import ActiveGame
from data.systems import vocabulary
from rules.command.choices import only_code, parse_inches, weapon_groups
from rules.command.division import MOST_IN_UNIT, MOST_KINDS
from rules.command.force import Titled, require_fitting, unit_name
from rules.game.unit import MOST_POINTS, Unit, Weapon
from rules.kernel.errors import BadFacts
from rules.kernel.facts import is_length, validate
from rules.kernel.text import Joined, Listed, Term, Text, counted

UNIT_FIELDS = ("models", "starting", "full", "hp", "name", "side", "weapons", "mounted", "medic", "points")


def taken_names(live: ActiveGame, call: Call, but: str = "") -> set[str]:
    """Return the names of the units that a person knows, on the table or in reserve, except one.

    Hidden units are left out, because a number added to a new name would reveal an equal name.
    """
    board = live.board
    known = (unit for unit in live.game.all_units.values() if unit.id != but and knows(board, call.who.id, unit))
    return {unit.name.casefold() for unit in known}


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
            taken = taken_names(live, call, unit.id)
            own = {one.name.casefold() for one in live.game.with_reserves().units_of_side(unit.side)} & taken
            return {"name": unit_name(validate(Titled, {"name": value}).name, unit.side, own, taken)}
        case "side":
            return {"side": spell_side(live.game, validate(Titled, {"name": value}).name)}
        case "weapons":
            return {"weapons": parse_weapons(live, unit, value)}
        case "mounted":
            kinds = [weapon.name for weapon in unit.weapons]
            named = () if value.strip().lower() == "none" else weapon_groups(value, kinds)
            names = {name for _, name in named}
            return {"weapons": tuple(one.model_copy(update={"mounted": one.name in names}) for one in unit.weapons)}
        case "medic":
            said = only_code(value, ("yes", "no", "true", "false"))
            if said is None:
                raise BadFacts([Text("value: give yes or no, not '{value}'", value=value[:40])])
            return {"medic": said in ("yes", "true")}
        case "points":
            return {"points": _parse_number(value, 0, MOST_POINTS)}
        case _:
            return {
                "profile": _parse_profile(live, unit, field, value),
                "origins": {name: text for name, text in unit.origins.items() if name != field},
            }


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
