"""Plans of the actions of a file: its numbers and rulings, as far as they are known before the first die."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from operator import attrgetter
from typing import Any, ClassVar, Generic

from pydantic import BaseModel

from rules.files.compute import MISSING
from rules.files.expressions import Expression
from rules.files.faults import filled
from rules.files.ledger import Lane
from rules.files.rolls import FileTables, Rolls
from rules.files.specs import WEAPONS, ActionSpec
from rules.files.step_specs import Modifier
from rules.kernel.action import Aim, Given, Outcome, Played, no_tie_break, up_to
from rules.kernel.dice import Line, total
from rules.kernel.errors import RuleError
from rules.kernel.text import N_, Role, Sentence, Term, Text
from rules.kit.rule import Rule

RulingRead = tuple[Expression, str, tuple[int | str, ...]]
ROLE_TEXTS = {role: Role(role, article=True) for role in ("attacker", "target", "unit")}


class FilePlan(Rule[Given, Outcome, FileTables, BaseModel], Generic[Given, Outcome]):
    """An action of a file as it is planned."""

    spec: ClassVar[ActionSpec]
    outcome_of: ClassVar[Callable[..., Any]]
    rulings_read: ClassVar[frozenset[str]]
    """The rulings that its numbers depend on before any modifier."""
    rulings_of_modifiers: ClassVar[Sequence[tuple[Modifier, frozenset[str]]]]
    rulings_of_steps: ClassVar[Sequence[RulingRead]]
    rulings_before: ClassVar[Sequence[RulingRead]]
    """The expressions of steps, or before the first die, that read a ruling, with the ruling and its options."""

    def plan(self) -> None:
        spec = self.spec
        facts = {name: MISSING if value is None else value for name, value in vars(self.facts).items()}
        self.scope: dict[str, Any] = {**self.book.tables.numbers, **vars(self.book.rulings), **facts}
        if spec.row.bare:
            self.scope["unit"] = self.facts
        weapons: tuple[Any, ...] = self.scope.pop(WEAPONS, ()) if spec.weapons else ()
        rows = self.book.tables.weapons
        if spec.lists_weapons:
            self.scope[WEAPONS] = self.book.tables.entries((one.weapon, one.count) for one in weapons if one.count)
        for name, value in spec.before.items():
            self.scope[name] = value.value(self.scope)
        self.lanes = tuple(
            Lane(one.weapon, one.count, {**self.scope, "models": one.count, "weapon": rows[one.weapon]})
            for one in weapons
            if one.count
        )
        for one in spec.refused:
            if one.row.odds and one.when(self.scope):
                raise RuleError(Sentence(filled(one.row.say, ROLE_TEXTS)), one.row.section or spec.row.section)
        if not spec.weapons:
            self.lanes = (Lane("", 0, self.scope),) if spec.rolls else ()
        elif not self.lanes:
            raise RuleError(Text("No weapon reaches the target."), spec.row.section)
        elif not spec.rolls:
            self.scope, self.lanes = dict(_pool_lanes(self.lanes, self.scope).scope), ()
        elif spec.weapons.pool:
            self.lanes = (_pool_lanes(self.lanes, self.scope),)
        if spec.row.is_attack and not self.scope["target"].models:
            raise RuleError(Text("The target has no models left."), spec.row.section)
        self.counts = spec.counts
        why = [Line(Text(why), one.number(self.scope), spec.row.section, "inches") for why, one in spec.inches]
        self.why = tuple(line for line in why if line.value) or tuple(why[:1])
        self.inches = total(self.why, "inches")
        self.last_lane = Lane("", 0, self.scope)
        asked = {name: Term(str(self.scope[name])) for name in spec.asked}
        self.rolls = Rolls(self.book.tables, spec, asked, len(self.lanes))
        self.choices = tuple(one for one in spec.modifiers if one.row.decided and self._counts_anywhere(one))
        for lane in self.lanes:
            self.rolls.count_dice(spec.rolls[0], lane)
        if aim := next((one.row for one in spec.aims if one.when is None or one.when(self.scope)), None):
            ties = attrgetter(aim.ties) if aim.ties else no_tie_break
            self.goal = Aim(aim.aim, attrgetter(aim.aim), ties)
        self.last_after: tuple[Played[Outcome], dict[str, Any]] | None = None

    @cached_property
    def rulings_used(self) -> tuple[str, ...]:  # pyright: ignore[reportIncompatibleVariableOverride]
        """The rulings that decided something before the first die; odds do not ask for them."""
        cited = (one for one in self.spec.row.cites if isinstance(one, str))
        under = (name for name, when in self.spec.cited if not when.reads & self.spec.results and when(self.scope))
        # Rulings that numbers depend on, before the first die; of modifiers only those that count.
        counted = {*self.rulings_read, *deciding(self.rulings_before, self.scope)}
        for one, of_it in self.rulings_of_modifiers:
            counted.update(of_it if one.reads & self.spec.results or self._counts_anywhere(one) else ())
        return *cited, *under, *sorted(counted)

    def _counts_anywhere(self, modifier: Modifier) -> bool:
        for roll, step in self.spec.places[modifier]:
            when = step and step.when
            if when and not when.reads & self.spec.results and not when(self.scope):
                continue  # the facts and rulings alone leave the step out
            for lane in self.lanes if step is None else (self.last_lane,):
                scope = lane.rolled(roll, {}).scope if modifier.of_roller else lane.scope
                if modifier.applies(scope):
                    return True
        return False

    def too_big(self) -> Text | None:
        """Return a refusal of exact odds with more dice in one roll than the file allows."""
        if self.spec.row.exact is None:
            return None
        first = [one for one in self.spec.every_roll if not (one.dice and one.dice.reads & self.spec.results)]
        dice = max((self.rolls.count_dice(one, self.last_lane) for one in first), default=0)
        return up_to(self.spec.row.exact, dice, N_("Exact odds go up to {most} dice per side; this one has {n}."))


def deciding(reads: Iterable[RulingRead], scope: Mapping[str, Any]) -> Iterator[str]:
    """Yield the rulings with other options under which an expression that reads them would differ."""
    for one, name, options in reads:
        if len({one.value({**scope, name: option}) for option in options}) > 1:
            yield name


def _pool_lanes(lanes: Sequence[Lane], scope: Mapping[str, Any]) -> Lane:
    """Return the lane of all weapons together; of equal numbers of models the first kind counts."""
    models, most = sum(one.models for one in lanes), max(lanes, key=lambda one: one.models)
    return Lane("", models, {**scope, "models": models, "weapon": most.scope["weapon"]}, tuple(lanes))
