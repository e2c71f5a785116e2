"""The rolls of an action from a rule file: the number of dice, and the number needed with its reasons."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache, partial
from math import comb
from types import SimpleNamespace
from typing import Any

from pydantic import BaseModel

from rules.files.ledger import Counting, Lane, Ledger
from rules.files.shape import CheckRow
from rules.files.specs import ActionSpec, CompiledFile
from rules.files.step_specs import Ending, Modifier, RollSpec
from rules.kernel.dice import LateLines, Need, Roll, Successes, Total, Under, total
from rules.kernel.errors import RuleError
from rules.kernel.odds import Dist, Odds, compute_odds_by
from rules.kernel.table import Table
from rules.kernel.text import Term, Text

MOST_DICE = 500
"""The most dice of one roll."""
MOST_SUMS = 2_000_000
"""Maximum steps of computation for the odds of dice that are added up."""
MOST_WAYS = 20_000
"""The most ways in which the dice of one roll can spread over the rows of a table."""


@lru_cache(maxsize=512)
def most_dice(roll: RollSpec, die: int) -> int:
    """Return the most dice of one roll for which exact odds take no longer than a command may."""
    numbers, rows = range(1, MOST_DICE + 1), len(roll.table or ())
    if roll.is_summed:
        return max(1, bisect_right(numbers, MOST_SUMS, key=lambda n: n**3 * die**2))
    return bisect_right(numbers, MOST_WAYS, key=lambda n: comb(n + rows - 1, rows - 1)) if rows else MOST_DICE


@dataclass(frozen=True, slots=True)
class LookedUp:
    """The number of dice in each row of a table: rows have upper `bounds`, the last row has none.

    `more` is added to every die.
    """

    bounds: tuple[int, ...]
    more: int

    @property
    def start(self) -> tuple[int, ...]:
        return (0,) * (len(self.bounds) + 1)

    def kind(self, face: int) -> int:
        return bisect_left(self.bounds, face + self.more)

    def add(self, got: tuple[int, ...], kind: int, n: int) -> tuple[int, ...]:
        return (*got[:kind], got[kind] + n, *got[kind + 1 :])

    def row_of(self, total: int) -> tuple[int, ...]:
        """Return the counts for a total: 1 for the row that it belongs to, 0 for the others."""
        return self.add(self.start, self.kind(total), 1)


def _bounds_of(table: Mapping[str, Ending]) -> tuple[int, ...]:
    return tuple(end.upto for end in table.values() if end.upto is not None)


@dataclass(frozen=True, eq=False)
class FileTables:
    """The tables that the rules of a file read: the compiled file and its weapons."""

    compiled: CompiledFile
    weapons: Mapping[str, BaseModel]
    _entries: dict[tuple[str, int], Any] = field(default_factory=dict[tuple[str, int], Any])

    @cached_property
    def die(self) -> int:
        return self.compiled.document.system.die

    @cached_property
    def check(self) -> CheckRow:
        return self.compiled.document.check

    def entries(self, weapons: Iterable[tuple[str, int]]) -> list[Any]:
        """Return weapons with their numbers, for expressions, from their names and counts."""
        found = list[Any]()
        for name, count in weapons:
            if (entry := self._entries.get((name, count))) is None:
                row = {**vars(self.weapons[name]), "weapon": name, "count": count}
                entry = self._entries[name, count] = SimpleNamespace(**row)
            found.append(entry)
        return found

    @cached_property
    def limits(self) -> tuple[int, int]:
        """The least and the greatest number that dice can need, by the faces that always or never pass."""
        check = self.check
        if check.roll == "under":
            return check.always or 0, check.never - 1 if check.never else self.die
        return check.never + 1 if check.never else 1, check.always or self.die + 1

    @cached_property
    def numbers(self) -> Mapping[str, Any]:
        """The numbers and phrases of the rules by name, for expressions; a table of them has attributes."""
        rows: dict[str, Any] = {**self.compiled.document.tables, **self.compiled.document.phrases}
        return {name: SimpleNamespace(**row) if isinstance(row, dict) else row for name, row in rows.items()}


@dataclass(frozen=True, eq=False)
class Asked:
    """A roll with its ledger; equal ones are the same, so that their odds are computed once."""

    roll: RollSpec
    throw: Roll[Any]


@dataclass(eq=False)
class Rolls:
    """The rolls of one action with its facts; rolls that do not depend on earlier dice are computed once."""

    tables: FileTables
    spec: ActionSpec
    asked: Mapping[str, Term]
    lanes: int
    _known: dict[object, tuple[Asked, int, str]] = field(default_factory=dict[object, tuple[Asked, int, str]])
    """Rolls with their number of dice: fixed, or an earlier result by its name."""

    def ask(
        self, roll: RollSpec, at: int, lane: Lane, earlier: Mapping[str, Any], chosen: frozenset[str]
    ) -> tuple[Asked, int]:
        """Return a roll, and its number of dice; `at` is the number of the lane, −1 for a later step.

        `earlier` are the results of earlier dice; `chosen` are the modifiers that a player has decided on.
        """
        key = roll.key, at, chosen
        if known := self._known.get(key):
            asked, dice, name = known
            return asked, self._limited(roll, earlier[name]) if name else dice
        lane = lane.rolled(roll, earlier)
        more = _counting(roll.more, lane, chosen)
        asked, dice = Asked(roll, self._make_roll(roll, lane, more, chosen)), self._size(roll, lane, more)
        if roll.key not in self.spec.varying:
            name = roll.dice.name if roll.dice and roll.dice.reads & self.spec.results else None
            if name is None or (name and not (roll.more or roll.row.least)):
                self._known[key] = asked, dice, name or ""
        return asked, dice

    def count_dice(self, roll: RollSpec, lane: Lane) -> int:
        """Return the dice of a roll that does not depend on earlier ones; raise RuleError for too many."""
        lane = lane.rolled(roll, {})
        return self._size(roll, lane, _counting(roll.more, lane, frozenset()))

    def _size(self, roll: RollSpec, lane: Lane, more: Iterable[Counting]) -> int:
        """Return the number of dice with what modifiers add; raise RuleError for too many."""
        if not roll.dice:
            return 1
        if lane.arms and roll.by_weapon:
            dice = sum(count for _, count in lane.weapon_dice(roll))
        else:
            dice = roll.dice.number(lane.scope)
        dice += sum(one.value for one in more)
        return self._limited(roll, max(roll.row.least, dice))

    def _limited(self, roll: RollSpec, dice: int) -> int:
        if dice > 1 and dice > (most := most_dice(roll, self.tables.die)):
            raise RuleError(Text("Roll at most {most} dice at once.", most=most), self.spec.row.section)
        return dice if dice > 0 else 0

    def _make_roll(self, roll: RollSpec, lane: Lane, more: Sequence[Counting], chosen: frozenset[str]) -> Roll[Any]:
        base, counting = roll.number.number(lane.scope), _counting(roll.modifiers, lane, chosen)
        ledger = Ledger(self.tables, self.spec, self.asked, roll, lane, base, counting, more)
        reading, need = self._reading(roll, ledger.number)
        label = Text(roll.name)
        if self.lanes > 1 and lane.weapon:
            label = Text("{roll}: {weapon}", roll=label, weapon=Term(lane.weapon))
        by, part = roll.row.by or "unit", roll.role
        if by == "enemy":  # the dice of the other side, for the only unit that takes part
            by, part = "defender", ""
        lines = LateLines(ledger.lines)
        return Roll(roll.key, label, by, self.tables.die, reading, need, lines, ledger.section, part=part)

    def _reading(self, roll: RollSpec, number: int) -> tuple[Any, Need | None]:
        """Return the way to read dice against a number, and the face or total needed."""
        if roll.table and not roll.is_summed:
            return LookedUp(_bounds_of(roll.table), number), None
        under = self.tables.check.roll == "under"
        if roll.is_summed:
            return Total(), Need(number, at_most=under, summed=True) if roll.is_check else None
        low, high = self.tables.limits
        face = max(low, min(high, number))
        return (Under(face), Need(face, at_most=True, each=True)) if under else (Successes(face), Need(face))


def _counting(modifiers: Iterable[Modifier], lane: Lane, chosen: frozenset[str]) -> list[Counting]:
    """Return the modifiers that apply, with their values."""
    return [
        Counting(one, max(-MOST_DICE, min(MOST_DICE, value)), entry)
        for one in modifiers
        if not one.row.decided or one.key in chosen
        for value, entry in one.count(lane.scope)
        if value or one.row.shown
    ]


def _odds_of_roll(odds: Odds, asked: Asked, dice: int) -> Dist:
    found = odds.roll(asked.throw, dice)
    return odds.convert(partial(read_result, asked.roll, asked.throw), found) if asked.roll.is_summed else found


@compute_odds_by(_odds_of_roll)
def roll_asked(table: Table, asked: Asked, dice: int) -> Any:
    """Roll the dice of a roll and return its result."""
    return read_result(asked.roll, asked.throw, table.roll(asked.throw, dice))


def read_result(roll: RollSpec, throw: Roll[Any], got: Any) -> Any:
    """Return the result of a roll.

    It is a number, including additions; 1 or 0 for a sum that passes or fails; or the number of dice in each row of a
    table.
    """
    if not roll.is_summed:
        return got
    if throw.needed:
        return int(throw.needed.is_met_by(got))
    summed = got + total(throw.ledger, "total")
    return LookedUp(_bounds_of(roll.table), 0).row_of(summed) if roll.table else summed
