"""Attribute tests: the face needed with its reasons, criticals, and a Fearless unit's second die (Attribute Tests)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rules.kernel.dice import Cause, Got, Line, Need, Reading, Roll, Successes, Tally, Trait, total
from rules.kernel.table import Decision, Table, read_either
from rules.kernel.text import Text
from rules.openfire_d12.facts import D12UnitFacts
from rules.openfire_d12.tables import Attribute

DIE = 12
TESTS = "Dice and Measuring › Attribute Tests"
MODIFIERS = "Dice and Measuring › Modifiers and Re-rolls"
ATTRIBUTES = "Models and Units › Attributes"
FEARLESS = "Special Rules › Fearless"
NAMES: dict[Attribute, Text] = {"skl": Text("Battle Skill"), "def": Text("Defence"), "cmd": Text("Command")}
SHORT: dict[Attribute, Text] = {"skl": Text("SKL"), "def": Text("DEF"), "cmd": Text("CMD")}


class Passed(NamedTuple):
    """Number of successful dice, and of natural twelves among them."""

    successes: int
    criticals: int


def score(unit: D12UnitFacts, attribute: Attribute) -> int:
    return {"skl": unit.skl, "def": unit.defence, "cmd": unit.cmd}[attribute]


def base(unit: D12UnitFacts, attribute: Attribute) -> Line:
    """Return the first line of a test's ledger: the attribute in the profile."""
    trait = Trait("defence" if attribute == "def" else attribute)
    return Line(SHORT[attribute], score(unit, attribute), ATTRIBUTES, traits=(trait,))


def die_modifier(why: Text, modifier: int, rule: str, cause: Cause | None = None) -> tuple[Line, ...]:
    """Return a modifier of the die as a line about the face needed; none for 0."""
    return (Line(why, -modifier, rule, cause=cause),) if modifier else ()


def stated_modifier(modifier: int) -> tuple[Line, ...]:
    """Return a modifier of the die that the players state themselves."""
    return die_modifier(Text("{modifier:+} on the die", modifier=modifier), modifier, MODIFIERS)


def limit_to_die(attribute: int, lines: Sequence[Line]) -> tuple[Line, ...]:
    """Return the lines, with one more if the modified die would be outside 1 to 12.

    An `attribute` of 1 is met by every die.
    """
    raw = total(lines)
    if raw > 1 and attribute <= 1:
        return (*lines, Line(Text("a modified die never shows less than 1"), 1 - raw, MODIFIERS))
    if raw > DIE:
        return (*lines, Line(Text("a natural 12 always succeeds"), DIE - raw, TESTS))
    if raw < 1:
        return (*lines, Line(Text("no die shows less than 1"), 1 - raw, MODIFIERS))
    return tuple(lines)


def dice_against(
    key: str, label: Text, by: str, attribute: int, lines: Sequence[Line], rule: str, pool: Sequence[Line] = ()
) -> Roll[int]:
    """Return a roll that counts successes at the sum of `lines`; `pool` explains the number of dice.

    `attribute` is the unit's value before modifiers.
    """
    lines = limit_to_die(attribute, lines)
    return _make_roll(key, label, by, Successes(total(lines)), lines, rule, pool)


def attribute_roll(unit: D12UnitFacts, attribute: Attribute, more: Sequence[Line], rule: str) -> Roll[tuple[int, ...]]:
    """Return a test of a unit's attribute that also counts criticals, which are natural 12s."""
    lines = limit_to_die(score(unit, attribute), (base(unit, attribute), *more))
    label = Text("{attribute} test", attribute=NAMES[attribute])
    return _make_roll(f"{attribute}_test", label, "unit", Tally((total(lines), DIE)), lines, rule)


def _make_roll(
    key: str, label: Text, by: str, reading: Reading[Got], lines: Sequence[Line], rule: str, pool: Sequence[Line] = ()
) -> Roll[Got]:
    return Roll(key, label, by, DIE, reading, Need(total(lines)), (*lines, *pool), rule)


# A re-roll of failed dice costs nothing, so a live table is not asked.
REROLL = Decision[bool](
    name="reroll",
    by="unit",
    question=Text("Fearless: roll the failed Command test again?"),
    options=("yes", "no"),
    default="yes",
    read=read_either(),
    rule=FEARLESS,
    asked=False,
)


@dataclass(frozen=True, eq=False, slots=True)
class DiceTest:
    """A test of several dice; if `fearless`, those that fail may be re-rolled once."""

    throw: Roll[tuple[int, ...]]
    times: int
    fearless: bool


def trial_of(unit: D12UnitFacts, attribute: Attribute, more: Sequence[Line], rule: str, times: int = 1) -> DiceTest:
    """Return a unit's test; Fearless units re-roll failed Command tests (Special Rules › Fearless)."""
    return DiceTest(attribute_roll(unit, attribute, more, rule), times, unit.fearless and attribute == "cmd")


def roll_trial(table: Table, trial: DiceTest) -> Passed:
    """Roll, and re-roll failures once if the unit may and wants to (Modifiers and Re-rolls)."""
    successes, criticals = table.roll(trial.throw, trial.times)
    failed = trial.times - successes
    if failed and trial.fearless and table.decide(REROLL, failed):
        roll = trial.throw
        label = Text("{throw}, re-roll", throw=roll.label)
        again = roll._replace(key=f"{roll.key}_again", label=label, again=roll.key, rule=FEARLESS)
        more, twelves = table.roll(again, failed)
        return Passed(successes + more, criticals + twelves)
    return Passed(successes, criticals)
