"""The Defence test that a hit asks for: piercing, armour, cover, evading (Make Defence Rolls)."""

from __future__ import annotations

from rules.dice import Line, Throw
from rules.openfire_d12.attributes import base, dice_against, on_die
from rules.openfire_d12.facts import Unit, Weapon
from rules.openfire_d12.fire_facts import Fire
from rules.openfire_d12.tables import Rulings, Tables
from rules.system import Book
from rules.text import say

EVADING = "Making Attacks › Evading an Attack"
DEFENCE = "Actions › Attack › Make Defence Rolls"
COVER = "Terrain › Cover"
ARMOUR = "Special Rules › Heavy Armour"


def defence(facts: Fire, weapon: Weapon, label: str, evading: bool, book: Book) -> Throw[int]:
    """The test that one hit asks for (Make Defence Rolls)."""
    rulings: Rulings = book.rulings
    row = book.tables.defence
    target = facts.target
    pierced, attribute = _piercing(target, weapon, rulings)
    lines = (
        base(target, "def"),
        *pierced,
        *_cover_lines(facts, book.tables, rulings),
        *(on_die(say("evading"), row.evading, EVADING) if evading else ()),
    )
    return dice_against(label, "defender", attribute, lines, DEFENCE)


def _piercing(target: Unit, weapon: Weapon, rulings: Rulings) -> tuple[tuple[Line, ...], int]:
    """Piercing and the armour against it; and the attribute that the die is compared with.

    By ruling the die suffers, or, as the page has it, the attribute goes down.
    """
    stopped = min(weapon.prc, target.heavy_armour)
    armour = say("Heavy Armour {armour} against PRC", armour=target.heavy_armour)
    if rulings.piercing == "literal":
        lines = (
            *_line(say("PRC {prc} off DEF, as the page has it", prc=weapon.prc), -weapon.prc, DEFENCE),
            *_line(armour, stopped, ARMOUR),
        )
        return lines, target.defence - weapon.prc + stopped
    lines = (
        *on_die(say("PRC {prc}", prc=weapon.prc), -weapon.prc, DEFENCE),
        *on_die(armour, stopped, ARMOUR),
    )
    return lines, target.defence


def _line(why: str, value: int, rule: str) -> tuple[Line, ...]:
    return (Line(why, value, rule),) if value else ()


def _cover_lines(facts: Fire, tables: Tables, rulings: Rulings) -> tuple[Line, ...]:
    """The best cover of the target, where by ruling enough of its models have it (Terrain)."""
    if facts.cover == "none" or not _enough(facts, rulings):
        return ()
    light = facts.cover == "light"
    value = tables.defence.light if light else tables.defence.heavy
    return on_die(say("light cover" if light else "heavy cover"), value, COVER)


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
