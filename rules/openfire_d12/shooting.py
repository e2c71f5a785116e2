"""An attack in numbers: who may attack whom with what, at which faces (Making Attacks; Actions › Attack)."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from rules.dice import Line, Throw
from rules.errors import RuleError
from rules.openfire_d12.attributes import base, dice_against, on_die
from rules.openfire_d12.damage import Victims, victims
from rules.openfire_d12.defending import defence
from rules.openfire_d12.facts import Group, Weapon, must_live
from rules.openfire_d12.fire_facts import Fire
from rules.openfire_d12.tables import Tables
from rules.system import Book
from rules.text import say, several, spoken

ATTACK = "Actions › Attack"
SIGHT = "Making Attacks › Line of Sight"
RANGE = "Actions › Attack › Determine Range"
SKILL = "Actions › Attack › Battle Skill Test"
LONGSHOT = "Special Rules › Longshot"
STEALTH = "Special Rules › Stealth"
ASSAULT_RANGE = 1


@dataclass(frozen=True, eq=False, slots=True)
class Attack:
    """The attack of one weapon group: its throws, and what a failed Defence test and its piercing come to."""

    skill: Throw[int]
    dice: int
    defence: Throw[int]
    evading: Throw[int]
    damage: int
    piercing: int


@dataclass(frozen=True, eq=False, slots=True)
class FirePlan:
    """An attack in numbers; `mixed` says that the ruling on mixed cover decided about the cover."""

    attacks: tuple[Attack, ...]
    may_evade: bool
    victims: Victims
    suppression: int
    mixed: bool
    leaned: tuple[str, ...] = ()


def plan(facts: Fire, book: Book) -> FirePlan:
    """Raises RuleError when the attack is not allowed (Actions › Attack)."""
    tables: Tables = book.tables
    may_attack(facts)
    groups = [(_name(group, at), group) for at, group in enumerate(facts.weapons, 1) if group.models]
    if not groups:
        raise RuleError(say("No weapon attacks: no model uses one."), ATTACK)
    for name, group in groups:
        _reaches(name, group.weapon, facts)
    several = len(groups) > 1
    return FirePlan(
        attacks=tuple(_attack(facts, group, name if several else None, book) for name, group in groups),
        may_evade=facts.distance > tables.evade.beyond and facts.target.suppression < 2,
        victims=victims(facts.target, "defender"),
        suppression=facts.target.suppression,
        mixed=facts.partly_covered,
    )


def may_attack(facts: Fire) -> None:
    """Raises RuleError for a target out of sight, or an attacker that may not attack at all."""
    must_live(facts.attacker, "attacker")
    must_live(facts.target, "target")
    if facts.sight == "blocked":
        raise RuleError(say("The line of sight is blocked: choose another target."), SIGHT)
    if facts.attacker.suppression >= 2:
        raise RuleError(say("A unit with 2 suppression tokens may not attack."), ATTACK)
    attacking = sum(group.models for group in facts.weapons)
    if attacking > facts.attacker.models:
        raise RuleError(
            say(
                "{attacking} models attack, but the attacker has {models}; a model uses one weapon.",
                attacking=attacking,
                models=facts.attacker.models,
            ),
            ATTACK,
        )


def _name(group: Group, at: int) -> str:
    return spoken(group.weapon.name) or say("weapon {number}", number=at)


def reach(weapon: Weapon) -> Decimal:
    """Inches up to which the weapon attacks at all; Longshot doubles its range (Special Rules › Longshot)."""
    return weapon.rng * 2 if weapon.longshot else weapon.rng


def _reaches(name: str, weapon: Weapon, facts: Fire) -> None:
    """Raises RuleError, naming the weapon, when it may not be used at that distance."""
    name = name[:1].upper() + name[1:]
    if facts.in_assault_range and weapon.rng > ASSAULT_RANGE:
        why = say(
            "{weapon} has range {range}″; with an enemy in assault range only weapons of range 1 are used.",
            weapon=name,
            range=weapon.rng,
        )
        raise RuleError(why, ATTACK)
    far, near = facts.distance > reach(weapon), facts.distance < weapon.rng_min
    if far or near:
        why = say(
            "{weapon} is out of range: it reaches {range}″, the target is {distance}″ away."
            if far
            else "{weapon} is out of range: it needs {range}″, the target is {distance}″ away.",
            weapon=name,
            range=reach(weapon) if far else weapon.rng_min,
            distance=facts.distance,
        )
        raise RuleError(why, RANGE)


def _attack(facts: Fire, group: Group, of: str | None, book: Book) -> Attack:
    """The attack of one group; `of` names its weapon where several kinds attack."""
    weapon, target = group.weapon, facts.target
    dice, why = _dice(group, facts.distance)
    pool = (Line(why, dice, RANGE, "dice"),)
    shooting = say("skill tests, {weapon}" if of else "skill tests", weapon=of)
    defending = say("Defence tests, {weapon}" if of else "Defence tests", weapon=of)
    skill = _skill_lines(facts, weapon, book.tables)
    return Attack(
        skill=dice_against(shooting, "attacker", facts.attacker.skl, skill, SKILL, pool),
        dice=dice,
        defence=defence(facts, weapon, defending, False, book),
        evading=defence(facts, weapon, defending, True, book),
        damage=max(min(weapon.dmg, 1), weapon.dmg - target.heavy_armour),
        piercing=max(0, weapon.prc - target.heavy_armour),
    )


def _far(weapon: Weapon, distance: Decimal) -> bool:
    return distance > weapon.rng


def _dice(group: Group, distance: Decimal) -> tuple[int, str]:
    """Dice of the group: ATT a model, one beyond the normal range of a Longshot."""
    weapon = group.weapon
    armed = several(group.models, weapon.name) if weapon.name else str(group.models)
    if _far(weapon, distance):
        att = min(1, weapon.att)
        return group.models * att, say(
            "{weapons} × ATT {att} (Longshot beyond {range}″)", weapons=armed, att=att, range=weapon.rng
        )
    return group.models * weapon.att, say("{weapons} × ATT {att}", weapons=armed, att=weapon.att)


def _skill_lines(facts: Fire, weapon: Weapon, tables: Tables) -> tuple[Line, ...]:
    row = tables.skill
    return (
        base(facts.attacker, "skl"),
        *(on_die(say("suppressed"), row.suppressed, SKILL) if facts.attacker.suppression else ()),
        *(on_die(say("obscured line of sight"), row.obscured, SKILL) if facts.sight == "obscured" else ()),
        *on_die(say("Stealth {stealth}", stealth=facts.target.stealth), -facts.target.stealth, STEALTH),
        *(on_die(say("Longshot"), row.longshot, LONGSHOT) if _far(weapon, facts.distance) else ()),
    )
