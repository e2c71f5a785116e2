"""Forces written as army lists that read back as the same force."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from rules.command.army_list import read_list
from rules.command.force import Force, spec
from rules.command.list_words import Vocabulary
from rules.command.system import System
from rules.game.unit import UnitSpec


def list_text(system: System, words: Vocabulary, force: Force) -> str:
    """Return a force as a list, one unit per line, each as short as possible without loss."""
    head = [f"# {force.name}", *(f"> {line}" for line in force.about.splitlines())]
    return "\n".join([*head, "", *(_write_unit(system, words, dict(unit)) for unit in force.units)]) + "\n"


def _write_unit(system: System, words: Vocabulary, given: dict[str, Any]) -> str:
    """Return the first way to write a unit that reads back as the same one."""
    one = spec(system, given)
    for line in _spellings(system, one, given.get("type")):
        units = read_list(system, words, line).units
        if len(units) == 1 and spec(system, units[0]) == one:
            return line
    raise AssertionError("the last way always reads as the same")


def _spellings(system: System, one: UnitSpec, kind: Any) -> Iterator[str]:
    types = [key for key in system.units if key == kind or system.units[key].name == one.name]
    arms = ", ".join(f"{arm.count} {arm.name.replace('_', ' ')}" for arm in one.weapons) or "unarmed"
    for key in types:
        base = system.units[key]
        name = base.name if base.name == one.name else f"{_quote(one.name)} {base.name}"
        size = f" ({one.models} models)" if base.models > 1 else ""
        fields = [
            f"{name}={json.dumps(value)}" for name, value in one.profile.items() if base.profile.get(name) != value
        ]
        now, before = one.model_dump(mode="json"), base.model_dump(mode="json")
        changed = [name for name in ("hp", "states", "medic", "points", "figures") if now[name] != before[name]]
        fields += [f"{name}={json.dumps(now[name])}" for name in changed]
        yield name
        yield f"{name}{size}"
        yield f"{name}{size}: {arms}"
        yield "; ".join([f"{name}{size}", *fields])
        yield "; ".join([f"{name}{size}: {arms}", *fields])
    body = one.model_dump(mode="json", exclude={"name"})
    yield f"{_quote(one.name)} " + " ".join(f"{name}={json.dumps(value)}" for name, value in body.items())


def _quote(name: str) -> str:
    """Return a name in quotes, so that nothing in it is read as markup."""
    return '"' + re.sub(r'(["\\\]=~])', r"\\\1", name) + '"'
