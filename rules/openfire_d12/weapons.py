"""Who attacks with what when nobody says so: every living model, with the best of its weapons that reaches."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal
from typing import NamedTuple

from rules.command.choices import served, weapon_groups
from rules.command.movement import Band, up_to
from rules.game.unit import Unit
from rules.kernel.errors import RuleError
from rules.kernel.text import Joined, Listed, Sentence, Term, Text, counted, several
from rules.openfire_d12.board_facts import unit_facts
from rules.openfire_d12.facts import Group, Weapon
from rules.openfire_d12.shooting import ASSAULT_RANGE, ATTACK, reach
from rules.openfire_d12.tables import Board


class Aim(NamedTuple):
    """What the weapons must do: reach that far, be of range 1 near an enemy, have Impact for its free attack."""

    distance: Decimal
    near: bool
    impact: bool

    def suits(self, weapon: Weapon) -> bool:
        return weapon.rng_min <= self.distance <= reach(weapon) and self.takes(weapon)

    def takes(self, weapon: Weapon) -> bool:
        """Whether it is of the right kind, however far it reaches."""
        close = weapon.rng <= ASSAULT_RANGE or not self.near
        return close and (weapon.impact or not self.impact)


class Armed(NamedTuple):
    """Models and the weapon they use, by its name in the tables."""

    name: str
    weapon: Weapon
    models: int

    def group(self) -> Group:
        return Group(weapon=self.weapon.model_copy(update={"name": self.name}), models=self.models)


def firers(board: Board, unit: Unit, text: str, aim: Aim, used: list[Armed]) -> list[Armed]:
    """The weapons that are named, or the best that suit; `used` have attacked another target of the volley."""
    models = unit_facts(unit).models - sum(one.models for one in used)
    left = {weapon.name: weapon.count for weapon in unit.weapons}
    for one in used:
        left[one.name] -= one.models
    chosen = _named(board, unit, text, aim, left, models) if text.strip() else _all(board, aim, left, models)
    if not chosen:
        raise RuleError(_nobody(board, unit, aim, models), ATTACK)
    return chosen


def must_be_armed(board: Board, unit: Unit, aim: Aim) -> None:
    """Raises RuleError for a unit that has no weapon to attack with at any distance."""
    rows = board.tables.weapons
    if not any(one.count > 0 and aim.takes(rows[one.name]) for one in unit.weapons):
        raise RuleError(_nobody(board, unit, aim, unit_facts(unit).models), ATTACK)


def _named(board: Board, unit: Unit, text: str, aim: Aim, left: dict[str, int], models: int) -> list[Armed]:
    found: list[Armed] = []
    for count, name in weapon_groups(text, left):
        weapon = board.tables.weapons[name]
        wanted = min(left[name], models) if count is None else count
        why = _refused(unit, Armed(name, weapon, wanted), aim, left[name], models)
        if why:
            raise RuleError(why, ATTACK)
        found.append(Armed(name, weapon, wanted))
        left[name] -= wanted
        models -= wanted
    return found


def _refused(unit: Unit, armed: Armed, aim: Aim, weapons: int, models: int) -> Text | None:
    """Why these may not attack, with so many such weapons and models left; None when they may."""
    if armed.models > weapons or not armed.models:
        left = several(weapons, armed.name) if weapons else Text("no {things}", things=Term(armed.name, 0))
        return Text("{unit} has {weapons} left to attack with.", unit=unit.ref, weapons=left)
    if armed.models > models:
        left = counted(models, "model", "models")
        return Text("{unit} has {models} left to attack with, one weapon each.", unit=unit.ref, models=left)
    if aim.impact and not armed.weapon.impact:
        return Sentence(Text("{weapon} has no Impact: no free attack with it.", weapon=Term(armed.name)))
    return None


def _all(board: Board, aim: Aim, left: dict[str, int], models: int) -> list[Armed]:
    rows = board.tables.weapons
    able = [(name, rows[name]) for name, count in left.items() if count > 0 and aim.suits(rows[name])]
    able.sort(key=lambda one: -_worth(one[1], aim.distance))
    chosen = served([(name, left[name], 1) for name, _ in able], models)
    return [Armed(name, rows[name], count) for name, count in chosen.items()]


def _worth(weapon: Weapon, distance: Decimal) -> int:
    """Damage that all its hits would do; beyond the range of a Longshot a single die is thrown."""
    return (weapon.att if distance <= weapon.rng else min(1, weapon.att)) * weapon.dmg


def _nobody(board: Board, unit: Unit, aim: Aim, models: int) -> Text:
    if models <= 0:
        return Text("All models of {unit} attack another target already.", unit=unit.ref)
    rows = board.tables.weapons
    arms = Listed([reach_of(one.name, rows[one.name]) for one in unit.weapons]) or Text("no weapons")
    if aim.impact:
        return Text("{unit} has no weapon with Impact ({weapons}).", unit=unit.ref, weapons=arms)
    if not aim.near:
        return Text(
            "{unit} has no weapon for {distance}″ ({weapons}).", unit=unit.ref, distance=aim.distance, weapons=arms
        )
    return Text(
        "{unit} has no weapon for {distance}″ ({weapons}). With an enemy in assault range only weapons of range 1″ are "
        "used.",
        unit=unit.ref,
        distance=aim.distance,
        weapons=arms,
    )


def reach_of(name: str, weapon: Weapon) -> Text:
    """A weapon and the inches at which it attacks: "pistol 10″", "autocannon 6–30″", "rifle 30″, by Longshot 60″"."""
    far = Text("{least:″}–{most:″}", least=weapon.rng_min, most=weapon.rng) if weapon.rng_min else weapon.rng
    if not weapon.longshot:
        return Text("{weapon} {range}″", weapon=Term(name), range=far)
    return Text("{weapon} {range}″, by Longshot {reach}″", weapon=Term(name), range=far, reach=reach(weapon))


def told(armed: list[Armed]) -> Text:
    """The weapons that attacked, added up over all targets."""
    counts = Counter[str]()
    for one in armed:
        counts[one.name] += one.models
    return Text("Attacked: {weapons}.", weapons=Joined([several(n, name) for name, n in counts.items()], ", "))


# The bands of distance of a unit: assault range, the ranges of its weapons, and where evading begins (Attack).


def bands(board: Board, unit: Unit) -> tuple[Band, ...]:
    """The bands of a unit; none where a weapon has a shortest range, which is measured."""
    weapons = [board.tables.weapons[one.name] for one in unit.weapons]
    if not weapons or any(one.rng_min for one in weapons):
        return ()
    return up_to((ASSAULT_RANGE, board.tables.evade.beyond, *(one.rng for one in weapons), *map(reach, weapons)))
