"""Units within 1 inch of an explosion are hit as often as its target was (Explosions; Grenades)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rules.kernel.action import Played
from rules.kernel.plays import Effect
from rules.kernel.table import Table, Then, then
from rules.kernel.text import NOTHING, Role, Sentence, Text
from rules.openfire_ww2.aiming import ToKill, cannot_harm, to_kill
from rules.openfire_ww2.facts import Squad, Vehicle, Weapon
from rules.openfire_ww2.hulls import Damage, Hull, damage_text, hull
from rules.openfire_ww2.movement import Called, faces_of
from rules.openfire_ww2.shooting import HITS, counted_at, suppresses
from rules.openfire_ww2.tables import Rulings, Tables
from rules.openfire_ww2.terror import Nerve, Nerves, losses_told, nerve, nerve_effects, terror


class Other(NamedTuple):
    """What a blast did to one unit near its target: men of a squad, hit points of a vehicle."""

    kills: int
    men_left: int
    hp_lost: int
    terror: Nerves


class Nearby(NamedTuple):
    """What a blast did to a neighbour of its target, with what its 6s did to a vehicle."""

    kills: int
    men_left: int
    hp_lost: int
    terror: Nerves
    engine_damaged: bool = False
    weapons_destroyed: int = 0

    @property
    def in_brief(self) -> Other:
        """What `fire` tells of it beside its target."""
        return Other(self.kills, self.men_left, self.hp_lost, self.terror)


class Burst(NamedTuple):
    """A weapon that explodes; among several kinds of weapon with its number, from 1, and its name."""

    weapon: Weapon
    number: int = 0
    name: Text = NOTHING


@dataclass(frozen=True, eq=False, slots=True)
class Bystander:
    """A unit within the blast; `to_kill`, `heavy` and `harmless` go by the explosive weapons in the order they fire.

    `harmless` says why such a weapon does nothing to it, and nothing where it may.
    """

    role: str
    who: Text
    to_kill: tuple[ToKill, ...]
    heavy: tuple[bool, ...]
    harmless: tuple[Text, ...]
    size: int
    nerve: Nerve | None
    hull: Hull | None
    rallying: bool
    inches: int

    def hits(self, blasts: int) -> int:
        """How many of the hits can damage this target."""
        return sum(counted_at(blasts, HITS + place) for place, harmless in enumerate(self.harmless) if not harmless)

    def heavily(self, blasts: int) -> bool:
        return any(heavy and counted_at(blasts, place) for place, heavy in enumerate(self.heavy))


def bystander(
    unit: Squad | Vehicle, number: int, bursts: Sequence[Burst], tables: Tables, rulings: Rulings
) -> Bystander:
    """A unit within the blast of weapons, by its number, from 1; a ruling says which side of a vehicle is struck."""
    role, facing = bystander_role(number), rulings.blast_facing
    who = Role(unit.name or role)
    sure = rulings.grenade_kill == "sure"
    throws = tuple(
        to_kill(tables, _to_kill(role, who, burst), burst.weapon, unit, facing, sure and burst.weapon.grenade)
        for burst in bursts
    )
    heavy = tuple(suppresses(burst.weapon) for burst in bursts)
    harmless = tuple(cannot_harm(burst.weapon, unit) or NOTHING for burst in bursts)
    if isinstance(unit, Vehicle):
        return Bystander(role, who, throws, heavy, harmless, 1_000_000, None, hull(unit, facing, rulings), False, 0)
    called = Called(f"terror_{role}", Text("Terror of {unit}", unit=who), "defender")
    brave = nerve(unit, tables, called, rulings.heavy_fire_pins, part=role)
    rallying, inches = "rallying" in unit.states, tables.moves[unit.kind]
    return Bystander(role, who, throws, heavy, harmless, unit.men, brave, None, rallying, inches)


def bystander_role(number: int) -> str:
    """The part in the facts that a unit within the blast takes, from 1."""
    return f"bystander {number}"


def _to_kill(role: str, who: Text, burst: Burst) -> Called:
    """What its throw to kill is called; several weapons are told apart."""
    if not burst.number:
        return Called(f"to_kill_{role}", Text("to kill {unit}", unit=who), "attacker")
    label = Text("to kill {unit}, {weapon}", unit=who, weapon=burst.name)
    return Called(f"to_kill_{role} {burst.number}", label, "attacker")


def caught(table: Table, one: Bystander, blasts: int) -> Then[tuple[Nearby]]:
    """A die to kill for every hit, weapon by weapon; then its nerve."""
    thrown = [throw.kills(table, counted_at(blasts, place)) for place, throw in enumerate(one.to_kill)]
    kills, sixes = sum(kills for kills, _ in thrown), sum(sixes for _, sixes in thrown)
    return then(shaken, one, min(kills, one.size), sixes, one.hits(blasts), one.heavily(blasts))


def shaken(table: Table, one: Bystander, kills: int, sixes: int, hits: int, heavy: bool) -> tuple[Nearby]:
    if one.hull:
        damage = one.hull.damage(hits, kills, sixes)
        return (Nearby(kills, 0, damage.hp_lost, "none", damage.engine_damaged, damage.weapons_destroyed),)
    assert one.nerve
    result = table.play(terror, one.nerve, kills, heavy) if kills or heavy else "none"
    return (Nearby(kills, one.nerve.men - kills, 0, result),)


def other_effects(one: Bystander, outcome: Other | Nearby, played: Played) -> list[Effect]:
    if one.hull:
        return one.hull.effects(one.role, _damage(one, one.hull, outcome, played))
    lost = [Effect(one.role, "models", -outcome.kills)] if outcome.kills else []
    assert one.nerve
    return [*lost, *nerve_effects(one.role, outcome.terror, one.nerve.pinned, one.rallying)]


def _damage(one: Bystander, hull: Hull, outcome: Other | Nearby, played: Played) -> Damage:
    """What became of a vehicle, with what its 6s did."""
    done = hull.damage(0, 0, _sixes(one, played))
    return done._replace(hp_lost=outcome.hp_lost, knocked_out=outcome.hp_lost == hull.hp)


def _sixes(one: Bystander, played: Played) -> int:
    return faces_of(played, (throw.sixes for throw in one.to_kill)).count(6)


def other_told(one: Bystander, outcome: Other | Nearby, played: Played) -> Text:
    if one.harmless and all(one.harmless):
        return spared(one.who, one.harmless[0])
    if one.hull:
        return fate(one.who, damage_text(_damage(one, one.hull, outcome, played), one.hull.hp))
    return fate(one.who, losses_told(outcome.kills, outcome.terror, one.inches))


def spared(who: Text, reason: Text) -> Text:
    """A unit that such a weapon does nothing to, and why."""
    return Sentence(Text("{unit}: no damage; {reason}.", unit=who, reason=reason))


def fate(who: Text, became: Text) -> Text:
    """What became of a unit."""
    return Sentence(Text("{unit}: {became}", unit=who, became=became))


def other_leaning(one: Bystander, outcome: Other | Nearby, blasts: int, played: Played) -> list[str]:
    """The rulings that decided what became of a unit within the blast."""
    if one.hull:
        struck = ["blast_facing"] if one.hits(blasts) else []
        return [*struck, *one.hull.leaning(one.hits(blasts), outcome.kills, _sixes(one, played))]
    return ["heavy_fire_pins"] if one.heavily(blasts) and not outcome.kills else []
