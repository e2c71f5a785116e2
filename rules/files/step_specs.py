"""The rolls and steps of an action with compiled expressions: modifiers, endings, marks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cached_property
from typing import Any, cast

from rules.files.action_shape import RollRow, StepRow
from rules.files.compute import compile_lines, line_of, name_of
from rules.files.expressions import Expression, Kind
from rules.files.sentences import SaySpec
from rules.files.shape import ModifierRow

ROLES = {"attacker": "attacker", "defender": "target", "unit": "unit", "enemy": "unit"}
"""The part of the unit for which dice are rolled; in an action of a single unit its enemy may roll them."""


def names_read(said: Any) -> frozenset[str]:
    """Return the names that all expressions in a value read."""
    found, going = set[str](), [said]
    for one in going:
        if isinstance(one, Expression):
            found |= one.reads
        elif isinstance(one, tuple | list):
            going += cast("Sequence[Any]", one)
        elif isinstance(one, Mapping):
            going += cast("Mapping[str, Any]", one).values()
        elif is_dataclass(one):
            going += [getattr(one, part.name) for part in fields(one)]
    return frozenset(found)


@dataclass(frozen=True, eq=False)
class Modifier:
    row: ModifierRow
    key: str
    when: Expression | None
    value: Expression
    values: Mapping[str, Expression]
    """Values in its reason."""

    @cached_property
    def reads(self) -> frozenset[str]:
        return names_read(self)

    @cached_property
    def count(self) -> Callable[[Mapping[str, Any]], Sequence[tuple[int, Any]]]:
        """Return the function for its values in a scope: one, or one with each entry of its list; none if it is off."""
        each = self.row.each
        known = (each,) if each else ()
        when = line_of(self.when, known) if self.when else "True"
        value = f"({line_of(self.value, known, 'number')}, {name_of(each) if each else None})"
        of_each = f" for {name_of(each)} in scope[{each!r}] if {when}" if each else ""
        return compile_lines("", [f"return [{value}{of_each}]" + ("" if each else f" if {when} else ()")])

    def applies(self, scope: Mapping[str, Any]) -> bool:
        """True if it changes a number in this scope."""
        return any(value for value, _ in self.count(scope))

    @cached_property
    def of_roller(self) -> bool:
        """True if it reads the unit that rolls."""
        return any(one.startswith("roller.") for one in self.reads)


@dataclass(frozen=True, eq=False)
class Ending:
    """An ending of a roll: passed, failed, or a row of a table."""

    say: str = ""
    marks: Mapping[str, Expression] = field(default_factory=dict[str, Expression])
    inches: Expression | None = None
    upto: int | None = None


@dataclass(frozen=True, eq=False)
class RollSpec:
    """Dice against a number, or with an added number; `field` is the profile field of that number, if any."""

    row: RollRow | StepRow
    key: str
    name: str
    number: Expression
    dice: Expression | None
    section: str
    field: str = ""
    modifiers: tuple[Modifier, ...] = ()
    more: tuple[Modifier, ...] = ()
    """Modifiers of its number of dice."""
    needs: Expression | None = None
    """The number of successes that pass."""
    by_weapon: bool = False
    """True if its number of dice depends on the weapon."""
    table: Mapping[str, Ending] | None = None
    """The rows of the table for its dice, the lowest first."""

    @cached_property
    def reads(self) -> frozenset[str]:
        """Return the names that its number and the modifiers of its dice depend on."""
        return self.own_reads.union(*(one.reads for one in self.every_modifier))

    @cached_property
    def own_reads(self) -> frozenset[str]:
        """Return the names that its number depends on before any modifier."""
        return self.number.reads | self.needs.reads if self.needs else self.number.reads

    @cached_property
    def every_modifier(self) -> tuple[Modifier, ...]:
        return (*self.modifiers, *self.more)

    @cached_property
    def role(self) -> str:
        """The part of the unit that rolls."""
        return ROLES[self.row.by or "unit"]

    @cached_property
    def is_check(self) -> bool:
        return self.row.check is not None

    @cached_property
    def is_summed(self) -> bool:
        """True if the dice are added up."""
        return (self.table is None and not self.is_check) or (isinstance(self.row, StepRow) and self.row.sum)

    @cached_property
    def keeps_passed(self) -> bool:
        return not isinstance(self.row, RollRow) or self.row.keep == "passed"


@dataclass(frozen=True, eq=False)
class StepSpec:
    """A step of an action; `names` are its fields in the outcome."""

    row: StepRow
    names: tuple[str, ...]
    when: Expression | None
    roll: RollSpec | None = None
    amount: Expression | None = None
    endings: Mapping[str, Ending] = field(default_factory=dict[str, Ending])
    marks: Mapping[str, Expression] = field(default_factory=dict[str, Expression])
    """Changes of states by a number, whatever it is."""
    kind: Kind = "number"
    """The kind of its result."""
    values: Mapping[str, Expression] = field(default_factory=dict[str, Expression])
    """Values of the options of a choice."""
    ways: tuple[SaySpec, ...] = ()
    """Directions of a shift, of which the first that applies counts."""

    @cached_property
    def reads(self) -> frozenset[str]:
        """Return the names that it reads to be played."""
        inches = [end.inches for end in self.endings.values()]
        roll = self.roll and (self.roll.number, self.roll.dice, self.roll.needs, self.roll.every_modifier)
        reads = names_read((self.when, self.amount, self.values, inches, roll))
        return reads | {self.row.against} if self.row.against else reads

    @cached_property
    def is_test(self) -> bool:
        return self.row.is_test

    @cached_property
    def is_flag(self) -> bool:
        return self.row.flag

    @cached_property
    def is_open(self) -> bool:
        """True if it asks for dice or a choice, or adds inches."""
        return self.asks or self.row.further is not None

    @cached_property
    def is_plain_roll(self) -> bool:
        """True if it is a roll of dice that are only counted or added up."""
        plain = not (self.row.table or self.row.against or self.is_test or self.goes_on)
        return self.roll is not None and plain

    @cached_property
    def is_word(self) -> bool:
        return isinstance(self.kind, frozenset)

    @cached_property
    def asks(self) -> bool:
        """True if it needs dice or a choice."""
        return self.roll is not None or self.row.choose is not None

    @cached_property
    def goes_on(self) -> bool:
        """True if an ending of its roll adds inches."""
        return any(end.inches for end in self.endings.values())

    @cached_property
    def marks_ends(self) -> bool:
        """True if an ending of its roll changes a state."""
        return any(end.marks for end in self.endings.values())

    @cached_property
    def without(self) -> Mapping[str, int | str | None]:
        """Return its results if it is left out."""
        return dict.fromkeys(self.names, None if self.is_test else "" if self.is_word else 0)

    def endings_in(self, found: Mapping[str, Any]) -> Iterator[tuple[Ending, int]]:
        """Yield the endings of its dice in an outcome, each with its number of dice."""
        if self.row.table:
            yield from ((end, found[name]) for name, end in self.endings.items() if found[name])
        elif self.row.is_test:
            yield from ((end, 1) for name, end in self.endings.items() if found[self.names[0]] == name)
        elif found[self.names[0]]:
            yield self.endings["passed"], 1

    @property
    def is_between(self) -> bool:
        """True if it only gives later steps a number or a choice."""
        return self.row.let is not None or self.row.choose is not None
