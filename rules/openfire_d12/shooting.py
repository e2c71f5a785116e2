"""An attack in numbers: attackers, weapons, targets and the faces needed (Making Attacks; Actions › Attack)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import NamedTuple

from rules.kernel.dice import Cause, Line, Roll
from rules.kernel.errors import RuleError
from rules.kernel.text import NOTHING, Role, Sentence, Term, Text, several_of
from rules.openfire_d12.attributes import base, dice_against, die_modifier
from rules.openfire_d12.damage import damage_of, defence
from rules.openfire_d12.facts import AttackingModels, D12FireFacts, D12UnitFacts, WeaponKind, must_live
from rules.openfire_d12.tables import Book, D12Tables

ATTACK = "Actions › Attack"
SIGHT = "Making Attacks › Line of Sight"
RANGE = "Actions › Attack › Determine Range"
SKILL = "Actions › Attack › Battle Skill Test"
LONGSHOT = "Special Rules › Longshot"
STEALTH = "Special Rules › Stealth"
ASSAULT_RANGE = 1


@dataclass(frozen=True, eq=False, slots=True)
class GroupAttack:
    """The attack of one weapon group: its rolls, the damage of a failed Defence test, and its piercing."""

    skill: Roll[int]
    dice: int
    defence: Roll[int]
    evading: Roll[int]
    damage: int
    piercing: int


def attacks_of(facts: D12FireFacts, book: Book) -> tuple[GroupAttack, ...]:
    """Return the attack of each weapon group; raise RuleError if it is not allowed (Actions › Attack)."""
    check_may_attack(facts)
    groups = [
        (Term(group.weapon.name) or Text("weapon {number}", number=at), group)
        for at, group in enumerate(facts.weapons, 1)
        if group.models
    ]
    if not groups:
        raise RuleError(Text("No weapon attacks: no model uses one."), ATTACK)
    for name, group in groups:
        _check_reach(name, group.weapon, facts)
    names = [name for name, _ in groups]
    return tuple(_make_attack(facts, group, _make_tests(names, at), book) for at, (_, group) in enumerate(groups))


def must_be_steady(attacker: D12UnitFacts) -> None:
    """Raise RuleError for a unit with too many tokens to attack."""
    if attacker.suppression >= 2:
        raise RuleError(Text("A unit with 2 suppression tokens may not attack."), ATTACK)


def check_may_attack(facts: D12FireFacts) -> None:
    """Raise RuleError for a target out of sight, or an attacker that may not attack at all."""
    must_live(facts.attacker, "attacker")
    must_live(facts.target, "target")
    if facts.sight == "blocked":
        raise RuleError(Text("The line of sight is blocked: choose another target."), SIGHT)
    must_be_steady(facts.attacker)
    attacking = sum(group.models for group in facts.weapons)
    if attacking > facts.attacker.models:
        raise RuleError(
            Text(
                "{attacking} models attack, but {attacker} has {models}: one weapon per model.",
                attacking=attacking,
                attacker=Role("attacker", article=True),
                models=facts.attacker.models,
            ),
            ATTACK,
        )


def reach(weapon: WeaponKind) -> Decimal:
    """Return the longest range of the weapon in inches; Longshot doubles it (Special Rules › Longshot)."""
    return weapon.rng * 2 if weapon.longshot else weapon.rng


def _check_reach(name: Text, weapon: WeaponKind, facts: D12FireFacts) -> None:
    """Raise RuleError, naming the weapon, if it may not be used at that distance."""
    if facts.in_assault_range and weapon.rng > ASSAULT_RANGE:
        why = Text(
            "{weapon} has range {range}″; with an enemy in assault range use only weapons of range 1″.",
            weapon=name,
            range=weapon.rng,
        )
        raise RuleError(Sentence(why), ATTACK)
    why = _out_of_range_text(name, weapon, facts.distance)
    if why:
        raise RuleError(Sentence(why), RANGE)


def _out_of_range_text(name: Text, weapon: WeaponKind, distance: Decimal) -> Text:
    if distance > reach(weapon):
        return Text(
            "{weapon} is out of range: it reaches {range}″, the target is {distance}″ away.",
            weapon=name,
            range=reach(weapon),
            distance=distance,
        )
    if distance < weapon.rng_min:
        return Text(
            "{weapon} is out of range: it needs {range}″, the target is {distance}″ away.",
            weapon=name,
            range=weapon.rng_min,
            distance=distance,
        )
    return NOTHING


class Tests(NamedTuple):
    """Keys and labels of the rolls of one group: its skill tests and the Defence tests against them."""

    skill: tuple[str, Text]
    defence: tuple[str, Text]


def _make_tests(names: Sequence[Text], at: int) -> Tests:
    """Return the keys and labels of a group; several groups are distinguished by weapon, equal ones by number."""
    if len(names) == 1:
        return Tests(("skill_tests", Text("skill tests")), ("defence_tests", Text("Defence tests")))
    nth = names[:at].count(names[at]) + 1
    name = names[at] if nth == 1 else Text("{weapon} ({n})", weapon=names[at], n=nth)
    return Tests(
        (f"skill_tests {at + 1}", Text("skill tests, {weapon}", weapon=name)),
        (f"defence_tests {at + 1}", Text("Defence tests, {weapon}", weapon=name)),
    )


def may_evade(facts: D12FireFacts, book: Book) -> bool:
    """True if the target may evade the attack (Evading an Attack)."""
    return facts.distance > book.tables.evade.beyond and facts.target.suppression < 2


def _make_attack(facts: D12FireFacts, group: AttackingModels, tests: Tests, book: Book) -> GroupAttack:
    weapon, target = group.weapon, facts.target
    dice, why = _attack_dice(group, facts.distance)
    pool = (Line(why, dice, LONGSHOT if _is_far(weapon, facts.distance) else SKILL, "dice"),)
    skill = _skill_lines(facts, weapon, book.tables)
    plain = defence(*tests.defence, facts, weapon, False, book)
    return GroupAttack(
        skill=dice_against(*tests.skill, "attacker", facts.attacker.skl, skill, SKILL, pool),
        dice=dice,
        defence=plain,
        evading=defence(*tests.defence, facts, weapon, True, book) if may_evade(facts, book) else plain,
        damage=damage_of(target, weapon),
        piercing=max(0, weapon.prc - target.heavy_armour),
    )


def _is_far(weapon: WeaponKind, distance: Decimal) -> bool:
    return distance > weapon.rng


def _attack_dice(group: AttackingModels, distance: Decimal) -> tuple[int, Text]:
    """Return the dice of the group: ATT per model, one die beyond the normal range of a Longshot."""
    weapon = group.weapon
    armed = several_of(group.models, weapon.name) if weapon.name else group.models
    if _is_far(weapon, distance):
        att = min(1, weapon.att)
        return group.models * att, Text(
            "{weapons} × ATT {att} (Longshot beyond {range}″)", weapons=armed, att=att, range=weapon.rng
        )
    return group.models * weapon.att, Text("{weapons} × ATT {att}", weapons=armed, att=weapon.att)


def _skill_lines(facts: D12FireFacts, weapon: WeaponKind, tables: D12Tables) -> tuple[Line, ...]:
    row = tables.skill
    return (
        base(facts.attacker, "skl"),
        *(
            die_modifier(Text("suppressed"), row.suppressed, SKILL, Cause("suppression"))
            if facts.attacker.suppression
            else ()
        ),
        *(die_modifier(Text("obscured line of sight"), row.obscured, SKILL) if facts.sight == "obscured" else ()),
        *die_modifier(Text("Stealth {stealth}", stealth=facts.target.stealth), -facts.target.stealth, STEALTH),
        *(die_modifier(Text("Longshot"), row.longshot, LONGSHOT) if _is_far(weapon, facts.distance) else ()),
    )
