"""The ledger of a roll of a file: the reasons of its number, and of its number of dice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from rules.files.expressions import Expression
from rules.files.faults import filled
from rules.files.sentences import said_values
from rules.files.specs import ActionSpec
from rules.files.step_specs import Modifier, RollSpec
from rules.kernel.dice import Cause, Line, Trait, total
from rules.kernel.text import N_, Term, Text, several_of

if TYPE_CHECKING:
    from rules.files.rolls import FileTables


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

    def weapon_dice(self, roll: RollSpec) -> Iterator[tuple[Lane, int]]:
        """Yield the number of dice before modifiers; in a pool, one number for each kind of weapon."""
        assert roll.dice
        for arm in self.arms if roll.by_weapon and self.arms else (self,):
            yield arm, roll.dice.number({**self.scope, **arm.scope} if self.arms else self.scope)


@dataclass(frozen=True, eq=False, slots=True)
class Ledger:
    """The numbers that a roll was computed from, for its lines; `more` are the modifiers of its number of dice."""

    tables: FileTables
    spec: ActionSpec
    asked: Mapping[str, Term]
    roll: RollSpec
    lane: Lane
    base: int
    counting: Sequence[Counting]
    more: Sequence[Counting]

    @property
    def better(self) -> int:
        """The sign of modifiers in the number: with dice that roll over, they make it less."""
        return -1 if self.roll.is_check and self.tables.check.roll == "over" else 1

    @property
    def number(self) -> int:
        """The number needed before the limits of a check, or the number added to the dice."""
        return self.base + self.better * sum(one.value for one in self.counting)

    @property
    def section(self) -> str:
        return self.roll.section or self.spec.row.section

    @property
    def of(self) -> str:
        """The kind of the lines of its number: needed, added to the total, or added to each die."""
        if self.roll.is_check:
            return "needed"
        return "total" if self.roll.is_summed else N_("each die")

    def lines(self) -> Iterator[Line]:
        if self.roll.is_check or self.base or self.roll.field:
            yield self._base_line()
        yield from (self._line(one, self.better * one.value, self.of) for one in self.counting)
        if self.roll.is_check and not (self.roll.is_summed or self.roll.table):
            yield from self._limit(self.number)
        if self.roll.dice:
            yield from self._dice_lines(self.roll.dice)

    def _base_line(self) -> Line:
        roll = self.roll
        own, needs = filled(roll.row.why, {"n": self.base}) if roll.row.why else None, 1
        if not roll.field:
            needs, traits = roll.needs.number(self.lane.scope) if roll.needs else 1, ()
            why = own or Text(roll.name)
            why = why if needs == 1 else Text("{roll}, {n} to pass", roll=why, n=needs)
        else:
            why, traits = own or Text(self._field_name(roll.field)), (Trait(roll.field, roll.role),)
        return Line(why, self.base, self._rule(why, roll.row.why_section or ""), self.of, traits=traits)

    def _line(self, one: Counting, value: int, of: str) -> Line:
        """Return the line of a modifier."""
        row, scope = one.modifier.row, self.lane.scope
        values = {"n": abs(value), **self.asked}
        scope = {**scope, row.each: one.entry} if row.each else scope
        values |= said_values(one.modifier.values, scope, self.tables.compiled.document.counted)
        if hasattr(one.entry, "weapon"):
            values["weapons"] = several_of(one.entry.count, one.entry.weapon)
        why, (role, _, state) = filled(row.why, values), row.cause.rpartition(".")
        cause = Cause(state, role or self.roll.role) if state else None
        return Line(why, value, self._rule(why, row.section), of, cause, self._traits(one.modifier.value))

    def _limit(self, face: int) -> Iterator[Line]:
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

    def _dice_lines(self, dice: Expression) -> Iterator[Line]:
        """Yield the reasons for the number of dice, except results of earlier dice, which all players have seen."""
        lines: list[Line] = []
        was_seen = bool(dice.reads & self.spec.results)
        for arm, count in () if was_seen else self.lane.weapon_dice(self.roll):
            if count or not (self.roll.more or self.lane.arms):
                why = self._owner(arm, count, dice)
                lines.append(Line(why, count, self._rule(why), "dice", traits=self._traits(dice)))
        lines += [self._line(one, one.value, "dice") for one in self.more]
        least = self.roll.row.least
        few = 0 if was_seen else least - total(lines, "dice")
        if few > 0:
            why = Text("never fewer than {n}", n=least)
            lines.append(Line(why, few, self._rule(why), "dice"))
        yield from lines

    def _owner(self, arm: Lane, count: int, dice: Expression) -> Text:
        """Return the reason for the number of dice: the weapons that fire, or the single number that determines it."""
        weapons = several_of(arm.models, arm.weapon)
        if why := self.roll.row.dice_why:
            return filled(why, {"n": count, "models": arm.models, "weapons": weapons})
        if arm.weapon and "models" in dice.reads:
            return weapons
        names = [one.rpartition(".")[2] for one in dice.reads]
        if len(names) != 1:
            return Text("dice")
        return Text(self._field_name(names[0])) if self._is_field(names[0]) else Term(names[0])

    def _traits(self, number: Expression) -> tuple[Trait, ...]:
        """Return the trait if an expression consists of a single number of a profile."""
        role, _, name = number.text.strip().partition(".")
        if not (role.isidentifier() and self._is_field(name)):
            return ()
        return (Trait(name, self.roll.role if role == "roller" else role),)

    def _is_field(self, name: str) -> bool:
        return name in self.tables.compiled.document.profile

    def _field_name(self, name: str) -> str:
        return self.tables.compiled.document.profile[name].name

    def _rule(self, why: Text, own: str = "") -> str:
        """Return the first section that differs from the reason, its own or that of the roll, else the rules' name."""
        differing = _differing(str(getattr(why, why.fields[0])), own, self.section)
        return differing or self.tables.compiled.document.system.name


@lru_cache(maxsize=1000)
def _differing(reason: str, *sections: str) -> str:
    """Return the first section that differs from the reason; empty for none."""
    return next((one for one in sections if one and one.casefold() != reason.casefold()), "")
