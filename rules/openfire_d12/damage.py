"""Damage to a unit: the Defence test of a hit, and the wounded and lost models (Make Defence Rolls; Wounds)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from rules.kernel.dice import Line, Roll
from rules.kernel.plays import Effect
from rules.kernel.table import Decision, Table
from rules.kernel.text import Text
from rules.openfire_d12.attributes import base, dice_against, die_modifier
from rules.openfire_d12.facts import D12FireFacts, D12UnitFacts, WeaponKind
from rules.openfire_d12.tables import Book, D12Rulings

CASUALTIES = "Actions › Attack › Remove Casualties"


class Wounded(NamedTuple):
    """Models lost, and the resulting hit points of all models."""

    models_lost: int
    hp: tuple[int, ...]


def _parse_order(text: str) -> tuple[int, ...]:
    """Parse indices of models in the order in which they take damage; empty for their listed order."""
    if text == "as_listed":
        return ()
    parts = text.split(",")
    if not all(part.isascii() and part.isdecimal() and len(part) < 4 for part in parts):
        raise ValueError(text)
    return tuple(map(int, parts))


# The models of a unit are alike, so a live table is not asked which of them falls.
CASUALTY_ORDER = Decision[tuple[int, ...]](
    name="casualty_order",
    by="defender",
    question=Text("In which order do undamaged models take the damage?"),
    options=("as_listed", "N,N,…"),
    default="as_listed",
    read=_parse_order,
    rule=CASUALTIES,
    asked=False,
)


@dataclass(frozen=True, eq=False, slots=True)
class Victims:
    """The hit points of a unit under damage, and the damage totals at which the owner has a choice."""

    hp: tuple[int, ...]
    full: int
    choice: range
    order: Decision[tuple[int, ...]]


def victims(unit: D12UnitFacts, by: str) -> Victims:
    """Return the models of a unit; `by` is the part of their owner."""
    damaged, fresh = _sort_models(unit.hp, unit.max_hp)
    first = sum(unit.hp[at] for at in damaged)
    most = first + unit.max_hp * len(fresh)
    choice = range(first + 1, most) if len(fresh) > 1 else range(0)
    return Victims(unit.hp, unit.max_hp, choice, replace(CASUALTY_ORDER, by=by))


def _sort_models(hp: Sequence[int], full: int) -> tuple[list[int], list[int]]:
    """Return the indices of living models except the leader: the damaged ones and the others."""
    living = [at for at, left in enumerate(hp[:-1]) if left]
    return [at for at in living if hp[at] < full], [at for at in living if hp[at] == full]


def apply_wounds(table: Table, victims: Victims, damage: int) -> Wounded:
    """Apply the total damage of an attack; damage beyond the last model is lost."""
    order = table.decide(victims.order) if damage in victims.choice else ()
    return _apply_damage(victims, damage, order)


@lru_cache(maxsize=1024)
def _apply_damage(victims: Victims, damage: int, order: tuple[int, ...]) -> Wounded:
    hp = victims.hp
    after = list(hp)
    damaged, fresh = _sort_models(hp, victims.full)
    chosen = [at for at in dict.fromkeys(order) if at in fresh]
    for at in [*damaged, *chosen, *(at for at in fresh if at not in chosen), len(hp) - 1]:
        taken = min(damage, after[at])
        after[at] -= taken
        damage -= taken
    lost = sum(had > 0 for had in hp) - sum(left > 0 for left in after)
    return Wounded(lost, tuple(after))


def damage_effects(unit: str, before: Sequence[int], after: Sequence[int], models_lost: int) -> list[Effect]:
    """Return the loss of hit points and models as effects."""
    lost = sum(before) - sum(after)
    effects = [Effect(unit, "hp", -lost, ",".join(map(str, after)))] if lost else []
    return effects + ([Effect(unit, "models", -models_lost)] if models_lost else [])


# The Defence test of a hit: piercing, armour, cover, evading (Make Defence Rolls).

EVADING = "Making Attacks › Evading an Attack"
DEFENCE = "Actions › Attack › Make Defence Rolls"
DAMAGE = "Actions › Attack › Calculate Wounds"
COVER = "Terrain › Cover"
ARMOUR = "Special Rules › Heavy Armour"


def defence(key: str, label: Text, facts: D12FireFacts, weapon: WeaponKind, evading: bool, book: Book) -> Roll[int]:
    """Return the test for each hit (Make Defence Rolls)."""
    row = book.tables.defence
    target = facts.target
    pierced, attribute = _piercing_lines(target, weapon, book.rulings)
    cover: tuple[Line, ...] = ()
    if facts.cover == "light" and _has_enough_cover(facts, book.rulings):
        cover = die_modifier(Text("light cover"), row.light, COVER)
    elif facts.cover == "heavy" and _has_enough_cover(facts, book.rulings):
        cover = die_modifier(Text("heavy cover"), row.heavy, COVER)
    lines = (
        base(target, "def"),
        *pierced,
        *cover,
        *(die_modifier(Text("evading"), row.evading, EVADING) if evading else ()),
    )
    return dice_against(key, label, "defender", attribute, lines, DEFENCE, _damage_lines(target, weapon))


def damage_of(target: D12UnitFacts, weapon: WeaponKind) -> int:
    """Return the damage of a failed Defence test; armour leaves at least 1 (Special Rules › Heavy Armour)."""
    return max(min(weapon.dmg, 1), weapon.dmg - target.heavy_armour)


def _damage_lines(target: D12UnitFacts, weapon: WeaponKind) -> tuple[Line, ...]:
    """Return the lines of damage stopped by armour; none if it stops nothing."""
    stopped = weapon.dmg - damage_of(target, weapon)
    if not stopped:
        return ()
    armour = Text("Heavy Armour {armour} against DMG", armour=target.heavy_armour)
    return (
        Line(Text("DMG"), weapon.dmg, DAMAGE, "damage"),
        Line(armour, -stopped, ARMOUR, "damage"),
    )


def _piercing_lines(target: D12UnitFacts, weapon: WeaponKind, rulings: D12Rulings) -> tuple[tuple[Line, ...], int]:
    """Return the lines of piercing and armour, and the attribute for the die.

    By ruling the die is modified or, as the rules say, the attribute is lowered.
    """
    stopped = min(weapon.prc, target.heavy_armour)
    armour = Text("Heavy Armour {armour} against PRC", armour=target.heavy_armour)
    if rulings.piercing == "literal":
        lines = (
            *_optional_line(Text("PRC {prc} off DEF, by the rules text", prc=weapon.prc), -weapon.prc, DEFENCE),
            *_optional_line(armour, stopped, ARMOUR),
        )
        return lines, target.defence - weapon.prc + stopped
    lines = (
        *die_modifier(Text("PRC {prc}", prc=weapon.prc), -weapon.prc, DEFENCE),
        *die_modifier(armour, stopped, ARMOUR),
    )
    return lines, target.defence


def _optional_line(why: Text, value: int, rule: str) -> tuple[Line, ...]:
    return (Line(why, value, rule),) if value else ()


def _has_enough_cover(facts: D12FireFacts, rulings: D12Rulings) -> bool:
    if facts.covered is None:
        return True
    match rulings.mixed_cover:
        case "any":
            return facts.covered > 0
        case "all":
            return facts.covered == facts.target.models
        case "most":
            return facts.covered * 2 > facts.target.models
