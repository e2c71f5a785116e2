"""What players are told after a shot: the weapons a vehicle has lost, and what burst among its neighbours."""

from __future__ import annotations

from collections.abc import Iterable

from rules.game.unit import Unit
from rules.kernel.action import Played
from rules.kernel.request import Request
from rules.kernel.text import Heading, Listed, Note, Sentence, Term, Text, asks, at_table, counted
from rules.openfire_ww2.facts import Group
from rules.openfire_ww2.fire import Fire
from rules.openfire_ww2.shooting import hitting, weapon_named
from rules.openfire_ww2.tables import Board


def gone(unit: Unit, destroyed: int) -> list[Note]:
    """The weapons that a vehicle has just lost, the main one first (Shooting at Vehicles)."""
    lost = unit.count("weapons_lost")
    names = [Term(weapon.name) for weapon in unit.weapons for _ in range(weapon.count)][lost - destroyed : lost]
    return [at_table(Text("{unit} has lost its {weapons}.", unit=unit.ref, weapons=Listed(names)))] if names else []


def gone_nearby(before: Board, board: Board, units: Iterable[str]) -> list[Note]:
    """The weapons that vehicles within a blast have lost since `before`."""
    lost = {id: board.unit(id).count("weapons_lost") - before.unit(id).count("weapons_lost") for id in units}
    return [said for id, destroyed in lost.items() for said in gone(board.unit(id), destroyed)]


def bursts(by: Unit, facts: Fire, done: Played) -> list[Note]:
    """Each explosive weapon with its hits: whoever else stood near is asked for now (Explosions)."""
    found: list[Note] = []
    for place, group in enumerate(facts.weapons):
        hits = _hits(facts, place, group, done) if group.weapon.bursts else 0
        if hits:
            found.append(_burst(by, weapon_named(place, group), group.name, hits))
    return found


def _burst(by: Unit, weapon: Text, name: str | None, hits: int) -> Note:
    asked = Text(
        "{weapon}: {hits}. Is anybody else within 1″?",
        weapon=weapon,
        hits=counted(hits, "hit", "hits"),
    )
    return blast(Sentence(asked), by, weapon, name, hits)


def blast(asked: Text, by: Unit, weapon: Text, name: str | None, hits: int) -> Note:
    """The question who else stood near, and the command that takes the answer."""
    label = Text("{weapon}: within 1″ …", weapon=Heading(weapon))
    return asks(asked, label, Request("act", (by.id,), action="blast", weapon=name, count=hits))


def _hits(facts: Fire, place: int, group: Group, done: Played) -> int:
    """Hits of one kind of weapon; where the grid says A, all its shots within range."""
    keys = [hitting(at, facts.weapons).key for at in range(len(facts.weapons))]
    thrown = {step.throw.key: step.got for step in done.steps if step.throw.key in keys}
    if thrown or not done.outcome.hits:
        return thrown.get(keys[place], 0)
    return group.teams * group.weapon.rof if facts.distance <= group.weapon.rng else 0
