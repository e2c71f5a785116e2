"""The two dice pools of small arms fire, with their ledgers (Small arms fire)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import lru_cache

from pydantic import BaseModel

from rules.files.rolls import lines_of
from rules.kernel.dice import Cause, Line, Need, Roll, Successes, total
from rules.kernel.errors import RuleError
from rules.kernel.roll_kinds import INITIATIVE, MORALE, MOVEMENT, SAVES, TO_HIT, TO_KILL, RollKind, RollKinds
from rules.kernel.table import Table
from rules.kernel.text import Term, Text, counted, several_of
from rules.opreb.facts import Attacker, FiringModels, Skilled, Support, TargetSquad
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


def morale_test(unit: Skilled, book: Book) -> Pool:
    """Build the skill test of a morale check under fire; its ledger names the bangs needed if more than one."""
    test = skill_test("morale_check", Text("morale check"), "defender", unit, book, FALL_BACK)
    if book.rulings.morale_bangs == 1:
        return test
    first, *others = test.throw.ledger
    needed = first._replace(why=Text("a bang, {bangs} to pass", bangs=book.rulings.morale_bangs))
    return replace(test, throw=test.throw._replace(ledger=(needed, *others)))


# The pools of both sides.

ACTION = "Small arms fire › Action"
ATTACKER = "Small arms fire › Attacker dice pool"
DEFENDER = "Small arms fire › Defender dice pool"


def attack(attacker: Attacker, shooters: Sequence[FiringModels], support: Sequence[Support], book: Book) -> Pool:
    """Build the attacker's pool; raise RuleError if no models and no support weapons can fire."""
    crews = support if crews_fire(book) else ()
    firing = [Line(_models(group), group.count * group.rof, ATTACKER, "dice") for group in shooters if group.count]
    firing += [Line(_crew(group), group.crew * group.rof, ATTACKER, "dice") for group in crews if group.crew]
    weapons = [_support(group, attacker.in_position) for group in support if group.count]
    must_fire(bool(firing), bool(weapons), attacker.in_position)
    lines = (*firing, *weapons, *skill_lines(attacker, book))
    return pool("attacker_pool", Text("attacker pool"), "attacker", lines, book, ATTACKER)


def must_fire(models: bool, weapons: bool, in_position: bool) -> None:
    """Raise RuleError if neither models nor support weapons in position fire."""
    if not models and not (weapons and in_position):
        raise RuleError(Text("No model sees the target, and no support weapon is in position."), ACTION)


def crews_fire(book: Book) -> bool:
    """True if crews of support weapons count as riflemen, by ruling."""
    return book.rulings.support_crew == "rof"


def _models(group: FiringModels) -> Text:
    return Text("{models} × ROF {rof}", models=counted(group.count, "model", "models"), rof=group.rof)


def _crew(group: Support) -> Text:
    return Text(
        "{models} of the {weapon} crew × ROF {rof}",
        models=counted(group.crew, "model", "models"),
        weapon=Term(group.weapon),
        rof=group.rof,
    )


def _support(group: Support, in_position: bool) -> Line:
    weapons = several_of(group.count, group.weapon)
    if not in_position:
        return Line(Text("{weapons} not in position", weapons=weapons), 0, ATTACKER, "dice")
    why = Text("{weapons} × {dice}, in position", weapons=weapons, dice=group.dice)
    return Line(why, group.count * group.dice, ATTACKER, "dice", Cause("in_position"))


def defence(target: TargetSquad, distance: Decimal, band: int, book: Book) -> Pool:
    """Build the defender's pool; any cover adds dice, whatever its kind and the direction of the shot."""
    lines = (_range(distance, band), *skill_lines(target, book))
    if target.cover != "open":
        lines += (Line(Text("in cover"), book.tables.cover_dice, DEFENDER, "dice"),)
    return pool("defender_pool", Text("defender pool"), "defender", lines, book, DEFENDER)


def _range(distance: Decimal, band: int) -> Line:
    """Return the dice for range: one per full band, including its edge."""
    bands = int(distance // band)
    full = counted(bands, "full band", "full bands")
    why = Text("{full_bands} of {band}″ in {distance}″", full_bands=full, band=band, distance=distance)
    return Line(why, bands, DEFENDER, "dice")


def band_of(attacker: Attacker, shooters: Sequence[FiringModels], book: Book) -> tuple[int, bool]:
    """Return the range band that counts, and whether a ruling chose it among several."""
    models: dict[int, int] = {}
    for group in shooters:
        if group.count:
            band = group.band or attacker.band
            models[band] = models.get(band, 0) + group.count
    if len(models) < 2:
        return next(iter(models), attacker.band), False
    return _choose_band(models, book), True


def _choose_band(models: dict[int, int], book: Book) -> int:
    """Return the band chosen by ruling; the longer one for equal numbers of models."""
    if book.rulings.mixed_bands == "most_models":
        return max(models, key=lambda band: (models[band], band))
    return max(models) if book.rulings.mixed_bands == "longest" else min(models)


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
