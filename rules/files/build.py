"""Building a system from a compiled file: its rules and commands, states, topics and texts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from pydantic import BaseModel

from rules.files.classes import build_rule
from rules.files.commands import build_commands, build_initiative, build_order
from rules.files.faults import Faults
from rules.files.levels import levels_of
from rules.files.models import rulings_of, unit_model
from rules.files.rolls import FileTables
from rules.files.roster import read_forces, read_plurals
from rules.files.ruleset import FileRuleset
from rules.files.seen import is_known
from rules.files.shape import Document
from rules.files.specs import CONTACT, CompiledFile
from rules.game.after_battle import AfterBattle, is_passed_by_outcome
from rules.game.unit import UnitSpec
from rules.kernel.action import About, SetupStep, State, Topic
from rules.kernel.plays import Play, RecordedRoll
from rules.kernel.text import N_, NOTHING, Role, Text
from rules.kit import alternate
from rules.kit.rule import Rule, actions_of

_ORDERS = {"alternate": alternate.Alternate, "sides": alternate.SideAfterSide, "keeps": alternate.WhileObeyed}


class Parts(NamedTuple):
    """The checked models, units and weapons of a file."""

    profile: type[BaseModel]
    weapons: Mapping[str, BaseModel]
    units: Mapping[str, UnitSpec]


def build_system(spec: CompiledFile, parts: Parts, faults: Faults) -> FileRuleset:
    rows = spec.document
    about = rows.system
    go = rows.go
    turns = _ORDERS[go.order](go.actions, go.section, go.of_actions or go.section, about.turn)
    tables = FileTables(spec, parts.weapons)
    profile = parts.profile
    unit = unit_model(spec, profile)
    initiative = build_initiative(spec, unit)
    rules: dict[str, type[Rule[Any, Any, Any, Any]]] = {
        key: initiative if one.row.command == "initiative" else build_rule(one, spec, unit)
        for key, one in spec.actions.items()
        if one.has_rule
    }
    orders = {
        key: build_order(one, rules.get(key), turns, spec)
        for key, one in spec.actions.items()
        if one.row.command != "initiative"
    }
    commands, acts = build_commands(orders, tables, initiative, turns)
    states: dict[str, State] = {**{name: _state(name, rows) for name in rows.states}, **_BUILT_IN}
    if CONTACT not in spec.holds:
        del states[CONTACT]
    system = FileRuleset(
        key=about.key,
        about=About(
            name=about.name,
            version=about.version,
            credit=about.credit,
            licence=about.licence,
            demo=rows.shown.forces,
            steps=rows.shown.try_,
        ),
        tables=tables,
        rulings=rulings_of(rows),
        profile=profile,
        actions=actions_of(*dict.fromkeys((*rules.values(), initiative))),
        commands=commands,
        acts=acts,
        states=states,
        topics=_topics(rows),
        throws=spec.roll_kinds,
        units=parts.units,
        weapons=tuple(rows.weapons),
        plurals=read_plurals({"units": rows.units, "weapons": rows.weapons}, faults.add),
        absent={key: Text(said) for key, said in rows.absent.items()},
        turn=about.turn,
        die=about.die,
        levels=levels_of(spec, profile),
        setup=tuple(SetupStep(one.key, Text(one.text), one.command, one.waits) for one in rows.setup) or _SETUP,
        after_battle=AfterBattle(passed=partial(_is_passed, spec)),
        refused=tuple(map(Text, rows.refused)) or tuple(_listed(spec, "refused")),
        warned=tuple(map(Text, rows.warned)) or tuple(_listed(spec, "warned")),
        rows=rows,
        turns=turns,
        orders={key: one for key, one in orders.items() if one.spec.row.command != "activate"},
    )
    return replace(system, forces=read_forces(system, rows, faults))


_SETUP = (
    SetupStep("forces", Text("Bring both forces to the table."), "/force load"),
    SetupStep("rulings", Text("Agree on what the rules leave open."), "/rulings show"),
    SetupStep("deploy", Text("Lay out the terrain and set up the units."), "/marker set"),
    SetupStep("initiative", Text("Roll for the initiative."), "/initiative"),
)
_BUILT_IN: Mapping[str, State] = {
    "activated": State(
        "activated", Text("activation"), ("turn_end",), Text("has been activated this turn"), marker=True, living=True
    ),
    "actions_left": State(
        "actions_left", Text("activation"), ("turn_end",), Text("actions it may still take"), "count", living=True
    ),
    CONTACT: State(
        CONTACT,
        Text("close combat"),
        ("manual",),
        Text("is in close combat with these"),
        "words",
        living=True,
        with_units=Text(N_("in contact with {units}")),
    ),
}


def _state(name: str, rows: Document) -> State:
    row = rows.states[name]
    until = row.until or ("manual",)
    holds = "words" if row.holds == "units" else row.holds
    state = State(name, Text(row.set_by), until, Text(row.effect), holds, living=True)
    state = state._replace(marker=row.marker, harm=row.harm, spent=row.spent)
    state = state._replace(figures=row.figures, goes_with=row.goes_with)
    return state._replace(ends=Text(row.ends) if row.ends else NOTHING, alone=Text(row.alone) if row.alone else NOTHING)


def _topics(rows: Document) -> dict[str, Topic]:
    first = Text("Each side rolls for the order of play: the highest total goes first, ties roll again.")
    usual = {"initiative": Topic(Text("Initiative"), rows.initiative.section, first)}
    found: dict[str, Topic] = {} if "initiative" in rows.topics else usual
    found |= {key: Topic(Text(row.title), row.section, Text(row.text), row.rulings) for key, row in rows.topics.items()}
    if (victory := rows.victory) and victory.text:
        found["victory"] = Topic(Text("Victory"), victory.section, Text(victory.text))
    for key, row in rows.action.items():
        if row.rule:
            found[key] = Topic(Text(row.title), row.section, Text(row.rule))
    return found


def _is_passed(spec: CompiledFile, play: Play, roll: RecordedRoll) -> bool:
    one = spec.actions.get(play.action)
    if one and one.passes and is_known(one.passes, play.outcome):
        return bool(one.passes(play.outcome))
    ends = [value for value in play.outcome.values() if value in ("passed", "failed")]
    return ends[0] == "passed" if ends else is_passed_by_outcome(play, roll)


def _listed(spec: CompiledFile, kind: str) -> list[Text]:
    roles = {role: Role(role) for role in ("attacker", "target", "unit")}
    found: list[Text] = []
    for one in spec.actions.values():
        for row in getattr(one.row, kind):
            used = {name: role for name, role in roles.items() if f"{{{name}}}" in row.say}
            found.append(Text(row.say, **used))
    return list(dict.fromkeys(found))
