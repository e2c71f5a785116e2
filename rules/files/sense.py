"""Faults of a file whose lines are each correct: it would load, but play wrongly."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from typing import Any

from pydantic import BaseModel

from rules.files.expressions import Expression
from rules.files.faults import Faults
from rules.files.rolls import most_dice
from rules.files.specs import STARTING, ActionSpec, CompiledFile
from rules.files.step_specs import RollSpec
from rules.game.unit import UnitSpec
from rules.kernel.text import Listed, Text, Value

_ONCE = ("fire", "assault", "morale", "activate", "initiative")
"""Commands that may have only one action in a file."""
MOST_CHOICES = 25
"""The most choices in a list of Discord."""


def check_sense(
    spec: CompiledFile,
    weapons: Mapping[str, BaseModel],
    units: Mapping[str, UnitSpec],
    faults: Faults,
    is_whole: bool = True,
) -> None:
    """Note states, actions, weapons and faces that cannot happen or are never used.

    A file is not whole if a part of its rules is in Python: that part may use what the file does not.
    """
    if is_whole:
        _states(spec, faults)
        _unused(spec, units, faults)
        _never_set(spec, faults)
    states = spec.document.states
    for name, state in states.items():  # each ends with a state that exists; only counted ones count figures
        if state.goes_with and state.goes_with not in states.keys() - {name}:
            faults.add_unknown(("states", name, "goes_with"), state.goes_with, states.keys() - {name})
        faults.add_if(
            state.figures and state.holds != "count", ("states", name, "figures"), Text('give holds = "count"')
        )
    for key, row in weapons.items():
        for when, said in spec.impossible:
            faults.add_if(when({"weapon": row}), ("weapons", key), Text(said))
    _actions(spec, weapons, units, faults)
    _numbers(spec, units, faults)


def _states(spec: CompiledFile, faults: Faults) -> None:
    ends, begins = set[str](), set[str]()
    for state, change in _changes(spec):
        begins.add(state)
        if "-" in change.text or change.text.strip() == "0":
            ends.add(state)
    for one in spec.actions.values():
        begins |= {one.row.once} if one.row.once else set()
    for row in spec.document.modifier.values():
        ends.add(row.spends.rpartition(".")[2])
    for name, row in spec.document.states.items():
        path = ("states", name)
        if row.until is None and not row.by_hand and name not in ends:
            faults.add(path, Text("nothing ends it: give until, let an action remove it, or set by_hand = true"))
        if name not in begins and not row.by_hand:
            faults.add(path, Text("nothing sets it: let an action mark it, or set by_hand = true"))


def _changes(spec: CompiledFile) -> Iterator[tuple[str, Expression]]:
    """Yield all changes of states by actions."""
    for one in spec.actions.values():
        yield from one.marks.items()
        for step in one.steps:
            if step.row.mark and step.amount:
                yield step.row.mark.rpartition(".")[2], step.amount
            yield from ((state.rpartition(".")[2], change) for state, change in step.marks.items())
            for ending in step.endings.values():
                yield from ((state.rpartition(".")[2], change) for state, change in ending.marks.items())


def _actions(
    spec: CompiledFile, weapons: Mapping[str, BaseModel], units: Mapping[str, UnitSpec], faults: Faults
) -> None:
    taken: dict[str, str] = {}
    carried = {one.name for unit in units.values() for one in unit.weapons}
    obeys = [step for one in spec.actions.values() if one.row.command == "activate" for step in one.steps]
    if spec.document.go.order == "keeps" and not any(step.row.is_test for step in obeys):
        fault = Text("give an action with the command activate and a test")
        faults.add(("go", "order"), fault)
    for key, one in spec.actions.items():
        path, row = ("action", key), one.row
        if not (row.rule or row.topic):
            faults.add(path, Text("give rule, a text, or topic, the topic that has it"))
        if row.command in _ONCE and (other := taken.setdefault(row.command, key)) != key:
            known = Text('"{other}" already has the command {command}', other=other, command=row.command)
            faults.add((*path, "command"), known)
        if row.is_attack and not one.every_roll:
            faults.add(path, Text("give roll: an attack rolls dice"))
        if not row.is_attack and one.rolls:
            faults.add((*path, "roll"), Text("only fire and assault roll for weapons: move it to then"))
        if row.command == "move" and not (one.inches or "inches" in one.results):
            faults.add(path, Text("say how far the unit moves, in inches"))
        _commands_of_turn(spec, one, faults)
        for at, refusal in enumerate(one.refused):
            if not refusal.when.reads and refusal.when({}):
                faults.add((*path, "refused", at), Text("this always refuses the action: change its condition"))
        # A unit must carry a weapon for an attack, as far as the weapon alone decides it.
        able = carried
        if one.which and all(read.startswith("weapon.") for read in one.which.reads):
            able = {name for name in carried & weapons.keys() if one.which({"weapon": weapons[name]})}
        if row.is_attack and row.weapons and not able:
            faults.add((*path, "weapons"), Text("no unit carries a weapon for it: give one to a unit"))
        for at, roll in enumerate(row.roll):
            if row.weapons and roll.add is not None:
                faults.add((*path, "roll", at), Text("weapons count successes: add dice up under then, once for all"))
        _choices(spec, one, faults)


_ONLY = {"ways": "move", "reminds": "activate", "owes": "activate", "again": "initiative"}
"""Fields that mean something with one command only."""


def _commands_of_turn(spec: CompiledFile, one: ActionSpec, faults: Faults) -> None:
    """Note ways of a move that are none, an initiative that does not compare, and fields of other commands."""
    path, row = ("action", one.key), one.row
    for name, command in _ONLY.items():
        fault = Text("only an action with the command {command} has it: remove it", command=command)
        faults.add_if(getattr(row, name) and row.command != command, (*path, name), fault)
    faults.add_if(
        not all(said.number for said in one.owes),
        (*path, "owes"),
        Text("give the number of markers alone beside the sentence, by with"),
    )
    others = [spec.actions[way] for way in row.ways if way in spec.actions]
    for other in others:
        fault = Text("{action} is no move of one unit: give it the command act", action=other.key)
        faults.add_if(other.row.command != "act" and other is not one, (*path, "ways"), fault)
    for way in row.ways:
        taken = way not in spec.actions and spec.ways.get(way, one.key) != one.key
        faults.add_if(taken, (*path, "ways"), Text('"{name}" is taken: use another name', name=way))
    all_others = row.command == "move" and others and len(others) == len(row.ways) and one not in others
    faults.add_if(all_others, (*path, "ways"), Text("all of these are other actions: name a way of its own"))
    no_facts = row.is_attack or row.command == "initiative" or not row.knows
    faults.add_if(row.bare and no_facts, (*path, "bare"), Text("bare goes only with knows, in an action of one unit"))
    if row.command == "initiative":
        compared = [step.by for step in row.then if step.roll and not (step.is_test or step.table)] == ["unit"]
        compared = compared and len(row.then) == 1
        faults.add_if(not compared, (*path, "then"), Text("give one roll by the unit, counted or added up"))
        whole = compared and ("initiative",) in faults.source.lines
        faults.add_if(whole, ("initiative",), Text("the action {action} is the roll: remove this", action=one.key))


_OPTIONS = {"fire": ("situation", "cover"), "move": ("terrain",)}
"""The options of a command that ask for facts only players can see; the other commands have `situation`."""


def _choices(spec: CompiledFile, one: ActionSpec, faults: Faults) -> None:
    command = one.row.command
    options = _OPTIONS.get(command, ("situation",))
    for at, name in enumerate(one.row.asks):
        if (option := spec.document.asked[name].option) not in options:
            values: dict[str, Value] = {"command": command, "option": option, "known": Listed(options, "or")}
            fault = Text('/{command} has no option "{option}": use {known}', **values)
            faults.add(("action", one.key, "asks", at), fault)
    for option in ("situation", "cover", "terrain"):
        rows = [spec.document.asked[name] for name in one.row.asks]
        count = sum(len(row.codes or row.numbers) or 1 for row in rows if row.option == option)
        if count > MOST_CHOICES:
            fault = Text("{n} choices for {option}: {most} at most", n=count, option=option, most=MOST_CHOICES)
            faults.add(("action", one.key, "asks"), fault)


def _unused(spec: CompiledFile, units: Mapping[str, UnitSpec], faults: Faults) -> None:
    """Note unused rows; in a variant only its own rows, not the rows of its base."""
    document = spec.document
    carried = {one.name for unit in units.values() for one in unit.weapons}
    reads = frozenset[str]().union(*(one.reads for one in spec.actions.values()))
    numbers = {one.partition(".")[0] for one in reads}
    cited = {one if isinstance(one, str) else one.ruling for row in document.action.values() for one in row.cites}
    said = {name for one in spec.actions.values() for name in one.counted} | document.profile.keys()
    asks = {name for one in document.action.values() for name in one.asks}
    records = {row.facts for row in document.action.values()}
    records |= {fact.of for row in document.record.values() for fact in row.facts.values()}
    looked_up = {step.table for one in document.action.values() for step in one.then}
    used: dict[str, tuple[Iterable[str], Container[str], Text]] = {
        "weapons": (document.weapons, carried, Text("no unit carries it: give it to a unit, or remove it")),
        "tables": (document.tables, numbers, Text("no rule reads it: use it in a condition or a number, or remove it")),
        "rulings": (
            document.rulings,
            reads | cited,
            Text("no rule reads it: use it in a condition or a number, or remove it"),
        ),
        "counted": (document.counted, said, Text("no sentence counts it: name it in one, or remove it")),
        "asked": (document.asked, asks, Text("no action asks for it: add it to asks")),
        "record": (document.record, records, Text("no action has these facts: name it as facts, or remove it")),
        "table": (document.table, looked_up, Text("no roll looks it up: name it as the table of a step, or remove it")),
    }
    for table, (names, there, fault) in used.items():
        for name in names:
            faults.add_if(name not in there and (table, name) in faults.source.lines, (table, name), fault)
    counting = {modifier.key for one in spec.actions.values() for modifier in one.modifiers}
    rolled = {roll.key for one in spec.actions.values() for roll in one.every_roll}
    for key, row in document.modifier.items():
        if unknown := [one for one in row.on if one not in rolled and one not in document.profile]:
            faults.add_unknown(("modifier", key, "on"), unknown[0], {*rolled, *document.profile})
        elif key not in counting and ("modifier", key) in faults.source.lines:
            faults.add(("modifier", key), Text("it changes no roll: no action under on has all names that it uses"))


def _never_set(spec: CompiledFile, faults: Faults) -> None:
    """Note facts that must be given, but have no number of a unit and no answer behind them."""
    rows = spec.document
    own = {*rows.profile, *spec.holds, "models", STARTING}
    for one in spec.actions.values():
        facts = rows.record[one.row.facts].facts if one.row.facts else {}
        found = {*one.asked, "distance", *(fact for sets in one.sets.values() for fact in sets)}
        found |= {f"{role}.{name}" for role in one.row.parts for name in own}
        for name, fact in facts.items():
            inner = rows.record[fact.of].facts if fact.of and not (fact.most or fact.optional) else {}
            for path, row in ((name, fact), *((f"{name}.{key}", each) for key, each in inner.items())):
                is_free = row.optional or row.usual or row.default is not None or (row.of and not row.most)
                if path not in found and not is_free:
                    wrong = Text("nothing sets {fact}: let an answer set it, or give it a default", fact=path)
                    faults.add(("action", one.key, "facts"), wrong)


def _numbers(spec: CompiledFile, units: Mapping[str, UnitSpec], faults: Faults) -> None:
    check, die = spec.document.check, spec.document.system.die
    low, high = (check.always, check.never) if check.roll == "under" else (check.never, check.always)
    for name, face in (("always", check.always), ("never", check.never)):
        no_such_face = Text("a d{die} has no {face}: give a face from 1 to {die}", die=die, face=face or 0)
        faults.add_if(face and face > die, ("check", name), no_such_face)
    if low and high and low >= high:
        is_over = check.roll == "over"
        fault = (
            Text("dice rolled over pass high: give always a higher face than never")
            if is_over
            else Text("dice rolled under pass low: give always a lower face than never")
        )
        faults.add(("check", "always"), fault)
    for one in spec.actions.values():
        for roll in one.every_roll:
            dice: Any = roll.row.dice
            most = most_dice(roll, die)
            if isinstance(dice, int) and not (0 if roll.more else 1) <= dice <= most:
                faults.add(("action", one.key), Text("{n} dice: give 1 to {most}", n=dice, most=most))
            _unreachable(roll, die, faults)
    checks = [
        roll
        for one in spec.actions.values()
        for roll in one.every_roll
        if roll.field and roll.is_check and not roll.is_summed
    ]
    for name in dict.fromkeys(roll.field for roll in checks):
        for key, unit in units.items():
            value = unit.profile.get(name)
            if check.always is None and isinstance(value, int) and not 1 <= value <= die:
                path = ("units", key, "profile", name)
                faults.add(path, Text("{n} cannot be rolled with a d{die}: give 1 to {die}", n=value, die=die))


def _unreachable(roll: RollSpec, die: int, faults: Faults) -> None:
    """Note rows of a table that no face of the die can reach without modifiers."""
    if roll.table is None or roll.is_summed or roll.modifiers or roll.number.reads or roll.row.add not in (None, 0):
        return
    below = 0
    for name, end in roll.table.items():
        if below >= die or (end.upto is not None and end.upto < 1):
            path = ("table", str(getattr(roll.row, "table", "")), name)
            faults.add(path, Text("no face of a d{die} reaches it: remove it, or change upto", die=die))
        below = end.upto if end.upto is not None else die
