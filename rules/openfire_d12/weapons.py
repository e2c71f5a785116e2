"""Default attackers: every living model, with the best of its weapons that reaches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from rules.command.movement import Band, up_to
from rules.game.unit import Unit
from rules.kernel.errors import RuleError
from rules.kernel.text import N_, Joined, Listed, Sentence, Term, Text, counted, several_of
from rules.kit.arms import Arms
from rules.openfire_d12.board_facts import unit_facts
from rules.openfire_d12.facts import AttackingModels, WeaponKind
from rules.openfire_d12.shooting import ASSAULT_RANGE, ATTACK, reach
from rules.openfire_d12.tables import Board


class WeaponNeeds(NamedTuple):
    """Requirements for the weapons: the distance, range 1 near an enemy, Impact for its free attack."""

    distance: Decimal
    near: bool
    impact: bool

    def suits(self, weapon: WeaponKind) -> bool:
        return weapon.rng_min <= self.distance <= reach(weapon) and self.takes(weapon)

    def takes(self, weapon: WeaponKind) -> bool:
        """True if a weapon is of the right kind, at any distance."""
        close = weapon.rng <= ASSAULT_RANGE or not self.near
        return close and (weapon.impact or not self.impact)


class Armed(NamedTuple):
    """Models, and the weapon that they use with its name in the tables."""

    name: str
    weapon: WeaponKind
    models: int

    def group(self) -> AttackingModels:
        return AttackingModels(weapon=self.weapon.model_copy(update={"name": self.name}), models=self.models)


class Attackers(Arms):
    """The models of a unit that have not attacked in a volley, and their weapons, one each."""

    section = ATTACK

    def __init__(self, board: Board, unit: Unit, aim: WeaponNeeds, used: Sequence[Armed] = ()) -> None:
        self.rows, self.unit, self.aim = board.tables.weapons, unit, aim
        left = {weapon.name: weapon.count for weapon in unit.weapons}
        for one in used:
            left[one.name] -= one.models
        super().__init__(left, unit_facts(unit).models - sum(one.models for one in used))

    def can_fire(self, name: str) -> bool:
        return self.aim.suits(self.rows[name])

    def worth(self, name: str) -> float:
        """Return the damage if all dice hit; beyond the range of a Longshot a single die is rolled."""
        weapon = self.rows[name]
        return (weapon.att if self.aim.distance <= weapon.rng else min(1, weapon.att)) * weapon.dmg

    def all_of(self, name: str) -> int:
        return min(self.left[name], self.hands)

    def refusal_text(self, name: str, count: int) -> Text | None:
        weapons, models = self.left[name], self.hands
        if count > weapons or not count:
            left = several_of(weapons, name) if weapons else Text("no {things}", things=Term(name, 0))
            return Text("{unit} has {weapons} left to attack with.", unit=self.unit.ref, weapons=left)
        if count > models:
            left = counted(models, "model", "models")
            return Text("{unit} has {models} left to attack with, one weapon each.", unit=self.unit.ref, models=left)
        if self.aim.impact and not self.rows[name].impact:
            return Sentence(Text("{weapon} has no Impact: no free attack with it.", weapon=Term(name)))
        return None

    def silence_text(self) -> Text:
        if self.hands <= 0:
            return Text("All models of {unit} already attack another target.", unit=self.unit.ref)
        arms = Listed([reach_of(one.name, self.rows[one.name]) for one in self.unit.weapons]) or Text("no weapons")
        if self.aim.impact:
            return Text("{unit} has no weapon with Impact ({weapons}).", unit=self.unit.ref, weapons=arms)
        values = {"unit": self.unit.ref, "distance": self.aim.distance, "weapons": arms}
        if not self.aim.near:
            return Text("{unit} has no weapon for {distance}″ ({weapons}).", **values)
        only = N_(
            "{unit} has no weapon for {distance}″ ({weapons}). With an enemy in assault range use only weapons "
            "of range 1″."
        )
        return Text(only, **values)


def firers(board: Board, unit: Unit, text: str, aim: WeaponNeeds, used: Sequence[Armed]) -> list[Armed]:
    """Return the weapons named, or the best suitable ones; `used` have attacked another target of the volley."""
    arms = Attackers(board, unit, aim, used)
    return [Armed(name, arms.rows[name], models) for name, models in arms.choose(text)]


def must_be_armed(board: Board, unit: Unit, aim: WeaponNeeds) -> None:
    """Raise RuleError for a unit without a weapon for any distance."""
    rows = board.tables.weapons
    if not any(aim.takes(rows[one.name]) for one in unit.weapons):
        raise RuleError(Attackers(board, unit, aim).silence_text(), ATTACK)


def reach_of(name: str, weapon: WeaponKind) -> Text:
    """Return a weapon with its inches: "pistol 10″", "autocannon 6–30″", "rifle 30″, by Longshot 60″"."""
    far = Text("{least:″}–{most:″}", least=weapon.rng_min, most=weapon.rng) if weapon.rng_min else weapon.rng
    if not weapon.longshot:
        return Text("{weapon} {range}″", weapon=Term(name), range=far)
    return Text("{weapon} {range}″, by Longshot {reach}″", weapon=Term(name), range=far, reach=reach(weapon))


def weapons_text(armed: list[Armed]) -> Text:
    """Return the weapons that attacked, summed over all targets."""
    counts = Counter[str]()
    for one in armed:
        counts[one.name] += one.models
    return Text("Attacked with: {weapons}.", weapons=Joined([several_of(n, name) for name, n in counts.items()], ", "))


# Distance bands of a unit: assault range, the ranges of its weapons, and the limit of evading (Attack).


def bands(board: Board, unit: Unit) -> tuple[Band, ...]:
    """Return the bands of a unit; none for a weapon with a minimum range, which is measured."""
    weapons = [board.tables.weapons[one.name] for one in unit.weapons]
    if not weapons or any(one.rng_min for one in weapons):
        return ()
    return up_to((ASSAULT_RANGE, board.tables.evade.beyond, *(one.rng for one in weapons), *map(reach, weapons)))
