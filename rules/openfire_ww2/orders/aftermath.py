"""What players are told after a shot: the weapons a vehicle has lost, and what burst among its neighbours."""

from __future__ import annotations

from rules.openfire_ww2.fire_plan import Fire
from rules.openfire_ww2.profiles import Group
from rules.openfire_ww2.shooting import called, numbered
from rules.system import Played
from rules.unit import Unit
from rules.words import counted, listed, say, sentence, spoken


def gone(unit: Unit, destroyed: int) -> list[str]:
    """Which weapons a vehicle has just lost, the main one first (Shooting at Vehicles)."""
    lost = unit.count("weapons_lost")
    names = [spoken(weapon.name) for weapon in unit.weapons for _ in range(weapon.count)][lost - destroyed : lost]
    return [say("{unit} has lost its {names}.", unit=unit.name, names=listed(names))] if names else []


def bursts(facts: Fire, done: Played) -> list[str]:
    """Each explosive weapon with its hits: whoever else stood near is asked for now (Explosions)."""
    found: list[str] = []
    for place, group in enumerate(facts.weapons):
        hits = _hits(facts, place, group, done) if group.weapon.bursts else 0
        if hits:
            name = sentence(called(place, group))[:-1]
            found.append(
                say(
                    "{name}: {hits}. Is anybody else within 1″? `/act blast`, count {hits2}.",
                    name=name,
                    hits=counted(hits, "hit"),
                    hits2=hits,
                )
            )
    return found


def _hits(facts: Fire, place: int, group: Group, done: Played) -> int:
    """Hits of one kind of weapon; where the grid says A, all its shots within range."""
    thrown = {step.label: step.got for step in done.steps if step.label.startswith("to hit")}
    if thrown or not done.outcome.hits:
        return thrown.get(numbered(say("to hit"), place, facts.weapons), 0)
    return group.teams * group.weapon.rof if facts.distance <= group.weapon.rng else 0
