"""Facts that name units of a file by their type, as its forces do: {"attacker": "guards", "distance": 10}."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any, cast

from pydantic import BaseModel

from rules.files.arms import FileArms, arms_for
from rules.files.expressions import did_you_mean
from rules.files.specs import STARTING
from rules.files.system import FileRuleset
from rules.game.unit import UnitSpec
from rules.kernel.action import Action
from rules.kernel.errors import BadFacts
from rules.kernel.text import Joined, Text

Given = Mapping[str, Any]


def complete_units(system: FileRuleset, action: Action, given: Given, rulings: BaseModel) -> Given:
    """Return the facts of an action with the numbers of each unit given by its type.

    A unit is "guards", or {"type": "guards", "models": 3} with what differs. Without `weapons` it attacks with all of
    its weapons that reach. Raise BadFacts for an unknown type.
    """
    fields, found = action.facts.model_fields, dict(given)
    for role in ("attacker", "target", "unit"):
        said = given.get(role)
        row = {"type": said} if isinstance(said, str) else said
        if (
            role not in fields
            or not isinstance(row, dict)
            or "type" not in row
            or "type" in system.profile.model_fields
        ):
            continue
        rest = dict(cast("Given", row))
        spec = _spec(system, role, str(rest.pop("type")))
        numbers = {**spec.profile, "models": spec.models}
        model: Any = fields[role].annotation
        if STARTING in model.model_fields:
            numbers.setdefault(STARTING, spec.models)
        found[role] = numbers | rest
        if role == "attacker" and "weapons" in fields and "weapons" not in given:
            unit = model.model_construct(None, **found[role])
            one, far = system.tables.compiled.actions[action.key], given.get("distance")
            arms = arms_for(one, system.tables, spec.weapons, {**system.tables.numbers, **vars(rulings), role: unit})
            hands = unit.models if isinstance(unit.models, int) else 0
            chosen = FileArms(one, arms, hands, far if isinstance(far, int | Decimal) else None).choose("")
            found["weapons"] = [{"weapon": name, "count": count} for name, count in chosen]
    return found


def _spec(system: FileRuleset, role: str, name: str) -> UnitSpec:
    if name not in system.units:
        fault = Text('{role}: there is no "{name}"', role=role, name=name[:40])
        raise BadFacts([Joined((fault, did_you_mean(name, system.units)), "; ")])
    return system.units[name]
