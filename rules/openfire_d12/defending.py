"""The Defence test that a hit asks for: piercing, armour, cover, evading (Make Defence Rolls)."""

from __future__ import annotations

from rules.action import Book
from rules.dice import Line, Throw
from rules.openfire_d12.attributes import base, dice_against, on_die
from rules.openfire_d12.facts import Unit, Weapon
from rules.openfire_d12.fire_facts import Fire
from rules.openfire_d12.tables import Rulings, Tables
from rules.text import Text

EVADING = "Making Attacks › Evading an Attack"
DEFENCE = "Actions › Attack › Make Defence Rolls"
DAMAGE = "Actions › Attack › Calculate Wounds"
COVER = "Terrain › Cover"
ARMOUR = "Special Rules › Heavy Armour"


def defence(key: str, label: Text, facts: Fire, weapon: Weapon, evading: bool, book: Book) -> Throw[int]:
    """The test that one hit asks for (Make Defence Rolls)."""
    rulings: Rulings = book.rulings
    row = book.tables.defence
    target = facts.target
    pierced, attribute = _piercing(target, weapon, rulings)
    lines = (
        base(target, "def"),
        *pierced,
        *_cover_lines(facts, book.tables, rulings),
        *(on_die(Text("evading"), row.evading, EVADING) if evading else ()),
    )
    return dice_against(key, label, "defender", attribute, lines, DEFENCE, _damage_lines(target, weapon))


def damage_of(target: Unit, weapon: Weapon) -> int:
    """What a failed Defence test does; armour leaves at least 1 of it (Special Rules › Heavy Armour)."""
    return max(min(weapon.dmg, 1), weapon.dmg - target.heavy_armour)


def _damage_lines(target: Unit, weapon: Weapon) -> tuple[Line, ...]:
    """What armour takes off the damage; nothing where it takes nothing."""
    stopped = weapon.dmg - damage_of(target, weapon)
    if not stopped:
        return ()
    armour = Text("Heavy Armour {armour} against DMG", armour=target.heavy_armour)
    return (
        Line(Text("DMG"), weapon.dmg, DAMAGE, "damage"),
        Line(armour, -stopped, ARMOUR, "damage"),
    )


def _piercing(target: Unit, weapon: Weapon, rulings: Rulings) -> tuple[tuple[Line, ...], int]:
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


def _cover_lines(facts: Fire, tables: Tables, rulings: Rulings) -> tuple[Line, ...]:
    """The best cover of the target, where by ruling enough of its models have it (Terrain)."""
    if facts.cover == "none" or not _enough(facts, rulings):
        return ()
    if facts.cover == "light":
        return on_die(Text("light cover"), tables.defence.light, COVER)
    return on_die(Text("heavy cover"), tables.defence.heavy, COVER)


def _enough(facts: Fire, rulings: Rulings) -> bool:
    if facts.covered is None:
        return True
    match rulings.mixed_cover:
        case "any":
            return facts.covered > 0
        case "all":
            return facts.covered == facts.target.models
        case "most":
            return facts.covered * 2 > facts.target.models
