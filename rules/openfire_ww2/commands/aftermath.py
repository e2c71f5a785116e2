"""What players are told after a shot: the weapons a vehicle has lost, and what burst among its neighbours."""

from __future__ import annotations

from rules.openfire_ww2.facts import Group
from rules.openfire_ww2.fire_plan import Fire
from rules.openfire_ww2.shooting import called, to_hit_label
from rules.system import Played
from rules.text import counted, listed, say, sentence, spoken
from rules.unit import Unit


def gone(unit: Unit, destroyed: int) -> list[str]:
    """Which weapons a vehicle has just lost, the main one first (Shooting at Vehicles)."""
    lost = unit.count("weapons_lost")
    names = [spoken(weapon.name) for weapon in unit.weapons for _ in range(weapon.count)][lost - destroyed : lost]
    return [say("{unit} has lost its {weapons}.", unit=unit.name, weapons=listed(names))] if names else []


def bursts(facts: Fire, done: Played) -> list[str]:
    """Each explosive weapon with its hits: whoever else stood near is asked for now (Explosions)."""
    found: list[str] = []
    for place, group in enumerate(facts.weapons):
        hits = _hits(facts, place, group, done) if group.weapon.bursts else 0
        if hits:
            found.append(_burst(sentence(called(place, group))[:-1], hits))
    return found


def _burst(weapon: str, hits: int) -> str:
    return say(
        "{weapon}: {hits}. Is anybody else within 1″? `/act blast`, count {count}.",
        weapon=weapon,
        hits=counted(hits, "hit"),
        count=hits,
    )


def _hits(facts: Fire, place: int, group: Group, done: Played) -> int:
    """Hits of one kind of weapon; where the grid says A, all its shots within range."""
    labels = [to_hit_label(at, facts.weapons) for at in range(len(facts.weapons))]
    thrown = {step.label: step.got for step in done.steps if step.label in labels}
    if thrown or not done.outcome.hits:
        return thrown.get(labels[place], 0)
    return group.teams * group.weapon.rof if facts.distance <= group.weapon.rng else 0
