"""The names that the expressions of a system file may read, with their kinds."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from decimal import Decimal
from keyword import iskeyword
from types import UnionType
from typing import Annotated, Any, Literal, Union, cast, get_args, get_origin

from pydantic import BaseModel

from rules.files.action_shape import ActionRow, StepRow
from rules.files.declared import facts_inside
from rules.files.expressions import Expression, Kind, Maybe, Names, Phrase, RecordList
from rules.files.faults import Faults
from rules.files.field_shape import FieldRow
from rules.files.shape import AskedRow, Document
from rules.files.source import Path
from rules.files.specs import CONTACT, SCOPE, STARTING, WEAPONS
from rules.kernel.facts import Facts
from rules.kernel.text import Text


class Scope:
    """The names of a file; `models` are the facts that it declares for its actions."""

    def __init__(self, document: Document, faults: Faults, models: Mapping[str, type[Facts]]) -> None:
        self.document, self.faults = document, faults
        self.facts = {key: kinds_of(model) for key, model in models.items()}
        self.holds = {name: row.holds for name, row in document.states.items()}
        actions = cast("dict[str, Any]", faults.source.values["action"])
        if any(isinstance(row, dict) and "contact" in row for row in actions.values()):
            self.holds[CONTACT] = "words"
        own: Names = {
            **{name: _kind(row) for name, row in document.profile.items()},
            **{name: "number" if holds == "count" else "flag" for name, holds in self.holds.items()},
            "models": "number",
        }
        self.unit: Names = own if STARTING in own else {**own, STARTING: "number"}
        self.weapon: Mapping[str, Kind] = {name: _kind(row) for name, row in document.weapon.items()}
        self.weapons = RecordList({"count": "number", "weapon": frozenset(document.weapons), **self.weapon})
        self.asked: dict[str, Kind] = {
            name: frozenset(row.codes) if row.codes else "number" if row.numbers else "flag"
            for name, row in document.asked.items()
        }
        self.rulings: dict[str, Kind] = {}
        for name, row in document.rulings.items():
            words = frozenset(one for one in row.choices if isinstance(one, str))
            self.rulings[name] = words or "number"
        self.tables: dict[str, Kind] = {
            name: dict.fromkeys(cast("dict[str, int]", row), "number") if isinstance(row, dict) else "number"
            for name, row in document.tables.items()
        }
        self.phrases: dict[str, Kind] = {
            name: {word: Phrase((said,)) for word, said in row.items()} for name, row in document.phrases.items()
        }
        self.scopes = {key: self._scope_of(("action", key), key, row) for key, row in document.action.items()}
        self.before = {key: dict(self._before(key, row)) for key, row in document.action.items()}
        self.counts: dict[str, Kind] = {}
        """Names of results and of values before the dice, which a modifier may read."""
        for key, row in document.action.items():
            self.counts |= {one.counts: "number" for one in row.roll if one.counts}
            self.counts |= {name: kind for step in row.then for name, kind in self.step_names(step)}
            self.counts |= {name: one.kind for name, one in self.before[key].items()}

    def of_modifier(self, path: Path, each: str | None) -> dict[str, Kind]:
        """Return the names that a modifier may read in some action; of its list, those of an entry."""
        facts: dict[str, Kind] = {WEAPONS: self.weapons}
        facts |= {name: kind for found in self.facts.values() for name, kind in found.items()}
        roles = ("attacker", "target", "unit")
        units: dict[str, Kind] = {}
        rolling: dict[str, Kind] = {**self.unit}
        for role in roles:
            units[role] = {**self.unit, **cast("Names", facts.get(role, {}))}
            rolling |= cast("Names", units[role])
        entry = facts.get(each or "")
        if each and not isinstance(entry, RecordList):
            lists = [name for name, kind in facts.items() if isinstance(kind, RecordList)]
            self.faults.add_unknown((*path, "each"), each, lists)
        known: dict[str, Kind] = {
            **facts,
            **units,
            "roller": rolling,
            **({"weapon": self.weapon} if self.weapon else {}),
            **self.tables,
            **self.phrases,
            **self.asked,
            **self.rulings,
            "models": "number",
            "distance": "number",
            **self.counts,
        }
        if each and isinstance(entry, RecordList):
            known[each] = cast("Names", dict(entry))
        return known

    def step_names(self, step: StepRow) -> Iterator[tuple[str, Kind]]:
        """Yield the names that a step sets in the scope, with their kind."""
        if step.table:
            for name in self.document.table.get(step.table, ()):
                yield name, "number"
        elif step.counts:
            yield step.counts, frozenset(("passed", "failed")) if step.is_test else "number"
        elif step.lose:
            yield "models_lost", "number"
        elif step.shift:
            yield "shifted", "number"
        elif step.choose and step.options:
            yield step.choose, frozenset(one.key for one in step.options)
        elif name := step.named or step.choose:
            yield name, "number"

    def check_new_name(self, path: Path, name: str, known: Container[str]) -> None:
        """Note a name that is in use already."""
        taken = iskeyword(name) or hasattr(tuple, name) or name in known or name in SCOPE
        self.faults.add_if(taken, path, Text('"{name}" is taken: use another name', name=name))

    def _scope_of(self, path: Path, key: str, row: ActionRow) -> dict[str, Kind]:
        """Return the names that the expressions of an action may read before its first die."""
        names: dict[str, Kind] = dict.fromkeys(row.parts, self._known_unit(path, row))
        if row.weapons and row.weapons.reach is not None:
            names["distance"] = "number"
        if row.weapons and WEAPONS not in [name for step in row.then for name, _ in self.step_names(step)]:
            names[WEAPONS] = self.weapons
        if key in self.facts:
            self._check_record(path, row, self.facts[key])
            names.pop(WEAPONS, None)
            names |= self.facts[key]
        for at, name in enumerate(row.asks):
            if name not in self.asked:
                self.faults.add_unknown((*path, "asks", at), name, self.asked)
            elif not self.document.asked[name].idle:
                names[name] = self.asked[name]
        if row.ways:
            self.check_new_name((*path, "ways"), "action", {**names, **self.tables, **self.rulings})
            names["action"] = frozenset(row.ways)
        if row.once and row.once not in self.document.states:
            self.faults.add_unknown((*path, "once"), row.once, self.document.states)
        topics = {*self.document.topics, *(key for key, one in self.document.action.items() if one.rule)}
        if row.topic and row.topic not in topics:
            self.faults.add_unknown((*path, "topic"), row.topic, topics)
        return names | self.tables | self.phrases | self.rulings

    def _check_record(self, path: Path, row: ActionRow, facts: Names) -> None:
        """Note units and answers that declared facts lack, and fields of an action without such facts."""
        for part in row.parts:
            unit = facts.get(part)
            fits = type(unit) is dict and ("models" in unit or part != "target")
            wrong = Text("the record needs {name}, a record of its own; that of a target has models", name=part)
            self.faults.add_if(not fits, (*path, "facts"), wrong)
        wrong = Text("the action has facts of its own: remove it")
        for name in ("knows", "given", "bare", "ways"):
            self.faults.add_if(getattr(row, name), (*path, name), wrong)
        self.faults.add_if(row.weapons and row.weapons.pool, (*path, "weapons", "pool"), wrong)
        wrong = Text("the facts of an initiative are its sides: remove it")
        self.faults.add_if(row.command == "initiative", (*path, "facts"), wrong)
        for name, asked in self.asked_by(row).items():
            if not asked.idle and name not in facts:
                self.faults.add_unknown((*path, "asks", row.asks.index(name)), name, facts)

    def _known_unit(self, path: Path, row: ActionRow) -> Names:
        """Return the numbers and states of a unit that an action knows."""
        if row.is_attack:
            self.faults.add_if(row.knows, (*path, "knows"), Text("an attack knows all of its units: remove it"))
            return self.unit
        for at, name in enumerate(row.knows):
            if name not in self.unit:
                self.faults.add_unknown((*path, "knows", at), name, self.unit)
        for at, name in enumerate(row.given):
            if name not in row.knows:
                self.faults.add_unknown((*path, "given", at), name, row.knows)
        return {name: kind for name, kind in self.unit.items() if name in row.knows} if row.knows else self.unit

    def asked_by(self, row: ActionRow) -> dict[str, AskedRow]:
        """Return the questions of an action, by name."""
        return {name: self.document.asked[name] for name in row.asks if name in self.asked}

    def answers(self, row: ActionRow, names: Names) -> dict[str, Kind]:
        """Return what may be known of an action before it is complete."""
        read = (*row.parts, "distance", *self.rulings, *self.tables)
        known: dict[str, Kind] = {name: names[name] for name in read if name in names}
        known |= dict.fromkeys(row.parts, self.unit) if row.facts else {}
        for name, asked in self.asked_by(row).items():
            kind = self.asked[name]
            known[name] = kind | {""} if asked.idle and isinstance(kind, frozenset) else kind
        return known

    def offers(self, row: ActionRow, names: Names) -> Iterator[tuple[str, tuple[Expression, ...]]]:
        """Yield the conditions under which an action offers its situations."""
        known = self.answers(row, names)
        for name, asked in self.asked_by(row).items():
            if asked.when:
                scope: dict[str, Kind] = {one: kind for one, kind in known.items() if one != name}
                scope |= {"n": "number"} if asked.numbers else {}
                path, alone = ("asked", name, "when"), len(asked.when) == 1
                found = [
                    self.faults.compile_formula(path if alone else (*path, at), one, scope, "flag")
                    for at, one in enumerate(asked.when)
                ]
                yield name, tuple(one for one in found if one is not None)

    def needed(self, row: ActionRow, names: Names) -> Iterator[tuple[str, Expression]]:
        """Yield the conditions under which an action needs numbers."""
        known = self.answers(row, names)
        for name, asked in self.asked_by(row).items():
            one = self.faults.compile_formula(("asked", name, "needed"), asked.needed or None, known, "flag")
            if one is not None:
                yield name, one

    def sets(self, row: ActionRow, names: Names) -> Iterator[tuple[str, dict[str, Expression]]]:
        """Yield the facts that the answers to the questions of an action set."""
        record = self.document.record.get(row.facts or "")
        facts = dict(facts_inside(record, self.document)) if record else {}
        scope: Names = {**self.answers(row, names), "n": "number"}
        for name, asked in self.asked_by(row).items():
            found = dict[str, Expression]()
            for fact, said in asked.sets.items():
                path = ("asked", name, "sets", fact)
                one = self.faults.compile_formula(path, said, scope, "any")
                if fact not in facts:
                    self.faults.add_unknown(path, fact, facts)
                elif one is not None:
                    found[fact] = one
                    wrong = Text('{fact} cannot be "{said}"', fact=fact, said=str(said))
                    self.faults.add_if(not facts[fact].fits(one.kind), path, wrong)
            if found:
                yield name, found

    def of_units(self, key: str, row: ActionRow) -> dict[str, tuple[str, ...]]:
        """Return the declared facts of an action that are numbers and states of its units."""
        facts = self.facts.get(key, {})
        return {
            part: tuple(name for name in cast("Names", facts[part]) if name in self.unit)
            for part in row.parts
            if part in facts
        }

    def _before(self, key: str, row: ActionRow) -> Iterator[tuple[str, Expression]]:
        """Yield the values of an action that are known before its first die, and add them to its names."""
        for name, said in row.before.items():
            path, names = ("action", key, "before", name), self.scopes[key]
            one = self.faults.compile_formula(path, said, names, "any")
            self.check_new_name(path, name, names)
            if one is not None:
                names[name] = one.kind
                yield name, one


def kinds_of(model: type[BaseModel]) -> dict[str, Kind]:
    """Return the kinds of declared facts."""
    return {name: _kind_of_type(field.annotation) for name, field in model.model_fields.items()}


def _kind_of_type(kind: Any) -> Kind:
    origin, args = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _kind_of_type(args[0])
    if origin is Literal:
        return frozenset(args) if isinstance(args[0], str) else "number"
    if origin is tuple:
        return RecordList(kinds_of(args[0]))
    if origin in (Union, UnionType):
        inner = _kind_of_type(args[0])
        return Maybe(inner) if isinstance(inner, dict) else inner
    if issubclass(kind, BaseModel):
        return kinds_of(kind)
    return "flag" if kind is bool else "number" if kind in (int, Decimal) else frozenset[str]()


def _kind(row: FieldRow) -> Kind:
    if row.kind == "word":
        return frozenset(row.words)
    return "flag" if row.kind == "flag" else "number"
