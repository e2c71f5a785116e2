"""Bang dice: pools whose size is argued and whose faces are never modified (Concepts › Bang dice)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rules.action import Book
from rules.dice import Cause, Line, Need, Successes, Throw, Trait, total
from rules.errors import RuleError
from rules.opreb.facts import Skilled
from rules.opreb.tables import Rulings, Tables
from rules.table import Table
from rules.text import Text, counted

BANG_DICE = "Concepts › Bang dice"
SKILL = "Concepts › Skill test"
PINNED = "Small arms fire › Apply damage"


@dataclass(frozen=True, eq=False, slots=True)
class Pool:
    """A throw of bang dice, and how many."""

    throw: Throw[int]
    dice: int


def pool(key: str, label: Text, by: str, lines: Iterable[Line], book: Book, rule: str, side: int | None = None) -> Pool:
    """As many bang dice as the `lines` add up to."""
    tables: Tables = book.tables
    needed = Line(Text("a bang"), tables.bang, BANG_DICE)
    ledger = (needed, *lines)
    throw = Throw(key, label, by, 6, Successes(tables.bang), Need(tables.bang), ledger, rule, side)
    return Pool(throw, total(ledger, "dice"))


def bangs(table: Table, pool: Pool) -> int:
    """How many bangs a pool shows."""
    return table.roll(pool.throw, pool.dice)


def skill_test(key: str, label: Text, by: str, unit: Skilled, book: Book, rule: str, side: int | None = None) -> Pool:
    """The unit's skill dice."""
    return pool(key, label, by, skill_lines(unit, book), book, rule, side)


def skill_lines(unit: Skilled, book: Book) -> tuple[Line, ...]:
    """Skill dice, less one for each pinned marker where the ruling says so, but never none."""
    own = Text("{skill} skill dice", skill=unit.skill)
    lines = (Line(own, unit.skill, SKILL, "dice", traits=(Trait("skill"),)),)
    if not loses_dice(unit, book):
        return lines
    markers = counted(unit.pinned, "pinned marker", "pinned markers")
    lines += (
        Line(Text("{markers}, −1 skill die each", markers=markers), -unit.pinned, PINNED, "dice", Cause("pinned")),
    )
    if total(lines, "dice") < 1:
        lines += (Line(Text("one skill die is always left"), 1 - total(lines, "dice"), PINNED, "dice"),)
    return lines


def loses_dice(unit: Skilled, book: Book) -> bool:
    rulings: Rulings = book.rulings
    return rulings.pin_effect == "minus_skill_die" and unit.pinned > 0


def held(pinned: int, book: Book) -> bool:
    """Whether so many pinned markers keep a unit from moving, by ruling."""
    rulings: Rulings = book.rulings
    return rulings.pin_effect == "no_move" and pinned > 0


def must_be_free(pinned: int, book: Book) -> None:
    """Raises RuleError for a unit that its pinned markers hold."""
    if held(pinned, book):
        raise RuleError(Text("A pinned unit does not move (ruling pin_effect)."), PINNED)


def pins_leaned(units: Iterable[Skilled], book: Book) -> tuple[str, ...]:
    """The ruling on pinned markers, where it took skill dice from one of the units."""
    return ("pin_effect",) if any(loses_dice(unit, book) for unit in units) else ()
