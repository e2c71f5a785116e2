"""Units that are hit: the nerve of a squad, the hull of a vehicle, and the effects of kills and natural 6s."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rules.kernel.plays import Effect, Shift
from rules.kernel.text import NOTHING, Joined, Listed, Sentence, Text, counted
from rules.openfire_ww2.facts import Squad, WW2Vehicle
from rules.openfire_ww2.roll_kinds import Called
from rules.openfire_ww2.tables import Book, Facing, WW2Rulings
from rules.openfire_ww2.terror import Nerve, Nerves, nerve

UNHURT = 1_000_000
"""The men assumed for a vehicle, which loses none."""


class Damage(NamedTuple):
    """Hit points lost, and the effects of the 6s."""

    hp_lost: int
    immobilised: bool
    engine_damaged: bool
    weapons_destroyed: int
    knocked_out: bool

    def sentence(self, hp: int) -> Text:
        """Return the damage in words, without a full stop."""
        lost, weapons = self.hp_lost, self.weapons_destroyed
        parts = (
            Text("{lost} HP lost ({left} left)", lost=lost, left=hp - lost) if lost else NOTHING,
            Text("immobilised") if self.immobilised else NOTHING,
            Text("engine damaged, half move") if self.engine_damaged else NOTHING,
            Text("{weapons} destroyed", weapons=counted(weapons, "weapon", "weapons")) if weapons else NOTHING,
            Text("knocked out, now terrain") if self.knocked_out else NOTHING,
        )
        return Listed([part for part in parts if part]) or Text("no damage")


@dataclass(frozen=True, eq=False, slots=True)
class Hull:
    """A vehicle under fire from one side; `per_hit` and `all_others` are rulings (Shooting at Vehicles)."""

    hp: int
    weapons: int
    facing: Facing
    per_hit: bool
    all_others: bool

    def damage(self, hits: int, kills: int, sixes: int) -> Damage:
        """Return the damage: each kill, or by ruling each hit, costs a hit point; 6s count even without any left."""
        lost, facing = min(hits if self.per_hit else kills, self.hp), self.facing
        weapons = self.weapons if self.all_others and sixes > 1 else min(sixes, self.weapons)
        return Damage(
            lost,
            sixes > 0 and facing == "side",
            sixes > 0 and facing in ("rear", "top"),
            weapons if facing == "front" else 0,
            lost == self.hp,
        )

    def lost(self, hp: int, sixes: int) -> Damage:
        """Return the damage for known hit points."""
        return self.damage(0, 0, sixes)._replace(hp_lost=hp, knocked_out=hp == self.hp)

    def rulings_used(self, hits: int, kills: int, sixes: int) -> Iterator[str]:
        """Yield the rulings that made a difference to the result."""
        if min(hits, self.hp) != min(kills, self.hp):
            yield "vehicle_hp"
        if self.facing == "front" and 1 < sixes < self.weapons:
            yield "front_six"


@dataclass(frozen=True, eq=False, slots=True)
class Victim:
    """A unit that is hit, by its part in the action: a squad has a nerve, a vehicle has a hull.

    `most` is the number of kills that count: the men of a squad, any number for a vehicle.
    """

    part: str
    nerve: Nerve | None
    hull: Hull | None
    most: int

    def effects(self, lost: int, result: Nerves, damage: Damage | None) -> Iterator[Effect]:
        """Yield men lost and Terror markers, or hull damage; a wreck stays as terrain."""
        unit = self.part
        if self.nerve:
            yield Effect(unit, "models", -lost)
            yield from self.nerve.effects(unit, result)
        if self.hull and damage:
            if damage.hp_lost:
                yield Effect(unit, "hp", -damage.hp_lost, str(self.hull.hp - damage.hp_lost))
            yield Effect(unit, "immobilised", int(damage.immobilised))
            yield Effect(unit, "engine_damaged", int(damage.engine_damaged))
            yield Effect(unit, "weapons_lost", damage.weapons_destroyed)
            yield Effect(unit, "knocked_out", int(damage.knocked_out))

    def moves(self, result: Nerves) -> Iterable[Shift]:
        return self.nerve.moves(self.part, result) if self.nerve else ()

    def sentence(self, lost: int, result: Nerves, damage: Damage | None) -> Text:
        """Return its fate: men lost and its Terror test, or the damage."""
        if self.nerve:
            return Joined((men_lost(lost), self.nerve.sentence(result)), "; ")
        return damage.sentence(self.hull.hp) if self.hull and damage else NOTHING


def victim(
    body: Squad | WW2Vehicle,
    part: str,
    book: Book,
    called: Called,
    facing: Facing,
    states: Sequence[str] = (),
    apart: bool = False,
) -> Victim:
    """Return a unit as a target of fire from that side; `apart` if it is one of several whose players roll."""
    if isinstance(body, Squad):
        return Victim(part, nerve(body, book, called, states, part if apart else ""), None, body.men)
    return Victim(part, None, hull(body, facing, book.rulings), UNHURT)


def hull(vehicle: WW2Vehicle, facing: Facing, rulings: WW2Rulings) -> Hull:
    """Return a vehicle as a target of fire from that side."""
    per_hit, all_others = rulings.vehicle_hp == "hit", rulings.front_six == "all_others"
    return Hull(vehicle.hp, vehicle.weapons, facing, per_hit, all_others)


def men_lost(n: int) -> Text:
    return counted(n, "casualty", "casualties")


def spared_text(who: Text, reason: Text) -> Text:
    """Return the sentence for a unit that such a weapon cannot harm, with the reason."""
    return Sentence(Text("{unit}: no damage; {reason}.", unit=who, reason=reason))


def fate(who: Text, became: Text) -> Text:
    """Return the sentence on the fate of a unit."""
    return Sentence(Text("{unit}: {became}", unit=who, became=became))
