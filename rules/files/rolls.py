"""The rolls of an action of a file: how many dice, and the number they need with its reasons."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from pydantic import BaseModel

from rules.files.faults import filled
from rules.files.shape import CheckRow
from rules.files.specs import ROLES, ActionSpec, Compiled, Modifier, Roll
from rules.kernel.dice import Cause, Line, Need, Successes, Throw, Trait, Under, total
from rules.kernel.errors import RuleError
from rules.kernel.text import Term, Text, several

MOST_DICE = 500
"""Dice of one roll."""


@dataclass(frozen=True, eq=False)
class FileTables:
    """The tables that the rules of a file read: the file, and its weapons."""

    compiled: Compiled
    weapons: Mapping[str, BaseModel]

    @property
    def die(self) -> int:
        return self.compiled.document.system.die

    @property
    def check(self) -> CheckRow:
        return self.compiled.document.check


class Lane(NamedTuple):
    """Weapons of one kind, with what the expressions of their rolls read; without weapons there is one lane."""

    weapon: str
    models: int
    scope: Mapping[str, Any]


@dataclass(eq=False)
class Rolls:
    """The rolls of one action with its facts; those whose numbers no earlier dice change are made once."""

    tables: FileTables
    spec: ActionSpec
    counts: frozenset[str]
    """The names that earlier dice of a lane have counted."""
    asked: Mapping[str, Any]
    lanes: int
    moving: frozenset[str]
    """Rolls whose numbers dice before them change."""
    _made: dict[tuple[str, int, frozenset[str]], Throw[int]] = field(
        default_factory=dict[tuple[str, int, frozenset[str]], Throw[int]]
    )

    def value(self, modifier: Modifier, roll: Roll, scope: Mapping[str, Any]) -> int:
        """Return what a modifier adds to a roll; 0 where it does not count."""
        there = {**scope, "roller": scope[ROLES[roll.row.by or "unit"]]}
        if modifier.when and not modifier.when(there):
            return 0
        return max(-MOST_DICE, min(MOST_DICE, modifier.value.number(there)))

    def dice(self, roll: Roll, scope: Mapping[str, Any]) -> int:
        """Return how many dice are rolled; raise RuleError for too many."""
        if not roll.dice:
            return 1
        there = scope if roll.dice.name else {**scope, "roller": scope[ROLES[roll.row.by or "unit"]]}
        dice = roll.dice.number(there)
        if dice > MOST_DICE:
            raise RuleError(Text("More than {most} dice in one roll.", most=MOST_DICE), self.spec.row.section)
        return max(0, dice)

    def throw(self, roll: Roll, at: int, lane: Lane, dice: int, chosen: frozenset[str]) -> Throw[int]:
        """Return the roll with its ledger; `chosen` are the modifiers that a player has decided on."""
        if roll.key in self.moving:
            return self._throw(roll, lane, dice, chosen)
        key = roll.key, at, chosen
        if key not in self._made:
            self._made[key] = self._throw(roll, lane, dice, chosen)
        return self._made[key]

    def _throw(self, roll: Roll, lane: Lane, dice: int, chosen: frozenset[str]) -> Throw[int]:
        by = roll.row.by or "unit"
        under, section = self.tables.check.roll == "under", roll.section or self.spec.row.section
        lines = [self._base(roll, lane.scope, section)]
        for one in roll.modifiers:
            if one.row.decided and one.key not in chosen:
                continue
            if value := self.value(one, roll, lane.scope):
                why = filled(one.row.why, {"n": abs(value), **{name: Term(str(of)) for name, of in self.asked.items()}})
                lines.append(Line(why, value if under else -value, one.row.section, cause=_cause(one, roll)))
        lines += self._bounds(total(lines))
        face = total(lines)
        if not roll.dice or not (roll.dice.reads & self.counts):
            lines += [Line(_owner(roll, lane), dice, section, "dice")] if roll.dice else []
        name = Text(roll.name)
        label = (
            Text("{roll}: {weapon}", roll=name, weapon=Term(lane.weapon)) if self.lanes > 1 and lane.weapon else name
        )
        reading = Under(face) if under else Successes(face)
        need = Need(face, at_most=True, each=True) if under else Need(face)
        return Throw(roll.key, label, by, self.tables.die, reading, need, tuple(lines), section, part=ROLES[by])

    def _base(self, roll: Roll, scope: Mapping[str, Any], section: str) -> Line:
        role = ROLES[roll.row.by or "unit"]
        value = roll.check.number({**scope, "roller": scope[role]})
        if not roll.field:
            return Line(Text(roll.name), value, section)
        name = self.tables.compiled.document.profile[roll.field].name
        return Line(Text(name), value, section, traits=(Trait(roll.field, role),))

    def _bounds(self, face: int) -> Iterator[Line]:
        """Yield the line by which a face stays where a die always or never does it."""
        check, die = self.tables.check, self.tables.die
        if check.roll == "under":
            low, high = check.always or 0, check.never - 1 if check.never else die
        else:
            low, high = check.never + 1 if check.never else 1, check.always or die + 1
        kept = max(low, min(high, face))
        if kept == face:
            return
        passes = (kept == low) == (check.roll == "under")
        stop = check.always if passes else check.never
        if stop is None:
            yield Line(Text("as far as the die goes"), kept - face, check.section)
        elif passes:
            yield Line(Text("a {face} always passes", face=stop), kept - face, check.section)
        else:
            yield Line(Text("a {face} never passes", face=stop), kept - face, check.section)


def _owner(roll: Roll, lane: Lane) -> Text:
    """Return the reason for the number of dice: the weapons that fire, or the one number that gives it."""
    if lane.weapon:
        return several(lane.models, lane.weapon)
    reads = [one.rpartition(".")[2] for one in (roll.dice.reads if roll.dice else ())]
    return Term(reads[0]) if len(reads) == 1 else Text("dice")


def _cause(modifier: Modifier, roll: Roll) -> Cause | None:
    if not modifier.row.cause:
        return None
    role, _, state = modifier.row.cause.rpartition(".")
    return Cause(state, role or ROLES[roll.row.by or "unit"])
