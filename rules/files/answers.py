"""The facts of an action in a file: the units of a request, and the answers of the players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar

from pydantic import BaseModel

from rules.command.order import refuse_if
from rules.files.action_shape import ActionRow
from rules.files.plan import ROLE_TEXTS
from rules.files.rolls import FileTables
from rules.files.rule import FileRule
from rules.files.seen import Seen, is_known, known_facts, scope_of
from rules.files.shape import AskedRow
from rules.files.specs import ActionSpec
from rules.game.unit import Unit
from rules.kernel.errors import RuleError
from rules.kernel.facts import Ask, Choice, MissingFacts
from rules.kernel.request import split_code
from rules.kernel.text import Listed, Term, Text, Value
from rules.kit import alternate

MOST_TYPED = 100
"""The greatest number that a question for one offers."""


class AnsweredOrder(alternate.UnitAction[FileTables, BaseModel]):
    """An action of a file with the units and answers of a request."""

    spec: ClassVar[ActionSpec]
    rule: ClassVar[type[FileRule[Any, Any]]]

    @property
    def row(self) -> ActionRow:
        return self.spec.row

    @cached_property
    def _units(self) -> Mapping[str, Unit]:
        if not self.request.unit:
            return {}
        if not self.row.is_attack:
            return {"unit": self.unit}
        there = {"attacker": self.unit}
        return {**there, "target": self.target} if self.request.target else there

    @property
    def _refs(self) -> dict[str, Value]:
        return {**ROLE_TEXTS, **{role: unit.ref for role, unit in self._units.items()}}  # a menu has no target yet

    def asked_situations(self) -> dict[str, Any]:
        """Return the facts that only players know, from the request; situations that are not named are false.

        A move names its way: the one of the request, or its first.
        """
        ways, way = self.row.ways, self.request.action
        found: dict[str, Any] = {"action": way if way in ways else ways[0]} if ways else {}
        for name in self.spec.asked:
            given = self._answers.get(name, [self._asked[name].nothing])
            refuse_if(len(given) > 1, Text("Choose only one: {codes}.", codes=Listed(map(str, given))))
            found[name] = given[0]
        return found

    @cached_property
    def _asked(self) -> Mapping[str, AskedRow]:
        return self.board.tables.compiled.document.asked

    @cached_property
    def _answers(self) -> Mapping[str, Sequence[Any]]:
        """Return the answers of the request by the names of the questions: a number, true, or codes."""
        request, found = self.request, dict[str, Sequence[Any]]()
        said = {*request.situation, *request.cover, *request.terrain}
        for name in self.row.asks if said else ():
            row = self._asked[name]
            if row.numbers and (inches := request.length(name)) is not None:
                found[name] = [inches if row.inches else request.number(name)]
            elif given := [code for code in row.codes if code in said] or [True] * (name in said):
                found[name] = given
        return found

    def facts(self) -> dict[str, Any]:
        scope = self._scope
        needed = [name for name, when in self.spec.needed.items() if is_known(when, scope) and when(scope)]
        if needed and self._answers.keys().isdisjoint(needed):
            asks: list[Ask] = []
            for name in needed:
                numbers = (Choice(f"{name}={n}", Text("{n}", n=n)) for n in range(MOST_TYPED + 1))
                fits = tuple(one for one in numbers if self.suits(one.code))
                asks.append(Ask("situation", Text(self._asked[name].question or ""), fits))
            raise MissingFacts(asks)
        if self.row.facts:
            return self._declared_facts()
        units = {role: known_facts(self.board, self.spec, unit) for role, unit in self._units.items()}
        return {**(units["unit"] if self.row.bare else units), **self.asked_situations()}

    def _declared_facts(self) -> dict[str, Any]:
        """Return the facts that the file declares: numbers of the units, answers, and what answers set."""
        found: dict[str, Any] = self.asked_situations()
        for role, unit in self._units.items():
            seen = Seen(self.board, unit)
            found[role] = {name: getattr(seen, name) for name in self.spec.of_units[role]}
        if "distance" in self.rule.action.facts.model_fields and self.request.distance:
            found["distance"] = self.request.distance[0]
        by = dict[str, str]()
        for name, given in self._answers.items():
            for fact, one in self.spec.sets.get(name, {}).items():
                if by.setdefault(fact, name) != name:
                    both = Listed([Term(by[fact]), Term(name)])
                    raise RuleError(Text("Not possible at the same time: {situations}.", situations=both))
                scope = {**self._scope, "n": given[0]} if "n" in one.reads else self._scope
                record, _, field = fact.rpartition(".")
                (found.setdefault(record, {}) if record else found)[field] = one.value(scope)
        return found

    def suits(self, code: str) -> bool:
        """True if a situation can apply, by its row; facts that are hidden or not said yet rule nothing out."""
        stem, number = split_code(code) if "=" in code else (code, None)
        rows, plain = self._asked, stem.rstrip("=")
        name = next((name for name in self.spec.offered if name == plain or stem in rows[name].codes), None)
        if name is None:
            return True
        scope = self._known_scope()
        scope |= {"n": number} if number is not None else {}
        return all(one(scope) for one in self.spec.offered[name] if is_known(one, scope))

    @cached_property
    def _scope(self) -> Mapping[str, Any]:
        """The units, rulings and numbers of the game, and the answers of the request, for expressions."""
        found = scope_of(self.board, **self._units)
        found |= self.spec.unanswered
        found |= {name: given[0] for name, given in self._answers.items() if len(given) == 1}
        found |= {"distance": self.request.distance[0]} if self.request.distance else {}
        return found

    def _known_scope(self) -> dict[str, Any]:
        """Return what the players know of an action before it is complete: nothing of a hidden target."""
        is_hidden = "target" in self._units and self.target.has("hidden")
        return {name: one for name, one in self._scope.items() if not (is_hidden and name == "target")}
