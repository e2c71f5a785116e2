"""The rolls of an action from a rule file: the number of dice, and the number needed with its reasons."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache, partial
from math import comb
from types import SimpleNamespace
from typing import Any, NamedTuple

from pydantic import BaseModel

from rules.files.expressions import Expression
from rules.files.faults import filled
from rules.files.sentences import said_values
from rules.files.shape import CheckRow
from rules.files.specs import ActionSpec, CompiledFile, Ending, Modifier, RollSpec
from rules.kernel.dice import Cause, LateLines, Line, Need, Roll, Successes, Total, Trait, Under, total
from rules.kernel.errors import RuleError
from rules.kernel.odds import Dist, Odds, compute_odds_by
from rules.kernel.table import Table
from rules.kernel.text import N_, Term, Text, several_of

MOST_DICE = 500
"""The most dice of one roll."""
MOST_SUMS = 2_000_000
"""Maximum steps of computation for the odds of dice that are added up."""
MOST_WAYS = 20_000
"""The most ways in which the dice of one roll can spread over the rows of a table."""


def most_dice(roll: RollSpec, die: int) -> int:
    """Return the most dice of one roll for which exact odds take no longer than a command may."""
    if roll.is_summed:
        return _most_added_up(die)
    return _most_looked_up(len(roll.table)) if roll.table else MOST_DICE


@cache
def _most_looked_up(rows: int) -> int:
    return next(n for n in range(MOST_DICE, 0, -1) if comb(n + rows - 1, rows - 1) <= MOST_WAYS)


@cache
def _most_added_up(die: int) -> int:
    return next(n for n in range(MOST_DICE, 0, -1) if n**3 * die**2 <= MOST_SUMS or n == 1)


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


class Counting(NamedTuple):
    """A modifier that applies, with its value and its entry of a list, if it has one."""

    modifier: Modifier
    value: int
    entry: Any


class Lane(NamedTuple):
    """Weapons of one kind, with the scope of their expressions; without weapons there is one lane.

    A pool is one lane with all weapons: `arms` are its kinds, and its scope has the kind that most models fire.
    """

    weapon: str
    models: int
    scope: Mapping[str, Any]
    arms: tuple[Any, ...] = ()

    def rolled(self, roll: RollSpec, earlier: Mapping[str, Any]) -> Lane:
        """Return it with the unit that rolls, and the results of earlier dice, in its scope."""
        scope = {**self.scope, **earlier, "roller": self.scope[roll.role]}
        return Lane(self.weapon, self.models, scope, self.arms)


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
            dice = sum(count for _, count in self._weapon_dice(roll, roll.dice, lane))
        else:
            dice = roll.dice.number(lane.scope)
        dice += sum(one.value for one in more)
        return self._limited(roll, max(roll.row.least, dice))

    def _limited(self, roll: RollSpec, dice: int) -> int:
        if dice > 1 and dice > (most := most_dice(roll, self.tables.die)):
            raise RuleError(Text("Roll at most {most} dice at once.", most=most), self.spec.row.section)
        return dice if dice > 0 else 0

    def _weapon_dice(self, roll: RollSpec, dice: Expression, lane: Lane) -> Iterator[tuple[Lane, int]]:
        """Yield the number of dice before modifiers; in a pool, one number for each kind of weapon."""
        for arm in lane.arms if roll.by_weapon and lane.arms else (lane,):
            yield arm, dice.number({**lane.scope, **arm.scope} if lane.arms else lane.scope)

    def _make_roll(self, roll: RollSpec, lane: Lane, more: Sequence[Counting], chosen: frozenset[str]) -> Roll[Any]:
        counting, base = _counting(roll.modifiers, lane, chosen), roll.number.number(lane.scope)
        better = -1 if roll.is_check and self.tables.check.roll == "over" else 1
        number = base + better * sum(one.value for one in counting)
        reading, need = self._reading(roll, number)
        counting = [one._replace(value=better * one.value) for one in counting] if better < 0 else counting
        label, section = Text(roll.name), roll.section or self.spec.row.section
        if self.lanes > 1 and lane.weapon:
            label = Text("{roll}: {weapon}", roll=label, weapon=Term(lane.weapon))

        def ledger() -> Iterator[Line]:
            if roll.is_check or base or roll.field:
                yield self._base(roll, base, lane.scope, section)
            yield from (self._line(one, roll, lane.scope, _of(roll), section) for one in counting)
            if isinstance(reading, Successes | Under):
                yield from self._bounds(number)
            if roll.dice:
                yield from self._dice_lines(roll, roll.dice, lane, section, more)

        by, part = roll.row.by or "unit", roll.role
        if by == "enemy":  # the dice of the other side, for the only unit that takes part
            by, part = "defender", ""
        return Roll(roll.key, label, by, self.tables.die, reading, need, LateLines(ledger), section, part=part)

    def _line(self, one: Counting, roll: RollSpec, scope: Mapping[str, Any], of: str, section: str) -> Line:
        """Return the line of a modifier in a ledger."""
        modifier, value, entry = one
        values = {"n": abs(value), **self.asked}
        scope = {**scope, modifier.row.each: entry} if modifier.row.each else scope
        values |= said_values(modifier.values, scope, self.tables.compiled.document.counted)
        if hasattr(entry, "weapon"):
            values["weapons"] = several_of(entry.count, entry.weapon)
        why, traits = filled(modifier.row.why, values), self._traits(modifier.value, roll)
        return Line(why, value, self._rule(why, modifier.row.section, section), of, _cause(modifier, roll), traits)

    def _dice_lines(
        self, roll: RollSpec, dice: Expression, lane: Lane, section: str, more: Iterable[Counting]
    ) -> Iterator[Line]:
        """Yield the reasons for the number of dice, except results of earlier dice, which all players have seen."""
        lines: list[Line] = []
        was_seen = bool(dice.reads & self.spec.results)
        for arm, count in () if was_seen else self._weapon_dice(roll, dice, lane):
            if count or not (roll.more or lane.arms):
                why, traits = self._owner(roll, arm, count), self._traits(dice, roll)
                lines.append(Line(why, count, self._rule(why, section), "dice", traits=traits))
        lines += [self._line(one, roll, lane.scope, "dice", section) for one in more]
        few = 0 if was_seen else roll.row.least - total(lines, "dice")
        if few > 0:
            why = Text("never fewer than {n}", n=roll.row.least)
            lines.append(Line(why, few, self._rule(why, section), "dice"))
        yield from lines

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

    def _owner(self, roll: RollSpec, lane: Lane, dice: int) -> Text:
        """Return the reason for the number of dice: the weapons that fire, or the single number that determines it."""
        if roll.row.dice_why:
            weapons = several_of(lane.models, lane.weapon)
            return filled(roll.row.dice_why, {"n": dice, "models": lane.models, "weapons": weapons})
        reads = roll.dice.reads if roll.dice else frozenset[str]()
        if lane.weapon and "models" in reads:
            return several_of(lane.models, lane.weapon)
        names = [one.rpartition(".")[2] for one in reads]
        if len(names) != 1:
            return Text("dice")
        profile = self.tables.compiled.document.profile
        return Text(profile[names[0]].name) if names[0] in profile else Term(names[0])

    def _traits(self, number: Expression, roll: RollSpec) -> tuple[Trait, ...]:
        """Return the trait if an expression consists of a single number of a profile."""
        role, _, name = number.text.strip().partition(".")
        if name not in self.tables.compiled.document.profile:
            return ()
        return (Trait(name, roll.role if role == "roller" else role),)

    def _base(self, roll: RollSpec, value: int, scope: Mapping[str, Any], section: str) -> Line:
        of = _of(roll)
        own = filled(roll.row.why, {"n": value}) if roll.row.why else None
        if not roll.field:
            needs, name = roll.needs.number(scope) if roll.needs else 1, own or Text(roll.name)
            why = name if needs == 1 else Text("{roll}, {n} to pass", roll=name, n=needs)
            return Line(why, value, self._rule(why, roll.row.why_section or "", section), of)
        why = own or Text(self.tables.compiled.document.profile[roll.field].name)
        rule = self._rule(why, roll.row.why_section or "", section)
        return Line(why, value, rule, of, traits=(Trait(roll.field, roll.role),))

    def _rule(self, why: Text, *sections: str) -> str:
        """Return the first section that differs from the reason, else the name of the rules."""
        return _differing(str(getattr(why, why.fields[0])), *sections) or self.tables.compiled.document.system.name

    def _bounds(self, face: int) -> Iterator[Line]:
        """Yield the line that limits the number needed: a face always or never passes, or the die has too few faces."""
        check, (low, high) = self.tables.check, self.tables.limits
        kept = max(low, min(high, face))
        if kept == face:
            return
        passes = (kept == low) == (check.roll == "under")
        stop = check.always if passes else check.never
        if stop is None:
            yield Line(Text("the limit of the die"), kept - face, check.section)
        elif passes:
            yield Line(Text("a {face} always passes", face=stop), kept - face, check.section)
        else:
            yield Line(Text("a {face} never passes", face=stop), kept - face, check.section)


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


@lru_cache(maxsize=1000)
def _differing(reason: str, *sections: str) -> str:
    """Return the first section that differs from the reason; empty for none."""
    return next((one for one in sections if one and one.casefold() != reason.casefold()), "")


def _of(roll: RollSpec) -> str:
    """Return the kind of ledger lines of a number: needed, added to the total, or added to each die."""
    if roll.is_check:
        return "needed"
    return "total" if roll.is_summed else N_("each die")


def _cause(modifier: Modifier, roll: RollSpec) -> Cause | None:
    if not modifier.row.cause:
        return None
    role, _, state = modifier.row.cause.rpartition(".")
    return Cause(state, role or roll.role)
