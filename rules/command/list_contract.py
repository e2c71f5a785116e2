"""Output of `python -m rules read-list`: as JSON, whose field names are stable, and as lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rules.command.army_list import ALL, AS_COUNTED, AS_READ, TOGETHER, ArmyList, Unknown
from rules.command.force import spec
from rules.command.system import System
from rules.kernel.text import Text
from rules.kernel.wording import ENGLISH


def list_json(system: System, found: ArmyList) -> dict[str, Any]:
    """Return a list as it was understood.

    Several equal units are several entries; a unit with the name of its type has no name of its own.
    """
    return {
        "name": found.name,
        "units": [_unit_json(system, given) for given in found.units],
        "questions": [ENGLISH(question(one)) for one in found.unknown_names],
        "faults": [ENGLISH(fault) for fault in found.faults],
        "passed_over": list(found.passed),
    }


def _unit_json(system: System, given: Mapping[str, Any]) -> dict[str, Any]:
    one = spec(system, given)
    kind = str(given.get("type", ""))
    base = system.units.get(kind)
    weapons = dict[str, int]()
    for arm in one.weapons:
        weapons[arm.name] = weapons.get(arm.name, 0) + arm.count
    return {
        "type": kind,
        "name": "" if base is not None and one.name == base.name else one.name,
        "models": one.models,
        "weapons": weapons,
        "points": one.points or None,
    }


def question(unknown: Unknown) -> Text:
    """Return the question about words of a list."""
    if unknown.kind != "word":
        return Text("What is “{said}”?", said=unknown.words)
    first = unknown.nearest[0] if unknown.nearest else None
    if first and first.key == AS_READ.key:
        return Text(
            "“{said}”: the units I read cost {n} points. Is that right?",
            said=unknown.words,
            n=int(first.value),
        )
    if first and first.key == AS_COUNTED.key:
        return Text("“{said}”: I read {n} units. Is that right?", said=unknown.words, n=int(first.value))
    if ALL in unknown.nearest:
        return Text("“{said}”: one of them, or all?", said=unknown.words)
    if TOGETHER in unknown.nearest:
        return Text("“{said}”: points for each unit, or for all of them?", said=unknown.words)
    return Text("“{said}”: what does the number count?", said=unknown.words)


def list_lines(system: System, found: ArmyList) -> Iterator[str]:
    """Yield a list as it was understood, for a terminal."""
    whole = list_json(system, found)
    yield whole["name"] or "(no name)"
    for unit in whole["units"]:
        arms = ", ".join(f"{count} {name}" for name, count in unit["weapons"].items())
        named = " ".join(filter(None, (unit["type"], f'"{unit["name"]}"' if unit["name"] else "")))
        models = "1 model" if unit["models"] == 1 else f"{unit['models']} models"
        worth = f" [{unit['points']} points]" if unit["points"] else ""
        yield f"  {named}, {models}" + (f": {arms}" if arms else "") + worth
    for line in found.lines:
        yield from (f"  {ENGLISH(text)} ({line.line})" for text in line.assumed)
    yield from (f"? {said}" for said in whole["questions"])
    yield from (f"! {said}" for said in whole["faults"])
    yield from (f"- {said}" for said in whole["passed_over"])
