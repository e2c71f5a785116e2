"""Units within 1 inch of an explosion are hit as often as its target (Explosions; Grenades).

The rule `Blast` is only for units that are named after the hit; its command is in `shots.py`, like `/fire`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import prod
from operator import add
from typing import NamedTuple

from pydantic import Field

from rules.kernel.action import Played
from rules.kernel.facts import Count, Facts
from rules.kernel.plays import Effect, Shift
from rules.kernel.table import Table, Then, then
from rules.kernel.text import N_, NOTHING, Joined, Role, Text
from rules.openfire_ww2 import tables, victims
from rules.openfire_ww2.aiming import ToKill, harmless_reason, to_kill
from rules.openfire_ww2.facts import Squad, Target, WeaponType, WW2Vehicle, check_bystanders
from rules.openfire_ww2.roll_kinds import Called, faces_of
from rules.openfire_ww2.shooting import HITS, count_at, is_suppressing
from rules.openfire_ww2.terror import Nerves, terror


class Other(NamedTuple):
    """The effect of a blast on one unit near its target: men of a squad, hit points of a vehicle."""

    kills: int
    men_left: int
    hp_lost: int
    terror: Nerves


class Nearby(NamedTuple):
    """The effect of a blast on a unit near its target, with the damage of 6s to a vehicle."""

    kills: int
    men_left: int
    hp_lost: int
    terror: Nerves
    engine_damaged: bool = False
    weapons_destroyed: int = 0

    @property
    def short_form(self) -> Other:
        """The part that `fire` shows in addition to its target."""
        return Other(*self[:4])


class Burst(NamedTuple):
    """A weapon that explodes; one of several kinds has its number, from 1, and its name."""

    weapon: WeaponType
    number: int = 0
    name: Text = NOTHING


@dataclass(frozen=True, eq=False, slots=True)
class UnitInBlast:
    """A unit within the blast; `to_kill`, `heavy` and `harmless` are in the order of the explosive weapons.

    `harmless` is the reason why such a weapon cannot harm it, empty if it can.
    """

    who: Text
    victim: victims.Victim
    to_kill: tuple[ToKill, ...]
    heavy: tuple[bool, ...]
    harmless: tuple[Text, ...]

    def hits(self, blasts: int) -> int:
        """Return the hits that can damage this target."""
        return sum(count_at(blasts, HITS + place) for place, harmless in enumerate(self.harmless) if not harmless)

    def is_hit_heavily(self, blasts: int) -> bool:
        return any(heavy and count_at(blasts, place) for place, heavy in enumerate(self.heavy))

    def effects(self, outcome: Other | Nearby, played: Played) -> Iterator[Effect]:
        return self.victim.effects(outcome.kills, outcome.terror, self._vehicle_damage(outcome, played))

    def _vehicle_damage(self, outcome: Other | Nearby, played: Played) -> victims.Damage | None:
        hull = self.victim.hull
        return hull.lost(outcome.hp_lost, self._count_sixes(played)) if hull else None

    def _count_sixes(self, played: Played) -> int:
        return faces_of(played, (roll.sixes for roll in self.to_kill)).count(6)

    def sentence(self, outcome: Other | Nearby, played: Played) -> Text:
        if self.harmless and all(self.harmless):
            return victims.spared_text(self.who, self.harmless[0])
        return victims.fate(
            self.who, self.victim.sentence(outcome.kills, outcome.terror, self._vehicle_damage(outcome, played))
        )

    def rulings_used(self, outcome: Other | Nearby, blasts: int, played: Played) -> Iterator[str]:
        """Yield the rulings that decided its fate."""
        if hull := self.victim.hull:
            if hits := self.hits(blasts):
                yield "blast_facing"
            yield from hull.rulings_used(hits, outcome.kills, self._count_sixes(played))
        elif self.is_hit_heavily(blasts) and not outcome.kills:
            yield "heavy_fire_pins"


def bystanders(
    units: Sequence[Squad | WW2Vehicle], bursts: Sequence[Burst], book: tables.Book
) -> tuple[UnitInBlast, ...]:
    """Return the units within the blast of weapons; a ruling decides which side of a vehicle is hit."""
    return tuple(_make_bystander(unit, number, bursts, book) for number, unit in enumerate(units, 1))


def _make_bystander(unit: Squad | WW2Vehicle, number: int, bursts: Sequence[Burst], book: tables.Book) -> UnitInBlast:
    role, facing = bystander_role(number), book.rulings.blast_facing
    who, sure = Role(unit.name or role), book.rulings.grenade_kill == "sure"
    terror = Called(f"terror_{role}", Text("Terror of {unit}", unit=who), "defender")
    rolls: list[ToKill] = []
    for burst in bursts:
        key, label = f"to_kill_{role}", Text("to kill {unit}", unit=who)
        if burst.number:
            key, label = f"{key} {burst.number}", Text("to kill {unit}, {weapon}", unit=who, weapon=burst.name)
        called, kills = Called(key, label, "attacker"), sure and burst.weapon.grenade
        rolls.append(to_kill(book.tables, called, burst.weapon, unit, facing, kills))
    return UnitInBlast(
        who,
        victims.victim(unit, role, book, terror, facing, apart=True),
        tuple(rolls),
        tuple(is_suppressing(burst.weapon) for burst in bursts),
        tuple(harmless_reason(burst.weapon, unit) or NOTHING for burst in bursts),
    )


def bystander_role(number: int) -> str:
    """Return the part of a unit within the blast, numbered from 1."""
    return f"bystander {number}"


def roll_caught(table: Table, one: UnitInBlast, blasts: int) -> Then[tuple[Nearby]]:
    """Roll to kill for every hit, weapon by weapon, then test the unit's nerve."""
    rolled = [roll.kills(table, count_at(blasts, place)) for place, roll in enumerate(one.to_kill)]
    kills, sixes = sum(kills for kills, _ in rolled), sum(sixes for _, sixes in rolled)
    return then(_roll_nerve, one, min(kills, one.victim.most), sixes, one.hits(blasts), one.is_hit_heavily(blasts))


def _roll_nerve(table: Table, one: UnitInBlast, kills: int, sixes: int, hits: int, heavy: bool) -> tuple[Nearby]:
    nerve = one.victim.nerve
    if hull := one.victim.hull:
        damage = hull.damage(hits, kills, sixes)
        return (Nearby(kills, 0, damage.hp_lost, "none", damage.engine_damaged, damage.weapons_destroyed),)
    assert nerve
    result = table.play(terror, nerve, kills, heavy) if kills or heavy else "none"
    return (Nearby(kills, nerve.men - kills, 0, result),)


# A separate blast: an explosive hit, and only then the question about units nearby.


class BlastFacts(Facts):
    """Facts of an explosion after its target: the other units within 1 inch of it."""

    weapon: WeaponType = Field(title=N_("Weapon"))
    hits: Count = Field(title=N_("Hits"), description=N_("How often it hit its target."))
    bystanders: tuple[Target, ...] = Field(min_length=1, max_length=20, title=N_("Units within the blast"))


class BlastOutcome(NamedTuple):
    """The fate of each unit, in the order of the facts."""

    others: tuple[Nearby, ...]


class WW2Blast(tables.WW2Rule[BlastFacts, BlastOutcome]):
    """A kill die per unit for every hit."""

    key, title, topic = "blast", Text("Units within the blast"), "explosions"

    def plan(self) -> None:
        facts = self.facts
        check_bystanders(facts.bystanders)
        self.near = bystanders(facts.bystanders, [Burst(facts.weapon)], self.book)
        self.rulings_used = ("grenade_kill",) if facts.weapon.grenade and facts.hits else ()

    def play(self, table: Table) -> BlastOutcome:
        return BlastOutcome(table.together(add, *(then(roll_caught, one, self.facts.hits) for one in self.near)))

    def _units_with_results(self, played: Played[BlastOutcome]) -> Iterable[tuple[UnitInBlast, Nearby]]:
        return zip(self.near, played.outcome.others, strict=True)

    def effects(self, played: Played[BlastOutcome]) -> Iterator[Effect]:
        for one, outcome in self._units_with_results(played):
            yield from one.effects(outcome, played)

    def moves(self, played: Played[BlastOutcome]) -> Iterator[Shift]:
        for one, outcome in self._units_with_results(played):
            yield from one.victim.moves(outcome.terror)

    def describe(self, played: Played[BlastOutcome]) -> Text:
        return Joined([one.sentence(outcome, played) for one, outcome in self._units_with_results(played)])

    def rulings_used_in(self, played: Played[BlastOutcome]) -> Iterator[str]:
        for one, outcome in self._units_with_results(played):
            yield from one.rulings_used(outcome, self.facts.hits, played)

    def too_big(self) -> Text | None:
        """Return the refusal for too many results, which multiply with each unit."""
        return tables.too_many_text(prod(tables.results_of(self.facts.hits, one.victim.most) for one in self.near))
