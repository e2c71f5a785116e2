"""What kills and natural 6s do to a vehicle (Shooting at Vehicles)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from rules.kernel.plays import Effect
from rules.kernel.text import NOTHING, Listed, Text, counted
from rules.openfire_ww2.facts import Vehicle
from rules.openfire_ww2.tables import Facing, Rulings


class Damage(NamedTuple):
    """Hit points lost, and what the 6s did."""

    hp_lost: int
    immobilised: bool
    engine_damaged: bool
    weapons_destroyed: int
    knocked_out: bool


@dataclass(frozen=True, eq=False, slots=True)
class Hull:
    """A vehicle under fire from one side; `per_hit` and `all_others` are rulings."""

    hp: int
    weapons: int
    facing: Facing
    per_hit: bool
    all_others: bool

    def damage(self, hits: int, kills: int, sixes: int) -> Damage:
        """Each kill, or by ruling each hit, costs a hit point; 6s count even after the last one is gone."""
        lost = min(hits if self.per_hit else kills, self.hp)
        return Damage(
            lost,
            bool(sixes) and self.facing == "side",
            bool(sixes) and self.facing in ("rear", "top"),
            self._weapons(sixes) if self.facing == "front" else 0,
            lost == self.hp,
        )

    def _weapons(self, sixes: int) -> int:
        return self.weapons if self.all_others and sixes > 1 else min(sixes, self.weapons)

    def leaning(self, hits: int, kills: int, sixes: int) -> list[str]:
        """The rulings without which this would have ended otherwise."""
        found: list[str] = []
        if min(hits, self.hp) != min(kills, self.hp):
            found.append("vehicle_hp")
        if self.facing == "front" and 1 < sixes < self.weapons:
            found.append("front_six")
        return found

    def effects(self, unit: str, damage: Damage) -> list[Effect]:
        """The hull's markers; one that is knocked out stays on the table as terrain."""
        left = self.hp - damage.hp_lost
        found = (
            Effect(unit, "hp", -damage.hp_lost, str(left)) if damage.hp_lost else None,
            Effect(unit, "immobilised", 1) if damage.immobilised else None,
            Effect(unit, "engine_damaged", 1) if damage.engine_damaged else None,
            Effect(unit, "weapons_lost", damage.weapons_destroyed) if damage.weapons_destroyed else None,
            Effect(unit, "knocked_out", 1) if damage.knocked_out else None,
        )
        return [effect for effect in found if effect]


def hull(vehicle: Vehicle, facing: Facing, rulings: Rulings) -> Hull:
    """A vehicle as fire from that side finds it."""
    per_hit, all_others = rulings.vehicle_hp == "hit", rulings.front_six == "all_others"
    return Hull(vehicle.hp, vehicle.weapons, facing, per_hit, all_others)


def damage_text(damage: Damage, hp: int) -> Text:
    """The damage in words, without a full stop."""
    lost, weapons = damage.hp_lost, damage.weapons_destroyed
    parts = (
        Text("{lost} HP lost ({left} left)", lost=lost, left=hp - lost) if lost else NOTHING,
        Text("immobilised") if damage.immobilised else NOTHING,
        Text("engine damaged, it moves at half speed") if damage.engine_damaged else NOTHING,
        Text("{weapons} destroyed", weapons=counted(weapons, "weapon", "weapons")) if weapons else NOTHING,
        Text("knocked out, it is terrain now") if damage.knocked_out else NOTHING,
    )
    return Listed([part for part in parts if part]) or Text("no damage")
