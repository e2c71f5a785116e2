"""The actions of a file as rules: dice of each weapon, then the steps; also moves and tests."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import add
from typing import Any, ClassVar, Generic, cast

from pydantic import BaseModel

from rules.command.movement import reasons, why_of
from rules.files.expressions import Expression
from rules.files.faults import filled, values_in
from rules.files.rolls import FileTables, Lane, Rolls
from rules.files.sentences import with_words
from rules.files.specs import ROLES, ActionSpec, Ending, Modifier, RollSpec, StepSpec
from rules.kernel.action import Given, Outcome, Played
from rules.kernel.dice import Line, total
from rules.kernel.errors import RuleError
from rules.kernel.plays import Effect, Shift
from rules.kernel.table import Table, Then, then
from rules.kernel.text import NOTHING, Joined, Role, Sentence, Term, Text, amount_of, counted
from rules.kit.rule import Rule

Counts = tuple[int, ...]
_NONE = frozenset[str]()
_ROLES = {role: Role(role, article=True) for role in ("attacker", "target", "unit")}


def _add_counts(one: Counts, other: Counts) -> Counts:
    if len(one) == 2:  # hits and unsaved hits: the usual case, once for each way
        return one[0] + other[0], one[1] + other[1]
    return tuple(map(add, one, other))


class FileRule(Rule[Given, Outcome, FileTables, BaseModel], Generic[Given, Outcome]):
    """An action of a file; each action has a subclass with its `spec`."""

    spec: ClassVar[ActionSpec]
    rulings_read: ClassVar[frozenset[str]]
    """The rulings that its numbers depend on before any modifier."""
    rulings_of_modifiers: ClassVar[Sequence[tuple[Modifier, frozenset[str]]]]
    rulings_of_steps: ClassVar[Sequence[tuple[Expression, str, tuple[int | str, ...]]]]
    """The expressions of steps that read a ruling, with the ruling and its options."""

    def plan(self) -> None:
        spec = self.spec
        self.scope: dict[str, Any] = {**self.book.tables.numbers, **vars(self.book.rulings), **vars(self.facts)}
        if spec.row.bare:
            self.scope["unit"] = self.facts
        weapons: tuple[Any, ...] = self.scope.pop("weapons", ())
        rows = self.book.tables.weapons
        self.lanes = tuple(
            Lane(one.weapon, one.count, {**self.scope, "models": one.count, "weapon": rows[one.weapon]})
            for one in weapons
            if one.count
        )
        for one in spec.refused:
            if one.row.odds and one.when(self.scope):
                raise RuleError(Sentence(filled(one.row.say, _ROLES)), one.section or spec.row.section)
        if not spec.row.weapons:
            self.lanes = (Lane("", 0, self.scope),) if spec.rolls else ()
        elif not self.lanes:
            raise RuleError(Text("No weapon reaches the target."), spec.row.section)
        elif not spec.rolls:
            self.scope, self.lanes = dict(_pool_lanes(self.lanes, self.scope).scope), ()
        elif spec.row.weapons.pool:
            self.lanes = (_pool_lanes(self.lanes, self.scope),)
        if spec.row.is_attack and not self.scope["target"].models:
            raise RuleError(Text("The target has no models left."), spec.row.section)
        self.counts = spec.counts
        why = [Line(Text(why), one.number(self.scope), spec.row.section, "inches") for why, one in spec.inches]
        self.why = tuple(line for line in why if line.value) or tuple(why[:1])
        self.inches = total(self.why, "inches")
        self.last_lane = Lane("", 0, self.scope)
        self.parts: dict[frozenset[str], list[Then[Counts]]] = {}
        asked = {name: Term(str(self.scope[name])) for name in spec.asked}
        self.rolls = Rolls(self.book.tables, spec, asked, len(self.lanes))
        self.choices = tuple(one for one in spec.modifiers if one.row.decided and self._counts_anywhere(one))
        self.fields = self.spec.names
        self.outcome_fields: tuple[str, ...] = self.action.outcome._fields
        self.outcome_of: Callable[[Iterable[Any]], Outcome] = self.action.outcome._make
        for lane in self.lanes:
            self.rolls.count_dice(spec.rolls[0], lane)
        self.rulings_used = (*spec.row.cites, *sorted({*self._rulings_counted()}))
        self.last_after: tuple[Played[Outcome], dict[str, Any]] | None = None

    # Numbers with their reasons.

    def _rulings_counted(self) -> Iterator[str]:
        """Yield the rulings that numbers depend on, before the first die; of modifiers only those that count."""
        yield from self.rulings_read
        for one, of_it in self.rulings_of_modifiers:
            yield from of_it if one.reads & self.spec.results or self._counts_anywhere(one) else ()

    def _counts_anywhere(self, modifier: Modifier) -> bool:
        for roll, step in self.spec.places[modifier]:
            for lane in self.lanes if step is None else () if self._is_left_out(step) else (self.last_lane,):
                scope = lane.rolled(roll, {}).scope if modifier.of_roller else lane.scope
                if self.rolls.value(modifier, scope):
                    return True
        return False

    def _is_left_out(self, step: StepSpec) -> bool:
        """True if the facts and rulings alone leave a step out."""
        return step.when is not None and not step.when.reads & self.spec.results and not step.when(self.scope)

    # The rule.

    def play(self, table: Table) -> Outcome | Then[Outcome]:
        if not (self.choices or self.lanes):
            return self._play_steps(table, 0, (), self.inches, _NONE)
        given = frozenset(one.key for one in self.choices if table.decide(self._decision(one.key)))
        return then(self._roll_lanes, given) if self.lanes else then(self._play_steps, 0, (), self.inches, given)

    def _decision(self, name: str) -> Any:
        return next(one for one in self.decisions if one.name == name)

    def _roll_lanes(self, table: Table, chosen: frozenset[str]) -> Then[Outcome]:
        if chosen not in self.parts:
            self.parts[chosen] = [then(self._lane, at, 0, (), chosen) for at in range(len(self.lanes))]
        counts: Counts = table.together(_add_counts, *self.parts[chosen])
        return then(self._play_steps, 0, counts, self.inches, chosen)

    def _lane(self, table: Table, at: int, step: int, counts: Counts, chosen: frozenset[str]) -> Counts | Then[Counts]:
        roll, named = self.spec.rolls[step], dict(zip(self.counts, counts, strict=False))
        throw, dice = self.rolls.ask(roll, at, self.lanes[at], named, chosen)
        got = self.rolls.read_result(roll, table.roll(throw, dice), throw)
        counts = (*counts, got if roll.keeps_passed else dice - got)
        if roll.row.against:
            earlier = self.counts.index(roll.row.against)
            ours, theirs = _cancel(counts[-1], counts[earlier])
            counts = (*counts[:earlier], theirs, *counts[earlier + 1 : -1], ours)
        return then(self._lane, at, step + 1, counts, chosen) if step + 1 < len(self.spec.rolls) else counts

    def _play_steps(
        self, table: Table, first: int, values: tuple[Any, ...], inches: int, chosen: frozenset[str]
    ) -> Outcome | Then[Outcome]:
        """Play the steps from the `first` on, with the values of all before; each frame asks for dice once."""
        scope, has_asked = self.scope.copy(), False
        scope.update(zip(self.fields, values, strict=False))
        for at, step in enumerate(self.spec.steps[first:], first):
            if step.when and not step.when.compute(scope):
                scope.update(step.without)
            elif has_asked and step.asks:
                known = len(values) + sum(len(one.names) for one in self.spec.steps[first:at])
                return then(self._play_steps, at, tuple(map(scope.__getitem__, self.fields[:known])), inches, chosen)
            elif step.roll:
                has_asked = True
                self._roll_step(table, step, step.roll, scope, chosen)
                if step.goes_on:
                    inches += sum(end.inches.number(scope) * n for end, n in _ends_of(step, scope) if end.inches)
            elif step.row.choose:
                has_asked = True
                scope[step.row.choose] = int(table.decide(self._decision(step.row.choose)))
            elif step.row.further is not None:
                inches += step.amount.number(scope) if step.amount else 0
            elif step.amount:
                amount, lost = step.amount.number(scope), step.row.lose
                if lost:
                    models: int = scope[lost].models
                    amount = models if amount > models else amount if amount > 0 else 0
                scope[step.names[0]] = bool(amount) if step.is_flag else amount
        if self.spec.inches:
            scope["inches"] = max(0, inches)
        return self.outcome_of(map(scope.get, self.outcome_fields))

    def _roll_step(
        self, table: Table, step: StepSpec, roll: RollSpec, scope: dict[str, Any], chosen: frozenset[str]
    ) -> None:
        """Roll the dice of a step and store their result in the scope."""
        throw, dice = self.rolls.ask(roll, -1, self.last_lane, scope, chosen)
        got = self.rolls.read_result(roll, table.roll(throw, dice), throw)
        if roll.table:
            scope |= zip(roll.table, got, strict=True)
            return
        name, other = step.names[0], roll.row.against
        if other:
            got, scope[other] = _cancel(got, scope[other])
        needs = roll.needs.number(scope) if roll.needs else 1
        scope[name] = ("passed" if got >= needs else "failed") if step.is_test else got

    # The effects.

    def effects(self, played: Played[Outcome]) -> Iterable[Effect]:
        scope = self._scope_after(played)
        for step in self.spec.outer:
            if step.row.lose:
                yield Effect(step.row.lose, "models", -scope[step.names[0]])
            elif step.row.mark:
                role, _, state = step.row.mark.rpartition(".")
                yield Effect(role, state, int(scope[step.names[0]]))
            for mark, change in step.marks.items():
                yield self._mark_effect(step, mark, change.number(scope))
            for end, n in _ends_of(step, scope) if step.marks_ends else ():
                yield from (
                    self._mark_effect(step, mark, change.number(scope) * n) for mark, change in end.marks.items()
                )
        for one in self._spent_modifiers(played):
            role, _, state = one.row.spends.partition(".")
            yield Effect(role, state, -1)

    def _mark_effect(self, step: StepSpec, mark: str, change: int) -> Effect:
        """Return the change of a state, by default of the rolling unit."""
        role, _, state = mark.rpartition(".")
        return state_effect(role or ROLES[step.row.by or "unit"], state, change, self.book.tables.compiled.holds)

    def _spent_modifiers(self, played: Played[Outcome]) -> Iterator[Modifier]:
        """Yield the modifiers that applied and are used up by it."""
        kept = {one.name for one in played.made if one.value == "keep"}
        for one in self.spec.modifiers:
            if one.row.spends and one.key not in kept and self._counts_anywhere(one):
                yield one

    def rulings_used_in(self, played: Played[Outcome]) -> Iterable[str]:
        """Yield the rulings with other options under which steps, or their numbers, would differ."""
        for one, name, options in self.rulings_of_steps:
            scope = self._scope_after(played)
            ways = {one.number({**scope, name: option}) for option in options}
            if len(ways) > 1:
                yield name

    def _scope_after(self, played: Played[Outcome]) -> dict[str, Any]:
        """Return the facts with all results, also those that are no part of the outcome; dice not rolled are 0.

        It is kept for the play asked about last: effects, texts and rulings of one play ask for it in turn.
        """
        if self.last_after and self.last_after[0] is played:
            return self.last_after[1]
        scope = self.scope.copy()
        for step in self.spec.inner:
            one = next((one for one in played.steps if step.roll and one.throw.key == step.roll.key), None)
            scope[step.names[0]] = self.rolls.read_result(step.roll, one.got, one.throw) if step.roll and one else 0
        scope.update(cast("Any", played.outcome)._asdict())
        self.last_after = played, scope
        return scope

    def moves(self, played: Played[Outcome]) -> Iterable[Shift]:
        inches: int = getattr(played.outcome, "inches", 0)
        if inches:
            why = reasons(self.why) if self.why else NOTHING
            yield Shift("unit", inches, Text("({reasons})", reasons=why) if why else NOTHING, True)

    def detail(self, played: Played[Outcome]) -> Mapping[str, object]:
        return {"why": why_of(self.why)} if self.spec.inches else {}

    # The texts.

    def describe(self, played: Played[Outcome]) -> Text:
        found: dict[str, Any] = cast("Any", played.outcome)._asdict()
        ends = Joined([*self._ends(found)])
        if self.spec.told:
            scope = self._scope_after(played)
            told = next((one for one in self.spec.told if one.applies(scope)), None)
            if not told:
                return ends
            words = self.book.tables.compiled.document.counted
            return Joined((Sentence(told.text(scope, self._values_said(found, told.said), words)), ends))
        if "inches" in found:
            far = Text("Up to {inches}″.", inches=found["inches"]) if found["inches"] else Text("It stays where it is.")
            return Joined((far, ends))
        flags = {name for step in self.spec.steps for name in step.names if self._is_flag(step) or step.is_between}
        numbers = {
            name: value for name, value in found.items() if isinstance(value, int) and name not in flags and value >= 0
        }
        totals = {name for name in numbers if self._is_total(name)}
        of_dice = {*self.counts, *(name for step in self.spec.steps if step.roll for name in step.names)}
        shown = [
            Text("{name} {n}", name=Term(name), n=value)
            if name in totals
            else _amount(self.action.name_of(name).code, value)
            for name, value in numbers.items()
            if value or name in totals or (name == next(iter(numbers)) and name in of_dice)
        ]
        return Joined((Sentence(Joined(shown, ", ")) if shown else NOTHING, *self._flags(found), ends)) or Text(
            "No effect."
        )

    def _is_total(self, name: str) -> bool:
        """True if a number of the outcome is a sum of dice."""
        named = [(self.counts[at], roll) for at, roll in enumerate(self.spec.rolls)]
        named += [(step.names[0], step.roll) for step in self.spec.steps if step.roll]
        return any(name == one and not (roll.is_check or roll.table) for one, roll in named)

    def _is_flag(self, step: StepSpec) -> bool:
        return bool(step.row.mark) and self.book.tables.compiled.holds[step.row.mark.rpartition(".")[2]] == "flag"

    def _flags(self, found: Mapping[str, Any]) -> Iterator[Text]:
        for step in self.spec.steps:
            if not (step.row.mark and (value := found[step.names[0]])):
                continue
            role, _, state = step.row.mark.rpartition(".")
            if not self._is_flag(step) and value < 0:
                yield Sentence(
                    Text("{unit}: {n:+} {marker}", unit=Role(role, article=True), n=value, marker=Term(state))
                )
            elif self._is_flag(step):
                yield Sentence(Text("{unit}: {marker}", unit=Role(role, article=True), marker=Term(state)))

    def short_text(self, played: Played[Outcome]) -> Text | None:
        """Return the endings of tests; figures, markers and dice show the rest."""
        if self.spec.quiet:
            scope = self._scope_after(played)
            return NOTHING if self.spec.quiet(scope) else None
        return Joined([*self._ends(cast("Any", played.outcome)._asdict())])

    def _ends(self, found: Mapping[str, Any]) -> Iterator[Text]:
        for step in self.spec.saying:
            for end, n in _ends_of(step, found):
                if end.say:
                    yield Sentence(filled(end.say, {**self._values_said(found, end.say), "n": n}))

    def _values_said(self, found: Mapping[str, Any], said: str) -> dict[str, Any]:
        """Return the parts of the units, and the numbers that a text names."""
        numbers = {name: found[name] for name in values_in(said) if isinstance(found.get(name), int)}
        return {**_ROLES, **with_words(numbers, self.book.tables.compiled.document.counted)}


def state_effect(role: str, state: str, change: int, holds: Mapping[str, str]) -> Effect:
    """Return the change of a state, by the kind of value that it holds; 0 removes a flag."""
    return Effect(role, state, change if holds[state] == "count" or change > 0 else -1)


def _pool_lanes(lanes: Sequence[Lane], scope: Mapping[str, Any]) -> Lane:
    """Return the lane of all weapons together; of equal numbers of models the first kind counts."""
    models, most = sum(one.models for one in lanes), max(lanes, key=lambda one: one.models)
    return Lane("", models, {**scope, "models": models, "weapon": most.scope["weapon"]}, tuple(lanes))


def _cancel(one: int, other: int) -> tuple[int, int]:
    """Return the remainders of two numbers that cancel each other."""
    return max(0, one - other), max(0, other - one)


def _ends_of(step: StepSpec, found: Mapping[str, Any]) -> Iterator[tuple[Ending, int]]:
    """Yield the endings of the dice of a step, each with its number of dice."""
    if step.row.table:
        yield from ((end, found[name]) for name, end in step.endings.items() if found[name])
    elif step.row.is_test:
        yield from ((end, 1) for name, end in step.endings.items() if found[step.names[0]] == name)
    elif step.roll and found[step.names[0]]:
        yield step.endings["passed"], 1


def _amount(name: str, value: int) -> Text:
    return amount_of(value, name) if value else counted(0, name.replace("_", " "), name.replace("_", " "))
