"""Attribute tests: the face needed with its reasons, criticals, and a Fearless unit's second die (Attribute Tests)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from rules.dice import Line, Reading, Successes, Tally, Throw, total
from rules.openfire_d12.facts import Unit
from rules.openfire_d12.tables import Attribute
from rules.table import Decision, Offer, Table
from rules.text import say, unsaid

DIE = 12
TESTS = "Dice and Measuring › Attribute Tests"
MODIFIERS = "Dice and Measuring › Modifiers and Re-rolls"
ATTRIBUTES = "Models and Units › Attributes"
FEARLESS = "Special Rules › Fearless"
NAMES: dict[Attribute, str] = {"skl": unsaid("Battle Skill"), "def": unsaid("Defence"), "cmd": unsaid("Command")}
SHORT: dict[Attribute, str] = {"skl": unsaid("SKL"), "def": unsaid("DEF"), "cmd": unsaid("CMD")}


class Passed(NamedTuple):
    """How many dice succeeded, and how many of those were natural twelves."""

    successes: int
    criticals: int


def score(unit: Unit, attribute: Attribute) -> int:
    return {"skl": unit.skl, "def": unit.defence, "cmd": unit.cmd}[attribute]


def base(unit: Unit, attribute: Attribute) -> Line:
    """The first line of a test's ledger: the attribute as the profile has it."""
    return Line(say(SHORT[attribute]), score(unit, attribute), ATTRIBUTES)


def on_die(why: str, modifier: int, rule: str) -> tuple[Line, ...]:
    """A modifier of the die as a line about the face needed; none of 0 has a line."""
    return (Line(why, -modifier, rule),) if modifier else ()


def by_word(modifier: int) -> tuple[Line, ...]:
    """A modifier of the die that the players name themselves."""
    signed = f"+{modifier}" if modifier > 0 else f"−{-modifier}"
    return on_die(say("{modifier} on the die", modifier=signed), modifier, MODIFIERS)


def within_the_die(attribute: int, lines: Sequence[Line]) -> tuple[Line, ...]:
    """The lines, with one more where the die cannot be modified that far: it stays within 1 to 12.

    An `attribute` of 1 is met by every die.
    """
    raw = total(lines)
    if raw > 1 and attribute <= 1:
        return (*lines, Line(say("a modified die never shows less than 1"), 1 - raw, MODIFIERS))
    if raw > DIE:
        return (*lines, Line(say("a natural 12 always succeeds"), DIE - raw, TESTS))
    if raw < 1:
        return (*lines, Line(say("no die shows less than 1"), 1 - raw, MODIFIERS))
    return tuple(lines)


def dice_against(
    label: str, by: str, attribute: int, lines: Sequence[Line], rule: str, pool: Sequence[Line] = ()
) -> Throw[int]:
    """A throw that counts successes at the face `lines` add up to; `pool` says how many dice and why.

    `attribute` is what the die is compared with, without the modifiers of the die.
    """
    lines = within_the_die(attribute, lines)
    return _throw(label, by, Successes(total(lines)), lines, rule, pool)


def attribute_throw(
    unit: Unit, attribute: Attribute, label: str, more: Sequence[Line], rule: str
) -> Throw[tuple[int, ...]]:
    """A test of a unit's attribute that also counts criticals: only a natural 12 is one."""
    lines = within_the_die(score(unit, attribute), (base(unit, attribute), *more))
    return _throw(label, "unit", Tally((total(lines), DIE)), lines, rule)


def _throw(
    label: str, by: str, reading: Reading[Any], lines: Sequence[Line], rule: str, pool: Sequence[Line] = ()
) -> Throw[Any]:
    return Throw(label, by, DIE, reading, f"{total(lines)}+", (*lines, *pool), rule)


def yes_or_no(text: str) -> bool:
    """How a decision between two ways is read; raises ValueError for anything else."""
    if text not in ("yes", "no"):
        raise ValueError(text)
    return text == "yes"


def _reroll_offers(failed: int) -> tuple[Offer, ...]:
    again = say(
        "throw the failed die again; the second stands"
        if failed == 1
        else "throw the {failed} failed dice again; the second stands",
        failed=failed,
    )
    return Offer("yes", again), Offer("no", say("let it stand"))


# Nothing is lost by throwing a failed die again, so a live table is not stopped to ask.
REROLL = Decision[bool](
    name="reroll",
    by="unit",
    question="Fearless: throw the failed Command test again?",
    options=("yes", "no"),
    default="yes",
    read=yes_or_no,
    rule=FEARLESS,
    offers=_reroll_offers,
    asked=False,
)


@dataclass(frozen=True, eq=False, slots=True)
class Trial:
    """A test of so many dice, and whether those that fail may be thrown once more."""

    throw: Throw[tuple[int, ...]]
    times: int
    fearless: bool


def trial_of(unit: Unit, attribute: Attribute, label: str, more: Sequence[Line], rule: str, times: int = 1) -> Trial:
    """A unit's test; Fearless units throw failed Command tests again (Special Rules › Fearless)."""
    throw = attribute_throw(unit, attribute, label, more, rule)
    return Trial(throw, times, unit.fearless and attribute == "cmd")


def tried(table: Table, trial: Trial) -> Passed:
    """Throw, and once more what failed if the unit may and wants to (Modifiers and Re-rolls)."""
    successes, criticals = table.roll(trial.throw, trial.times)
    failed = trial.times - successes
    if failed and trial.fearless and table.decide(REROLL, failed):
        again = trial.throw._replace(
            label=say("{throw}, re-roll", throw=trial.throw.label), again=trial.throw.label, rule=FEARLESS
        )
        more, twelves = table.roll(again, failed)
        return Passed(successes + more, criticals + twelves)
    return Passed(successes, criticals)
