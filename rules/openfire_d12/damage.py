"""Damage on a unit: the Defence test of a hit, which model is wounded, and who falls (Make Defence Rolls; Wounds)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from rules.kernel.dice import Line, Throw
from rules.kernel.plays import Effect
from rules.kernel.table import Decision, Table
from rules.kernel.text import Text
from rules.openfire_d12.attributes import base, dice_against, on_die
from rules.openfire_d12.facts import FireFacts, UnitFacts, Weapon
from rules.openfire_d12.tables import Book, Rulings, Tables

CASUALTIES = "Actions › Attack › Remove Casualties"


class Wounded(NamedTuple):
    """Models that fell, and what hit points every model has now."""

    models_lost: int
    hp: tuple[int, ...]


def _order(text: str) -> tuple[int, ...]:
    """Places of models in the order in which they take damage; empty for the order they are listed in."""
    if text == "as_listed":
        return ()
    parts = text.split(",")
    if not all(part.isascii() and part.isdecimal() and len(part) < 4 for part in parts):
        raise ValueError(text)
    return tuple(map(int, parts))


# The models of a unit are alike, so a live table is not stopped to ask which of them falls.
CASUALTY_ORDER = Decision[tuple[int, ...]](
    name="casualty_order",
    by="defender",
    question=Text("In which order do undamaged models take the damage?"),
    options=("as_listed", "N,N,…"),
    default="as_listed",
    read=_order,
    rule=CASUALTIES,
    asked=False,
)


@dataclass(frozen=True, eq=False, slots=True)
class Victims:
    """Who may take damage: the hit points of a unit, and the damage totals at which the owner has a choice."""

    hp: tuple[int, ...]
    full: int
    choice: range
    order: Decision[tuple[int, ...]]


def victims(unit: UnitFacts, by: str) -> Victims:
    """The models of a unit; `by` is the part of their owner."""
    damaged, fresh = _sorted(unit.hp, unit.max_hp)
    first = sum(unit.hp[at] for at in damaged)
    most = first + unit.max_hp * len(fresh)
    choice = range(first + 1, most) if len(fresh) > 1 else range(0)
    return Victims(unit.hp, unit.max_hp, choice, replace(CASUALTY_ORDER, by=by))


def _sorted(hp: Sequence[int], full: int) -> tuple[list[int], list[int]]:
    """Living models beside the leader: the damaged ones and the others."""
    living = [at for at, left in enumerate(hp[:-1]) if left]
    return [at for at in living if hp[at] < full], [at for at in living if hp[at] == full]


def wounded(table: Table, victims: Victims, damage: int) -> Wounded:
    """Apply damage added up over the whole attack; what is beyond the last model is lost."""
    order = table.decide(victims.order) if damage in victims.choice else ()
    return _taken(victims, damage, order)


@lru_cache(maxsize=1024)
def _taken(victims: Victims, damage: int, order: tuple[int, ...]) -> Wounded:
    hp = victims.hp
    after = list(hp)
    for at in _in_turn(hp, victims.full, order):
        taken = min(damage, after[at])
        after[at] -= taken
        damage -= taken
    lost = sum(had > 0 for had in hp) - sum(left > 0 for left in after)
    return Wounded(lost, tuple(after))


def _in_turn(hp: Sequence[int], full: int, order: Iterable[int]) -> list[int]:
    """Damaged models, then the others in the owner's order, the leader at the end."""
    damaged, fresh = _sorted(hp, full)
    chosen = [at for at in dict.fromkeys(order) if at in fresh]
    return [*damaged, *chosen, *(at for at in fresh if at not in chosen), len(hp) - 1]


def damage_effects(unit: str, before: Sequence[int], after: Sequence[int], models_lost: int) -> list[Effect]:
    """Hit points and models that a unit loses."""
    lost = sum(before) - sum(after)
    effects = [Effect(unit, "hp", -lost, ",".join(map(str, after)))] if lost else []
    return effects + ([Effect(unit, "models", -models_lost)] if models_lost else [])


# The Defence test that a hit asks for: piercing, armour, cover, evading (Make Defence Rolls).

EVADING = "Making Attacks › Evading an Attack"
DEFENCE = "Actions › Attack › Make Defence Rolls"
DAMAGE = "Actions › Attack › Calculate Wounds"
COVER = "Terrain › Cover"
ARMOUR = "Special Rules › Heavy Armour"


def defence(key: str, label: Text, facts: FireFacts, weapon: Weapon, evading: bool, book: Book) -> Throw[int]:
    """The test that one hit asks for (Make Defence Rolls)."""
    row = book.tables.defence
    target = facts.target
    pierced, attribute = _piercing(target, weapon, book.rulings)
    lines = (
        base(target, "def"),
        *pierced,
        *_cover_lines(facts, book.tables, book.rulings),
        *(on_die(Text("evading"), row.evading, EVADING) if evading else ()),
    )
    return dice_against(key, label, "defender", attribute, lines, DEFENCE, _damage_lines(target, weapon))


def damage_of(target: UnitFacts, weapon: Weapon) -> int:
    """What a failed Defence test does; armour leaves at least 1 of it (Special Rules › Heavy Armour)."""
    return max(min(weapon.dmg, 1), weapon.dmg - target.heavy_armour)


def _damage_lines(target: UnitFacts, weapon: Weapon) -> tuple[Line, ...]:
    """What armour takes off the damage; nothing where it takes nothing."""
    stopped = weapon.dmg - damage_of(target, weapon)
    if not stopped:
        return ()
    armour = Text("Heavy Armour {armour} against DMG", armour=target.heavy_armour)
    return (
        Line(Text("DMG"), weapon.dmg, DAMAGE, "damage"),
        Line(armour, -stopped, ARMOUR, "damage"),
    )


def _piercing(target: UnitFacts, weapon: Weapon, rulings: Rulings) -> tuple[tuple[Line, ...], int]:
    """Piercing and the armour against it; and the attribute that the die is compared with.

    By ruling the die suffers, or, as the page has it, the attribute goes down.
    """
    stopped = min(weapon.prc, target.heavy_armour)
    armour = Text("Heavy Armour {armour} against PRC", armour=target.heavy_armour)
    if rulings.piercing == "literal":
        lines = (
            *_line(Text("PRC {prc} off DEF, as the page has it", prc=weapon.prc), -weapon.prc, DEFENCE),
            *_line(armour, stopped, ARMOUR),
        )
        return lines, target.defence - weapon.prc + stopped
    lines = (
        *on_die(Text("PRC {prc}", prc=weapon.prc), -weapon.prc, DEFENCE),
        *on_die(armour, stopped, ARMOUR),
    )
    return lines, target.defence


def _line(why: Text, value: int, rule: str) -> tuple[Line, ...]:
    return (Line(why, value, rule),) if value else ()


def _cover_lines(facts: FireFacts, tables: Tables, rulings: Rulings) -> tuple[Line, ...]:
    """The best cover of the target, where by ruling enough of its models have it (Terrain)."""
    if facts.cover == "none" or not _enough(facts, rulings):
        return ()
    if facts.cover == "light":
        return on_die(Text("light cover"), tables.defence.light, COVER)
    return on_die(Text("heavy cover"), tables.defence.heavy, COVER)


def _enough(facts: FireFacts, rulings: Rulings) -> bool:
    if facts.covered is None:
        return True
    match rulings.mixed_cover:
        case "any":
            return facts.covered > 0
        case "all":
            return facts.covered == facts.target.models
        case "most":
            return facts.covered * 2 > facts.target.models
