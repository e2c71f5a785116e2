"""Skill tests in Python, and what pinned markers do to them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from pydantic import BaseModel

from rules.files.rolls import lines_of
from rules.kernel.dice import Line, Need, Roll, Successes, total
from rules.kernel.errors import RuleError
from rules.kernel.roll_kinds import INITIATIVE, MORALE, MOVEMENT, SAVES, TO_HIT, TO_KILL, RollKind, RollKinds
from rules.kernel.table import Table
from rules.kernel.text import Text
from rules.opreb.facts import Skilled
from rules.opreb.tables import Book, OprebTables

# Bang dice: modifiers change the size of a pool, never its faces (Concepts › Bang dice).

BANG_DICE = "Concepts › Bang dice"
FALL_BACK = "Small arms fire › Fall back"
PINNED = "Small arms fire › Apply damage"


@dataclass(frozen=True, eq=False, slots=True)
class Pool:
    """A roll of bang dice, and the number of its dice."""

    throw: Roll[int]
    dice: int


def pool(key: str, label: Text, by: str, lines: Iterable[Line], book: Book, rule: str, side: int | None = None) -> Pool:
    """Build a pool with as many bang dice as the sum of the `lines`."""
    tables = book.tables
    needed = Line(Text("a bang"), tables.bang, BANG_DICE)
    ledger = (needed, *lines)
    roll = Roll(key, label, by, 6, Successes(tables.bang), Need(tables.bang), ledger, rule, side)
    return Pool(roll, total(ledger, "dice"))


def bangs(table: Table, pool: Pool) -> int:
    """Roll a pool and return its bangs."""
    return table.roll(pool.throw, pool.dice)


def skill_test(key: str, label: Text, by: str, unit: Skilled, book: Book, rule: str, side: int | None = None) -> Pool:
    """Build the pool of the unit's skill dice."""
    return pool(key, label, by, skill_lines(unit, book), book, rule, side)


def skill_lines(unit: Skilled, book: Book) -> tuple[Line, ...]:
    """Return the skill dice, minus one per pinned marker by ruling, but at least one: modifiers of the file."""
    return _skill_lines(book.tables, book.rulings, unit.skill, unit.pinned)


@lru_cache(maxsize=512)
def _skill_lines(tables: OprebTables, rulings: BaseModel, skill: int, pinned: int) -> tuple[Line, ...]:
    unit = Skilled.model_construct(skill=skill, pinned=pinned)
    return tuple(lines_of(tables, rulings, ("skill", "pinned", "last_die"), unit))


def loses_dice(unit: Skilled, book: Book) -> bool:
    return book.rulings.pin_effect == "minus_skill_die" and unit.pinned > 0


def is_held(pinned: int, book: Book) -> bool:
    """True if this number of pinned markers stops a unit from moving, by ruling."""
    return book.rulings.pin_effect == "no_move" and pinned > 0


def must_be_free(pinned: int, book: Book) -> None:
    """Raise RuleError if pinned markers stop the unit from moving."""
    if is_held(pinned, book):
        raise RuleError(Text("A pinned unit does not move (ruling pin_effect)."), PINNED)


def pin_rulings_used(units: Iterable[Skilled], book: Book) -> tuple[str, ...]:
    """Return the ruling on pinned markers, if it took skill dice from one of the units."""
    return ("pin_effect",) if any(loses_dice(unit, book) for unit in units) else ()


ACTION = "Small arms fire › Action"


def must_fire(models: bool, weapons: bool, in_position: bool) -> None:
    """Raise RuleError if neither models nor support weapons in position fire."""
    if not models and not (weapons and in_position):
        raise RuleError(Text("No model sees the target, and no support weapon is in position."), ACTION)


def crews_fire(book: Book) -> bool:
    """True if crews of support weapons count as riflemen, by ruling."""
    return book.rulings.support_crew == "rof"


# Purposes of the rolls of Open Rebellion.

RALLY = RollKind("morale", tests=False)
"""A morale roll without a risk."""

ROLLS = RollKinds(
    {
        "initiative*": INITIATIVE,
        "attacker_pool*": TO_HIT,
        "defender_pool*": SAVES,
        "defender_conversion*": SAVES,
        "attacker_conversion*": TO_KILL,
        "wound_markers*": TO_KILL,
        "morale_check*": MORALE,
        "rally*": RALLY,
        "tac_move*": MOVEMENT,
    }
)
