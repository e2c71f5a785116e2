"""The initiative of nominated units: each side rolls for one of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any, ClassVar, Generic, NamedTuple, cast

from pydantic import BaseModel, Field, create_model

from rules.files.ledger import Lane
from rules.files.rolls import FileTables, Rolls, read_result
from rules.files.seen import first_sentence
from rules.files.specs import ActionSpec
from rules.kernel.action import Given, Played
from rules.kernel.contests import order_text, too_many_sides_text
from rules.kernel.dice import LateLines, Line, Roll
from rules.kernel.facts import Facts
from rules.kernel.table import Table, Then, then
from rules.kernel.text import N_, Sentence, Text, Value
from rules.kit.rule import Rule


class NominationOutcome(NamedTuple):
    """Index of the winner among the sides in the facts."""

    winner: int


class NominatedRoll(NamedTuple):
    """The roll of a nominated unit: its dice with their ledger, and what the roll depends on."""

    rolls: Rolls
    lane: Lane
    throw: Roll[Any]
    dice: int

    @classmethod
    def of(cls, spec: ActionSpec, unit: object, book: Any) -> NominatedRoll:
        """Return the roll of a unit, given as its facts."""
        scope: dict[str, Any] = {**book.tables.numbers, **vars(book.rulings), "unit": unit}
        rolls, lane = Rolls(book.tables, spec, {}, 0), Lane("", 0, scope)
        asked, dice = rolls.ask(spec.first_roll, -1, lane, {}, frozenset())
        return cls(rolls, lane, asked.throw, dice)

    @property
    def rulings_used(self) -> Iterable[str]:
        """The rulings that its number depends on, and those of modifiers that count."""
        row, rulings = self.rolls.spec.first_roll, self.rolls.tables.compiled.document.rulings.keys()
        scope = self.lane.rolled(row, {}).scope
        counting = (one.reads for one in row.every_modifier if one.reads & rulings and one.applies(scope))
        return sorted(rulings & row.own_reads.union(*counting))

    def read(self, got: Any) -> int:
        """Return the result of the roll as the number that is compared."""
        return read_result(self.rolls.spec.first_roll, self.throw, got)

    @property
    def worth(self) -> int:
        """The sum of its results over all faces: of two tests the one with more is better."""
        roll = self.throw
        return self.dice * sum(map(roll.reading.kind, range(1, roll.sides + 1))) + self.read(0) * roll.sides


class NominationRule(Rule[Given, NominationOutcome, FileTables, BaseModel], Generic[Given]):
    """A test of one unit per side, which has the most first; ties roll again, or the first of them goes first.

    Each file has a subclass with the rule of its test.
    """

    indices = ("winner",)
    spec: ClassVar[ActionSpec]

    def plan(self) -> None:
        sides: Any = cast("Any", self.facts).sides
        self.names = tuple(unit.name or Text("side {number}", number=number) for number, unit in enumerate(sides, 1))
        tests: list[NominatedRoll] = []
        for at, unit in enumerate(sides):
            one = NominatedRoll.of(self.spec, unit, self.book)
            label, own = Text("initiative of {side}", side=self.names[at]), one.throw
            ledger, key = LateLines(partial(_lines_of_side, own.ledger)), f"initiative {at + 1}"
            roll = Roll(key, label, own.by, own.sides, own.reading, own.needed, ledger, own.rule, at)
            tests.append(one._replace(throw=roll))
        self.tests = tuple(tests)
        scope = {**self.book.tables.numbers, **vars(self.book.rulings)}
        self.rolls_again = self.spec.again is None or bool(self.spec.again(scope))
        self.rulings_used = tuple(dict.fromkeys(name for one in self.tests for name in one.rulings_used))

    def play(self, table: Table) -> Then[NominationOutcome]:
        return then(self._contest, tuple(range(len(self.tests))))

    def _contest(self, table: Table, sides: tuple[int, ...]) -> NominationOutcome | Then[NominationOutcome]:
        best = table.play(self._roll_for_most, sides, 0, ())
        if len(best) == 1 or not self.rolls_again:
            return NominationOutcome(best[0])
        return then(self._contest, best)

    def _roll_for_most(
        self, table: Table, left: tuple[int, ...], most: int, best: tuple[int, ...]
    ) -> tuple[int, ...] | Then[tuple[int, ...]]:
        """Return the sides with the most, rolled one by one, so that odds keep only the leaders."""
        if not left:
            return best
        one = self.tests[left[0]]
        rolled = one.read(table.roll(one.throw, one.dice))
        if rolled > most or not best:
            return then(self._roll_for_most, left[1:], rolled, left[:1])
        return then(self._roll_for_most, left[1:], most, (*best, left[0]) if rolled == most else best)

    def rulings_used_in(self, played: Played[NominationOutcome]) -> Iterable[str]:
        """Return the rulings on ties, if the first rolls were tied for the most."""
        first = [one.read(step.got) for one, step in zip(self.tests, played.steps, strict=False)]
        is_tied = first.count(max(first)) > 1
        return sorted(self.spec.again.reads & vars(self.book.rulings).keys()) if self.spec.again and is_tied else ()

    def describe(self, played: Played[NominationOutcome]) -> Text:
        side = played.outcome.winner
        one, result = self.tests[side], self.spec.names[0]
        got = [one.read(step.got) for step in played.steps if step.throw.side == side][-1]
        values: dict[str, Value] = {"side": self.names[side], result: got}
        told = first_sentence(self.book.tables, self.spec.told, {**one.lane.scope, result: got}, **values)
        return Sentence(told) if told else order_text([*self.names[side:], *self.names[:side]])

    def too_big(self) -> Text | None:
        """Return a refusal of exact odds above 8 sides: the possible ties double with each side."""
        return too_many_sides_text(len(self.tests), 8)


def _lines_of_side(lines: Iterable[Line]) -> Iterator[Line]:
    """Yield the lines of a unit's ledger for its side: no unit has a part in the roll."""
    for line in lines:
        cause = line.cause and line.cause._replace(unit="")
        yield line._replace(cause=cause, traits=tuple(one._replace(unit="") for one in line.traits))


def nomination_facts(of_test: type[Facts]) -> type[Facts]:
    """Build the facts of an initiative: the numbers of each nominated unit, and the name of its side."""
    unit: Any = of_test.model_fields["unit"].annotation
    name: Any = (str | None, Field(default=None, max_length=60, title=N_("Side")))
    side = create_model("Nominated", __base__=unit, name=name)
    sides: Any = (tuple[side, ...], Field(min_length=2, max_length=20, title=N_("Sides")))
    return create_model("InitiativeFacts", __base__=Facts, sides=sides)
