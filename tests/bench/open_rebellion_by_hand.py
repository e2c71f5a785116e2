"""The morale check of Open Rebellion as a rule written in Python, the measure for the same rule from its file."""

from __future__ import annotations

from typing import Any, NamedTuple

from data import system_of
from rules.kernel.dice import Cause, Line, Need, Roll, Successes, Trait, total
from rules.kernel.table import Table
from rules.kernel.text import Plural, Text
from rules.kit.rule import Rule

FILE = system_of("opreb")
TEST, PINS, DICE = "Concepts › Skill test", "Small arms fire › Apply damage", "Concepts › Bang dice"


class Outcome(NamedTuple):
    bangs: int
    passed: bool


class Morale(Rule[FILE.actions["morale"].facts, Outcome, Any, Any]):
    """A skill test that needs as many bangs as the ruling says."""

    key, title, topic = "morale", Text("Morale check"), "fall_back"

    def plan(self) -> None:
        unit: Any = self.facts.unit  # pyright: ignore[reportAttributeAccessIssue]
        rulings, bang = self.book.rulings, self.book.tables.numbers["bang"]
        why = Plural("{n} skill die", "{n} skill dice", unit.skill)
        lines = [Line(why, unit.skill, TEST, "dice", traits=(Trait("skill", "unit"),))]
        if rulings.pin_effect == "minus_skill_die" and unit.pinned:
            less = Text("{n} pinned markers, −1 skill die each", n=unit.pinned)
            lines.append(Line(less, -unit.pinned, PINS, "dice", Cause("pinned", "unit")))
            if unit.pinned >= unit.skill:
                lines.append(Line(Text("one skill die always remains"), 1 + unit.pinned - unit.skill, PINS, "dice"))
        lines.append(Line(Text("a bang"), bang, DICE))
        label = Text("morale check")
        self.dice, self.need = total(lines, "dice"), rulings.morale_bangs
        self.throw = Roll(
            "morale_check", label, "unit", 6, Successes(bang), Need(bang), tuple(lines), TEST, part="unit"
        )

    def play(self, table: Table) -> Outcome:
        bangs = table.roll(self.throw, self.dice)
        return Outcome(bangs, bangs >= self.need)
