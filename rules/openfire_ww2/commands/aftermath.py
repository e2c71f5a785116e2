"""What players are told after a shot: the weapons a vehicle has lost, and what burst among its neighbours."""

from __future__ import annotations

from rules.action import Played
from rules.openfire_ww2.facts import Group
from rules.openfire_ww2.fire_plan import Fire
from rules.openfire_ww2.shooting import hitting, weapon_named
from rules.text import Listed, Sentence, Term, Text, counted
from rules.unit import Unit


def gone(unit: Unit, destroyed: int) -> list[Text]:
    """Which weapons a vehicle has just lost, the main one first (Shooting at Vehicles)."""
    lost = unit.count("weapons_lost")
    names = [Term(weapon.name) for weapon in unit.weapons for _ in range(weapon.count)][lost - destroyed : lost]
    return [Text("{unit} has lost its {weapons}.", unit=unit.ref, weapons=Listed(names))] if names else []


def bursts(facts: Fire, done: Played) -> list[Text]:
    """Each explosive weapon with its hits: whoever else stood near is asked for now (Explosions)."""
    found: list[Text] = []
    for place, group in enumerate(facts.weapons):
        hits = _hits(facts, place, group, done) if group.weapon.bursts else 0
        if hits:
            found.append(_burst(weapon_named(place, group), hits))
    return found


def _burst(weapon: Text, hits: int) -> Text:
    asked = Text(
        "{weapon}: {hits}. Is anybody else within 1″? `/act blast`, count {count}.",
        weapon=weapon,
        hits=counted(hits, "hit", "hits"),
        count=hits,
    )
    return Sentence(asked)


def _hits(facts: Fire, place: int, group: Group, done: Played) -> int:
    """Hits of one kind of weapon; where the grid says A, all its shots within range."""
    keys = [hitting(at, facts.weapons).key for at in range(len(facts.weapons))]
    thrown = {step.throw.key: step.got for step in done.steps if step.throw.key in keys}
    if thrown or not done.outcome.hits:
        return thrown.get(keys[place], 0)
    return group.teams * group.weapon.rof if facts.distance <= group.weapon.rng else 0
