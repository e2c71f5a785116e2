"""Facts that name units of a file by their type, as its forces do: {"attacker": "guards", "distance": 10}."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any, cast, get_args

from pydantic import BaseModel

from rules.files.arms import FileArms, arms_for
from rules.files.expressions import did_you_mean
from rules.files.ruleset import FileRuleset
from rules.files.specs import STARTING
from rules.game.unit import UnitSpec
from rules.kernel.action import Action
from rules.kernel.errors import BadFacts
from rules.kernel.text import Joined, Text

Given = Mapping[str, Any]


def complete_units(system: FileRuleset, action: Action, given: Given, rulings: BaseModel) -> Given:
    """Return the facts of an action with the numbers of each unit given by its type.

    A unit is "guards", or {"type": "guards", "models": 3} with what differs; so is a side's unit in a roll for the
    initiative. Without `weapons` it attacks with all of its weapons that reach. Raise BadFacts for an unknown type.
    """
    fields, found = action.facts.model_fields, dict(given)
    for role in ("attacker", "target", "unit"):
        if role not in fields or (named := _type_of(system, given.get(role))) is None:
            continue
        model: Any = fields[role].annotation
        spec, found[role] = _complete_unit(system, role, model, named)
        if role == "attacker" and "weapons" in fields and "weapons" not in given:
            unit = model.model_construct(None, **found[role])
            one, far = system.tables.compiled.actions[action.key], given.get("distance")
            arms = arms_for(one, system.tables, spec.weapons, {**system.tables.numbers, **vars(rulings), role: unit})
            models = found[role].get("models", spec.models)  # a record of a file may lack them
            hands = models if isinstance(models, int) else 0
            chosen = FileArms(one, arms, hands, far if isinstance(far, int | Decimal) else None).choose("")
            found["weapons"] = [{"weapon": name, "count": count} for name, count in chosen]
    sides = given.get("sides")
    if "sides" in fields and isinstance(sides, list):
        of_side: Any = get_args(fields["sides"].annotation)[0]
        found["sides"] = rows = list[object]()
        for at, side in enumerate(cast("list[object]", sides)):
            named = _type_of(system, side)
            if of_side.model_fields.keys() == {"name"}:  # it rolls only for itself
                rows.append({"name": side} if isinstance(side, str) else side)
            else:
                rows.append(side if named is None else _complete_unit(system, f"sides.{at}", of_side, named)[1])
    return found


def _type_of(system: FileRuleset, said: object) -> Given | None:
    """Return a unit that is given by its type as a table; None for one given by its numbers."""
    row = {"type": said} if isinstance(said, str) else said
    is_named = isinstance(row, dict) and "type" in row and "type" not in system.profile.model_fields
    return cast("Given", row) if is_named else None


def _complete_unit(system: FileRuleset, role: str, model: Any, row: Given) -> tuple[UnitSpec, dict[str, Any]]:
    rest = dict(row)
    name = str(rest.pop("type"))
    if name not in system.units:
        fault = Text('{role}: there is no "{name}"', role=role, name=name[:40])
        raise BadFacts([Joined((fault, did_you_mean(name, system.units)), "; ")])
    spec = system.units[name]
    numbers = {STARTING: spec.models, **spec.profile, "models": spec.models}
    return spec, {name: number for name, number in numbers.items() if name in model.model_fields} | rest
