"""Actions of a system file with compiled expressions, for its rules, commands and checks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from rules.files.action_shape import ActionRow, AimRow, RefusedRow, WeaponsRow
from rules.files.course import Course, course_of
from rules.files.expressions import Expression
from rules.files.faults import values_in
from rules.files.sentences import SaySpec
from rules.files.shape import Document
from rules.files.step_specs import Modifier, RollSpec, StepSpec, names_read
from rules.kernel.facts import Facts
from rules.kernel.roll_kinds import RollKind, RollKinds

CONTACT = "in_contact"
"""The state of units in close combat; its words are their enemies."""
STARTING = "starting"
"""The models of a unit at the start of the battle, in a file with no such number or state of its own."""
WEAPONS = "weapons"
"""The list of the weapons of an attack, each with its number and its own numbers."""
CARRIED = "carried"
"""The list of all weapons of an attacker, like that of those that it uses."""
BUILT_IN = ("activated", "actions_left", CONTACT)
"""Built-in states, for the order of play and close combat."""
SCOPE = ("attacker", "target", "unit", "roller", "weapon", "models", "distance", "min", "max", "abs", "n")


@dataclass(frozen=True, eq=False)
class RefusalSpec:
    """A refusal or warning; it `is_early` if the units, rulings and answers decide it, without further facts."""

    row: RefusedRow
    when: Expression
    is_early: bool


@dataclass(frozen=True, eq=False)
class AimSpec:
    row: AimRow
    when: Expression | None


@dataclass(frozen=True, eq=False)
class ActionSpec:
    """An action with compiled expressions."""

    key: str
    row: ActionRow
    weapons: WeaponsRow | None
    """The weapons in its facts; None if the facts are in Python."""
    rolls: tuple[RollSpec, ...]
    steps: tuple[StepSpec, ...]
    inches: tuple[tuple[str, Expression], ...]
    refused: tuple[RefusalSpec, ...]
    warned: tuple[RefusalSpec, ...]
    which: Expression | None
    crew: Expression | None
    reach: Expression | None
    worth: Expression | None
    every: Expression | None
    bands: tuple[Expression, ...]
    notes: tuple[SaySpec, ...] = ()
    """Sentences below the result."""
    offered: Mapping[str, tuple[Expression, ...]] = field(default_factory=dict[str, tuple[Expression, ...]])
    """Conditions under which situations are offered, by their names under `asked`."""
    sets: Mapping[str, Mapping[str, Expression]] = field(default_factory=dict[str, Mapping[str, Expression]])
    """The facts that answers set, by their names under `asked`."""
    unanswered: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """The values of its questions without an answer."""
    of_units: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, "tuple[str, ...]"])
    """The declared facts that units fill in, by their parts."""
    needed: Mapping[str, Expression] = field(default_factory=dict[str, Expression])
    """Conditions under which numbers must be given, by their names under `asked`."""
    told: tuple[SaySpec, ...] = ()
    """Texts of the result, of which the first that applies counts."""
    menu: tuple[SaySpec, ...] = ()
    choice: tuple[SaySpec, ...] = ()
    reminds: tuple[SaySpec, ...] = ()
    owes: tuple[SaySpec, ...] = ()
    quiet: Expression | None = None
    again: Expression | None = None
    marks: Mapping[str, Expression] = field(default_factory=dict[str, Expression])
    """Changes of states of its unit."""
    asked: tuple[str, ...] = ()
    """The names of its facts that only players know."""

    before: Mapping[str, Expression] = field(default_factory=dict[str, Expression])
    """Values that are known before the first die."""
    cited: tuple[tuple[str, Expression], ...] = ()
    """Rulings that a result names, each under a condition."""
    passes: Expression | None = None
    aims: tuple[AimSpec, ...] = ()
    """The numbers of the outcome that count most, of which the first that applies is used."""

    @property
    def first_roll(self) -> RollSpec:
        """The roll of its first step, which must be one."""
        found = self.steps[0].roll
        assert found
        return found

    @cached_property
    def tells_dice(self) -> bool:
        """True if menus name its number of dice."""
        return any("dice" in values_in(one.said) for one in self.menu)

    @property
    def has_rule(self) -> bool:
        """True if it has a result; one that only marks its unit has none."""
        return bool(self.rolls or self.steps or self.inches or not self.marks)

    @property
    def sentences(self) -> tuple[SaySpec, ...]:
        return (*self.told, *self.notes, *self.menu, *self.choice, *self.reminds, *self.owes)

    @cached_property
    def counts(self) -> tuple[str, ...]:
        """Return the names of the results of its weapons."""
        return tuple(one.row.counts or one.key for one in self.rolls)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Return the names of its results, in the order in which they become known."""
        return (*self.counts, *(name for step in self.steps for name in step.names))

    @cached_property
    def results(self) -> frozenset[str]:
        return frozenset(self.names)

    @cached_property
    def kept(self) -> tuple[str, ...]:
        """Return the names of its results in the outcome."""
        return (*self.counts, *(name for step in self.outer for name in step.names))

    @cached_property
    def course(self) -> Course:
        """Return the course of a play after the dice of weapons."""
        return course_of(self.steps, self.counts, self.kept, bool(self.inches))

    @cached_property
    def lists_weapons(self) -> bool:
        """True if an expression reads the list of weapons."""
        return any(name.startswith(f"{WEAPONS}.") for name in self.reads)

    @cached_property
    def varying(self) -> frozenset[str]:
        """Return the keys of the rolls with numbers that depend on earlier dice."""
        return frozenset(one.key for one in self.every_roll if self.results & one.reads)

    @cached_property
    def inner(self) -> tuple[StepSpec, ...]:
        """Return the steps whose results are no part of the outcome."""
        return tuple(step for step in self.steps if step.row.inner)

    @cached_property
    def saying(self) -> tuple[StepSpec, ...]:
        """Return the steps with texts for the endings of their roll, if their results are in the outcome."""
        return tuple(step for step in self.outer if any(end.say for end in step.endings.values()))

    @cached_property
    def outer(self) -> tuple[StepSpec, ...]:
        """Return the steps whose results are in the outcome."""
        return tuple(step for step in self.steps if not step.row.inner)

    @cached_property
    def changing(self) -> tuple[StepSpec, ...]:
        """Return the steps that change units: models lost, and states."""
        return tuple(step for step in self.steps if step.row.lose or step.row.mark or step.marks or step.marks_ends)

    @cached_property
    def spending(self) -> tuple[Modifier, ...]:
        """Return the modifiers that cost a state of a unit."""
        return tuple(one for one in self.modifiers if one.row.spends)

    @cached_property
    def own_reads(self) -> frozenset[str]:
        """Return the names that its inches and the numbers of its rolls depend on before any modifier."""
        of_rolls = (one.own_reads for one in self.every_roll)
        return frozenset[str]().union(*of_rolls, *(one.reads for _, one in self.inches))

    @cached_property
    def every_roll(self) -> tuple[RollSpec, ...]:
        return (*self.rolls, *(step.roll for step in self.steps if step.roll))

    @cached_property
    def modifiers(self) -> tuple[Modifier, ...]:
        return tuple(self.places)

    @cached_property
    def places(self) -> Mapping[Modifier, list[tuple[RollSpec, StepSpec | None]]]:
        """Return the rolls that each modifier changes, those of steps with their step."""
        found: dict[Modifier, list[tuple[RollSpec, StepSpec | None]]] = {}
        rolls = [(roll, None) for roll in self.rolls]
        for roll, step in (*rolls, *((step.roll, step) for step in self.steps if step.roll)):
            for one in roll.every_modifier:
                found.setdefault(one, []).append((roll, step))
        return found

    @property
    def numbers(self) -> list[str]:
        """Return the names of the numbers in its outcome, without inches."""
        rolled = [roll.row.counts or roll.key for roll in self.rolls]
        steps = [step for step in self.outer if not (step.is_test or step.is_word)]
        return [*rolled, *(name for step in steps for name in step.names)]

    @property
    def counted(self) -> frozenset[str]:
        """Return the names of the numbers in its sentences."""
        said = [*(text for one in self.sentences for text in one.texts), *(one.row.why for one in self.modifiers)]
        said += [one.say for step in self.steps for one in (*step.row.options, *step.endings.values())]
        return frozenset(name for one in said for name in values_in(one))

    @cached_property
    def reads(self) -> frozenset[str]:
        """Return all names that the expressions of the action read."""
        return names_read(self)


@dataclass(frozen=True, eq=False)
class CompiledFile:
    document: Document
    actions: Mapping[str, ActionSpec]
    holds: Mapping[str, str]
    """The kind of value of each state in this file."""
    states_read: tuple[str, ...]
    counts_starting: bool = False
    """True if expressions read the models at the start of the battle."""
    facts: Mapping[str, type[Facts]] = field(default_factory=dict[str, type[Facts]])
    """The facts that the file declares for its actions."""
    impossible: tuple[tuple[Expression, str], ...] = ()
    """Conditions under which a weapon is a fault, with their sentences."""

    def action_of(self, command: str) -> ActionSpec | None:
        """Return the first action of a command."""
        return next((one for one in self.actions.values() if one.row.command == command), None)

    @property
    def roll_kinds(self) -> RollKinds:
        """The purposes of its rolls."""
        found = {"initiative*": RollKind("initiative")}
        for roll in (roll for one in self.actions.values() for roll in one.every_roll):
            found[f"{roll.key}*"] = RollKind(roll.row.purpose or "other", None if roll.table else "high")
        return RollKinds(found)

    @cached_property
    def ways(self) -> Mapping[str, str]:
        """Return the ways of `/move`, each with the action that it is."""
        moves = [(key, one.row.ways or (key,)) for key, one in self.actions.items() if one.row.command == "move"]
        return {way: way if way in self.actions else key for key, ways in moves for way in ways}
