"""The actions of a file as rules: their plays, with the effects and texts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Generic, cast

from rules.command.movement import reasons, why_of
from rules.files.faults import filled, values_in
from rules.files.plan import ROLE_TEXTS, deciding
from rules.files.play import FilePlay
from rules.files.rolls import read_result
from rules.files.sentences import SaySpec, first_that_apply, values_of, with_words
from rules.files.step_specs import ROLES, StepSpec
from rules.kernel.action import Given, Outcome, Played
from rules.kernel.plays import Effect, Shift
from rules.kernel.text import NOTHING, Joined, Role, Sentence, Term, Text, amount_of


class FileRule(FilePlay[Given, Outcome], Generic[Given, Outcome]):
    """An action of a file; each action has a subclass with its `spec`."""

    # The effects.

    def effects(self, played: Played[Outcome]) -> Iterable[Effect]:
        scope = self.scope_after(played)
        for step in self.spec.changing:
            if step.row.lose:
                yield Effect(step.row.lose, "models", -scope[step.names[0]])
            elif step.row.mark:
                role, _, state = step.row.mark.rpartition(".")
                yield Effect(role, state, int(scope[step.names[0]]))
            for mark, change in step.marks.items() if step.when is None or step.when(scope) else ():
                yield self._mark_effect(step, mark, change.number(scope))
            for end, n in step.endings_in(scope) if step.marks_ends else ():
                yield from (
                    self._mark_effect(step, mark, change.number(scope) * n) for mark, change in end.marks.items()
                )
        kept = {one.name for one in played.made if one.value == "keep"}
        for one in self.spec.spending:
            if one.key not in kept and self._counts_anywhere(one):
                role, _, state = one.row.spends.partition(".")
                yield Effect(role, state, -1)

    def _mark_effect(self, step: StepSpec, mark: str, change: int) -> Effect:
        """Return the change of a state, by default of the rolling unit."""
        role, _, state = mark.rpartition(".")
        return state_effect(role or ROLES[step.row.by or "unit"], state, change, self.book.tables.compiled.holds)

    def rulings_used_in(self, played: Played[Outcome]) -> Iterable[str]:
        """Yield the rulings with other options under which steps, or their numbers, would differ; and those cited."""
        if self.rulings_of_steps or self.spec.cited:
            scope = self.scope_after(played)
            later = [(name, when) for name, when in self.spec.cited if when.reads & self.spec.results]
            yield from (name for name, when in later if when(scope))
            yield from deciding(self.rulings_of_steps, scope)

    def scope_after(self, played: Played[Outcome]) -> dict[str, Any]:
        """Return the facts with all results, also those that are no part of the outcome; dice not rolled are 0.

        It is kept for the play asked about last: effects, texts and rulings of one play ask for it in turn.
        """
        if self.last_after and self.last_after[0] is played:
            return self.last_after[1]
        scope = {**self.scope, **cast("Any", played.outcome)._asdict()}
        for step in self.spec.inner:
            scope[step.names[0]] = self._inner_result(step, played, scope)
        self.last_after = played, scope
        return scope

    def _inner_result(self, step: StepSpec, played: Played[Outcome], scope: Mapping[str, Any]) -> Any:
        """Return a result that is no part of the outcome, from the dice and choices of a play."""
        left_out = step.without[step.names[0]]
        if step.roll:
            one = next((one for one in played.steps if one.throw.key == step.roll.key), None)
            return read_result(step.roll, one.throw, one.got) if one else left_out
        if step.row.choose:
            value = next((one.value for one in played.made if one.name == step.row.choose), None)
            return left_out if value is None else self._decision(step.row.choose).read(value)
        assert step.amount
        return step.amount.value(scope) if not step.when or step.when(scope) else left_out

    def moves(self, played: Played[Outcome]) -> Iterable[Shift]:
        for step in self.spec.steps:
            if step.row.shift and (far := getattr(played.outcome, step.names[0])):
                scope = self.scope_after(played)
                way = next(first_that_apply(step.ways, scope), None)
                yield Shift(step.row.shift, far, self._say(way, scope) if way else NOTHING)
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
            scope = self.scope_after(played)
            return Joined((*(Sentence(self._say(one, scope)) for one in first_that_apply(self.spec.told, scope)), ends))
        if "inches" in found:
            far = Text("Up to {inches}″.", inches=found["inches"]) if found["inches"] else Text("It stays where it is.")
            return Joined((far, ends))
        flags = {name for step in self.spec.steps for name in step.names if self._is_flag(step) or step.is_between}
        rolled = [*zip(self.counts, self.spec.rolls, strict=True)]
        rolled += [(step.names[0], step.roll) for step in self.spec.steps if step.roll]
        totals = {name for name, roll in rolled if not (roll.is_check or roll.table)}
        numbers = {
            name: value
            for name, value in found.items()
            if isinstance(value, int) and name not in flags and (value >= 0 or name in totals)
        }
        of_dice = {*self.counts, *(name for step in self.spec.steps if step.roll for name in step.names)}
        shown = [
            Term(name)
            if value is True
            else Text("{name} {n}", name=Term(name), n=value)
            if name in totals
            else amount_of(value, self.action.name_of(name).code)
            for name, value in numbers.items()
            if value or name in totals or (name == next(iter(numbers)) and name in of_dice)
        ]
        return Joined((Sentence(Joined(shown, ", ")) if shown else NOTHING, *self._flags(found), ends)) or Text(
            "No effect."
        )

    def _say(self, one: SaySpec, scope: Mapping[str, Any]) -> Text:
        words = self.book.tables.compiled.document.counted
        return one.text(scope, {**ROLE_TEXTS, **values_of(scope, one.names, words)}, words)

    def _is_flag(self, step: StepSpec) -> bool:
        return bool(step.row.mark) and self.book.tables.compiled.holds[step.row.mark.rpartition(".")[2]] == "flag"

    def _flags(self, found: Mapping[str, Any]) -> Iterator[Text]:
        for step in self.spec.steps:
            if not (step.row.mark and (value := found[step.names[0]])):
                continue
            role, _, state = step.row.mark.rpartition(".")
            unit, marker = Role(role, article=True), Term(state)
            if self.book.tables.compiled.holds[state] == "count":
                if value < 0:
                    yield Sentence(Text("{unit}: {n:+} {marker}", unit=unit, n=value, marker=marker))
            elif value < 0:
                yield Sentence(Text("{unit}: no longer {states}.", unit=unit, states=marker))
            elif self._is_flag(step):
                yield Sentence(Text("{unit}: {marker}", unit=unit, marker=marker))

    def short_text(self, played: Played[Outcome]) -> Text | None:
        """Return the endings of tests and the sentences that are not quiet; figures, markers and dice show the rest."""
        if self.spec.quiet:
            scope = self.scope_after(played)
            return NOTHING if self.spec.quiet(scope) else None
        if any(one.quiet for one in self.spec.told):
            scope = self.scope_after(played)
            said = [*first_that_apply(self.spec.told, scope)]
            loud = [Sentence(self._say(one, scope)) for one in said if not one.quiet]
            return None if len(loud) == len(said) else Joined(loud)
        return Joined([*self._ends(cast("Any", played.outcome)._asdict())])

    def _ends(self, found: Mapping[str, Any]) -> Iterator[Text]:
        for step in self.spec.saying:
            for end, n in step.endings_in(found):
                if end.say:
                    numbers = {name: found[name] for name in values_in(end.say) if isinstance(found.get(name), int)}
                    values = with_words(numbers, self.book.tables.compiled.document.counted)
                    yield Sentence(filled(end.say, {**ROLE_TEXTS, **values, "n": n}))


def state_effect(role: str, state: str, change: int, holds: Mapping[str, str]) -> Effect:
    """Return the change of a state, by the kind of value that it holds; 0 removes a flag."""
    return Effect(role, state, change if holds[state] == "count" or change > 0 else -1)
